"""Memory: no kernel reads what was freed, so that a game is the same whatever lies there."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rotwsim.core.state.layout import OUTCOME
from rotwsim.core.state.log import no_log
from rotwsim.players.registry import NUMBERS
from rotwsim.runner.play import play_games, rules_of
from rotwsim.scenario.scenario import Scenario

from ..conftest import light_kernels

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


@pytest.fixture(scope="module")
def overwritten() -> dict[str, str]:
    """What the players give in a process where glibc fills what is freed with a byte."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.core.test_memory"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "MALLOC_PERTURB_": "85"},
        capture_output=True,
        text=True,
    )
    return dict(line.split() for line in done.stdout.splitlines())


@pytest.mark.parametrize("player", sorted(NUMBERS))
def test_games_are_alike_when_freed_memory_is_overwritten(player, overwritten):
    assert overwritten.get(player, "the process ended") == digest_of_games(player), (
        f"{player} reads freed memory: a record taken from an array does not keep it alive, "
        "see core.jit.kernel"
    )


# Searches on the hexes, which few games need, are as large as the board and stay on the heap.
MOST_ALLOCATIONS = {"random": 2, "novice": 2, "casual": 2, "expert": 25}


@pytest.mark.parametrize("player", MOST_ALLOCATIONS)
def test_a_game_hardly_allocates(player):
    from .test_compiling import allocations

    rules = rules_of(Scenario.of(player=player))
    few, many = (np.zeros(games, OUTCOME) for games in (GAMES, 3 * GAMES))
    for outcomes in (few, many):  # the first call loads the kernels
        play_games(rules, 1, 0, outcomes, no_log())
    of_few, of_many = (
        allocations(lambda outcomes=outcomes: play_games(rules, 1, 0, outcomes, no_log()))
        for outcomes in (few, many)
    )
    assert (of_many - of_few) / (2 * GAMES) < MOST_ALLOCATIONS[player]


if __name__ == "__main__":
    with light_kernels():
        for name in sorted(NUMBERS):
            print(name, digest_of_games(name), flush=True)
