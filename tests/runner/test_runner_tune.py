"""Tuning goes on where it stopped, from plain numbers, and ends where it would have ended."""

from __future__ import annotations

import json
from importlib.util import find_spec

import numpy as np
import pytest

from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.training import tune as tuning

pytestmark = pytest.mark.skipif(find_spec("cma") is None, reason="needs cma")


@pytest.fixture
def tune(monkeypatch, tmp_path):
    """Tunes towards weights of 1, without a game."""

    def nearness(rules, weights, games, seed) -> float:
        return -sum((value - 1) ** 2 for value in weights.values()) + seed % 7 / 100

    monkeypatch.setattr(tuning, "mean_result", nearness)
    monkeypatch.setattr(tuning, "rules_of", lambda scenario: np.zeros(0))

    def run(generations: int, folder: str = "tuning", games: int = 10) -> dict[str, float]:
        scenarios = [Scenario.of("eastern-us", player="club")]
        return tuning.tune(scenarios, games, generations, tmp_path / folder, population=6)

    return run


@pytest.mark.slow
def test_an_interrupted_tuning_ends_where_an_undisturbed_one_does(tune):
    for generations in (2, 5):
        broken = tune(generations, "broken")
    assert broken == tune(5, "whole")


def test_the_state_is_plain_numbers_and_whole(tune, tmp_path):
    tune(3)
    kept = json.loads((tmp_path / "tuning" / "state.json").read_text())
    assert len(kept["generations"]) == 3
    assert {path.name for path in (tmp_path / "tuning").iterdir()} == {"state.json", "weights.json"}


def test_another_tuning_is_refused(tune):
    tune(1)
    with pytest.raises(DataError, match="holds another tuning"):
        tune(2, games=11)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"generations": [1]}', '{"generations": 5}'])
def test_a_damaged_state_is_told(tune, tmp_path, text):
    tune(1)
    (tmp_path / "tuning" / "state.json").write_text(text)
    with pytest.raises(DataError, match="is damaged"):
        tune(2)
