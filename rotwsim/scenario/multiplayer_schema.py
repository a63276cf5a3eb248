"""The checked objects of the game for 2 to 6: what holds at every table, and on one board."""

from __future__ import annotations

from dataclasses import dataclass

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
    """B47: points for the first delivery over so many Links, or the first engine of a level."""

    name: str
    goal: str
    tier: int
    points: int


@dataclass(frozen=True)
class MultiplayerRules:
    """What holds at every table."""

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
    """What a board needs for a table."""

    markers: tuple[int, ...]  # for 2, 3, 4, 5, 6 seats
    rotor_cities: tuple[str, ...]
    rail_barons: tuple[RailBaron, ...]  # of this map alone
