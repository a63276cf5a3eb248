"""Tuning finds better weights, the same ones each time, and goes on where it was stopped."""

from __future__ import annotations

import json
from importlib.util import find_spec

import numpy as np
import pytest

from rotwsim.players.value.weights import NAMES
from rotwsim.runner.play import weights_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.training import tune as tuning

pytestmark = pytest.mark.skipif(find_spec("cma") is None, reason="needs cma")
CLUB = Scenario.of("eastern-us", player="club")


@pytest.fixture
def tuned(monkeypatch, tmp_path):
    """Tune towards weights of 1, without a game."""

    def nearness(scenarios, weights, games, seed) -> float:
        return -float(((weights - 1) ** 2).sum()) + seed % 7 / 100

    monkeypatch.setattr(tuning, "mean_result", nearness)
    return lambda generations, name="tuning", games=10: tuning.tune(
        [CLUB], games, generations, tmp_path / name, population=6
    )


@pytest.mark.slow
def test_tuned_weights_are_better_and_the_same_again(tuned):
    start, found = np.array(weights_of(CLUB)), tuned(40)
    assert ((found - 1) ** 2).sum() < ((start - 1) ** 2).sum()
    assert np.array_equal(found, tuned(40, "again"))


def test_an_interrupted_tuning_ends_where_an_undisturbed_one_does(tuned, tmp_path, monkeypatch):
    tuned(2)
    assert len(json.loads((tmp_path / "tuning" / tuning.STATE).read_text())["generations"]) == 2
    played, nearness = [], tuning.mean_result
    monkeypatch.setattr(
        tuning, "mean_result", lambda *given: played.append(given) or nearness(*given)
    )
    assert np.array_equal(tuned(4), tuned(4, "whole"))
    assert len(played) == 8 * (2 + 4)  # candidates, their mean and the weights before


def test_another_tuning_is_refused(tuned):
    tuned(1)
    with pytest.raises(DataError, match="holds another tuning"):
        tuned(2, games=11)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"generations": [1]}', '{"generations": 5}'])
def test_a_damaged_state_is_named(tuned, tmp_path, text):
    tuned(1)
    (tmp_path / "tuning" / tuning.STATE).write_text(text)
    with pytest.raises(DataError, match="is damaged"):
        tuned(2)


def test_what_is_no_matter_of_degree_stays(tuned):
    fixed = [NAMES.index(name) for name in tuning.FIXED]
    assert np.array_equal(tuned(2)[fixed], np.array(weights_of(CLUB))[fixed])


def test_a_ruined_game_counts_no_less_than_the_worst(monkeypatch):
    monkeypatch.setattr(tuning, "results", lambda *given: np.array([-1000, 50]))
    assert tuning.mean_result([CLUB, CLUB], np.zeros(0), 2, 1) == 0.0
