"""The public names: found at once, loaded when asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

import rotwsim
from rotwsim.core.log import IN_USE


def test_play_gives_the_outcome_and_on_request_the_log():
    scenario = rotwsim.Scenario.of("eastern-us", player="passive")
    played = rotwsim.play(scenario, seed=2, game=5)
    assert played.log is None and played.outcome["passes"] == 3 * played.outcome["turns"]
    logged = rotwsim.play(scenario, seed=2, game=5, log=True)
    assert logged.outcome == played.outcome and len(logged.log) == logged.log[0, IN_USE]


def test_names_are_listed_and_others_refused():
    assert {"Scenario", "play"} <= set(dir(rotwsim))
    with pytest.raises(AttributeError, match="has no attribute 'plaz'"):
        _ = rotwsim.plaz


def test_importing_the_package_loads_nothing_heavy():
    code = "import rotwsim, sys; print([n for n in ('numpy', 'numba') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "[]\n"
