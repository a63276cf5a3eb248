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


class Game:
    """The state of a game; before set-up everything is in its box."""

    def __init__(self, given: Given, log: LogReader):
        parameters, book = given.parameters, given.book
        self.given = given
        self.log = log  # where chance and decisions come from; every effect is shown to it in order
        self.ground = Ground(given.hexmap, book.tracks_per_hex)
        self.network = Network(len(given.in_play))
        numbers = range(len(given.scenario.seats)) or [SOLO]
        self.seats = [Seat(number, cash=parameters["start_cash"]) for number in numbers]  # B1, T1
        self.turn = 0
        self.trigger = NOT_YET
        self.last_turn = False
        self.actions_decided = 0  # in the whole game

        self.bag = [book.cubes_per_colour] * COLOURS
        self.cubes = [[0] * COLOURS for _ in given.in_play]  # by city and colour
        self.colours = list(given.colours)  # of the cities now
        self.urbanized: set[int] = set()
        self.new_city_tiles = list(book.new_city_tiles)  # by colour
        self.markers: set[int] = set()  # cities with an Empty City Marker
        self.cubes_gone: Counter[int] = Counter()  # by why

        self.line_owner = [NOBODY] * len(given.lines)
        self.line_cards: dict[int, int] = {}  # by line, where lines are cards (M5)
        self.western_links: set[int] = set()  # cities where one was bought
        self.mined: set[int] = set()  # cities
        self.rotors: dict[int, int] = {}  # by city: what the wheel shows (M30)
        self.first_at_level: dict[int, int] = {}  # seat, by level of engine (R8)

        self.display: list[int] = []  # farthest from the deck first
        # M4: without a limit in a multiplayer game
        self.display_limit = parameters.get("display_limit", len(given.operations_cards))
        self.operations_deck: list[int] = []  # from the top

        self.row: list[int] = []
        self.railbot_deck: list[int] = []  # from the top
        self.insured: int | None = None  # place in the row
        self.deadheads = 0
        self.income_less = 0  # by Barons of the Railbot

        self.baron_row: list[int] = []
        self.baron_owner: dict[int, int] = {}
        self.baron_turn = [0] * len(given.barons)
        self.baron_points = [0] * len(given.barons)

        self.first_bidder = NOBODY
        self.order: list[int] = []  # seats in the order of the turn (M10)
        # by turn: what the first place cost, and whether a Railroad Executive was open
        self.first_places: list[tuple[int, bool]] = []

        self.deliveries_known: dict = {}  # what was worked out before, …
        self.deliveries_of: tuple = ()  # … for the network as it was then
        self.offers_known: dict = {}
        self.offers_of_version = 0  # of the ground

    def note(self, seat: Seat, event: int, *arguments: int) -> None:
        self.log.note(self.turn, seat.number, (event, *arguments))

    def draw(self, seat: Seat, event: int, known: tuple[int, ...], possible: Iterable[int]) -> int:
        """Draw one of these numbers; the log has it behind what is known."""
        rows = [(event, *known, one) for one in possible]
        return self.log.draw(self.turn, seat.number, rows)[-1]

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

    # what the OUTCOME counts and the game itself does not need
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


WORD = 1 << 64
HALF = 1 << 63
ARGUMENTS_OF_AN_ACTION = 6

Choice = tuple[int, ...]


@dataclass
class Choices:
    """All legal choices of a decision but Builds, of which the log lists OFFERS instead."""

    choices: list[Choice]
    is_legal_build: Callable[[Choice], bool] | None = None

    def digest(self) -> int:
        """Hash the choices; their order does not matter."""
        return sum(map(choice_digest, self.choices)) % WORD

    def allows(self, chosen: Choice) -> bool:
        if self.is_legal_build and chosen[0] == BUILD:
            return self.is_legal_build(chosen)
        return chosen in self.choices


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
