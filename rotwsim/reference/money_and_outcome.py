"""Money, bonds, income and points (B1 to B5, B32, S14); the OUTCOME of a finished game."""

import math

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
    seat.tally.points[source] += change
    if change or source == FROM_DELIVERIES:
        game.note(seat, POINTS, change, source)


def recompute_outcome(game: Game) -> dict[str, int | list[int]]:
    """Compute the OUTCOME of a finished solo game; lists are as long as they need to be."""
    (seat,) = game.seats
    parameters, tally = game.given.parameters, seat.tally
    result = seat.score - parameters["bond_penalty"] * seat.bonds  # S41
    outcome: dict[str, int | list[int]] = {
        "result": result,
        "points": seat.score,
        "bonds": seat.bonds,
        "won": int(result >= parameters["target"]),
        "margin": result - parameters["target"],
        "target": parameters["target"],
        "turns": game.turn,
        "trigger": game.trigger,
        "engine": seat.engine,
        "money": seat.cash,
        "own_links": len(game.network.links_of(seat.number)),
        "railbot_links": len(game.network.links_of(codes.RAILBOT)),
        "deliveries": tally.deliveries,
        "longest_delivery": seat.longest_delivery,
        "points_deliveries": tally.points[codes.FROM_DELIVERIES],
        "points_hotels": tally.points[codes.FROM_HOTELS],
        "points_bounties": tally.points[codes.FROM_BOUNTIES],
        "points_lines": tally.points[codes.FROM_LINES],
        "points_barons": tally.points[codes.FROM_BARONS],
        "points_removals": tally.points[codes.FROM_REMOVALS],
        "points_lost": -tally.points[codes.LOST_TO_RAILBOT_LINKS],
        "cubes_lost_to_links": game.cubes_gone[codes.CUBE_LOST_TO_LINKS],
        "cubes_lost_to_exhaust": game.cubes_gone[codes.CUBE_EXHAUSTED],
        "taxation_paid": tally.taxation_paid,
        "deadheads": game.deadheads,
        "insurance_bought": tally.insurance_bought,
        "insurance_used": tally.insurance_used,
        "urbanized": len(game.urbanized),
        "western_links": len(game.western_links),
        "passes": tally.passes,
        "markers": len(game.markers),
        "barons_in_row": _bits(game.baron_row),
        "barons_own": _barons_of(game, seat.number),
        "barons_railbot": _barons_of(game, codes.RAILBOT),
        "baron_turn": game.baron_turn,
        "baron_points": game.baron_points,
        "points_after_turn": tally.points_after_turn,
    }
    for kind in (k.kind for k in game.given.book.operations_kinds if k.taken):
        outcome[f"cards_{kind}"] = tally.cards_taken[kind]
    return outcome


def differing_fields(outcome: dict, played) -> list[tuple[str, object, object]]:
    """List field, our value and the played one; a longer column must end in zeros."""
    names = getattr(getattr(played, "dtype", None), "names", None) or tuple(played)
    differing = []
    for name in (*outcome, *(name for name in names if name not in outcome)):
        ours = outcome.get(name)
        theirs = _plain(played[name]) if name in names else None
        if isinstance(ours, list) and isinstance(theirs, list):
            ours = ours + [0] * (len(theirs) - len(ours))
        if ours != theirs:
            differing.append((name, ours, theirs))
    return differing


def _barons_of(game: Game, owner: int) -> int:
    return _bits(baron for baron, holder in game.baron_owner.items() if holder == owner)


def _bits(barons) -> int:
    return sum(1 << baron for baron in barons)


def _plain(value) -> int | list[int]:
    """Give a number or a list of numbers, whether it came as numpy or as plain Python."""
    value = value.tolist() if hasattr(value, "tolist") else value
    return list(value) if isinstance(value, tuple | list) else value


Rank = tuple[int, int, int]


def recompute_multiplayer(game: Game) -> dict[str, int | list[int]]:
    """Compute the OUTCOME of a finished multiplayer game; lists are in seat order."""
    ranks = [rank(game, seat) for seat in game.seats]
    in_order = sorted(ranks, reverse=True)
    outcome: dict[str, int | list[int]] = {
        "turns": game.turn,
        "trigger": game.trigger,
        "markers": len(game.markers),
        "margin": in_order[0][0] - in_order[1][0],
        "unfinished": int(game.trigger == codes.UNFINISHED),
        "money_bid": sum(seat.tally.bids_paid for seat in game.seats),
        **_first_places(game),
    }
    seats = [_of_seat(game, seat, ranks) for seat in game.seats]
    of_first_seat = {"won": int(seats[0]["place"] == 1), "result": seats[0]["score"]}
    return outcome | of_first_seat | {name: [seat[name] for seat in seats] for name in seats[0]}


def _first_places(game: Game) -> dict[str, int | list[int]]:
    """List what first places cost, turn by turn and with a Railroad Executive open."""
    prices = [price for price, _ in game.first_places]
    with_executive = [price for price, has_executive in game.first_places if has_executive]
    return {
        "executive_turns": len(with_executive),
        "executive_price": sum(with_executive),
        "first_price": prices + [0] * (game.given.book.multiplayer.most_turns - len(prices)),
    }


def rank(game: Game, seat: Seat) -> Rank:
    """Rank by score, then fewer bonds, then more Links (M42)."""
    links = len(game.network.links_of(seat.number))
    return before_barons(game, seat) + seat.baron_points, -seat.bonds, links


def before_barons(game: Game, seat: Seat) -> int:
    """Count points less the bonds (M41)."""
    return seat.score - game.given.parameters["bond_penalty"] * seat.bonds


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
        "points_received": tally.points[codes.FROM_OTHERS],
        "points_deliveries": tally.points[codes.FROM_DELIVERIES],
        "points_hotels": tally.points[codes.FROM_HOTELS],
        "points_bounties": tally.points[codes.FROM_BOUNTIES],
        "points_lines": tally.points[codes.FROM_LINES],
        "points_starts": tally.points[codes.FROM_STARTS],
        "money": seat.cash,
    }
