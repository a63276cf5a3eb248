"""Rail Barons: the secret goals that are checked after the last turn (M41, R1 to R12)."""

from __future__ import annotations

from rotwsim.core.state.log import BARON
from rotwsim.reference.barons import goal_reached
from rotwsim.reference.game import Game
from rotwsim.reference.seat import Seat
from rotwsim.reference.track.trails import longest_trail
from rotwsim.scenario.multiplayer_schema import RailBaron

IN_A_GROUP = ("coloured_cities", "red_cities")  # a lone city is a group of one
YES_OR_NO = ("western_link", "connected", "first_engine")
COMPARED = {  # goals to have most of something
    "most_money": lambda game, seat: seat.cash,  # R1
    "longest_chain": lambda game, seat: longest_trail(_pairs(game, seat)),  # R2
    "fewest_bonds": lambda game, seat: -seat.bonds,  # R5, R6
    "most_links": lambda game, seat: len(_pairs(game, seat)),  # R9
    "most_cities": lambda game, seat: max(map(len, game.network.groups(seat.number))),  # R10
    "largest_engine": lambda game, seat: seat.engine,  # R11
}


def reveal_rail_barons(game: Game) -> None:
    """In seat order: the Baron that each seat kept, what it scores, how far the seats are."""
    barons = game.given.scenario.rail_barons
    if not barons:
        return
    for seat in game.seats:
        baron = barons[seat.rail_baron]
        seat.baron_points = rail_baron_points(game, seat, baron)
        others = [_reached(game, other, baron) for other in game.seats if other is not seat]
        best = max(others) if baron.goal in COMPARED else 0
        reached = _reached(game, seat, baron)
        game.note(seat, BARON, seat.rail_baron, seat.number, seat.baron_points, reached, best)


def rail_baron_points(game: Game, seat: Seat, baron: RailBaron) -> int:
    """Its points if the goal is met, else 0; Links at a city count one by one (R3)."""
    reached = _reached(game, seat, baron)
    if baron.goal == "links_at":
        return min(baron.most, baron.points * reached)
    if baron.goal in COMPARED:
        is_met = _leads(game, seat, baron)
    else:
        is_met = reached >= (1 if baron.goal in YES_OR_NO else baron.tier)
    return baron.points if is_met else 0


def _reached(game: Game, seat: Seat, baron: RailBaron) -> int:
    """Count what the goal counts; 1 means yes."""
    cities = [game.given.scenario.board.city_index(name) for name in baron.cities]
    match baron.goal:
        case "links_at":  # R3
            return sum(cities[0] in pair for pair in _pairs(game, seat))
        case "western_link":  # R4
            return seat.western_links
        case "connected":  # R7, R12
            return int(game.network.are_connected(cities, seat.number))
        case "first_engine":  # R8
            return int(game.first_at_level.get(baron.tier) == seat.number)
        case "major_lines":  # D15: a line that is a card may have paid several players (M5)
            return seat.lines
    if baron.goal in COMPARED:
        return COMPARED[baron.goal](game, seat)
    least = 1 if baron.goal in IN_A_GROUP else 0
    return max(least, goal_reached(game, seat, baron.goal))  # D10 to D21


def _leads(game: Game, seat: Seat, baron: RailBaron) -> bool:
    """Most of something; a tie fulfils the goal, or nobody's (ruling baron_ties)."""
    counts = [_reached(game, one, baron) for one in game.seats]
    mine = counts[seat.number]
    is_shared = counts.count(mine) > 1
    may_share = game.given.switches["baron_ties"] == "shared"
    return mine == max(counts) and (may_share or not is_shared)


def _pairs(game: Game, seat: Seat) -> list[tuple[int, int]]:
    return [(link.first, link.second) for link in game.network.links_of(seat.number)]
