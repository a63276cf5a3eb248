"""The result of a game for 2 to 6: final scores, places, and everything its OUTCOME holds."""

from __future__ import annotations

from rotwsim.core.state.codes import (
    FROM_BOUNTIES,
    FROM_DELIVERIES,
    FROM_HOTELS,
    FROM_LINES,
    FROM_OTHERS,
    FROM_STARTS,
    UNFINISHED,
)
from rotwsim.reference.game import Game
from rotwsim.reference.seat import Seat

Rank = tuple[int, int, int]


def recompute_table(game: Game) -> dict[str, int | list[int]]:
    """Every field of the OUTCOME of a finished game; lists are in seat order."""
    ranks = [rank(game, seat) for seat in game.seats]
    in_order = sorted(ranks, reverse=True)
    outcome: dict[str, int | list[int]] = {
        "turns": game.turn,
        "trigger": game.trigger,
        "markers": len(game.markers),
        "margin": in_order[0][0] - in_order[1][0],
        "unfinished": int(game.trigger == UNFINISHED),
        "money_bid": sum(seat.tally.bids_paid for seat in game.seats),
        **_first_places(game),
    }
    seats = [_of_seat(game, seat, ranks) for seat in game.seats]
    of_first_seat = {"won": int(seats[0]["place"] == 1), "result": seats[0]["score"]}
    return outcome | of_first_seat | {name: [seat[name] for seat in seats] for name in seats[0]}


def _first_places(game: Game) -> dict[str, int | list[int]]:
    """What the first places cost: turn by turn, and with a Railroad Executive open."""
    prices = [price for price, _ in game.first_places]
    with_executive = [price for price, has_executive in game.first_places if has_executive]
    return {
        "executive_turns": len(with_executive),
        "executive_price": sum(with_executive),
        "first_price": prices + [0] * (game.given.book.multiplayer.most_turns - len(prices)),
    }


def rank(game: Game, seat: Seat) -> Rank:
    """M42: score, then fewer bonds, then more Links."""
    links = len(game.network.links_of(seat.number))
    return before_barons(game, seat) + seat.baron_points, -seat.bonds, links


def before_barons(game: Game, seat: Seat) -> int:
    """M41: points less the bonds."""
    return seat.score - game.given.figures["bond_penalty"] * seat.bonds


def _of_seat(game: Game, seat: Seat, ranks: list[Rank]) -> dict[str, int]:
    mine, tally = ranks[seat.number], seat.tally
    place = 1 + sum(other > mine for other in ranks)
    return {
        "place": place,
        "sharing": ranks.count(mine) if place == 1 else 0,  # seats that share the win
        "score": mine[0],
        "points": seat.score,
        "bonds": seat.bonds,
        "before_barons": before_barons(game, seat),
        "baron": seat.rail_baron,
        "baron_points": seat.baron_points,
        "bids_paid": tally.bids_paid,
        "turns_first": tally.turns_first,
        "bids_first": int(seat.number == game.first_bidder),
        "first_order": tally.first_order,
        "half_score": tally.net_after_turn[game.turn // 2 - 1] if game.turn > 1 else 0,
        "links": mine[2],
        "engine": seat.engine,
        "deliveries": tally.deliveries,
        "longest_delivery": seat.longest_delivery,
        "points_given": tally.points_given,
        "points_received": tally.points[FROM_OTHERS],
        "points_deliveries": tally.points[FROM_DELIVERIES],
        "points_hotels": tally.points[FROM_HOTELS],
        "points_bounties": tally.points[FROM_BOUNTIES],
        "points_lines": tally.points[FROM_LINES],
        "points_starts": tally.points[FROM_STARTS],
        "money": seat.cash,
    }
