"""The compiled game with every index checked, and the same game not compiled at all.

An index out of range would silently read or write the neighbouring field of a record.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import warnings

import numpy as np
import pytest

from rotwsim.core.layout import OUTCOME
from rotwsim.core.log import new_log, no_log
from rotwsim.rules.scenario import Scenario
from rotwsim.runner.play import play_games, rules_of

pytestmark = pytest.mark.slow  # compiles anew

GAMES = 8


def digest_of_games() -> str:
    """Some games of two players on two boards as a hash, the first one with its log."""
    digest = hashlib.sha256()
    for board, player in (("eastern-us", "random"), ("sweden", "passive")):
        rules = rules_of(Scenario.of(board, barons=True, player=player))
        outcomes = np.zeros(GAMES, OUTCOME)
        play_games(rules, 5, 0, outcomes, no_log())
        digest.update(outcomes.tobytes())
    log = new_log()
    play_games(rules, 5, 0, outcomes[:1], log)
    digest.update(log.tobytes())
    return digest.hexdigest()


def test_a_game_is_the_same_with_the_jit_switched_off():
    done = subprocess.run(
        [sys.executable, __file__],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == digest_of_games()


def test_every_index_is_within_its_array(checked_run):
    told, _ = checked_run.communicate()
    assert checked_run.returncode == 0, told


if __name__ == "__main__":
    warnings.simplefilter("ignore", RuntimeWarning)  # numpy warns where random words wrap
    print(digest_of_games())
