"""Tuning finds better weights, the same ones each time."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

from rotwsim.players.value.weights import NAMES
from rotwsim.runner.play import weights_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.training import tune as tuning

pytestmark = pytest.mark.skipif(find_spec("cma") is None, reason="needs cma")
CLUB = Scenario.of("eastern-us", player="club")


@pytest.fixture
def tuned(monkeypatch):
    """Tune towards weights of 1, without a game."""

    def nearness(scenarios, weights, games, seed) -> float:
        return -float(((weights - 1) ** 2).sum()) + seed % 7 / 100

    monkeypatch.setattr(tuning, "mean_result", nearness)
    return lambda generations: tuning.tune([CLUB], 10, generations, population=6)


@pytest.mark.slow
def test_tuned_weights_are_better_and_the_same_again(tuned):
    start, found = np.array(weights_of(CLUB)), tuned(40)
    assert ((found - 1) ** 2).sum() < ((start - 1) ** 2).sum()
    assert np.array_equal(found, tuned(40))


def test_what_is_no_matter_of_degree_stays(tuned):
    fixed = [NAMES.index(name) for name in tuning.FIXED]
    assert np.array_equal(tuned(2)[fixed], np.array(weights_of(CLUB))[fixed])


def test_a_ruined_game_counts_no_less_than_the_worst(monkeypatch):
    monkeypatch.setattr(tuning, "results", lambda *given: np.array([-1000, 50]))
    assert tuning.mean_result([CLUB, CLUB], np.zeros(0), 2, 1) == 0.0
