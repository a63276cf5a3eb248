"""Rail Barons: the secret goals that are checked after the last turn (M41, R1 to R12)."""

from __future__ import annotations

from collections.abc import Callable

from rotwsim.core.log import BARON
from rotwsim.reference.barons import goal_reached
from rotwsim.reference.game import Game
from rotwsim.reference.seat import Seat
from rotwsim.reference.trails import longest_trail
from rotwsim.rules.table_schema import RailBaron


def reveal_rail_barons(game: Game) -> None:
    """In seat order: the Baron that each seat kept, and what it scores."""
    barons = game.given.scenario.rail_barons
    if not barons:
        return
    for seat in game.seats:
        seat.baron_points = rail_baron_points(game, seat, barons[seat.rail_baron])
        game.note(seat, BARON, seat.rail_baron, seat.number, seat.baron_points)


def rail_baron_points(game: Game, seat: Seat, baron: RailBaron) -> int:
    """Its points if the goal is met, else 0; Links at a city count one by one (R3)."""
    place = game.given.scenario.board.city_index
    cities = [place(name) for name in baron.cities]
    if baron.goal == "links_at":
        ends = [(link.first, link.second) for link in game.network.links_of(seat.number)]
        return min(baron.most, baron.points * sum(cities[0] in pair for pair in ends))
    return baron.points if _is_met(game, seat, baron, cities) else 0


def _is_met(game: Game, seat: Seat, baron: RailBaron, cities: list[int]) -> bool:
    match baron.goal:
        case "most_money":  # R1
            return _leads(game, seat, lambda one: one.cash)
        case "longest_chain":  # R2
            return _leads(game, seat, lambda one: longest_trail(_pairs(game, one)))
        case "fewest_bonds":  # R5, R6
            return _leads(game, seat, lambda one: -one.bonds)
        case "most_links":  # R9
            return _leads(game, seat, lambda one: len(_pairs(game, one)))
        case "most_cities":  # R10
            return _leads(game, seat, lambda one: _cities_connected(game, one))
        case "largest_engine":  # R11
            return _leads(game, seat, lambda one: one.engine)
        case "western_link":  # R4
            return seat.western_links > 0
        case "connected":  # R7, R12
            return game.network.are_connected(cities, seat.number)
        case "first_engine":  # R8
            return game.first_at_level.get(baron.tier) == seat.number
        case "major_lines":  # D15: a line that is a card may have paid several players (M5)
            return seat.lines >= baron.tier
    return goal_reached(game, seat, baron.goal) >= baron.tier  # D10 to D21


def _leads(game: Game, seat: Seat, count: Callable[[Seat], int]) -> bool:
    """Most of something; a tie fulfils the goal, or nobody's (ruling baron_ties)."""
    counts = [count(one) for one in game.seats]
    mine = counts[seat.number]
    is_shared = counts.count(mine) > 1
    may_share = game.given.switches["baron_ties"] == "shared"
    return mine == max(counts) and (may_share or not is_shared)


def _pairs(game: Game, seat: Seat) -> list[tuple[int, int]]:
    return [(link.first, link.second) for link in game.network.links_of(seat.number)]


def _cities_connected(game: Game, seat: Seat) -> int:
    """The cities of the largest group; a lone city is not connected."""
    largest = max(map(len, game.network.groups(seat.number)))
    return largest if largest > 1 else 0
