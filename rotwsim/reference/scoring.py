"""Points and the result of a game (B32, S14, S41)."""

from __future__ import annotations

from rotwsim.core.state.codes import (
    CUBE_EXHAUSTED,
    CUBE_LOST_TO_LINKS,
    FROM_BARONS,
    FROM_BOUNTIES,
    FROM_DELIVERIES,
    FROM_HOTELS,
    FROM_LINES,
    FROM_REMOVALS,
    LOST_TO_RAILBOT_LINKS,
    RAILBOT,
)
from rotwsim.core.state.log import POINTS
from rotwsim.reference.game import Game
from rotwsim.reference.seat import Seat


def score(game: Game, seat: Seat, points: int, source: int) -> None:
    """Moves the marker at once (B32); it never falls below 0 (S14)."""
    change = max(points, -seat.score)
    seat.score += change
    seat.tally.points[source] += change
    if change or source == FROM_DELIVERIES:
        game.note(seat, POINTS, change, source)


def recompute_outcome(game: Game) -> dict[str, int | list[int]]:
    """Every field of the OUTCOME of a finished solo game; lists are as long as they need to be."""
    (seat,) = game.seats
    figures, tally = game.given.figures, seat.tally
    result = seat.score - figures["bond_penalty"] * seat.bonds  # S41
    outcome: dict[str, int | list[int]] = {
        "result": result,
        "points": seat.score,
        "bonds": seat.bonds,
        "won": int(result >= figures["target"]),
        "margin": result - figures["target"],
        "target": figures["target"],
        "turns": game.turn,
        "trigger": game.trigger,
        "engine": seat.engine,
        "money": seat.cash,
        "own_links": len(game.network.links_of(seat.number)),
        "railbot_links": len(game.network.links_of(RAILBOT)),
        "deliveries": tally.deliveries,
        "longest_delivery": seat.longest_delivery,
        "points_deliveries": tally.points[FROM_DELIVERIES],
        "points_hotels": tally.points[FROM_HOTELS],
        "points_bounties": tally.points[FROM_BOUNTIES],
        "points_lines": tally.points[FROM_LINES],
        "points_barons": tally.points[FROM_BARONS],
        "points_removals": tally.points[FROM_REMOVALS],
        "points_lost": -tally.points[LOST_TO_RAILBOT_LINKS],
        "cubes_lost_to_links": game.cubes_gone[CUBE_LOST_TO_LINKS],
        "cubes_lost_to_exhaust": game.cubes_gone[CUBE_EXHAUSTED],
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
        "barons_railbot": _barons_of(game, RAILBOT),
        "baron_turn": game.baron_turn,
        "baron_points": game.baron_points,
        "points_after_turn": tally.points_after_turn,
    }
    for kind in (k.kind for k in game.given.book.operations_kinds if k.taken):
        outcome[f"cards_{kind}"] = tally.cards_taken[kind]
    return outcome


def differing_fields(outcome: dict, played) -> list[tuple[str, object, object]]:
    """Field, recomputed value, value of the played OUTCOME; a longer column must end in zeros."""
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
    """A number or a list of numbers, whether it came as numpy or as plain Python."""
    value = value.tolist() if hasattr(value, "tolist") else value
    return list(value) if isinstance(value, tuple | list) else value
