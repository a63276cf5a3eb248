"""Give hints: the expert's best choices in a position, and why."""

from typing import NamedTuple

import numpy as np

from rotwsim.core.rules import delivery
from rotwsim.core.state import codes
from rotwsim.replay.judgement import SHOWN, ranking
from rotwsim.replay.names import counted
from rotwsim.session.game import Choice, GameByHand
from rotwsim.session.position_text import ShownChoice

REASONS = {
    codes.PASS: "nothing else is worth its price now",
    codes.BUILD: "cubes travel farther over it, or it leads to a Major Line",
    codes.URBANIZE: "a New City brings cubes, and takes those of its colour",
    codes.UPGRADE: "every cube may travel one Link more",
    codes.DELIVER: "points now, and income from the next turn on",
    codes.TAKE_CARD: "its points and help are worth the action",
    codes.INSURE: "the card that it stops would cost more than the actions",
    codes.WESTERN_LINK: "its cubes are worth the price",
    codes.MINE: "its cubes are worth the action",
}


class Hint(NamedTuple):
    """One piece of advice: a choice, and why."""

    shown: ShownChoice
    why: str


def hints(game: GameByHand, shown: list[ShownChoice]) -> list[Hint]:
    """List the expert's best choices, the best first; found on copies, which draw nothing."""
    states, advice = game.states.copy(), game.advice()
    if not game.is_action:
        why = "it gives up least, or gains most, in the expert's judgement"
        return [Hint(_known(advice, shown), why)]
    ranked = ranking(states, states.copy(), game.rules)
    if not ranked:
        return [Hint(_known(advice, shown), "track once begun is best finished")]
    if ranked[0].action != advice:  # in multiplayer an Executive that is judged apart
        return [Hint(_known(advice, shown), REASONS[advice[0]])]
    return [
        Hint(_known(one.action, shown), _why(game, one.action, one.worth, ranked[0].worth))
        for one in ranked[:SHOWN]
    ]


def _known(choice: Choice, shown: list[ShownChoice]) -> ShownChoice:
    """Find the choice as it is numbered; of routes that differ in nothing a player sees, any."""
    similar = [one for one in shown if one.choice[:3] == choice[:3]]
    return min(
        similar, key=lambda one: (one.choice != choice, one.choice[4:5] != choice[4:5], one.cost)
    )


def _why(game: GameByHand, choice: Choice, worth: float, best: float) -> str:
    reason = REASONS[choice[0]]
    if choice[0] in (codes.BUILD, codes.UPGRADE):  # they draw nothing: what follows is no secret
        reason = opened(game, choice) or reason
    words = f"{reason}; the position after it is worth {worth:.0f} points to the expert"
    return words + (f", {best - worth:.1f} less than the first" if best > worth else "")


def opened(game: GameByHand, choice: Choice) -> str:
    """Write which deliveries become possible at once; nothing if there are none."""
    after, _ = game.tried(choice)
    before, now = (deliveries(state, game.table, game.seat) for state in (game.state, after))
    new = [points for key, points in now.items() if key not in before]
    if not new:
        return ""
    many = counted(len(new), "delivery", "deliveries")
    return f"it opens {many}, the best for {counted(max(new), 'point')}"


def deliveries(state: np.record, table: np.record, seat: int) -> dict[tuple[int, ...], int]:
    """Give the points of every delivery that is legal now, by city, colour and destination."""
    found = np.empty((delivery.DELIVERIES, delivery.DELIVERY), np.int64)
    points: dict[tuple[int, ...], int] = {}
    for row in found[: delivery.find_deliveries(state, table, seat, found)]:
        city, colour, goal = map(int, row[:3])
        own, lost = delivery.own_and_lost(table, seat, row)
        worth = int(delivery.delivery_points(state, table, seat, colour, goal, own, lost))
        points[city, colour, goal] = max(worth, points.get((city, colour, goal), worth))
    return points
