"""Money, bonds, income and points (B1 to B5, B32, S14); the OUTCOME of a finished game."""

import math

import numpy as np

from rotwsim.core.state import codes
from rotwsim.core.state.codes import FROM_DELIVERIES, MOST_BONDS, PAID_INTEREST
from rotwsim.core.state.log import INCOME, PAID, POINTS
from rotwsim.reference.game import Game, Seat


def collect_income(game: Game, seat: Seat) -> None:
    """Take income first, then pay $1 for each bond taken before this payment (B5)."""
    received = income(game, seat)
    seat.cash += received
    game.note(seat, INCOME, received)
    pay(game, seat, seat.bonds * game.given.parameters["bond_interest"], PAID_INTEREST)


def income(game: Game, seat: Seat) -> int:
    """Look up the income of the current score (B4)."""
    by_score = game.given.book.income_by_score
    printed = by_score[seat.score] if seat.score < len(by_score) else game.given.book.income_above
    return max(0, printed - game.income_less)


def pay(game: Game, seat: Seat, amount: int, what_for: int) -> None:
    """Pay with as few bonds as needed, and none beyond ruin (B2)."""
    if amount == 0:
        return
    missing = max(0, amount - seat.cash)
    needed = math.ceil(missing / game.given.book.bond_pays)
    bonds = needed if seat.bonds + needed <= MOST_BONDS else MOST_BONDS - seat.bonds
    seat.bonds += bonds
    money = seat.cash + bonds * game.given.book.bond_pays
    seat.cash = money - amount if money >= amount else 0
    game.note(seat, PAID, amount, bonds, what_for)


def score(game: Game, seat: Seat, points: int, source: int) -> None:
    """Move the marker at once (B32); it never falls below 0 (S14)."""
    change = max(points, -seat.score)
    seat.score += change
    seat.points[source] += change
    if change or source == FROM_DELIVERIES:
        game.note(seat, POINTS, change, source)


def recompute_outcome(game: Game) -> dict[str, int | list[int]]:
    """Compute the OUTCOME of a finished solo game; lists are as long as they need to be."""
    (seat,) = game.seats
    target = game.given.parameters["target"]
    result = before_barons(game, seat)  # S41
    taken = [kind.kind for kind in game.given.book.operations_kinds if kind.taken]
    return {
        "result": result,
        "points": seat.score,
        "won": int(result >= target),
        "margin": result - target,
        "target": target,
        "turns": game.turn,
        "trigger": game.trigger,
        "money": seat.cash,
        "own_links": len(game.network.links_of(seat.number)),
        "railbot_links": len(game.network.links_of(codes.RAILBOT)),
        **_points(seat, "deliveries hotels bounties lines barons removals"),
        "points_lost": -seat.points[codes.LOST_TO_RAILBOT_LINKS],
        "cubes_lost_to_links": game.cubes_gone[codes.CUBE_LOST_TO_LINKS],
        "cubes_lost_to_exhaust": game.cubes_gone[codes.CUBE_EXHAUSTED],
        "deadheads": game.deadheads,
        **_totals(seat, "bonds engine deliveries longest_delivery taxation_paid passes"),
        **_totals(seat, "insurance_bought insurance_used points_after_turn"),
        **{f"cards_{kind}": seat.cards_taken[kind] for kind in taken},
        "urbanized": len(game.urbanized),
        "western_links": len(game.western_links),
        "markers": len(game.markers),
        "barons_in_row": _bits(game.baron_row),
        "barons_own": _barons_of(game, seat.number),
        "barons_railbot": _barons_of(game, codes.RAILBOT),
        "baron_turn": game.baron_turn,
        "baron_points": game.baron_points,
    }


def _points(seat: Seat, sources: str) -> dict[str, int]:
    """Count the points from each of these sources."""
    return {
        f"points_{source}": seat.points[getattr(codes, f"FROM_{source.upper()}")]
        for source in sources.split()
    }


def _totals(seat: Seat, names: str) -> dict:
    return {name: getattr(seat, name) for name in names.split()}


def differing_fields(outcome: dict, played) -> list[tuple[str, object, object]]:
    """List field, our value and the played one; a longer column must end in zeros."""
    names = getattr(getattr(played, "dtype", None), "names", None) or tuple(played)
    differing = []
    for name in dict.fromkeys((*outcome, *names)):
        ours = outcome.get(name)
        theirs = np.asarray(played[name]).tolist() if name in names else None
        if isinstance(ours, list) and isinstance(theirs, list):
            ours = ours + [0] * (len(theirs) - len(ours))
        if ours != theirs:
            differing.append((name, ours, theirs))
    return differing


def _barons_of(game: Game, owner: int) -> int:
    return _bits(baron for baron, holder in game.baron_owner.items() if holder == owner)


def _bits(barons) -> int:
    return sum(1 << baron for baron in barons)


Rank = tuple[int, int, int]


def recompute_multiplayer(game: Game) -> dict[str, int | list[int]]:
    """Compute the OUTCOME of a finished multiplayer game; lists are in seat order."""
    ranks = [rank(game, seat) for seat in game.seats]
    in_order = sorted(ranks, reverse=True)
    seats = [_of_seat(game, seat, ranks) for seat in game.seats]
    prices = [price for price, _ in game.first_places]
    with_executive = [price for price, has_executive in game.first_places if has_executive]
    return {
        "turns": game.turn,
        "trigger": game.trigger,
        "markers": len(game.markers),
        "margin": in_order[0][0] - in_order[1][0],
        "unfinished": int(game.trigger == codes.UNFINISHED),
        "money_bid": sum(seat.bids_paid for seat in game.seats),
        "executive_turns": len(with_executive),
        "executive_price": sum(with_executive),
        "first_price": prices,
        "won": int(seats[0]["place"] == 1),
        "result": seats[0]["score"],
        **{name: [seat[name] for seat in seats] for name in seats[0]},
    }


def rank(game: Game, seat: Seat) -> Rank:
    """Rank by score, then fewer bonds, then more Links (M42)."""
    links = len(game.network.links_of(seat.number))
    return before_barons(game, seat) + seat.baron_points, -seat.bonds, links


def before_barons(game: Game, seat: Seat) -> int:
    """Count points less the bonds (M41)."""
    return seat.score - game.given.parameters["bond_penalty"] * seat.bonds


def _of_seat(game: Game, seat: Seat, ranks: list[Rank]) -> dict[str, int]:
    mine = ranks[seat.number]
    place = 1 + sum(other > mine for other in ranks)
    return {
        "place": place,
        "sharing": ranks.count(mine) if place == 1 else 0,  # seats that share the win
        "score": mine[0],
        "points": seat.score,
        "before_barons": before_barons(game, seat),
        "baron": seat.rail_baron,
        "bids_first": int(seat.number == game.first_bidder),
        "half_score": seat.net_after_turn[game.turn // 2 - 1] if game.turn > 1 else 0,
        "links": mine[2],
        "money": seat.cash,
        "points_received": seat.points[codes.FROM_OTHERS],
        **_points(seat, "deliveries hotels bounties lines starts"),
        **_totals(seat, "bonds baron_points bids_paid turns_first first_order engine"),
        **_totals(seat, "deliveries longest_delivery points_given"),
    }
