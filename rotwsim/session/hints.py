"""Hints: the expert's best choices in a position, with what speaks for them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rotwsim.core import codes
from rotwsim.players import expert, registry
from rotwsim.players.compare import rank_actions
from rotwsim.players.layout import CANDIDATE
from rotwsim.players.offers import can_go_on, continue_track
from rotwsim.players.ranking import NOTHING_YET
from rotwsim.session.game import ADVISER, Choice, SoloGame
from rotwsim.session.words import Told

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


@dataclass(frozen=True)
class Hint:
    """One piece of advice: a choice, and why."""

    told: Told
    why: str


def hints(game: SoloGame, told: list[Told]) -> list[Hint]:
    """The adviser's best choices, the best first; looked for on a copy, which draws nothing."""
    by_choice = {one.choice: one for one in told}
    states = game.states.copy()
    state = states[0]
    state.player, state.slip = registry.NUMBERS[ADVISER], 0
    if not game.is_action:
        place = int(registry.choose(state, game.table))
        return [
            Hint(by_choice[(place,)], "it gives up least, or gains most, by the expert's notes")
        ]
    if can_go_on(state, game.table):
        choice = tuple(map(int, continue_track(state, game.table, codes.SOLO)))
        return [Hint(_known(choice, by_choice), "track once begun is best finished")]
    best = np.zeros(ADVISED, CANDIDATE)
    rank_actions(state, game.table, codes.SOLO, expert.MANNER, best)
    ranked = [row for row in best if row["worth"] > NOTHING_YET]
    return [
        Hint(_known(tuple(row["action"].tolist()), by_choice), _why(row, ranked[0]))
        for row in ranked
    ]


def _known(choice: Choice, by_choice: dict[Choice, Told]) -> Told:
    """The choice as it is numbered; of ways that differ in nothing a player sees, any."""
    if choice in by_choice:
        return by_choice[choice]
    alike = [one for other, one in by_choice.items() if other[:3] == choice[:3]]
    return min(alike, key=lambda one: (one.choice[4] != choice[4], one.cost))


def _why(row: np.record, best: np.record) -> str:
    reason, less = REASONS[int(row["action"][0])], best["worth"] - row["worth"]
    worth = f"it holds the position after it for worth {row['worth']:.0f} points"
    return f"{reason}; {worth}" + (f", {less:.1f} less than the first" if less > 0 else "")
