"""The checked objects that mirror the data files: what is printed in the boxes."""

# Longer than most: everything that a box or rulebook may say, solo and multiplayer, in one list.

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rotwsim.scenario.provenance import Range

COLOURS = ("red", "blue", "yellow", "black", "purple")
GREY = "grey"
SLOTS = ("left", "middle", "right")
IDEA = "my idea"  # the origin of everything in a file of rules of one's own
ORIGINS = ("printed", "reported", "ruling", "inferred", "assumed", IDEA)
# Where an option, a parameter, a ruling counts.
SOLO, MULTIPLAYER, BOTH = "solo game", "multiplayer", "both"
OPERATIONS_KINDS = (
    "hotel",
    "bounty",
    "new_industry",
    "city_growth",
    "executive",
    "land_grant",
    "perfect_engineering",
    "start",
    "major_line",  # a card only under the ruling lines = cards (M5)
)
PRINTED_GOALS = (  # of the twelve Duel Barons, in the order of the weights hope_…
    "hotels",
    "engine",
    "long_delivery",
    "coloured_cities",
    "same_colour_pairs",
    "major_lines",
    "purple_links",
    "each_colour",
    "purple_black",
    "red_cities",
    "double_link",
    "blue_yellow",
)
NO_EFFECT = "none"  # of a Baron that a scenario makes harmless


class DataError(ValueError):
    """A data file or an option is wrong; the message names file, key and what is legal."""


@dataclass(frozen=True)
class Provenance:
    """Where a value of the data comes from; `count` single values share this line."""

    file: str
    key: str
    origin: str
    source: str
    count: int = 1


@dataclass(frozen=True)
class City:
    name: str
    row: int
    column: int
    colour: str
    cubes: int
    closed: tuple[str, ...] = ()

    @property
    def hex(self) -> tuple[int, int]:
        return self.row, self.column


@dataclass(frozen=True)
class MajorLine:
    """Points for connecting all its cities by own Links (B43); stops come between the ends."""

    cities: tuple[str, ...]
    points: int

    @property
    def name(self) -> str:
        return "-".join(self.cities)


@dataclass(frozen=True)
class OperationsCard:
    kind: str
    city: str | None = None
    points: int = 0
    count: int = 1
    title: str = ""  # of Start cards and Major Lines
    goal: str = ""  # of a Start card (B47)
    tier: int = 0  # that the goal asks for
    line: int = -1  # of a Major Line that is a card

    @property
    def name(self) -> str:
        if self.title:
            return self.title
        words = self.kind.replace("_", " ").title()
        return f"{words} {self.city}" if self.city else words


@dataclass(frozen=True)
class RailbotCard:
    """A Railbot card; one card may carry several effects (S29)."""

    name: str
    slot: str | None
    cities: tuple[str, ...] = ()
    exhaust: str | None = None
    taxation: bool = False
    deadhead: bool = False
    major_line: bool = False
    baron: bool = False
    final_evaluation: bool = False

    @property
    def effects(self) -> list[str]:
        """Name what the card does besides its cities and icons."""
        names = [name.title() for name in ("taxation", "deadhead") if getattr(self, name)]
        return [f"Exhaust {self.exhaust}", *names] if self.exhaust else names

    @property
    def icons(self) -> list[str]:
        return ["Major Line"] * self.major_line + ["Baron"] * self.baron


@dataclass(frozen=True)
class SeaRoute:
    """A Link across the sea at a printed price; it uses no hexes."""

    cities: tuple[str, str]
    price: int
    tiles: int = 1


@dataclass(frozen=True)
class WesternLink:
    """B48: pay at one of the cities for red cubes; at the destination these bring more."""

    price: int
    cities: tuple[str, ...]
    colour: str
    cubes: int
    destination: str
    bonus_cubes: int


@dataclass(frozen=True)
class Board:
    """One map: hexes, cities, lines, Operations deck, Railbot map cards and its solo parameters."""

    name: str
    title: str
    rows: tuple[str, ...]
    ridges: frozenset[tuple[tuple[int, int], int]]
    cities: tuple[City, ...]
    lines: tuple[MajorLine, ...]
    operations: tuple[OperationsCard, ...]
    railbot_cards: tuple[RailbotCard, ...]
    common_cards: tuple[RailbotCard, ...]
    base_exhaust: int
    empty_city_trigger: int
    cities_not_in_play: tuple[str, ...] = ()
    lines_not_in_play: tuple[str, ...] = ()
    sea_routes: tuple[SeaRoute, ...] = ()
    western_link: WesternLink | None = None
    multiplayer: MultiplayerBoard | None = None  # for 2 to 6 players
    ranges: tuple[Range, ...] = field(default=(), compare=False)  # its own, for what is unseen
    file: str = field(default="", compare=False)
    provenance: tuple[Provenance, ...] = field(default=(), compare=False, repr=False)
    unchanged: Board | None = field(default=None, compare=False, repr=False)  # without own rules
    changed_by: str = field(default="", compare=False, repr=False)  # the digest of own rules

    @property
    def playable_hexes(self) -> int:
        return sum(letter != "#" for row in self.rows for letter in row)

    def city_index(self, name: str) -> int:
        return self._places[name]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {city.name: place for place, city in enumerate(self.cities)}

    def terrain(self, hex_: tuple[int, int]) -> str:
        """The terrain letter; everything outside the rows is not playable."""
        row, column = hex_
        if 0 <= row < len(self.rows) and 0 <= column < len(self.rows[0]):
            return self.rows[row][column]
        return "#"


@dataclass(frozen=True)
class DuelBaron:
    """A Duel Baron; `goal` and `effect` are words of baron_words.toml, which the rest completes."""

    rule: str
    name: str
    goal: str
    tiers: tuple[int, ...]
    points: tuple[int, ...]
    effect: str
    goal_text: str
    effect_text: str
    less: int = 0  # points that the effect takes from a delivery
    goal_colours: tuple[str, ...] = ()  # that the goal counts …
    goal_cities: tuple[str, ...] = ()  # … or the cities
    from_score: int = 0  # from which it may be claimed
    effect_colours: tuple[str, ...] = ()
    amount: int = 0  # of the effect


@dataclass(frozen=True)
class Tweak:
    """A difficulty adjustment; `set` replaces parameters of the scenario, `add` changes them."""

    name: str
    rule: str
    side: str
    group: str
    text: str
    set: tuple[tuple[str, int], ...] = ()
    add: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Ruling:
    """A question the sources leave open; with choices it is a switch, the first the default."""

    name: str
    rule: str
    text: str
    choices: tuple[str, ...] = ()

    @property
    def game(self) -> str:
        """Where it counts: rules S and D are of the solo game, M and R of multiplayer."""
        return {"S": SOLO, "D": SOLO, "M": MULTIPLAYER, "R": MULTIPLAYER}.get(self.rule[0], BOTH)


@dataclass(frozen=True)
class OperationsKind:
    kind: str
    title: str
    text: str
    taken: bool
    kept: bool


@dataclass(frozen=True)
class Rulebook:
    """Everything that holds on every board."""

    start_cash: int
    bond_pays: int
    bond_interest: int
    bond_penalty: int
    income_by_score: tuple[int, ...]
    income_above: int
    engine_prices: tuple[int, ...]
    track_plain: int
    track_water: int
    track_mountain: int
    track_ridge: int
    tiles_per_build: int
    tiles_with_perfect_engineering: int
    tracks_per_hex: int
    longest_link: int
    cubes_per_colour: int
    urbanize_price: int
    urbanize_cubes: int
    new_city_tiles: tuple[int, ...]  # by colour, in the order of COLOURS
    actions_before_railbot: int
    actions_after_railbot: int
    executive_actions: int
    growth_cubes: int
    insurance_actions: int
    target: int
    barons_raise_target: int
    barons_in_row: int
    display_limit: int
    bounties: int
    left_cards_removed: int
    cards_above_final_evaluation: int
    cards_removed: int
    taxation_incomes: int
    rulings: tuple[Ruling, ...]
    tweaks: tuple[Tweak, ...]
    barons: tuple[DuelBaron, ...]
    operations_kinds: tuple[OperationsKind, ...]
    multiplayer: MultiplayerRules
    provenance: tuple[Provenance, ...] = field(default=(), compare=False, repr=False)


# The game for 2 to 6.
BIDDING = ("traditional", "first_to_pass", "worst_is_first", "whole_order")
MODULES = ("rotors", "mines", "fewer_markers-2", "fewer_markers-4")
MULTIPLAYER_BARONS = ("map", "universal", "none")
START_GOALS = ("delivery", "engine")
# Goals of the Rail Barons besides those of the Duel Barons.
RAIL_BARON_GOALS = (
    "most_money",
    "longest_chain",
    "fewest_bonds",
    "most_links",
    "most_cities",
    "largest_engine",
    "links_at",
    "western_link",
    "connected",
    "first_engine",
)


@dataclass(frozen=True)
class RailBaron:
    """A secret goal, checked at the end (R1 to R12; D10 to D21 at their lowest tier)."""

    rule: str
    name: str
    goal: str
    points: int  # for each Link where `most` says so
    tier: int = 0  # the level, the number of hotels, … that the goal asks for
    cities: tuple[str, ...] = ()
    most: int = 0  # points at most; 0 where the points are scored once


@dataclass(frozen=True)
class StartCard:
    """B47: points for the first delivery over a number of Links, or the first engine of a level."""

    name: str
    goal: str
    tier: int
    points: int


@dataclass(frozen=True)
class MultiplayerRules:
    fewest_seats: int
    most_seats: int
    seats_with_fewer_cubes: int
    cubes_fewer: int
    cubes_at_least: int
    open_cards_per_seat: int
    rail_barons_dealt: int
    rounds: int
    most_turns: int
    lowest_bid: int
    highest_bid: int
    mine_price: int
    mines_per_seat: int
    mine_draws: int
    wheel: tuple[str, ...]
    start_cards: tuple[StartCard, ...]
    rail_barons: tuple[RailBaron, ...]  # of every map


@dataclass(frozen=True)
class MultiplayerBoard:
    markers: tuple[int, ...]  # for 2, 3, 4, 5, 6 seats
    rotor_cities: tuple[str, ...]
    rail_barons: tuple[RailBaron, ...]  # of this map alone
