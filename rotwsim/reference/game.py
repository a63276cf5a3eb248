"""The state of one game, the log it is played along with, and the legal choices of a decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from rotwsim.core.state.codes import BUILD, COLOURS, NOBODY, NOT_YET, SOLO
from rotwsim.core.state.log import CARD_GONE, TRIGGER
from rotwsim.reference.given import Given
from rotwsim.reference.hexmap import Ground, Tile
from rotwsim.reference.network import Network

if TYPE_CHECKING:
    from rotwsim.reference.replay import LogReader

Cities = tuple[int, ...]
Row = tuple[int, ...]  # an event and its arguments
Stretches = tuple[tuple[int, int], ...]  # the new Links of a Railbot path, in walking direction


class LegalTile(NamedTuple):
    """A tile that may be laid next, and its price (B10); `goal` is the city it reaches."""

    tile: Tile
    price: int
    goal: int | None = None
    sea: int | None = None


@dataclass
class Game:
    given: Given
    log: LogReader  # where chance and decisions come from; every effect is shown to it in order
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
    income_less: int = 0  # by Barons of the Railbot

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
    def of(given: Given, log: LogReader) -> Game:
        """Make the game before set-up: everything in its box."""
        parameters, book = given.parameters, given.book
        ground = Ground(given.hexmap, book.tracks_per_hex)
        numbers = range(len(given.scenario.seats)) or [SOLO]
        seats = [Seat(number, cash=parameters["start_cash"]) for number in numbers]  # B1, T1, M1
        game = Game(given, log, ground, Network(len(given.in_play)), seats)
        game.bag = [book.cubes_per_colour] * COLOURS
        game.cubes = [[0] * COLOURS for _ in given.in_play]
        game.colours = list(given.colours)
        game.new_city_tiles = list(book.new_city_tiles)
        game.line_owner = [NOBODY] * len(given.lines)
        # M4: without a limit in a multiplayer game
        game.display_limit = parameters.get("display_limit", len(given.operations_cards))
        game.baron_turn = [0] * len(given.barons)
        game.baron_points = [0] * len(given.barons)
        return game

    def note(self, seat: Seat, event: int, *arguments: int) -> None:
        self.log.note(self.turn, seat.number, event, arguments)

    def draw(self, seat: Seat, event: int, known: tuple[int, ...], possible: Iterable[int]) -> int:
        return self.log.draw(self.turn, seat.number, event, known, list(possible))

    def choose(self, seat: Seat, decision: int, choices: list[Choice]) -> Choice:
        """Ask the player, but only when there is a choice (S30)."""
        if len(choices) == 1:
            return choices[0]
        return self.log.decide(self.turn, seat.number, decision, Choices(choices))

    def refuse(self, expected: str) -> NoReturn:
        self.log.refuse(self.turn, expected)

    def leave_display(self, seat: Seat, card: int, why: int) -> None:
        """Remove a card from the display; the gap closes (S32, M5)."""
        self.display.remove(card)
        self.note(seat, CARD_GONE, card, why)

    def trigger_end(self, seat: Seat, why: int) -> None:
        """Make the next turn the last (S21, S40); a later reason changes nothing."""
        if self.trigger == NOT_YET:
            self.trigger = why
            self.note(seat, TRIGGER, why)


@dataclass
class Track:
    """Track that begins at a city: open until it reaches another one (B12, B15)."""

    begin: int
    chain: list[Tile] = field(default_factory=list)
    sea: int | None = None  # number of its sea route
    price: int = 0  # of all its tiles (B10)
    end: int | None = None  # the city it has reached

    @property
    def hexes(self) -> set[int]:
        return {hex_ for hex_, _, _ in self.chain}


@dataclass
class SeatTotals:
    """What the OUTCOME counts and the game itself does not need."""

    deliveries: int = 0
    points: Counter[int] = field(default_factory=Counter)  # by source
    taxation_paid: int = 0
    insurance_bought: int = 0
    insurance_used: int = 0
    cards_taken: Counter[str] = field(default_factory=Counter)  # by kind
    passes: int = 0
    points_after_turn: list[int] = field(default_factory=list)
    points_given: int = 0  # to other seats, for their Links
    bids_paid: int = 0
    turns_first: int = 0
    first_order: int = 0  # place in the order of the first turn
    net_after_turn: list[int] = field(default_factory=list)  # points less bonds


@dataclass
class Seat:
    number: int

    score: int = 0
    cash: int = 0
    bonds: int = 0
    engine: int = 1

    hotels: Counter[int] = field(default_factory=Counter)  # by city
    land_grants: int = 0
    perfect_engineering: int = 0
    open_track: Track | None = None

    delivered: list[int] = field(default_factory=lambda: [0] * COLOURS)  # cubes by colour
    longest_delivery: int = 0
    lines: int = 0  # scored
    western_links: int = 0  # bought
    mines: int = 0
    rail_baron: int = NOBODY  # the one kept (M6)
    baron_points: int = 0  # what it scored at the end (M41)

    actions_done: int = 0  # in this turn
    actions_forfeited: int = 0  # after the Railbot step of this turn (D17)
    barons_claimed: int = 0  # in this turn (D1)
    tally: SeatTotals = field(default_factory=SeatTotals)


WORD = 1 << 64
HALF = 1 << 63
ARGUMENTS_OF_AN_ACTION = 6

Choice = tuple[int, ...]


class Choices:
    """All legal choices of a decision."""

    def __init__(self, choices: Iterable[Choice]):
        self.choices = list(choices)

    def __len__(self) -> int:
        return len(self.choices)

    def digest(self) -> int:
        """Hash the choices; their order does not matter."""
        return sum(map(choice_digest, self.choices)) % WORD

    def allows(self, chosen: Choice) -> bool:
        return chosen in self.choices


class ActionChoices(Choices):
    """The legal actions; Builds are not among them, the log lists them as OFFERS."""

    def __init__(self, others: Iterable[Choice], is_legal_build: Callable[[Choice], bool]):
        super().__init__(others)
        self.is_legal_build = is_legal_build

    def allows(self, chosen: Choice) -> bool:
        if chosen[0] != BUILD:
            return chosen in self.choices
        return self.is_legal_build(chosen)


@lru_cache(maxsize=1 << 16)
def action(kind: int, *arguments: int) -> Choice:
    """Return an action as its six numbers."""
    return (kind, *arguments) + (0,) * (ARGUMENTS_OF_AN_ACTION - 1 - len(arguments))


@lru_cache(maxsize=1 << 16)
def choice_digest(choice: Choice) -> int:
    """Hash one choice from its numbers."""
    digest = 0
    for number in choice:
        digest = _mix((digest + number + 1) % WORD)
    return digest


def signed(digest: int) -> int:
    """Return a digest as the signed number of the log."""
    return digest - WORD if digest >= HALF else digest


def _mix(word: int) -> int:
    """Apply the finaliser of splitmix64."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % WORD
    return word ^ (word >> 31)
