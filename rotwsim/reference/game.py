"""The state of one game, and the log it is played along with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn, Protocol

from rotwsim.core.state.codes import COLOURS, NOBODY, NOT_YET, SOLO
from rotwsim.core.state.log import TRIGGER
from rotwsim.reference.choices import Choice, Choices
from rotwsim.reference.given import Given
from rotwsim.reference.network import Network
from rotwsim.reference.seat import Seat
from rotwsim.reference.track.terrain import Ground, Tile

Cities = tuple[int, ...]
Row = tuple[int, ...]  # an event and its arguments
Stretches = tuple[tuple[int, int], ...]  # the new Links of a Railbot path, in walking direction


class LegalTile(NamedTuple):
    """A tile that may be laid next, and its price (B10); `goal` is the city it reaches."""

    tile: Tile
    price: int
    goal: int | None = None
    sea: int | None = None


class Way(Protocol):
    """The Links of one delivery; several paths may use as many of each owner."""

    def is_path(self, cities: Cities) -> bool:
        """These cities in order are such a path."""

    def example(self) -> Cities:
        """One such path."""


class Log(Protocol):
    """Where chance and decisions come from; every effect is shown to it in order."""

    offers_every: int  # actions between two lists of offers in the log, 0 for none

    def note(self, turn: int, seat: int, event: int, arguments: tuple[int, ...]) -> None:
        """An effect that follows from the rules."""

    def draw(
        self, turn: int, seat: int, event: int, known: tuple[int, ...], possible: list[int]
    ) -> int:
        """A random outcome, one of the possible; the known arguments stand before it."""

    def draw_row(self, turn: int, seat: int, possible: list[Row]) -> Row:
        """Draw a random outcome that also decides which row the log has."""

    def decide(self, turn: int, seat: int, decision: int, choices: Choices) -> Choice:
        """One of several choices, chosen by the player."""

    def decide_path(
        self, turn: int, seat: int, paths: list[Stretches], is_last: Callable[[int], bool]
    ) -> Stretches:
        """One of several equally cheap Railbot paths (S23); the last stretch ends at such a city"""

    def lay(
        self, turn: int, seat: int, owner: int, legal: list[LegalTile], example: Tile | None
    ) -> LegalTile:
        """One tile of those that may be laid next; the example is one that leads on."""

    def show_offers(
        self, turn: int, seat: int, places: list[int], offers_of: Callable[[int], list[Choice]]
    ) -> None:
        """What is on offer at each of these places now."""

    def show_path(self, turn: int, seat: int, way: Way) -> Cities:
        """The cities of a delivery, on one of its paths."""

    def refuse(self, turn: int, expected: str) -> NoReturn:
        """What was logged last does not fit what is expected."""


@dataclass
class Game:
    given: Given
    log: Log
    ground: Ground
    network: Network
    seats: list[Seat]

    turn: int = 0
    trigger: int = NOT_YET
    last_turn: bool = False
    actions_decided: int = 0  # in the whole game

    bag: list[int] = field(default_factory=list)  # by colour
    cubes: list[list[int]] = field(default_factory=list)  # by city and colour
    colours: list[int] = field(default_factory=list)  # of the cities now
    urbanized: set[int] = field(default_factory=set)
    new_city_tiles: list[int] = field(default_factory=list)  # by colour
    markers: set[int] = field(default_factory=set)  # cities with an Empty City Marker
    cubes_gone: Counter[int] = field(default_factory=Counter)  # by why

    line_owner: list[int] = field(default_factory=list)
    line_cards: dict[int, int] = field(default_factory=dict)  # by line, where lines are cards (M5)
    western_links: set[int] = field(default_factory=set)  # cities where one was bought
    mined: set[int] = field(default_factory=set)  # cities
    rotors: dict[int, int] = field(default_factory=dict)  # by city: what the wheel shows (M30)
    first_at_level: dict[int, int] = field(default_factory=dict)  # seat, by level of engine (R8)

    display: list[int] = field(default_factory=list)  # farthest from the deck first
    display_limit: int = 0
    operations_deck: list[int] = field(default_factory=list)  # from the top

    row: list[int] = field(default_factory=list)
    railbot_deck: list[int] = field(default_factory=list)  # from the top
    insured: int | None = None  # place in the row
    deadheads: int = 0

    baron_row: list[int] = field(default_factory=list)
    baron_owner: dict[int, int] = field(default_factory=dict)
    baron_turn: list[int] = field(default_factory=list)  # by Baron
    baron_points: list[int] = field(default_factory=list)

    first_bidder: int = NOBODY
    order: list[int] = field(default_factory=list)  # seats in the order of the turn (M10)
    first_places: list[tuple[int, bool]] = field(default_factory=list)  # by turn: what the first
    # one cost, and whether a Railroad Executive was open

    deliveries_known: dict = field(default_factory=dict)  # what delivery.py has worked out before,
    deliveries_of: tuple = ()  # for the network as it was then
    offers_known: dict = field(default_factory=dict)  # the same of offers.py,
    offers_of_version: int = 0  # for the ground as it was then

    @staticmethod
    def of(given: Given, log: Log) -> Game:
        """The table before set-up: everything in its box."""
        figures, book = given.figures, given.book
        ground = Ground(given.hexmap, book.tracks_per_hex)
        numbers = range(len(given.scenario.seats)) or [SOLO]
        seats = [Seat(number, cash=figures["start_cash"]) for number in numbers]  # B1, T1, M1
        game = Game(given, log, ground, Network(len(given.in_play)), seats)
        game.bag = [book.cubes_per_colour] * COLOURS
        game.cubes = [[0] * COLOURS for _ in given.in_play]
        game.colours = list(given.colours)
        game.new_city_tiles = list(book.new_city_tiles)
        game.line_owner = [NOBODY] * len(given.lines)
        # M4: without a limit at a table
        game.display_limit = figures.get("display_limit", len(given.operations_cards))
        game.baron_turn = [0] * len(given.barons)
        game.baron_points = [0] * len(given.barons)
        return game

    def note(self, seat: Seat, event: int, *arguments: int) -> None:
        self.log.note(self.turn, seat.number, event, arguments)

    def draw(self, seat: Seat, event: int, known: tuple[int, ...], possible: Iterable[int]) -> int:
        return self.log.draw(self.turn, seat.number, event, known, list(possible))

    def choose(self, seat: Seat, decision: int, choices: list[Choice]) -> Choice:
        """The player is asked only when there is a choice (S30)."""
        if len(choices) == 1:
            return choices[0]
        return self.log.decide(self.turn, seat.number, decision, Choices(choices))

    def refuse(self, expected: str) -> NoReturn:
        self.log.refuse(self.turn, expected)

    def trigger_end(self, seat: Seat, why: int) -> None:
        """S21, S40: the next turn is the last; a later reason changes nothing."""
        if self.trigger == NOT_YET:
            self.trigger = why
            self.note(seat, TRIGGER, why)
