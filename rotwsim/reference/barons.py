"""Duel Barons: goals, claims, lasting effects (D1 to D21); Rail Barons (M41, R1 to R12)."""

from __future__ import annotations

from rotwsim.core.state import codes
from rotwsim.core.state.log import BARON
from rotwsim.reference.choices import Choices
from rotwsim.reference.game import Game, Seat
from rotwsim.reference.money import score
from rotwsim.reference.network import longest_trail
from rotwsim.scenario.schema import RailBaron

CLAIM_NONE = -1
POINTS_LESS = {  # by effect: colours of the destination, points
    "blue_yellow_less": ((codes.BLUE, codes.YELLOW), 1),  # D18
    "red_less": ((codes.RED,), 2),  # D19
    "black_purple_less": ((codes.BLACK, codes.PURPLE), 1),  # D21
}


def offer_claims(game: Game, seat: Seat) -> None:
    """Let the player claim any number, one after the other, or one in a turn (D1)."""
    only_one = game.given.switches["barons_per_turn"] == "one"
    while not (only_one and seat.barons_claimed) and (claimable := legal_claims(game, seat)):
        choices = Choices([(CLAIM_NONE,), *((place,) for place in claimable)])
        (place,) = game.log.decide(game.turn, seat.number, codes.DECIDE_CLAIM, choices)
        if place == CLAIM_NONE:
            return
        points = claimable[place]
        baron = give_baron(game, seat, place, seat.number, points)
        game.baron_points[baron] = points
        seat.barons_claimed += 1
        score(game, seat, points, codes.FROM_BARONS)


def legal_claims(game: Game, seat: Seat) -> dict[int, int]:
    """Give place and points of each unclaimed Baron whose goal is met, at its present tier."""
    claims = {}
    for place in unclaimed_places(game):
        baron = game.given.barons[game.baron_row[place]]
        reached = goal_reached(game, seat, baron.goal)
        for tier, points in zip(baron.tiers, baron.points, strict=True):
            if reached >= tier:
                claims[place] = points
    return claims


def unclaimed_places(game: Game) -> list[int]:
    """List the places in the row of Barons that neither side has claimed."""
    return [place for place, baron in enumerate(game.baron_row) if baron not in game.baron_owner]


def give_baron(game: Game, seat: Seat, place: int, owner: int, points: int) -> int:
    """Give the Baron at this place to the player or to the Railbot (S28)."""
    baron = game.baron_row[place]
    game.baron_owner[baron] = owner
    game.baron_turn[baron] = game.turn
    game.note(seat, BARON, baron, owner, points)
    return baron


def has_effect(game: Game, effect: str) -> bool:
    """Say whether the Railbot has the Baron with this Opponent Effect."""
    return any(
        owner == codes.RAILBOT and game.given.barons[baron].effect == effect
        for baron, owner in game.baron_owner.items()
    )


def effective_engine(game: Game, seat: Seat) -> int:
    """Give the level that counts: one lower, at least 1 (D12)."""
    if has_effect(game, "engine_lower"):
        return max(1, seat.engine - 1)
    return seat.engine


def points_less(game: Game, colour: int) -> int:
    """Count what a delivery to a city of this colour scores less (D18, D19, D21)."""
    return sum(
        points
        for effect, (colours, points) in POINTS_LESS.items()
        if colour in colours and has_effect(game, effect)
    )


def hotels_pay(game: Game) -> bool:
    """Say whether hotels pay for deliveries (D20)."""
    return not has_effect(game, "no_hotels")


def goal_reached(game: Game, seat: Seat, goal: str) -> int:
    """Count how far the player is with a goal, in the unit of its tiers."""
    delivered = seat.delivered
    match goal:
        case "hotels":  # D10
            return seat.hotels.total()
        case "engine":  # D11
            return effective_engine(game, seat)
        case "long_delivery":  # D12
            return seat.longest_delivery
        case "coloured_cities":  # D13: in one connected group
            return max((len(colours) for colours in _own_groups(game, seat)), default=0)
        case "same_colour_pairs":  # D14: the colours may lie in different groups
            return _colours_in_pairs(game, seat)
        case "major_lines":  # D15
            return game.line_owner.count(seat.number)
        case "purple_links":  # D16: a Link counts once
            return sum(
                codes.PURPLE in (game.colours[link.first], game.colours[link.second])
                for link in game.network.links_of(seat.number)
            )
        case "each_colour":  # D17
            return min(delivered)
        case "purple_black":  # D18
            return min(delivered[codes.PURPLE], delivered[codes.BLACK])
        case "red_cities":  # D19
            return max((colours.count(codes.RED) for colours in _own_groups(game, seat)), default=0)
        case "double_link":  # D20, B16
            return max(game.network.links_by_pair(seat.number).values(), default=0)
        case "blue_yellow":  # D21
            return min(delivered[codes.BLUE], delivered[codes.YELLOW])
    raise ValueError(f"no goal is called {goal}")


def _own_groups(game: Game, seat: Seat) -> list[list[int]]:
    """List the colours of the cities in each group that own Links connect (D2)."""
    return [
        [game.colours[city] for city in group if game.colours[city] != codes.GREY]
        for group in game.network.joined_groups(seat.number)
    ]


def _colours_in_pairs(game: Game, seat: Seat) -> int:
    groups = _own_groups(game, seat)
    return sum(
        any(colours.count(colour) >= 2 for colours in groups) for colour in range(codes.COLOURS)
    )


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
    """Show in seat order the Baron each seat kept, its points, how far the seats are."""
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
    """Give its points if the goal is met, else 0; Links at a city count singly (R3)."""
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
    """Say whether a seat has most; a tie fulfils the goal, or nobody's (ruling baron_ties)."""
    counts = [_reached(game, one, baron) for one in game.seats]
    mine = counts[seat.number]
    is_shared = counts.count(mine) > 1
    may_share = game.given.switches["baron_ties"] == "shared"
    return mine == max(counts) and (may_share or not is_shared)


def _pairs(game: Game, seat: Seat) -> list[tuple[int, int]]:
    return [(link.first, link.second) for link in game.network.links_of(seat.number)]
