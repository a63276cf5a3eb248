"""A seat at the table: what one player owns, has under construction and has counted so far."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rotwsim.core.state.codes import COLOURS, NOBODY
from rotwsim.reference.track.terrain import Tile


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
