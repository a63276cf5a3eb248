"""The options of a scenario: one row each, for commands, variants, experiment files and titles.

How the value of an option is written depends on its shape alone:

| shape | command             | variant            | experiment file         |
| ----- | ------------------- | ------------------ | ----------------------- |
| ONE   | --slip 0.1          | slip=0.1           | slip = 0.1              |
| LIST  | --tweak a --tweak b | tweak=a, tweak=b   | tweaks = ["a", "b"]     |
| TABLE | --set name=3        | set.name=3         | settings = { name = 3 } |

A new option is one row of SCENARIO_OPTIONS.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from rotwsim.rules.reader import describe, read_toml, suggest
from rotwsim.rules.rulebook import DATA, load_rulebook
from rotwsim.rules.schema import DataError

ONE, LIST, TABLE = "one", "list", "table"
YES, NO = ("yes", "true", "1", "on"), ("no", "false", "0", "off")
NOTHING = "none"  # clears a list, as in tweak=none
MUST = {
    bool: "legal: true, false",
    int: "it must be a whole number",
    float: "it must be a number",
    str: "it must be text",
}

PLAYERS = (
    "passive",
    "random",
    "novice",
    "casual",
    "expert",
    "expert-unpruned",
    "master",
)
BANS = (  # what --without can forbid
    "insurance",
    "hotels",
    "bounties",
    "urbanize",
    "new-industry",
    "growth",
    "executive",
    "land-grant",
    "engineering",
    "lines",
    "barons",
    "western-link",
)
STREAMS = ("goods", "railbot", "operations", "barons", "player")  # as core.codes numbers them


@dataclass(frozen=True)
class Span:
    """The legal numbers, both ends included."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"


# Figures that --set may change; 0 may switch a mechanism off.
SETTINGS = {
    "start_cash": Span(0, 1000),
    "target": Span(0, 1000),
    "barons_raise_target": Span(0, 1000),
    "base_exhaust": Span(0, 20),
    "empty_city_trigger": Span(0, 64),
    "display_limit": Span(3, 8),
    "cards_removed": Span(0, 12),
    "barons_in_row": Span(1, 12),
    "bond_interest": Span(0, 5),  # at 10 the bonds of a careless player outgrow 32 bits
    "bond_penalty": Span(0, 10),
    "urbanize_price": Span(0, 100),
    "urbanize_cubes": Span(0, 10),
    "growth_cubes": Span(0, 10),
    "executive_actions": Span(0, 5),
    "actions_before_railbot": Span(1, 6),
    "actions_after_railbot": Span(0, 6),
    "insurance_actions": Span(1, 6),
    "tiles_per_build": Span(1, 12),
    "railbot_acts": Span(0, 1),
    "operations_used": Span(0, 1),
}
ANY_WEIGHT = Span(-1_000_000, 1_000_000)

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
    default: object = ()
    said: str = "{}"  # an entry in the title of a scenario; of a table {} is name=value
    what: str = ""  # what a name among the legal ones names, in messages
    legal: Callable[[], Legal | Mapping[str, Legal]] = lambda: None

    def settled(self, value: object) -> object:
        """A value as a Scenario holds it, or a DataError that says what is wrong with it."""
        if self.shape == ONE:
            return self._entry(value, self.legal(), self.name)
        entries = () if value is None else value
        if self.shape == LIST:
            if isinstance(entries, str) or not isinstance(entries, Iterable):
                raise DataError(f"{self.name} is {describe(value)}; it must be a list")
            legal = self.legal()
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

    def _entry(self, value: object, legal: Legal, shown: str, what: str = "") -> object:
        of_type = (int, float) if self.type is float else self.type
        if not isinstance(value, of_type) or isinstance(value, bool) != (self.type is bool):
            raise DataError(f"{shown} is {describe(value)}; {MUST[self.type]}")
        if isinstance(legal, Span):
            if not legal.low <= value <= legal.high:
                raise DataError(f"{shown} is {value}; legal are {legal}")
        elif legal is not None:
            among(what or self.what, value, legal)
        return self.type(value)

    def plain(self, value: object) -> object:
        """A settled value as an experiment file has it."""
        return {ONE: lambda one: one, LIST: list, TABLE: dict}[self.shape](value)

    def in_command(self, value: object) -> list[str]:
        """The words that give a settled value; who and where is said even if it is the default."""
        flag = f"--{self.word}"
        if self.type is bool:
            return [flag] if value else []
        if self.shape == ONE:
            return [flag, _text(value)] if value != self.default or self.type is str else []
        return [word for entry in self.entries(value) for word in (flag, entry)]

    def from_command(self, given: object) -> object:
        """What click read, as a value to settle: entries may also be given with commas between."""
        if self.shape == ONE:
            return given
        if self.shape == LIST:
            return [part.strip() for text in given for part in text.split(",") if part.strip()]
        return dict(self._pair(text) for text in given)

    def _pair(self, text: str) -> tuple[str, object]:
        key, _, value = (part.strip() for part in text.partition("="))
        if not key or not value:
            raise DataError(f"--{self.word} {describe(text)} must have the form name=value")
        return key, self.read(value, f"{self.what} {key}")

    def changed(self, value: object, entry: str, text: str) -> object:
        """A settled value after word=text, or word.entry=text, of a variant."""
        if self.shape == ONE:
            return self.read(text, self.word)
        if self.shape == LIST:
            return () if text == NOTHING else (*value, text)
        return {**dict(value), entry: self.read(text, f"{self.word}.{entry}")}

    def read(self, text: str, shown: str) -> object:
        """A value written as text."""
        if self.type is bool:
            if text.lower() not in (*YES, *NO):
                raise DataError(f"{shown} is {describe(text)}; legal: yes, no")
            return text.lower() in YES
        try:
            return self.type(text)
        except ValueError:
            raise DataError(f"{shown} is {describe(text)}; {MUST[self.type]}") from None

    def entries(self, value: object) -> list[str]:
        """The single entries of a settled value as text."""
        if self.shape == TABLE:
            return [f"{name}={_text(entry)}" for name, entry in value]
        return [_text(entry) for entry in (value if self.shape == LIST else (value,))]

    def in_title(self, value: object) -> list[str]:
        """What the title of a scenario says of a settled value."""
        if (value == self.default and self.type is not str) or not self.said:
            return []
        return [self.said.format(entry) for entry in self.entries(value)]


def among(what: str, name: object, legal: Collection[str]) -> None:
    """Refuses a name that is not legal, with the nearest one that is."""
    if name not in legal:
        raise DataError(f"no {what} is called {describe(name)}{suggest(name, legal)}")


def _text(value: object) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _tweaks() -> list[str]:
    return [tweak.name for tweak in load_rulebook().tweaks]


def _rulings() -> dict[str, tuple[str, ...]]:
    return {ruling.name: ruling.choices for ruling in load_rulebook().rulings if ruling.choices}


def _barons() -> list[str]:
    return [baron.name for baron in load_rulebook().barons]


def _weights() -> dict[str, Span]:
    file = "players.toml"
    tables = [table for table in read_toml(DATA / file, file).values() if isinstance(table, dict)]
    return {name: ANY_WEIGHT for table in tables for name in table if name != "origin"}


# fmt: off  (a table is read by its rows)
SCENARIO_OPTIONS = (
    Option("board", "board", str, "Board name or .toml file.", default="eastern-us"),
    Option("barons", "barons", bool, "With the Duel Barons.", default=False, said="Duel Barons"),
    Option(
        "tweaks",
        "tweak",
        str,
        "Difficulty tweak T1-T8; repeatable.",
        LIST,
        what="tweak",
        legal=_tweaks,
    ),
    Option(
        "rulings",
        "ruling",
        str,
        "A ruling as name=choice; repeatable.",
        TABLE,
        what="ruling",
        legal=_rulings,
    ),
    Option(
        "settings",
        "set",
        int,
        "A figure as key=value; repeatable.",
        TABLE,
        what="setting",
        legal=lambda: SETTINGS,
    ),
    Option(
        "player",
        "player",
        str,
        "Who plays.",
        default="expert",
        what="player",
        legal=lambda: PLAYERS,
    ),
    Option(
        "slip",
        "slip",
        float,
        "Share of decisions made as a novice.",
        default=0.0,
        said="slip {}",
        legal=lambda: Span(0, 1),
    ),
    Option(
        "without",
        "without",
        str,
        "Options the player may not use, comma separated.",
        LIST,
        said="without {}",
        what="option to play without",
        legal=lambda: BANS,
    ),
    Option(
        "budget",
        "budget",
        int,
        "Search budget of the master; 0 for its own.",
        default=0,
        said="budget {}",
        legal=lambda: Span(0, 1_000_000),
    ),
    Option(
        "barons_in",
        "baron-in",
        str,
        "Baron forced into the row.",
        LIST,
        said="{} in the row",
        what="Duel Baron",
        legal=_barons,
    ),
    Option(
        "barons_out",
        "baron-out",
        str,
        "Baron forced out of the row.",
        LIST,
        said="{} out of the row",
        what="Duel Baron",
        legal=_barons,
    ),
    Option(
        "barons_harmless",
        "baron-harmless",
        str,
        "Baron without Opponent Effect.",
        LIST,
        said="{} harmless",
        what="Duel Baron",
        legal=_barons,
    ),
    Option(
        "weights",
        "weight",
        float,
        "A weight of the player's judgement as name=value.",
        TABLE,
        said="",
        what="weight",
        legal=_weights,
    ),
    Option(
        "stream_shift",
        "shift",
        int,
        "A random stream of a later game, as goods=1000.",
        TABLE,
        said="{} games later",
        what="random stream",
        legal=lambda: dict.fromkeys(STREAMS, Span(0, 2**31 - 1)),
    ),
)
# fmt: on
OPTION = {option.name: option for option in SCENARIO_OPTIONS}
