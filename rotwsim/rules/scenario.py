"""A scenario: board, variant, tweaks, rulings and player; the one object that describes a game."""

from __future__ import annotations

import difflib
import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache

from rotwsim.rules.load import board_names, load_board, load_rulebook
from rotwsim.rules.schema import (
    NO_EFFECT,
    Board,
    DataError,
    DuelBaron,
    OperationsCard,
    RailbotCard,
    Tweak,
)
from rotwsim.rules.weights import player_names

PLAYERS = player_names()
OPTIONS = (  # what --without can forbid
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
LARGEST_SHIFT = 2**31 - 1
BOARDS_KEPT = 16
# Figures that --set may change, with the legal range; 0 may switch a mechanism off.
SETTINGS = {
    "start_cash": (0, 1000),
    "target": (0, 1000),
    "barons_raise_target": (0, 1000),
    "base_exhaust": (0, 20),
    "empty_city_trigger": (0, 64),
    "display_limit": (3, 8),
    "cards_removed": (0, 12),
    "barons_in_row": (1, 12),
    "bond_interest": (0, 5),  # at 10 the bonds of a careless player outgrow 32 bits
    "bond_penalty": (0, 10),
    "urbanize_price": (0, 100),
    "urbanize_cubes": (0, 10),
    "growth_cubes": (0, 10),
    "executive_actions": (0, 5),
    "actions_before_railbot": (1, 6),
    "actions_after_railbot": (0, 6),
    "insurance_actions": (1, 6),
    "tiles_per_build": (1, 12),
    "railbot_acts": (0, 1),
    "operations_used": (0, 1),
}


@dataclass(frozen=True)
class Scenario:
    """What is played, and who plays it.

    >>> Scenario.of("eastern-us", barons=True, tweaks=["exhaust+1"], player="expert")
    """

    board: Board
    barons: bool = False
    tweaks: tuple[str, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()
    settings: tuple[tuple[str, int], ...] = ()
    player: str = "expert"
    slip: float = 0.0
    without: tuple[str, ...] = ()
    budget: int = 0  # of a searching player, 0 for its own
    barons_in: tuple[str, ...] = ()
    barons_out: tuple[str, ...] = ()
    barons_harmless: tuple[str, ...] = ()  # their Opponent Effect does nothing
    weights: tuple[tuple[str, float], ...] = field(default=())
    stream_shift: tuple[tuple[str, int], ...] = ()  # streams taken from a later game

    @staticmethod
    def of(board: Board | str = "eastern-us", **options) -> Scenario:
        """A checked scenario; lists and dictionaries are taken as they come from a command line."""
        for key in ("rulings", "settings", "weights", "stream_shift"):
            options[key] = tuple(sorted(dict(options.get(key) or {}).items()))
        for key in ("tweaks", "without", "barons_in", "barons_out", "barons_harmless"):
            options[key] = tuple(options.get(key) or ())
        if not isinstance(board, Board):
            board = load_board(board)
        scenario = Scenario(board, **options)
        _check(scenario)
        return scenario

    def varied(self, **changes) -> Scenario:
        """The same scenario with some options changed."""
        options = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return Scenario.of(**{**options, **changes})

    @property
    def figures(self) -> dict[str, int]:
        """The figures in force: rulebook and board, then the settings, then the tweaks."""
        book = load_rulebook()
        own = {"railbot_acts": 1, "operations_used": 1}
        figures = {
            name: getattr(self.board, name, getattr(book, name, own.get(name))) for name in SETTINGS
        }
        figures.update(dict(self.settings))
        for tweak in self._tweaks():
            figures.update(dict(tweak.set))
            for key, step in tweak.add:
                figures[key] = max(0, figures[key] + step)
        if self.barons:
            figures["target"] += figures["barons_raise_target"]
        else:
            figures["barons_in_row"] = 0
        return figures

    @property
    def switches(self) -> dict[str, str]:
        """The rulings that are switches, with the choice in force."""
        chosen = {r.name: r.choices[0] for r in load_rulebook().rulings if r.choices}
        chosen.update(dict(self.rulings))
        return chosen

    @property
    def railbot_cards(self) -> tuple[RailbotCard, ...]:
        """All 25 cards by their index in logs: map cards first."""
        return self.board.railbot_cards + self.board.common_cards

    @property
    def operations_cards(self) -> tuple[OperationsCard, ...]:
        """The Operations cards used in solo, one entry per copy, by their index in logs."""
        return tuple(
            replace(card, count=1)
            for card in self.board.operations
            if card.kind != "start"
            for _ in range(card.count)
        )

    @property
    def duel_barons(self) -> tuple[DuelBaron, ...]:
        """The twelve Barons by their index in logs; those made harmless have no effect."""
        return tuple(
            replace(baron, effect=NO_EFFECT) if baron.name in self.barons_harmless else baron
            for baron in load_rulebook().barons
        )

    def describe(self) -> dict:
        """Everything that decides what is played, as plain data."""
        return {
            "board": self.board.name,
            "barons": self.barons,
            "tweaks": list(self.tweaks),
            "rulings": self.switches,
            "settings": dict(self.settings),
            "figures": self.figures,
            "player": self.player,
            "slip": self.slip,
            "without": list(self.without),
            "budget": self.budget,
            "barons_in": list(self.barons_in),
            "barons_out": list(self.barons_out),
            "barons_harmless": list(self.barons_harmless),
            "weights": dict(self.weights),
            "stream_shift": dict(self.stream_shift),
            "data": self.data_digest(),
        }

    def data_digest(self) -> str:
        """Changes with any figure of the board or the rulebook."""
        return _data_digest(self.board)

    def title(self) -> str:
        """One line that names the scenario."""
        parts = [self.board.title, "Duel Barons" if self.barons else "", *self.tweaks]
        parts += [f"{key}={value}" for key, value in (*self.rulings, *self.settings)]
        parts.append(self.player + (f" with slip {self.slip:g}" if self.slip else ""))
        parts += [f"without {option}" for option in self.without]
        parts += [f"{name} in the row" for name in self.barons_in]
        parts += [f"{name} out of the row" for name in self.barons_out]
        parts += [f"{name} harmless" for name in self.barons_harmless]
        parts += [f"{stream} of another game" for stream, _ in self.stream_shift]
        return ", ".join(part for part in parts if part)

    def command(self) -> str:
        """The options that describe this scenario on the command line."""
        is_ours = self.board.name in board_names()
        words = ["--board", quoted(self.board.name if is_ours else self.board.file)]
        words += ["--barons"] if self.barons else []
        for option, values in (
            ("--tweak", self.tweaks),
            ("--ruling", [f"{key}={value}" for key, value in self.rulings]),
            ("--set", [f"{key}={value}" for key, value in self.settings]),
            ("--without", [",".join(self.without)] if self.without else []),
            ("--baron-in", self.barons_in),
            ("--baron-out", self.barons_out),
            ("--baron-harmless", self.barons_harmless),
        ):
            for value in values:
                words += [option, quoted(value)]
        words += ["--player", self.player]
        words += ["--slip", f"{self.slip:g}"] if self.slip else []
        words += ["--budget", str(self.budget)] if self.budget else []
        return " ".join(words)

    def _tweaks(self) -> list[Tweak]:
        known = {tweak.name: tweak for tweak in load_rulebook().tweaks}
        return [known[name] for name in self.tweaks]


@lru_cache(maxsize=BOARDS_KEPT)
def _data_digest(board: Board) -> str:
    parts = []
    for source in (board, load_rulebook()):
        content = asdict(replace(source, figures=()))
        for key in ("figures", "file"):
            content.pop(key, None)
        if "ridges" in content:
            content["ridges"] = sorted(content["ridges"])
        parts.append(content)
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def quoted(text: str) -> str:
    """A word for the command line."""
    return f'"{text}"' if " " in text else text


def _check(scenario: Scenario) -> None:
    book = load_rulebook()
    tweaks = {tweak.name: tweak for tweak in book.tweaks}
    groups: dict[str, str] = {}
    for name in scenario.tweaks:
        _among("tweak", name, tweaks)
        group = tweaks[name].group
        if name in groups.values():
            raise DataError(f'tweak "{name}" is given twice')
        if group in groups:
            raise DataError(f'tweaks "{groups[group]}" and "{name}" contradict each other')
        groups[group] = name
    switches = {ruling.name: ruling for ruling in book.rulings if ruling.choices}
    for name, choice in scenario.rulings:
        _among("ruling", name, switches)
        _among(f"choice of {name}", choice, switches[name].choices)
    for name, value in scenario.settings:
        _among("setting", name, SETTINGS)
        low, high = SETTINGS[name]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise DataError(f"setting {name} is {value}; legal are {low} to {high}")
    _among("player", scenario.player, PLAYERS)
    for name in scenario.without:
        _among("option to play without", name, OPTIONS)
    if not 0 <= scenario.slip <= 1:
        raise DataError(f"slip is {scenario.slip}; legal are 0 to 1")
    for stream, games in scenario.stream_shift:
        _among("random stream", stream, STREAMS)
        if not 0 <= games <= LARGEST_SHIFT:
            raise DataError(f"stream {stream} is shifted by {games}; legal: 0 to {LARGEST_SHIFT}")
    if not 0 <= scenario.budget <= 1_000_000:
        raise DataError(f"budget is {scenario.budget}; legal are 0 to 1000000")
    _check_barons(scenario)


def _check_barons(scenario: Scenario) -> None:
    names = [baron.name for baron in load_rulebook().barons]
    chosen = (*scenario.barons_in, *scenario.barons_out, *scenario.barons_harmless)
    for name in chosen:
        _among("Duel Baron", name, names)
    if chosen and not scenario.barons:
        raise DataError(f"{chosen[0]} is named, but the Duel Barons are not used")
    if set(scenario.barons_in) & set(scenario.barons_out):
        raise DataError("a Baron is forced both into the row and out of it")
    places = scenario.figures["barons_in_row"]
    if len(scenario.barons_in) > places or len(names) - len(scenario.barons_out) < places:
        raise DataError(f"the row of Barons has {places} places; too many are forced in or out")


def _among(what: str, name: str, legal) -> None:
    if name in legal:
        return
    near = difflib.get_close_matches(str(name), [str(item) for item in legal], n=1, cutoff=0.6)
    hint = f'did you mean "{near[0]}"?' if near else "legal: " + ", ".join(legal)
    raise DataError(f'no {what} is called "{name}"; {hint}')
