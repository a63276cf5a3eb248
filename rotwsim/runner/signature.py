"""The signature: one hash over seeded games, which changes when the game changes and never else."""

from __future__ import annotations

import hashlib

import numpy as np

from rotwsim.core import layout
from rotwsim.core.log import no_log
from rotwsim.rules.scenario import Scenario
from rotwsim.runner.play import play_games, rules_of

BOARD = "eastern-us"
PLAYER = "random"  # visits every corner of the rules, and no judgement of a player moves it
SEED = 1


def signature(games: int = 1000) -> str:
    """The hash over the outcomes of this many games without the Duel Barons and as many with."""
    digest = hashlib.sha256()
    for barons in (False, True):
        rules = rules_of(Scenario.of(BOARD, barons=barons, player=PLAYER))
        outcomes = np.zeros(games, layout.OUTCOME)
        play_games(rules, SEED, 0, outcomes, no_log())
        for field in layout.OUTCOME.names:  # by field: the gaps of the record do not count
            digest.update(np.ascontiguousarray(outcomes[field]).tobytes())
    return digest.hexdigest()[:16]
