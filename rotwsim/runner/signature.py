"""Signatures: one hash per player over fixed games, which changes when its games change and never
else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from rotwsim.core import layout
from rotwsim.core.log import no_log
from rotwsim.rules.scenario import Scenario
from rotwsim.runner.play import play_games, rules_of

BOARDS = ("eastern-us", "great-britain", "portugal", "sweden")
SEED = 1
# Games on each board, without the Duel Barons and again with them; a searching player plays few,
# with a small budget.
GAMES = {
    "passive": 100,
    "random": 200,
    "novice": 60,
    "casual": 25,
    "club": 15,
    "expert": 15,
    "expert-unpruned": 5,
    "master": 1,
}
GAMES_OF_ANOTHER = 5
BUDGETS = {"master": 8}  # small, and enough for the two best to be tried out again
# Results that a signature covers: fields that are added later leave it alike.
FIELDS = (
    "result",
    "points",
    "bonds",
    "won",
    "turns",
    "trigger",
    "engine",
    "money",
    "own_links",
    "railbot_links",
    "deliveries",
    "longest_delivery",
    "points_deliveries",
    "points_hotels",
    "points_bounties",
    "points_lines",
    "points_barons",
    "points_removals",
    "points_lost",
    "cubes_lost_to_links",
    "cubes_lost_to_exhaust",
    "taxation_paid",
    "deadheads",
    "insurance_bought",
    "insurance_used",
    "urbanized",
    "western_links",
    "passes",
    "markers",
    "barons_own",
    "barons_railbot",
    "baron_turn",
    "points_after_turn",
)


def signature(player: str, games: int | None = None, boards: Sequence[str] = BOARDS) -> str:
    """The hash over the results of a player's fixed games, or of this many on each board."""
    digest = hashlib.sha256()
    for board in boards:
        for barons in (False, True):
            scenario = Scenario.of(
                board, barons=barons, player=player, budget=BUDGETS.get(player, 0)
            )
            outcomes = np.zeros(games or GAMES.get(player, GAMES_OF_ANOTHER), layout.OUTCOME)
            play_games(rules_of(scenario), SEED, 0, outcomes, no_log())
            for field in FIELDS:  # by field: the gaps of the record do not count
                digest.update(np.ascontiguousarray(outcomes[field]).tobytes())
    return digest.hexdigest()[:16]
