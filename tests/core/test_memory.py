"""Memory: no kernel reads what was freed, so that a game is the same whatever lies there."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

from rotwsim.core.layout import OUTCOME
from rotwsim.core.log import no_log
from rotwsim.players.registry import NUMBERS
from rotwsim.rules.scenario import Scenario
from rotwsim.runner.play import play_games, rules_of

pytestmark = pytest.mark.slow  # a process of its own

GAMES = 10
SEARCHING = {"master": 2}  # games tried out per decision; it plays one game


def digest_of_games(player: str) -> str:
    """What some games of a player give, as a hash."""
    budget = SEARCHING.get(player, 0)
    outcomes = np.zeros(1 if budget else GAMES, OUTCOME)
    scenario = Scenario.of(barons=True, player=player, budget=budget)
    play_games(rules_of(scenario), 1, 0, outcomes, no_log())
    return hashlib.sha256(outcomes.tobytes()).hexdigest()


@pytest.mark.parametrize("player", sorted(NUMBERS))
def test_games_are_alike_when_freed_memory_is_overwritten(player):
    done = subprocess.run(
        [sys.executable, __file__, player],
        env={**os.environ, "MALLOC_PERTURB_": "85"},  # glibc fills what is freed with this byte
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == digest_of_games(player), (
        f"{player} reads freed memory (exit code {done.returncode}): a record taken from an array "
        "does not keep it alive, see core.jit.kernel"
    )


if __name__ == "__main__":
    print(digest_of_games(sys.argv[1]))
