# Longer than most: every check of a value, with its message.
"""Read a TOML table value by value: check each one, note where it comes from, match names."""

from __future__ import annotations

import difflib
import json
import math
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeGuard, TypeVar, cast

from rotwsim.scenario.schema import ORIGINS, DataError, Provenance

F = TypeVar("F", bound=Callable)
ORIGIN_FORMS = tuple(f"{origin}: source" for origin in ORIGINS)
NOTES = ("origin", "origins")
UNCOUNTED = ("ruling", "no parameter of the game")
NEAR = 0.6  # how similar a name must be, from 0 to 1, before it is offered for another
IN_PLACE_OF = {"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ß": "ss"}  # no accents
MISSPELT = 0.75  # the same, before an unknown key is taken for a missing one
LONGEST_SHOWN = 60  # letters of a wrong value in a message
LONGEST_LEGAL = 600  # letters of the legal values in a message
LARGEST_FILE = 250_000  # bytes, twenty times the largest of ours
DEEPEST_KEY = 64  # parts of a dotted key; time to read them grows with the square
PLACE_IN_FILE = re.compile(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)")
PLAIN_WORDS = {  # for what the parser calls a mistake
    "Cannot overwrite a value": "this key is there already",
    "Cannot declare": "this table is there already",
    "Invalid value": "this is no value; a text needs quotes",
    "Exceeds the limit": "a number has too many digits",
}
DEEP_KEY = re.compile(rf"""(?<![\w"'-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){{{DEEPEST_KEY}}}""")


@dataclass(frozen=True)
class Span:
    """The legal numbers, both ends included."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"

    def __contains__(self, number: Any) -> bool:
        return self.low <= number <= self.high


class Kind(NamedTuple):
    """A kind of value: what a message calls it, and which values are of it."""

    words: str
    has: Callable[[Any], bool]


def patient(harmless: Any) -> Callable[[F], F]:
    """Let a reader that keeps mistakes go on after one, with a harmless value."""

    def keeping_mistakes(read: F) -> F:
        @wraps(read)
        def reading(self: Reader, *given: Any, **named: Any) -> Any:
            try:
                return read(self, *given, **named)
            except DataError as error:
                if self.mistakes is None:
                    raise
                self.mistakes.append(str(error))
                return harmless

        return cast("F", reading)

    return keeping_mistakes


def _is_line(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and value.isprintable()


WHOLE = Kind("a whole number", lambda value: type(value) is int)
NUMBER = Kind("a number", lambda value: type(value) in (int, float) and math.isfinite(value))
LINE = Kind("one line of text", lambda value: _is_line(value) and bool(value.strip()))
TRUTH = Kind("true or false", lambda value: isinstance(value, bool))
ANY = Kind("anything", lambda value: True)


class Reader:
    """A table under reading; every value taken is counted under the origin that holds for it.

    The first mistake ends the reading, unless there is a list to keep all of them.
    """

    def __init__(
        self,
        data: Any,
        file: str,
        key: str = "",
        origin: tuple[str, str] | None = None,
        provenance: list[Provenance] | None = None,
        mistakes: list[str] | None = None,
    ):
        self.file, self.key, self.origin, self.mistakes = file, key, origin, mistakes
        self.provenance: list[Provenance] = [] if provenance is None else provenance
        self._legal: list[str] = []
        self._left: dict[str, Any] = {}
        self._exceptions: dict[str, tuple[str, str]] = {}
        self._begin(data)

    @patient(None)
    def _begin(self, data: Any) -> None:
        """Check that this is a table, and read the origins of its values."""
        if not isinstance(data, dict):
            raise DataError(
                one_line(f"{self.file}: {self.key} must be a table, not {describe(data)}")
            )
        self._left = {name: value for name, value in data.items() if name not in NOTES}
        if "origin" in data:
            self.origin = self._parse_origin(data["origin"], "origin")
        exceptions = data.get("origins", {})
        if not isinstance(exceptions, dict):
            self.fail("origins", f"must be a table, not {describe(exceptions)}")
        self._exceptions = {
            name: self._parse_origin(value, f"origins.{name}") for name, value in exceptions.items()
        }
        for name in self._exceptions:
            if name not in data:
                self.fail(f"origins.{name}", "names no value of this table", self._left, name)

    @staticmethod
    def uncounted(data: dict, file: str, key: str = "") -> Reader:
        """A table whose values are no parameters of the game: they need no origin."""
        return Reader(data, file, key, UNCOUNTED)

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self._value(key, WHOLE, default, Span(low, high))
        return low if value is None else value

    def number(self, key: str) -> float:
        return float(self._value(key, NUMBER) or 0.0)

    def text(self, key: str, default: str | None = None, counted: bool = True) -> str:
        return self._value(key, LINE, default, counted=counted) or "?"

    def flag(self, key: str, default: bool = False) -> bool:
        return bool(self._value(key, TRUTH, default))

    def choice(self, key: str, legal: tuple[str, ...]) -> str:
        meant = nearest(self.peek(key), legal) or legal[0]
        return self._value(key, ANY, None, legal) or meant

    @patient(None)
    def _value(
        self,
        key: str,
        kind: Kind,
        default: Any = None,
        legal: Span | tuple[str, ...] = (),
        counted: bool = True,
    ) -> Any:
        """Take a value of this kind, and count it."""
        names = () if isinstance(legal, Span) else legal
        value = self._take(key, default, names)
        if not kind.has(value):
            self.fail(key, f"must be {kind.words}, not {describe(value)}")
        if isinstance(legal, Span) and value not in legal:
            self.fail(key, f"is {describe(value)}; legal are {legal}")
        if names and value not in names:
            self.fail(key, f"is {describe(value)}", names, value)
        if counted:
            self._note(key)
        return value

    @patient(())
    def texts(
        self, key: str, default: list | None = None, weigh: Callable[[str], int] | None = None
    ) -> tuple[str, ...]:
        """A list of texts; `weigh` says how many parameters each of them has."""
        value = self._take(key, default)
        if not isinstance(value, list):
            self.fail(key, f"must be a list of texts, not {describe(value)}")
        for text in value:
            if not _is_line(text):
                self.fail(key, f"must be a list of texts of one line each, not {describe(text)}")
        self._note(key, sum(map(weigh, value)) if weigh else 1)
        return tuple(value)

    @patient(())
    def integers(self, key: str, low: int, high: int) -> tuple[int, ...]:
        value = self._take(key, None)
        if not isinstance(value, list):
            self.fail(key, f"must be a list of whole numbers, not {describe(value)}")
        if not value:
            self.fail(key, "needs one number at least")
        for item in value:
            if not WHOLE.has(item) or item not in Span(low, high):
                legal = f"legal are whole numbers from {low} to {high}"
                self.fail(key, f"has {describe(item)}; {legal}")
        self._note(key, len(value))
        return tuple(value)

    def table(self, key: str, optional: bool = False) -> Reader:
        return self._table(key, optional) or self._below({}, key)

    @patient(None)
    def _table(self, key: str, optional: bool) -> Reader:
        return self._below(self._take(key, {} if optional else None), key)

    @patient([])
    def tables(self, key: str, default: list | None = None) -> list[Reader]:
        value = self._take(key, default)
        if not isinstance(value, list):
            self.fail(key, f"must be a list of tables, [[{self._path(key)}]] before each")
        return [self._below(item, key, f"[{place}]") for place, item in enumerate(value)]

    def rows(self, key: str, read: Callable[[Reader], Any], default: list | None = None) -> tuple:
        """Read each table of a list to its end."""
        found = []
        for entry in self.tables(key, default):
            found.append(read(entry))
            entry.done()
        return tuple(found)

    def only(self, key: str, name: str, read: Callable[[Reader], Any]) -> tuple:
        """Read a table that holds one list of tables and nothing else."""
        table = self.table(key)
        found = table.rows(name, read)
        table.done()
        return found

    def numbers(self, low: int, high: int) -> dict[str, int]:
        """Read whole numbers until nothing is left."""
        return {key: self.integer(key, low, high) for key in self.rest()}

    def _below(self, value: Any, key: str, place: str = "") -> Reader:
        """A reader of a table of this one, of the same kind as this."""
        path, origin = f"{self._path(key)}{place}", self._origin_of(key)
        return Reader(value, self.file, path, origin, self.provenance, self.mistakes)

    def aside(self, key: str) -> Reader:
        """A reader of just one optional list that holds no parameters of the game."""
        return Reader.uncounted({key: self._take(key, [])}, self.file, self.key)

    def raw_tables(self, key: str) -> list[dict]:
        """Take an optional list of tables as it is, for what has a reader elsewhere."""
        value = self._take(key, [])
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            self.fail(key, f"must be a list of tables, [[{self._path(key)}]] before each")
        return value

    def has(self, key: str) -> bool:
        self._legal.append(key)
        return key in self._left

    def peek(self, key: str, take: bool = False) -> Any:
        """Look at a value that is read later, or elsewhere."""
        return self._left.pop(key, None) if take else self._left.get(key)

    def fill(self, before: dict) -> None:
        """Take these values for what is not given."""
        lists = {key: list(value) for key, value in before.items() if isinstance(value, tuple)}
        self._left = before | lists | self._left

    def rest(self) -> list[str]:
        """The keys not taken yet, for tables whose keys are names."""
        return list(self._left)

    def done(self, legal: Iterable[str] = ()) -> None:
        """Every key must have been taken; `legal` are those that might have been."""
        known = dict.fromkeys(legal or [*self._legal, *NOTES])
        for key in self.rest():
            self.wrong(key, "is not a key of this table", known, key)
        self._left = {}

    def fail(
        self, key: str, what: str, legal: Iterable[str] = (), given: object = None
    ) -> NoReturn:
        """One message: file, key, what is wrong, and the nearest of the legal values or all."""
        message = f"{self.file}: {self._path(key)} {what}{suggest(given, legal)}"
        raise DataError(one_line(message))

    @patient(None)
    def wrong(self, key: str, what: str, legal: Iterable[str] = (), given: object = None) -> None:
        """Refuse a value that has the right type; a reader that keeps mistakes goes on."""
        self.fail(key, what, legal, given)

    def _take(self, key: str, default: Any, legal: Iterable[str] = ()) -> Any:
        self._legal.append(key)
        if key in self._left:
            return self._left.pop(key)
        if default is None:
            misspelt = difflib.get_close_matches(key, self._left, n=1, cutoff=MISSPELT)
            if misspelt:
                self.fail(misspelt[0], "is not a key of this table", [key], misspelt[0])
            self.fail(key, "is missing", legal)
        return default

    def _note(self, key: str, count: int = 1) -> None:
        origin = self._origin_of(key)
        if origin is None:
            self.fail(key, "has no origin; give the table one", ORIGIN_FORMS)
        self.provenance.append(Provenance(self.file, self._path(key), *origin, count=count))

    def _origin_of(self, key: str) -> tuple[str, str] | None:
        return self._exceptions.get(key, self.origin)

    def _parse_origin(self, value: Any, key: str) -> tuple[str, str]:
        if not _is_line(value):
            self.fail(key, f"must be one line of text, not {describe(value)}")
        kind, _, source = (part.strip() for part in value.partition(":"))
        if kind not in ORIGINS:
            self.fail(key, f"is {describe(value)}", ORIGIN_FORMS)
        if not source:
            self.fail(key, "names no source", [f"{kind}: where it comes from, in a few words"])
        return kind, source

    def _path(self, key: str) -> str:
        return f"{self.key}.{key}" if self.key else key


def read_toml(path: Path, shown: str) -> dict:
    """The raw tables of a TOML file, measured first; `shown` is how messages name the file."""
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise DataError(f"{shown}: larger than {LARGEST_FILE:,} bytes, the most that is read")
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
        if DEEP_KEY.search(text):
            raise DataError(f"{shown}: not valid TOML: a key of more than {DEEPEST_KEY} parts")
        return tomllib.loads(text)
    except UnicodeDecodeError:
        raise DataError(f"{shown}: not a text file in UTF-8") from None
    except DataError:
        raise
    except ValueError as error:  # TOMLDecodeError, and numbers too long for Python
        raise DataError(f"{shown}: {_in_plain_words(one_line(error))}") from None
    except RecursionError:
        raise DataError(f"{shown}: not valid TOML: nested too deeply") from None
    except OSError as error:
        raise DataError(f"{shown}: cannot be read: {error.strerror}") from None


def _in_plain_words(mistake: str) -> str:
    """Say what is no TOML, its line first."""
    found = PLACE_IN_FILE.match(mistake)
    what, line = (found[1], found[2]) if found else (mistake, None)
    plain = next((words for start, words in PLAIN_WORDS.items() if what.startswith(start)), what)
    return f"line {line}: not valid TOML: {plain}" if line else f"not valid TOML: {plain}"


def suggest(given: object, legal: Iterable[str]) -> str:
    """The end of a message: the nearest legal name, or all legal values."""
    legal = list(legal)
    if not legal:
        return ""
    if near := nearest(given, legal):
        return f'; did you mean "{near}"?'
    listed = ", ".join(legal)
    return "; legal: " + (listed if len(listed) <= LONGEST_LEGAL else listed[:LONGEST_LEGAL] + "…")


def nearest(given: object, legal: Iterable[str]) -> str | None:
    """The legal name that was probably meant."""
    text = given if _is_line(given) else ""
    return next(iter(difflib.get_close_matches(text, legal, n=1, cutoff=NEAR)), None)


def describe(value: object) -> str:
    """A wrong value in a message, on one line and not too long."""
    try:
        text = json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):
        return "a value too long to show"
    text = one_line(text)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def one_line(message: object) -> str:
    """A message without line breaks and other letters that a terminal would obey."""
    plain = "".join(letter if letter.isprintable() else " " for letter in str(message))
    return " ".join(plain.split())


def find_name(written: str, known: Iterable[str]) -> str | None:
    """The known name that was meant, or None.

    >>> find_name("st louis", ["St. Louis", "Chicago"])
    'St. Louis'
    """
    wanted = plain(written)
    return next((name for name in known if plain(name) == wanted), None)


def plain(name: str) -> str:
    """A name in small letters, one space between its words, and nothing else."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(IN_PLACE_OF.get(letter, letter) for letter in apart)
    kept = (one for one in letters if not unicodedata.combining(one) and one not in ".'’")
    return " ".join("".join(one if one.isalnum() else " " for one in kept).split())
