"""The game not compiled at all: Python then checks every index, and the games are the same.

An index out of range would silently read or write the neighbouring field of a record.
`python -m tests.core.extremes` plays compiled games by the hundred thousand with checks on.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rotwsim.core.state.log import new_log, no_log
from rotwsim.players.registry import NUMBERS
from rotwsim.runner.play import new_outcomes, play_games, rules_of
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.scenario import Scenario

pytestmark = pytest.mark.slow  # seconds a game

SHORT = {  # over after a few turns of one action
    "empty_city_trigger": 1,
    "base_exhaust": 9,
    "actions_before_railbot": 1,
    "actions_after_railbot": 0,
}
FEW_TURNS = {"empty_city_trigger": 2, "base_exhaust": 6}
MIDDLING = {"empty_city_trigger": 5, "base_exhaust": 4}
LONG = {"actions_before_railbot": 6, "actions_after_railbot": 6, "tiles_per_build": 12}
LENGTH = {"expert": FEW_TURNS, "club": FEW_TURNS, "person": FEW_TURNS}
KNOB = {"person": {"knob": 3.0}}  # else games that are not compiled would have to find it
WHOLE = {"eastern-us": LONG, "portugal": {}}  # the longest game, and one by the rules as they are
SCENARIOS = {
    **{
        f"random on {board}": {
            "board": board,
            "barons": True,
            "player": "random",
            "settings": WHOLE.get(board, FEW_TURNS),
        }
        for board in board_names()
    },
    "box and fresh": {
        "rulings": {"removed_cubes": "box", "railbot_path": "fresh"},
        "player": "random",
        "settings": MIDDLING,
    },
    "tweaks": {
        "tweaks": ["cards-2", "display-3"],
        "barons": True,
        "player": "random",
        "settings": MIDDLING,
    },
    "table": {"seats": ["random"] * 4},
    **{
        f"a {player}": {
            "board": "sweden",
            "barons": True,
            "player": player,
            "settings": LENGTH.get(player, MIDDLING),
            **KNOB.get(player, {}),
        }
        for player in sorted(set(NUMBERS) - {"random", "master"})
    },
    "a master": {"board": "sweden", "player": "master", "budget": 1, "settings": SHORT},
}


def digest_of_a_game(name: str) -> str:
    """A game with its log as a hash."""
    scenario = Scenario.of(**SCENARIOS[name])
    rules = rules_of(scenario)
    outcomes, log = new_outcomes(rules, 1), no_log() if scenario.seats else new_log()
    play_games(rules, 5, 0, outcomes, log)
    return hashlib.sha256(outcomes.tobytes() + log.tobytes()).hexdigest()


@pytest.fixture(scope="module")
def uncompiled() -> dict[str, str]:
    """What the scenarios give that are not compiled, by name: a digest or an error."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.core.uncompiled"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_game_is_the_same_with_every_index_checked(name, uncompiled):
    assert uncompiled[name] == digest_of_a_game(name)
