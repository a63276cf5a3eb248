"""Give hints: the expert's best choices in a position, and why."""

from typing import NamedTuple

import numpy as np

from rotwsim.core.rules.delivery import DELIVERIES, DELIVERY, delivery_points, find_deliveries
from rotwsim.core.state import codes
from rotwsim.players import registry
from rotwsim.players.action import NOTHING_YET
from rotwsim.players.strategies.passive_to_expert import EXPERT_FLAGS
from rotwsim.players.value.buildable_links import can_go_on, continue_track
from rotwsim.players.value.rank_actions import CANDIDATES, rank_by_turn
from rotwsim.players.value.records import CANDIDATE
from rotwsim.replay.names import counted
from rotwsim.session.game import ADVISER, Choice, SoloGame
from rotwsim.session.position_text import ShownChoice

ADVISED = 3
REASONS = {
    codes.PASS: "nothing else is worth its price now",
    codes.BUILD: "cubes travel farther over it, or it leads to a Major Line",
    codes.URBANIZE: "a New City brings cubes, and takes those of its colour",
    codes.UPGRADE: "every cube may travel one Link more",
    codes.DELIVER: "points now, and income from the next turn on",
    codes.TAKE_CARD: "its points and help are worth the action",
    codes.INSURE: "the card that it stops would cost more than the actions",
    codes.WESTERN_LINK: "its cubes are worth the price",
}


class Hint(NamedTuple):
    """One piece of advice: a choice, and why."""

    shown: ShownChoice
    why: str


def hints(game: SoloGame, shown: list[ShownChoice]) -> list[Hint]:
    """List the adviser's best choices, the best first; found on a copy, which draws nothing."""
    by_choice = {one.choice: one for one in shown}
    states = game.states.copy()
    state = states[0]
    state.player, state.slip = registry.NUMBERS[ADVISER], 0
    if not game.is_action:
        take_notes(game, state)
        place = int(registry.choose(state, game.table))
        why = "it gives up least, or gains most, by the expert's notes"
        return [Hint(by_choice[(place,)], why)]
    if can_go_on(state, game.table):
        choice = tuple(map(int, continue_track(state, game.table, codes.SOLO)))
        return [Hint(_known(choice, by_choice), "track once begun is best finished")]
    best = np.zeros(CANDIDATES, CANDIDATE)
    rank_by_turn(state, game.table, codes.SOLO, EXPERT_FLAGS, best)
    ranked = [row for row in best[:ADVISED] if row["worth"] > NOTHING_YET]
    known = [_known(tuple(row["action"].tolist()), by_choice) for row in ranked]
    worths = [row["worth"] for row in ranked]
    return [
        Hint(one, _why(game, one.choice, worth, worths[0]))
        for one, worth in zip(known, worths, strict=True)
    ]


def take_notes(game: SoloGame, state: np.record) -> None:
    """Note what the adviser would have noted when the last action was chosen."""
    before = game.before_action.copy()
    best = np.zeros(CANDIDATES, CANDIDATE)
    rank_by_turn(before[0], game.table, codes.SOLO, EXPERT_FLAGS, best)
    for name in state.dtype.names or ():
        if name.startswith("note_"):
            state[name] = before[0][name]


def _known(choice: Choice, by_choice: dict[Choice, ShownChoice]) -> ShownChoice:
    """Find the choice as it is numbered; of routes that differ in nothing a player sees, any."""
    if choice in by_choice:
        return by_choice[choice]
    similar = [one for other, one in by_choice.items() if other[:3] == choice[:3]]
    return min(similar, key=lambda one: (one.choice[4] != choice[4], one.cost))


def _why(game: SoloGame, choice: Choice, worth: float, best: float) -> str:
    reason = REASONS[choice[0]]
    if choice[0] in (codes.BUILD, codes.UPGRADE):  # they draw nothing: what follows is no secret
        reason = opened(game, choice) or reason
    words = f"{reason}; the position after it is worth {worth:.0f} points to the expert"
    return words + (f", {best - worth:.1f} less than the first" if best > worth else "")


def opened(game: SoloGame, choice: Choice) -> str:
    """Write which deliveries become possible at once; nothing if there are none."""
    after, _ = game.tried(choice)
    before = deliveries(game.state, game.table)
    new = {
        key: points for key, points in deliveries(after, game.table).items() if key not in before
    }
    if not new:
        return ""
    many = counted(len(new), "delivery", "deliveries")
    return f"it opens {many}, the best for {counted(max(new.values()), 'point')}"


def deliveries(state: np.record, table: np.record) -> dict[tuple[int, ...], int]:
    """Give the points of every delivery that is legal now, by city, colour and destination."""
    found = np.empty((DELIVERIES, DELIVERY), np.int64)
    count = find_deliveries(state, table, codes.SOLO, found)
    points: dict[tuple[int, ...], int] = {}
    for city, colour, goal, own, lost in found[:count].tolist():
        worth = int(delivery_points(state, table, codes.SOLO, colour, goal, own, lost))
        points[city, colour, goal] = max(worth, points.get((city, colour, goal), worth))
    return points
