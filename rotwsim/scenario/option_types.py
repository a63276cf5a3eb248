"""How an option of a scenario is written: in a command, a variant, an experiment file, a title.

It depends on the shape of its value alone:

| shape | command             | variant          | experiment file         |
| ----- | ------------------- | ---------------- | ----------------------- |
| ONE   | --slip 0.1          | slip=0.1         | slip = 0.1              |
| LIST  | --tweak a --tweak b | tweak=a, tweak=b | tweaks = ["a", "b"]     |
| TABLE | --set name=3        | set.name=3       | settings = { name = 3 } |

A list that `repeats` may name an entry several times, 4*casual for short, and a variant replaces
it as a whole: --seats 3*casual,novice and seats=3*casual+novice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rotwsim.scenario.reading import describe, suggest
from rotwsim.scenario.schema import BOTH, DataError

ONE, LIST, TABLE = "one", "list", "table"
YES, NO = ("yes", "true", "1", "on"), ("no", "false", "0", "off")
SEVERAL = re.compile(r"\s*([1-9]\d{0,2})\s*\*\s*(\S.*)")  # 4*casual
NOTHING = "none"  # clears a list, as in tweak=none
MUST = {
    bool: "legal: true, false",
    int: "it must be a whole number",
    float: "it must be a number",
    str: "it must be text",
}


@dataclass(frozen=True)
class Span:
    """The legal numbers, both ends included."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"

    def __contains__(self, number: Any) -> bool:
        return self.low <= number <= self.high


Legal = Span | Collection[str] | None  # numbers, names, or whatever is of the type


@dataclass(frozen=True)
class Option:
    """A row: how an option is called, of what type it is, and what is legal.

    `legal` gives the legal values, of a list those of its entries, of a table those of each key.
    """

    name: str  # of the field of a Scenario, and the key of an experiment file
    word: str  # --word in a command, word=… in a variant
    type: type  # of the value, or of each entry
    help: str
    shape: str = ONE
    default: Any = ()
    said: str = "{}"  # an entry in the title of a scenario; of a table {} is name=value
    what: str = ""  # what a name among the legal ones names, in messages
    legal: Callable[[], Any] = lambda: None  # Legal, or a Mapping of Legal
    game: str = BOTH  # where it counts
    always: bool = False  # said even if it is the default
    repeats: bool = False  # a list whose entries may be alike
    alias: Callable[[str], str] = lambda name: name  # what else an entry may be called, by its name
    names: tuple[tuple[str, str], ...] = ()  # besides yes and no: a name, and what a title says

    def settled(self, value: object) -> Any:
        """A value as a Scenario holds it, or a DataError that says what is wrong with it."""
        if self.shape == ONE:
            return self._entry(value, self.legal(), self.name)
        entries = () if value is None else value
        if self.shape == LIST:
            if isinstance(entries, str) or not isinstance(entries, Iterable):
                such = f", such as [{describe(value)}]" if isinstance(value, str) else ""
                raise DataError(f"{self.name} is {describe(value)}; it must be a list{such}")
            legal = self.legal()
            entries = _spelt_out(entries) if self.repeats else entries
            return tuple(self._entry(entry, legal, self.name) for entry in entries)
        if not isinstance(entries, Mapping | tuple | list):
            raise DataError(f"{self.name} is {describe(value)}; it must be a table")
        return tuple(sorted(self._pairs(entries)))

    def _pairs(self, entries: Mapping | Iterable) -> Iterable[tuple[str, object]]:
        legal = self.legal()
        try:
            pairs = dict(entries)
        except (TypeError, ValueError):
            raise DataError(f"{self.name} is {describe(entries)}; it must be a table") from None
        for name, value in pairs.items():
            among(self.what, name, legal)
            yield name, self._entry(value, legal[name], f"{self.what} {name}", f"choice of {name}")

    def _entry(self, value: Any, legal: Legal, shown: str, what: str = "") -> object:
        if isinstance(value, str) and value in dict(self.names):
            return value
        of_type = (int, float) if self.type is float else self.type
        if not isinstance(value, of_type) or isinstance(value, bool) != (self.type is bool):
            raise DataError(f"{shown} is {describe(value)}; {MUST[self.type]}")
        if isinstance(legal, Span):
            if value not in legal:
                raise DataError(f"{shown} is {describe(value)}; legal are {legal}")
        elif legal is not None:
            value = self.alias(value) if isinstance(value, str) else value
            among(what or self.what, value, legal)
        return self.type(value)

    def plain(self, value: Any) -> Any:
        """A settled value as an experiment file has it."""
        return {ONE: lambda one: one, LIST: list, TABLE: dict}[self.shape](value)

    def in_command(self, value: Any) -> list[str]:
        """The words that give a settled value; who and where is said even if it is the default."""
        flag = f"--{self.word}"
        if self.type is bool:
            return [flag, value] if isinstance(value, str) else [flag] if value else []
        if self.shape == ONE:
            return [flag, _text(value)] if value != self.default or self.always else []
        if self.repeats:
            return [flag, ",".join(self.entries(value))] if value else []
        return [word for entry in self.entries(value) for word in (flag, entry)]

    def from_command(self, given: Any) -> object:
        """What click read, as a value to settle: entries may also be given with commas between."""
        if self.names:  # a flag that may be followed by a name
            return self.default if given is None else self.read(given, self.name)
        if self.shape == ONE:
            return given
        if self.shape == LIST:
            parts = [part.strip() for text in given for part in text.split(",") if part.strip()]
            if self.repeats and given and not parts:
                raise DataError(f"--{self.word} names nobody")
            return parts
        return dict(self._pair(text) for text in given)

    def _pair(self, text: str) -> tuple[str, object]:
        key, _, value = (part.strip() for part in text.partition("="))
        if not key or not value:
            raise DataError(f"--{self.word} {describe(text)} must have the form name=value")
        return key, self.read(value, f"{self.what} {key}")

    def changed(self, value: Any, entry: str, text: str) -> object:
        """A settled value after word=text, or word.entry=text, of a variant."""
        if self.shape == ONE:
            return self.read(text, self.word)
        if self.repeats:
            return () if text == NOTHING else tuple(text.split("+"))
        if self.shape == LIST:
            return () if text == NOTHING else (*value, text)
        return {**dict(value), entry: self.read(text, f"{self.word}.{entry}")}

    def read(self, text: str, shown: str) -> object:
        """A value written as text."""
        if self.type is bool:
            names = tuple(name for name, _ in self.names)
            if text.lower() not in (*YES, *NO, *names):
                legal = ", ".join(("yes", "no", *names))
                raise DataError(f"{shown} is {describe(text)}; legal: {legal}")
            return text.lower() if text.lower() in names else text.lower() in YES
        try:
            return self.type(text)
        except ValueError:
            raise DataError(f"{shown} is {describe(text)}; {MUST[self.type]}") from None

    def entries(self, value: Any) -> list[str]:
        """The single entries of a settled value as text."""
        if self.shape == TABLE:
            return [f"{name}={_text(entry)}" for name, entry in value]
        if self.repeats:
            runs = [(name, len(list(alike))) for name, alike in groupby(value)]
            return [name if length == 1 else f"{length}*{name}" for name, length in runs]
        return [_text(entry) for entry in (value if self.shape == LIST else (value,))]

    def in_title(self, value: object) -> list[str]:
        """What the title of a scenario says of a settled value."""
        if isinstance(value, str) and value in dict(self.names):
            return [dict(self.names)[value]] if dict(self.names)[value] else []
        if (value == self.default and not self.always) or not self.said:
            return []
        return [self.said.format(entry) for entry in self.entries(value)]


def among(what: str, name: object, legal: Collection[str]) -> None:
    """Refuses a name that is not legal, with the nearest one that is."""
    if name not in legal:
        raise DataError(f"no {what} is called {describe(name)}{suggest(name, legal)}")


def _spelt_out(entries: Iterable) -> list:
    """4*casual as casual four times."""
    found = []
    for entry in entries:
        short = SEVERAL.fullmatch(entry) if isinstance(entry, str) else None
        found += [short[2]] * int(short[1]) if short else [entry]
    return found


def _text(value: object) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)
