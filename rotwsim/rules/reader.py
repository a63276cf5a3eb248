"""Reading a TOML table value by value: checks each one and notes where it comes from."""

from __future__ import annotations

import difflib
import tomllib
from pathlib import Path
from typing import Any

from rotwsim.rules.schema import ORIGINS, DataError, Figure

NOTES = ("origin", "origins")


class Reader:
    """A table under reading; every value taken is counted under the origin that holds for it."""

    def __init__(
        self,
        data: dict,
        file: str,
        key: str = "",
        origin: tuple[str, str] | None = None,
        figures: list[Figure] | None = None,
    ):
        self.file, self.key = file, key
        self.figures: list[Figure] = [] if figures is None else figures
        if not isinstance(data, dict):
            raise DataError(f"{file}: {key} must be a table, not {_describe(data)}")
        self._left = dict(data)
        self._legal: list[str] = []
        self.origin = origin
        stated = self._left.pop("origin", None)
        if stated is not None:
            self.origin = self._parse_origin(stated, "origin")
        exceptions = self._left.pop("origins", {})
        if not isinstance(exceptions, dict):
            self.fail("origins", f"must be a table, not {_describe(exceptions)}")
        self._exceptions = {
            name: self._parse_origin(value, f"origins.{name}") for name, value in exceptions.items()
        }
        for name in self._exceptions:
            if name not in data:
                self.fail(f"origins.{name}", "names no value of this table", list(self._left))

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self._take(key, default)
        if isinstance(value, bool) or not isinstance(value, int):
            self.fail(key, f"must be a whole number, not {_describe(value)}")
        if not low <= value <= high:
            self.fail(key, f"is {value}; legal are {low} to {high}")
        self._note(key)
        return value

    def text(self, key: str, default: str | None = None, counted: bool = True) -> str:
        value = self._take(key, default)
        if not isinstance(value, str) or not value.strip():
            self.fail(key, f"must be a text, not {_describe(value)}")
        if counted:
            self._note(key)
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        value = self._take(key, default)
        if not isinstance(value, bool):
            self.fail(key, f"must be true or false, not {_describe(value)}")
        self._note(key)
        return value

    def choice(self, key: str, legal: tuple[str, ...], default: str | None = None) -> str | None:
        if default is None and key not in self._left:
            self._take(key, None)
        value = self._take(key, default)
        return self.check_choice(key, value, legal)

    def optional_choice(self, key: str, legal: tuple[str, ...]) -> str | None:
        self._legal.append(key)
        if key not in self._left:
            return None
        return self.check_choice(key, self._left.pop(key), legal)

    def check_choice(self, key: str, value: Any, legal: tuple[str, ...]) -> str:
        if value not in legal:
            self.fail(key, f"is {_describe(value)}", list(legal))
        self._note(key)
        return value

    def texts(self, key: str, default: list | None = None, count: int = 0) -> tuple[str, ...]:
        """A list of texts; `count` is the number of values it stands for, one unless told."""
        value = self._take(key, default)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.fail(key, f"must be a list of texts, not {_describe(value)}")
        self._note(key, count or 1)
        return tuple(value)

    def integers(self, key: str, low: int, high: int) -> tuple[int, ...]:
        value = self._take(key, None)
        if not isinstance(value, list):
            self.fail(key, f"must be a list of whole numbers, not {_describe(value)}")
        for item in value:
            if isinstance(item, bool) or not isinstance(item, int) or not low <= item <= high:
                self.fail(
                    key, f"has {_describe(item)}; legal are whole numbers from {low} to {high}"
                )
        self._note(key, len(value))
        return tuple(value)

    def table(self, key: str, optional: bool = False) -> Reader:
        value = self._take(key, {} if optional else None)
        return Reader(value, self.file, self._path(key), self._origin_of(key), self.figures)

    def tables(self, key: str, default: list | None = None) -> list[Reader]:
        value = self._take(key, default)
        if not isinstance(value, list):
            self.fail(key, f"must be a list of tables, not {_describe(value)}")
        return [
            Reader(
                item, self.file, f"{self._path(key)}[{place}]", self._origin_of(key), self.figures
            )
            for place, item in enumerate(value)
        ]

    def has(self, key: str) -> bool:
        self._legal.append(key)
        return key in self._left

    def rest(self) -> list[str]:
        """The keys not taken yet, for tables whose keys are names."""
        return list(self._left)

    def done(self) -> None:
        """Every key must have been taken."""
        for key in self._left:
            self.fail(key, "is not a key of this table", [*self._legal, *NOTES])

    def fail(self, key: str, what: str, legal: list[str] | None = None) -> None:
        raise DataError(f"{self.file}: {self._path(key)} {what}{suggest(key, what, legal)}")

    def _take(self, key: str, default: Any) -> Any:
        self._legal.append(key)
        if key in self._left:
            return self._left.pop(key)
        if default is None:
            self.fail(key, "is missing")
        return default

    def _note(self, key: str, count: int = 1) -> None:
        origin = self._origin_of(key)
        if origin is None:
            self.fail(key, "has no origin; give the table one", [f"{o}: …" for o in ORIGINS])
        self.figures.append(Figure(self.file, self._path(key), *origin, count=count))

    def _origin_of(self, key: str) -> tuple[str, str] | None:
        return self._exceptions.get(key, self.origin)

    def _parse_origin(self, value: Any, key: str) -> tuple[str, str]:
        if not isinstance(value, str):
            self.fail(key, f"must be a text, not {_describe(value)}")
        kind, _, source = (part.strip() for part in value.partition(":"))
        if kind not in ORIGINS:
            self.fail(key, f"is {_describe(value)}", [f"{origin}: source" for origin in ORIGINS])
        if not source:
            self.fail(key, "names no source", [f"{kind}: where it comes from, in a few words"])
        return kind, source

    def _path(self, key: str) -> str:
        return f"{self.key}.{key}" if self.key else key


def read_toml(path: Path, shown: str) -> dict:
    """The raw tables of a TOML file; `shown` is how messages name the file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{shown}: not valid TOML: {error}") from None
    except UnicodeDecodeError:
        raise DataError(f"{shown}: not a text file in UTF-8") from None
    except OSError as error:
        raise DataError(f"{shown}: cannot be read: {error.strerror}") from None


def suggest(key: str, what: str, legal: list[str] | None) -> str:
    """The end of a message: the nearest legal name, or all legal values."""
    if not legal:
        return ""
    given = what.split('"')[1] if what.count('"') >= 2 else key
    near = difflib.get_close_matches(given, legal, n=1, cutoff=0.6)
    if near:
        return f'; did you mean "{near[0]}"?'
    return "; legal: " + ", ".join(legal)


def _describe(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "…"
