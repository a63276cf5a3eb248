"""The result of a game for 2 to 6: final scores, places, and everything its OUTCOME holds."""

from __future__ import annotations

from rotwsim.core.codes import FROM_HOTELS, FROM_OTHERS, UNFINISHED
from rotwsim.reference.game import Game
from rotwsim.reference.seat import Seat


def recompute_table(game: Game) -> dict:
    """What the game counts, and under "seats" what each seat counts, in seat order."""
    ranks = [rank(game, seat) for seat in game.seats]
    in_order = sorted(ranks, reverse=True)
    return {
        "turns": game.turn,
        "trigger": game.trigger,
        "markers": len(game.markers),
        "margin": in_order[0][0] - in_order[1][0],
        "unfinished": int(game.trigger == UNFINISHED),
        "money_bid": sum(seat.tally.bids_paid for seat in game.seats),
        "seats": [_seat_outcome(game, seat, ranks) for seat in game.seats],
    }


def rank(game: Game, seat: Seat) -> tuple[int, int, int]:
    """M42: score, then fewer bonds, then more Links."""
    links = len(game.network.links_of(seat.number))
    return before_barons(game, seat) + seat.baron_points, -seat.bonds, links


def before_barons(game: Game, seat: Seat) -> int:
    """M41: points less the bonds."""
    return seat.score - game.given.figures["bond_penalty"] * seat.bonds


def _seat_outcome(game: Game, seat: Seat, ranks: list[tuple[int, int, int]]) -> dict:
    mine = ranks[seat.number]
    place = 1 + sum(other > mine for other in ranks)
    tally = seat.tally
    return {
        "place": place,
        "won": 1 / ranks.count(mine) if place == 1 else 0,
        "score": mine[0],
        "points": seat.score,
        "bonds": seat.bonds,
        "before_barons": before_barons(game, seat),
        "baron": seat.rail_baron,
        "baron_points": seat.baron_points,
        "bids_paid": tally.bids_paid,
        "turns_first": tally.turns_first,
        "links": mine[2],
        "engine": seat.engine,
        "deliveries": tally.deliveries,
        "points_given": tally.points_given,
        "points_received": tally.points[FROM_OTHERS],
        "points_hotels": tally.points[FROM_HOTELS],
        "money": seat.cash,
    }
