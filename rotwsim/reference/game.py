"""The state of one game, and the log it is played along with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from rotwsim.core.codes import COLOURS, NOBODY, NOT_YET, SOURCES
from rotwsim.core.log import TRIGGER
from rotwsim.reference.given import Given
from rotwsim.reference.ground import Ground
from rotwsim.reference.network import Network
from rotwsim.reference.options import Option, Options

Path = tuple[int, ...]


class Way(Protocol):
    """The Links of one delivery; several paths may use as many of each owner."""

    def is_path(self, cities: Path) -> bool:
        """These cities in order are such a path."""

    def example(self) -> Path:
        """One such path."""


class Log(Protocol):
    """Where chance and decisions come from; every effect is shown to it in order."""

    def note(self, turn: int, event: int, arguments: tuple[int, ...]) -> None:
        """An effect that follows from the rules."""

    def draw(self, turn: int, event: int, known: tuple[int, ...], possible: list[int]) -> int:
        """A random outcome, one of the possible; the known arguments stand before it."""

    def decide(self, turn: int, decision: int, options: Options) -> Option:
        """One of several options, chosen by the player."""

    def decide_path(self, turn: int, paths: list[Path]) -> Path:
        """One of several equally cheap Railbot paths (S23)."""

    def show_path(self, turn: int, way: Way) -> None:
        """The cities of a delivery, on one of its paths."""


@dataclass
class OpenTrack:
    """A Link under construction (B15): tiles of a route laid from one of its ends."""

    route: int
    end: int
    laid: int


@dataclass
class Tally:
    """What the OUTCOME counts and the game itself does not need."""

    deliveries: int = 0
    points: list[int] = field(default_factory=lambda: [0] * SOURCES)
    cubes_gone: Counter[int] = field(default_factory=Counter)  # by why
    taxation_paid: int = 0
    deadheads: int = 0
    insurance_bought: int = 0
    insurance_used: int = 0
    cards_taken: Counter[str] = field(default_factory=Counter)  # by kind
    passes: int = 0
    baron_turn: list[int] = field(default_factory=list)  # by Baron
    baron_points: list[int] = field(default_factory=list)
    points_after_turn: list[int] = field(default_factory=list)


@dataclass
class Game:
    given: Given
    log: Log
    ground: Ground
    network: Network

    turn: int = 0
    trigger: int = NOT_YET
    last_turn: bool = False
    actions_done: int = 0  # in this turn
    actions_forfeited: int = 0  # after the Railbot step of this turn (D17)

    score: int = 0
    cash: int = 0
    bonds: int = 0
    engine: int = 1

    bag: list[int] = field(default_factory=list)  # by colour
    cubes: list[list[int]] = field(default_factory=list)  # by city and colour
    colours: list[int] = field(default_factory=list)  # of the cities now
    urbanized: set[int] = field(default_factory=set)
    new_city_tiles: list[int] = field(default_factory=list)  # by colour
    markers: set[int] = field(default_factory=set)  # cities with an Empty City Marker

    open_track: OpenTrack | None = None
    line_owner: list[int] = field(default_factory=list)
    western_links: set[int] = field(default_factory=set)  # cities where one was bought

    display: list[int] = field(default_factory=list)  # farthest from the deck first
    display_limit: int = 0
    operations_deck: list[int] = field(default_factory=list)  # from the top
    hotels: Counter[int] = field(default_factory=Counter)  # own, by city
    land_grants: int = 0
    perfect_engineering: int = 0

    row: list[int] = field(default_factory=list)
    railbot_deck: list[int] = field(default_factory=list)  # from the top
    insured: int | None = None  # place in the row

    baron_row: list[int] = field(default_factory=list)
    baron_owner: dict[int, int] = field(default_factory=dict)
    delivered: list[int] = field(default_factory=lambda: [0] * COLOURS)  # cubes by colour
    longest_delivery: int = 0

    reaches: dict = field(default_factory=dict)  # what delivery.py has worked out before
    tally: Tally = field(default_factory=Tally)

    @staticmethod
    def of(given: Given, log: Log) -> Game:
        """The table before set-up: everything in its box."""
        figures, book = given.figures, given.book
        game = Game(given, log, Ground(given), Network(given))
        game.cash = figures["start_cash"]  # B1, T1
        game.bag = [book.cubes_per_colour] * COLOURS
        game.cubes = [[0] * COLOURS for _ in given.in_play]
        game.colours = list(given.colours)
        game.new_city_tiles = list(book.new_city_tiles)
        game.line_owner = [NOBODY] * len(given.lines)
        game.display_limit = figures["display_limit"]
        game.tally.baron_turn = [0] * len(given.barons)
        game.tally.baron_points = [0] * len(given.barons)
        return game

    def note(self, event: int, *arguments: int) -> None:
        self.log.note(self.turn, event, arguments)

    def draw(self, event: int, known: tuple[int, ...], possible: Iterable[int]) -> int:
        return self.log.draw(self.turn, event, known, list(possible))

    def choose(self, decision: int, options: list[Option]) -> Option:
        """The player is asked only when there is a choice (S30)."""
        if len(options) == 1:
            return options[0]
        return self.log.decide(self.turn, decision, Options(options))

    def trigger_end(self, why: int) -> None:
        """S21, S40: the next turn is the last; a later reason changes nothing."""
        if self.trigger == NOT_YET:
            self.trigger = why
            self.note(TRIGGER, why)
