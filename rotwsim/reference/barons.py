"""Duel Barons: goals, claims, and the Opponent Effects that last (D1 to D21)."""

from __future__ import annotations

from rotwsim.core.state.codes import (
    BLACK,
    BLUE,
    COLOURS,
    DECIDE_CLAIM,
    FROM_BARONS,
    GREY,
    PURPLE,
    RAILBOT,
    RED,
    YELLOW,
)
from rotwsim.core.state.log import BARON
from rotwsim.reference.choices import Choices
from rotwsim.reference.game import Game
from rotwsim.reference.scoring import score
from rotwsim.reference.seat import Seat

CLAIM_NONE = -1
POINTS_LESS = {  # by effect: colours of the destination, points
    "blue_yellow_less": ((BLUE, YELLOW), 1),  # D18
    "red_less": ((RED,), 2),  # D19
    "black_purple_less": ((BLACK, PURPLE), 1),  # D21
}


def offer_claims(game: Game, seat: Seat) -> None:
    """D1: the player may claim any number, one after the other, or one in a turn."""
    only_one = game.given.switches["barons_per_turn"] == "one"
    while not (only_one and seat.barons_claimed) and (claimable := legal_claims(game, seat)):
        choices = Choices([(CLAIM_NONE,), *((place,) for place in claimable)])
        (place,) = game.log.decide(game.turn, seat.number, DECIDE_CLAIM, choices)
        if place == CLAIM_NONE:
            return
        points = claimable[place]
        baron = give_baron(game, seat, place, seat.number, points)
        game.baron_points[baron] = points
        seat.barons_claimed += 1
        score(game, seat, points, FROM_BARONS)


def legal_claims(game: Game, seat: Seat) -> dict[int, int]:
    """Place and points of each unclaimed Baron whose goal is met, at the tier that holds now."""
    claims = {}
    for place in unclaimed_places(game):
        baron = game.given.barons[game.baron_row[place]]
        reached = goal_reached(game, seat, baron.goal)
        for tier, points in zip(baron.tiers, baron.points, strict=True):
            if reached >= tier:
                claims[place] = points
    return claims


def unclaimed_places(game: Game) -> list[int]:
    """Places in the row of Barons that neither side has claimed."""
    return [place for place, baron in enumerate(game.baron_row) if baron not in game.baron_owner]


def give_baron(game: Game, seat: Seat, place: int, owner: int, points: int) -> int:
    """The Baron at this place is claimed, by the player or by the Railbot (S28)."""
    baron = game.baron_row[place]
    game.baron_owner[baron] = owner
    game.baron_turn[baron] = game.turn
    game.note(seat, BARON, baron, owner, points)
    return baron


def has_effect(game: Game, effect: str) -> bool:
    """The Railbot holds the Baron with this Opponent Effect."""
    return any(
        owner == RAILBOT and game.given.barons[baron].effect == effect
        for baron, owner in game.baron_owner.items()
    )


def effective_engine(game: Game, seat: Seat) -> int:
    """D12: one level lower, at least 1; for the price of the next level see engine.py."""
    if has_effect(game, "engine_lower"):
        return max(1, seat.engine - 1)
    return seat.engine


def points_less(game: Game, colour: int) -> int:
    """What a delivery to a city of this colour scores less (D18, D19, D21)."""
    return sum(
        points
        for effect, (colours, points) in POINTS_LESS.items()
        if colour in colours and has_effect(game, effect)
    )


def hotels_pay(game: Game) -> bool:
    """D20: hotels pay nothing for deliveries."""
    return not has_effect(game, "no_hotels")


def goal_reached(game: Game, seat: Seat, goal: str) -> int:
    """How far the player is with a goal, in the unit of its tiers."""
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
                PURPLE in (game.colours[link.first], game.colours[link.second])
                for link in game.network.links_of(seat.number)
            )
        case "each_colour":  # D17
            return min(delivered)
        case "purple_black":  # D18
            return min(delivered[PURPLE], delivered[BLACK])
        case "red_cities":  # D19
            return max((colours.count(RED) for colours in _own_groups(game, seat)), default=0)
        case "double_link":  # D20, B16
            return max(game.network.links_by_pair(seat.number).values(), default=0)
        case "blue_yellow":  # D21
            return min(delivered[BLUE], delivered[YELLOW])
    raise ValueError(f"no goal is called {goal}")


def _own_groups(game: Game, seat: Seat) -> list[list[int]]:
    """D2: the colours of the cities in each group that own Links connect."""
    return [
        [game.colours[city] for city in group if game.colours[city] != GREY]
        for group in game.network.joined_groups(seat.number)
    ]


def _colours_in_pairs(game: Game, seat: Seat) -> int:
    groups = _own_groups(game, seat)
    return sum(any(colours.count(colour) >= 2 for colours in groups) for colour in range(COLOURS))
