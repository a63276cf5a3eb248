# Longer than most: the table of options, and how each row is read and written.
"""Declare the options of a scenario, one row each; read and write them everywhere.

How an option is written in a command, a variant and an experiment file depends on its shape alone:

| shape | command             | variant          | experiment file         |
| ----- | ------------------- | ---------------- | ----------------------- |
| ONE   | --slip 0.1          | slip=0.1         | slip = 0.1              |
| LIST  | --tweak a --tweak b | tweak=a, tweak=b | tweaks = ["a", "b"]     |
| TABLE | --set name=3        | set.name=3       | settings = { name = 3 } |

A list that `repeats` may name an entry several times, 4*casual for short, and a variant replaces
it as a whole: --seats 3*casual,novice and seats=3*casual+novice.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

from rotwsim.scenario.player_numbers import NOTES, Players, player_names
from rotwsim.scenario.reading import Span, describe, read_toml, suggest
from rotwsim.scenario.rulebook import DATA, load_rulebook
from rotwsim.scenario.schema import BIDDING, BOTH, MODULES, MULTIPLAYER, SOLO, DataError, Rulebook

SETTINGS_FILE = "settings.toml"
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
    legal: Callable[..., Any] = lambda: None  # Legal, or a Mapping of Legal …
    by_book: bool = False  # … that depends on the rulebook, which it then takes
    game: str = BOTH  # where it counts
    always: bool = False  # said even if it is the default
    repeats: bool = False  # a list whose entries may repeat
    alias: Callable[[str, Rulebook], str] = lambda name, book: name  # of what it is called as well
    names: tuple[tuple[str, str], ...] = ()  # besides yes and no: a name, and what a title says

    def settled(self, value: object, book: Rulebook | None = None) -> Any:
        """A value as a Scenario holds it, or a DataError that says what is wrong with it; the book
        knows the names of tweaks and Barons.
        """
        book = book or load_rulebook()
        legal = self.legal(book) if self.by_book else self.legal()
        if self.shape == ONE:
            return self._entry(value, legal, self.name)
        entries = () if value is None else value
        if self.shape == LIST:
            if isinstance(entries, str) or not isinstance(entries, Iterable):
                such = f", such as [{describe(value)}]" if isinstance(value, str) else ""
                raise DataError(f"{self.name} is {describe(value)}; it must be a list{such}")
            entries = spelt_out(entries) if self.repeats else entries
            named = (
                self.alias(entry, book) if isinstance(entry, str) else entry for entry in entries
            )
            return tuple(self._entry(entry, legal, self.name) for entry in named)
        if not isinstance(entries, Mapping | tuple | list):
            raise DataError(f"{self.name} is {describe(value)}; it must be a table")
        return tuple(sorted(self._pairs(entries, legal)))

    def _pairs(self, entries: Mapping | Iterable, legal: Mapping) -> Iterable[tuple[str, object]]:
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
            runs = [(name, len(list(same))) for name, same in groupby(value)]
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


def spelt_out(entries: Iterable) -> list:
    """4*casual as casual four times."""
    found = []
    for entry in entries:
        short = SEVERAL.fullmatch(entry) if isinstance(entry, str) else None
        found += [short[2]] * int(short[1]) if short else [entry]
    return found


def _text(value: object) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)


PLAYERS = Players(player_names())
SLIP_KINDS = ("novice", "second-best")  # as core.codes numbers them
ERRORS = ("noisy", "careless", "habit", "hasty")  # as core.codes numbers them
PERSON = "person"
PERSON_OPTIONS = ("wins", "errs", "on", "knob")
UNKNOWN_KNOB = -1.0  # not found yet
WINS = Span(5, 95)  # per cent
AIMS = ("points", "win")  # as core.codes numbers them
STREAMS = ("goods", "railbot", "operations", "barons", "player")  # as core.codes numbers them
_SETTINGS = read_toml(DATA / SETTINGS_FILE, SETTINGS_FILE)
BANS = tuple(_SETTINGS["bans"])  # what --without can forbid
SETTINGS = {name: Span(*ends) for name, ends in _SETTINGS["set"].items()}  # that --set may change
MULTIPLAYER_SETTINGS = tuple(_SETTINGS["multiplayer"])  # those that count there
ANY_WEIGHT = Span(-1_000_000, 1_000_000)
LATER = Span(0, 2**31 - 1)  # games


def _tweaks(book: Rulebook | None = None) -> list[str]:
    return [tweak.name for tweak in (book or load_rulebook()).tweaks]


def tweak_called(name: str, book: Rulebook | None = None) -> str:
    """The tweak behind a rule id, T3 as exhaust-1; any other name is returned as it is."""
    tweaks = (book or load_rulebook()).tweaks
    named = [tweak.name for tweak in tweaks if tweak.rule == name.upper()]
    if len(named) > 1:
        raise DataError(f"{name.upper()} is {' or '.join(named)}: name one of them")
    return named[0] if named else name


def _rulings(book: Rulebook | None = None) -> dict[str, tuple[str, ...]]:
    rulings = (book or load_rulebook()).rulings
    return {ruling.name: ruling.choices for ruling in rulings if ruling.choices}


def _barons(book: Rulebook | None = None) -> list[str]:
    return [baron.name for baron in (book or load_rulebook()).barons]


@cache
def _weights() -> dict[str, Span]:
    file = "players.toml"
    tables = [table for table in read_toml(DATA / file, file).values() if isinstance(table, dict)]
    return {name: ANY_WEIGHT for table in tables for name in table if name not in NOTES}


def _streams() -> dict[str, Span]:
    return dict.fromkeys(STREAMS, LATER)


# A table is read by its rows: name of the field and of the key in a file, word in commands and
# variants, type, help, shape.
# fmt: off
SCENARIO_OPTIONS = (
    Option("board", "board", str, "A board by name, or your .toml file.", default="eastern-us",
           always=True),
    Option("seats", "seats", str, "Who plays the multiplayer game, such as 3*casual,club.", LIST,
           what="player", legal=lambda: PLAYERS, game=MULTIPLAYER, repeats=True),
    Option("bidding", "bidding", str, "Multiplayer: the bidding style.", default=BIDDING[0],
           said="bidding {}", what="bidding style", legal=lambda: BIDDING, game=MULTIPLAYER),
    Option("modules", "module", str, "Multiplayer: rotors, mines, fewer_markers-2, …-4.", LIST,
           what="module", legal=lambda: MODULES, game=MULTIPLAYER),
    Option("barons", "barons", bool, "Use the Duel Barons; multiplayer: map, universal, none.",
           default=False, said="Duel Barons",
           names=(("map", ""), ("universal", "universal Rail Barons"),
                  ("none", "no Rail Barons"))),
    Option("rail_baron", "rail-baron", str, "Multiplayer: the first seat keeps this Rail Baron.",
           default="", said="{} kept by seat 1", game=MULTIPLAYER),
    Option("tweaks", "tweak", str, "A difficulty tweak (rotwsim show tweaks); repeatable.", LIST,
           what="tweak", legal=_tweaks, by_book=True, game=SOLO, alias=tweak_called),
    Option("rules", "rules", str, "Play by your own file of rules (rotwsim new rules).",
           default="", said="rules of {}"),
    Option("rulings", "ruling", str, "Decide what the rules leave open, written name=choice.",
           TABLE, what="ruling", legal=_rulings),
    Option("settings", "set", int, "Set a number (rotwsim show settings), such as base_exhaust=3.",
           TABLE, what="setting", legal=lambda: SETTINGS),
    Option("player", "player", str, "Who plays the solo game: a name, or your own .py file.",
           default="expert", what="player", legal=lambda: PLAYERS, game=SOLO, always=True),
    Option("slip", "slip", float, "Share of decisions made as a novice would.", default=0.0,
           said="slip {}", legal=lambda: Span(0, 1), game=SOLO),
    Option("slip_kind", "slip-kind", str, "What a slip is: novice, or second-best.",
           default=SLIP_KINDS[0], said="slips: {}", what="kind of slip", legal=lambda: SLIP_KINDS,
           game=SOLO),
    Option("wins", "wins", float, "Play as a person who wins this % of the standard games.",
           default=0.0, said="wins {} % of standard games"),
    Option("errs", "errs", str, "How a person errs: noisy, careless, habit or hasty.",
           default=ERRORS[0], said="errs: {}", what="kind of error", legal=lambda: ERRORS),
    Option("on", "on", str, "Board that --wins is about; if not given, that of --board.",
           default="", said="on {}"),
    Option("knob", "knob", float, "Set the amount of error itself, in place of --wins (advanced).",
           default=UNKNOWN_KNOB, said="knob {}", legal=lambda: Span(-1, 1000)),
    Option("without", "without", str, "What the player never uses, such as insurance,hotels.", LIST,
           said="without {}", what="option to play without", legal=lambda: BANS, game=SOLO),
    Option("budget", "budget", int, "Most games that master tries per decision.", default=0,
           said="budget {}", legal=lambda: Span(0, 1_000_000)),
    Option("aim", "aim", str, "What expert and master play for: points or win.",
           default=AIMS[0], said="aims at a {}", what="aim", legal=lambda: AIMS, game=SOLO),
    Option("barons_in", "baron-in", str, "Put this Baron into the row.", LIST,
           said="{} in the row", what="Duel Baron", legal=_barons, by_book=True, game=SOLO),
    Option("barons_out", "baron-out", str, "Keep this Baron out of the row.", LIST,
           said="{} out of the row", what="Duel Baron", legal=_barons, by_book=True, game=SOLO),
    Option("barons_harmless", "baron-harmless", str, "Take the Opponent Effect from it.", LIST,
           said="{} harmless", what="Duel Baron", legal=_barons, by_book=True, game=SOLO),
    Option("weights", "weight", float, "Change a weight of the player, written name=value.", TABLE,
           said="", what="weight", legal=_weights, game=SOLO),
    Option("learned", "learned", str, "Play the expert with the file that rotwsim dev train wrote.",
           default="", said="learned from {}"),
    Option("stream_shift", "shift", int, "Take one kind of luck from another game (advanced).",
           TABLE, said="{} games later", what="random stream", legal=_streams),
)
# fmt: on
OPTION = {option.name: option for option in SCENARIO_OPTIONS}
# Options about a player of the program, of which a game by hand has none.
OF_A_PLAYER = (
    *("player", "slip", "slip_kind", "wins", "errs", "on", "knob", "without", "budget", "aim"),
    *("weights", "learned"),
)
