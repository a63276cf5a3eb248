# Longer than most: one object, a field for each option, and all that is said of it.
"""Describe a game in one object: board, variant, tweaks, rulings and players."""

import hashlib
import json
import shlex
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from rotwsim.scenario import schema, who_plays
from rotwsim.scenario.board_file import PRACTICE, board_names, is_file_name, load_board
from rotwsim.scenario.files import relative_path
from rotwsim.scenario.options import (
    LIST,
    OPTION,
    PERSON,
    PERSON_OPTIONS,
    SCENARIO_OPTIONS,
    SETTINGS,
    UNKNOWN_KNOB,
    Option,
    among,
)
from rotwsim.scenario.own_changes import changed_board
from rotwsim.scenario.own_rules import OwnRules, load_rules
from rotwsim.scenario.player_numbers import player_file
from rotwsim.scenario.reading import describe
from rotwsim.scenario.rulebook import load_rulebook

BOARDS_KEPT = 16
NEW_IN_0_2 = ("goal_colours", "goal_cities", "from_score", "effect_colours", "amount")
Say = Callable[[Option, Any], list[str]]


@dataclass(frozen=True, repr=False)
class Scenario:
    """Say what is played, and who plays it: a field for each row of `scenario.options`.

    A list becomes a tuple, a table a sorted tuple of pairs.

    >>> rotwsim.Scenario.of("eastern-us", barons=True, tweaks=["exhaust+1"])
    Scenario(Eastern US, Duel Barons, exhaust+1, expert)
    >>> rotwsim.Scenario.of("sweden", seats=["4*casual"], bidding="first_to_pass")
    Scenario(Sweden, 4*casual, bidding first_to_pass)
    """

    board: schema.Board
    seats: tuple[str, ...] = OPTION["seats"].default
    bidding: str = OPTION["bidding"].default
    modules: tuple[str, ...] = OPTION["modules"].default
    barons: bool | str = OPTION["barons"].default
    rail_baron: str = OPTION["rail_baron"].default
    tweaks: tuple[str, ...] = OPTION["tweaks"].default
    rules: str = OPTION["rules"].default
    rulings: tuple[tuple[str, str], ...] = OPTION["rulings"].default
    settings: tuple[tuple[str, int], ...] = OPTION["settings"].default
    player: str = OPTION["player"].default
    slip: float = OPTION["slip"].default
    slip_kind: str = OPTION["slip_kind"].default
    wins: float = OPTION["wins"].default
    errs: str = OPTION["errs"].default
    on: str = OPTION["on"].default
    knob: float = OPTION["knob"].default
    without: tuple[str, ...] = OPTION["without"].default
    budget: int = OPTION["budget"].default
    aim: str = OPTION["aim"].default
    barons_in: tuple[str, ...] = OPTION["barons_in"].default
    barons_out: tuple[str, ...] = OPTION["barons_out"].default
    barons_harmless: tuple[str, ...] = OPTION["barons_harmless"].default
    weights: tuple[tuple[str, float], ...] = OPTION["weights"].default
    learned: str = OPTION["learned"].default
    stream_shift: tuple[tuple[str, int], ...] = OPTION["stream_shift"].default
    own: OwnRules | None = None  # what the file of `rules` says

    @staticmethod
    def of(board: schema.Board | Path | str | None = None, **options) -> "Scenario":
        """Make a checked scenario; lists and dictionaries are taken as they come from a file."""
        return _made(board, options, None)

    def __repr__(self) -> str:
        return f"Scenario({self.title()})"

    def varied(self, **changes) -> "Scenario":
        """Make the same scenario with some options changed."""
        options = self._chosen() | who_plays.without_person(self, changes)
        if "knob" in changes:
            options["wins"] = OPTION["wins"].default
        elif {"wins", "errs", "on"} & set(changes):
            options["knob"] = UNKNOWN_KNOB
        if not self.seats and changes.get("player", PERSON) != PERSON:
            options |= {name: OPTION[name].default for name in PERSON_OPTIONS}
        options |= changes
        return _made(options.pop("board"), options, self.own)

    def with_rules(self, own: OwnRules) -> "Scenario":
        """Make the same scenario under rules that no file may have yet."""
        options = self._chosen() | {"rules": own.file}
        return _made(options.pop("board"), options, own)

    def _chosen(self) -> dict[str, Any]:
        return {option.name: getattr(self, option.name) for option in SCENARIO_OPTIONS}

    @property
    def book(self) -> schema.Rulebook:
        """Give what holds on every board: the rulebook, or the rulebook changed by own rules."""
        return self.own.book if self.own else load_rulebook()

    @property
    def aims_at_target(self) -> bool:
        """Whether another target would make the player play differently."""
        return self.aim != OPTION["aim"].default

    @property
    def has_person(self) -> bool:
        """Whether a person plays, who errs as much as the knob says."""
        return PERSON in (self.seats or (self.player,))

    @property
    def game(self) -> str:
        """Say which game it is: multiplayer where there are seats."""
        return schema.MULTIPLAYER if self.seats else schema.SOLO

    @cached_property
    def parameters(self) -> dict[str, int]:
        """Give the parameters in force: rulebook and board, then the settings, then the tweaks."""
        if self.seats:
            return who_plays.multiplayer_parameters(self)
        book = self.book
        parameters: dict[str, int] = {
            name: getattr(self.board, name, getattr(book, name, 1))  # 1: switched on
            for name in SETTINGS
        }
        if self.own:
            parameters.update(self.own.parameters_on(self.board.name, bool(self.barons)))
        parameters.update(dict(self.settings))
        for tweak in self._tweaks():
            parameters.update(dict(tweak.set))
            for key, step in tweak.add:
                # T3, T8: fewer is not none; 0 would switch the mechanism off.
                parameters[key] = max(min(1, parameters[key]), parameters[key] + step)
        if self.barons:
            parameters["target"] += parameters["barons_raise_target"]
        else:
            parameters["barons_in_row"] = 0
        return parameters

    @property
    def switches(self) -> dict[str, str]:
        """Give the rulings that are switches, with the choice in force."""
        chosen = {
            ruling.name: ruling.choices[0]
            for ruling in self.book.rulings
            if ruling.choices and ruling.game in (schema.BOTH, self.game)
        }
        chosen.update(dict(self.rulings))
        return chosen

    @property
    def railbot_cards(self) -> tuple[schema.RailbotCard, ...]:
        """List all 25 cards by their index in logs: map cards first."""
        return self.board.railbot_cards + self.board.common_cards

    @cached_property
    def operations_cards(self) -> tuple[schema.OperationsCard, ...]:
        """List one card per copy by its index in logs; multiplayer ones come last."""
        solo = tuple(
            replace(card, count=1)
            for card in self.board.operations
            if card.kind != "start"
            for _ in range(card.count)
        )
        return solo + who_plays.multiplayer_cards(self) if self.seats else solo

    @property
    def rail_barons(self) -> tuple[schema.RailBaron, ...]:
        """List the Rail Barons of multiplayer by their index in logs."""
        return who_plays.rail_barons_of(self)

    @property
    def duel_barons(self) -> tuple[schema.DuelBaron, ...]:
        """List all Barons by their index in logs; those made harmless have no effect."""
        return tuple(
            replace(baron, effect=schema.NO_EFFECT) if baron.name in self.barons_harmless else baron
            for baron in self.book.barons
        )

    def describe(self) -> dict:
        """Give everything that decides what is played, as plain data."""
        plain = {
            option.name: option.plain(value)
            for option, value in self._options(self.board.name)
            if self.has_person or option.name not in PERSON_OPTIONS
            if self.own or option.name != "rules"
        }
        derived = {"rulings": self.switches, "parameters": self.parameters}
        return plain | derived | {"data": self.data_digest()}

    def data_digest(self) -> str:
        """Hash the board and the rulebook: it changes with any parameter."""
        return _data_digest(self.board, self.own)

    def title(self, without: Collection[str] = ()) -> str:
        """Name the scenario in one line, without some options if that is wanted."""
        return ", ".join(self._parts(self.board.title, without, self._in_title))

    def _in_title(self, option: Option, value: object) -> list[str]:
        """Name an option; a tweak of the target says the target that is meant with the Barons."""
        if option.name != "tweaks" or not self.barons:
            return option.in_title(value)
        return [
            f"{tweak.name} ({self.parameters['target']} points)"
            if "target" in dict(tweak.set)
            else tweak.name
            for tweak in self._tweaks()
        ]

    def changed_besides(self, known: Collection[str]) -> str:
        """Name the options that are not known already, also those that no title names."""

        def say(option: Option, value: object) -> list[str]:
            return option.in_title(value) or option.in_command(value)

        return ", ".join(self._parts(self.board.title, known, say))

    def command(self, without: Collection[str] = ()) -> str:
        """Write the options that describe this scenario on the command line, safe to paste."""
        return shlex.join(self._parts(_named(self.board), without, Option.in_command))

    def _parts(self, board: str, without: Collection[str], say: Say) -> list[str]:
        """List what is to say of the options of this game: multiplayer has no solo player."""
        return [
            part
            for option, value in self._options(board)
            if option.game in (schema.BOTH, self.game) and option.name not in without
            if option.name != "knob" or not self.wins  # which it was found by
            for part in say(option, value)
        ]

    def _options(self, board: str) -> list[tuple[Option, object]]:
        """List every option with its value, and this name for the board."""
        values = self._chosen() | {"board": board}
        return [(option, values[option.name]) for option in SCENARIO_OPTIONS]

    def _tweaks(self) -> list[schema.Tweak]:
        known = {tweak.name: tweak for tweak in self.book.tweaks}
        return [known[name] for name in self.tweaks]


def scenario_of(given: object, **person: float | str) -> Scenario:
    """Take a scenario as it is, or the standard game of a board by its name; wins, errs and on, if
    they say anything, make the player a person. `player` plays a board given by its name.
    """
    player = {"player": person.pop("player")} if "player" in person else {}
    asked = {name: value for name, value in person.items() if value}
    if isinstance(given, Scenario):
        return given.varied(player=PERSON, **asked) if asked else given
    if not isinstance(given, str):
        raise schema.DataError(f"{describe(given)} is no scenario and no name of a board")
    return Scenario.of(given, **player, **asked)


def _made(board: schema.Board | Path | str | None, options: dict, own: OwnRules | None) -> Scenario:
    """Settle every option and check the scenario; `own` spares reading the same rules again."""
    names = [option.name for option in SCENARIO_OPTIONS]
    for name in options:
        among("option of a scenario", name, names)
    own = _own_rules(options, own)
    book = own.book if own else load_rulebook()
    settled = {
        option.name: option.settled(options[option.name], book)
        for option in SCENARIO_OPTIONS
        if option.name in options
    }
    settled |= who_plays.person_defaults(settled)
    if settled.get("seats") and not settled.get("barons"):
        settled["barons"] = schema.MULTIPLAYER_BARONS[0]
    scenario = Scenario(_board_of(board, own), **settled, own=own)
    _check(scenario)
    return scenario


@lru_cache(maxsize=BOARDS_KEPT)
def _data_digest(board: schema.Board, own: OwnRules | None) -> str:
    parts = []
    for source in (replace(board, unchanged=None), own.book if own else load_rulebook()):
        content = asdict(replace(source, provenance=()))
        for key in ("provenance", "file", "ranges", "unchanged", "changed_by"):
            content.pop(key, None)
        for baron in content.get("barons", ()):
            for key in NEW_IN_0_2:  # stored games stay valid
                if not baron[key]:
                    del baron[key]
        if "ridges" in content:
            content["ridges"] = sorted(content["ridges"])
        content["table"] = content.pop("multiplayer")  # its name until 0.1: stored games stay valid
        parts.append(content)
    if own:
        parts.append([own.parameters, own.targets])
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def _named(board: schema.Board) -> str:
    """Name a board for a command: ours by its name, a user's own by its file."""
    board = board.unchanged or board
    ours = board.name in (*board_names(), *board_names(PRACTICE))
    if ours and board == _packaged(board.name):
        return board.name
    # A board that an analysis changed has no file; the one it was made of is named.
    return relative_path(board.file) if Path(board.file).is_file() else board.name


def _own_rules(options: dict, own: OwnRules | None) -> OwnRules | None:
    """Read the file of own rules, unless it is read already."""
    file = OPTION["rules"].settled(options.get("rules", ""))
    if not file:
        return None
    return own if own and own.file == file else load_rules(file)


def _board_of(board: schema.Board | Path | str | None, own: OwnRules | None) -> schema.Board:
    """Load a board by its name or file, that of the own rules without one, and change it by them.

    A board that an analysis made of a changed one is changed already.
    """
    if board is None:
        board = own.board if own and own.board else OPTION["board"].default
    if not isinstance(board, schema.Board):
        name = OPTION["board"].settled(str(board) if isinstance(board, Path) else board)
        board = load_board(name) if is_file_name(name) else _packaged(name)
    if (own.digest if own else "") == board.changed_by:
        return board
    board = board.unchanged or board
    return changed_board(own, board) if own else board


@lru_cache(maxsize=BOARDS_KEPT)
def _packaged(name: str) -> schema.Board:
    return load_board(name)


def _check(scenario: Scenario) -> None:
    """Refuse what no single option can know: entries that are double or contradict each other."""
    for option in SCENARIO_OPTIONS:
        if option.shape == LIST and not option.repeats:
            entries = getattr(scenario, option.name)
            for entry in entries:
                if entries.count(entry) > 1:
                    raise schema.DataError(f"{option.what} {describe(entry)} is given twice")
    who_plays.check_game(scenario)
    who_plays.check_person(scenario)
    if scenario.on:
        _packaged(scenario.on)  # refuses what is no board
    for player in scenario.seats or (scenario.player,):
        own = player_file(player)
        if own and not own.path.is_file():
            raise schema.DataError(f"player {describe(player)}: there is no such file")
    groups: dict[str, str] = {}
    for tweak in scenario._tweaks():
        other = groups.setdefault(tweak.group, tweak.name)
        if other != tweak.name:
            raise schema.DataError(f'tweaks "{other}" and "{tweak.name}" contradict each other')
    if not scenario.seats:
        _check_barons(scenario)


def _check_barons(scenario: Scenario) -> None:
    chosen = (*scenario.barons_in, *scenario.barons_out, *scenario.barons_harmless)
    if chosen and not scenario.barons:
        raise schema.DataError(f"{chosen[0]} is named, but the Duel Barons are not used")
    if set(scenario.barons_in) & set(scenario.barons_out):
        raise schema.DataError("a Baron is forced both into the row and out of it")
    places, barons = scenario.parameters["barons_in_row"], len(scenario.book.barons)
    if len(scenario.barons_in) > places or barons - len(scenario.barons_out) < places:
        raise schema.DataError(
            f"the row of Barons has {places} places; too many are forced in or out"
        )
