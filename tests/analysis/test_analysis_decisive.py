"""What decides games: the point of no return, leads, and shares that add up."""

from __future__ import annotations

import numpy as np
import pytest

import rotwsim
from rotwsim.analysis.questions.decisive import course_of, lead_changes
from rotwsim.runner.judge import many_games
from rotwsim.runner.judge.many_games import GameJudged
from rotwsim.runner.judge.value_model import arm_of, value_model


def game(chances, turns, won) -> GameJudged:
    none = np.zeros(0)
    return GameJudged(
        0, won, max(turns), none, np.array(chances), np.array(turns), none, none, 0.0, []
    )


def test_a_lost_game_is_decided_after_the_last_turn_with_a_chance_above_a_tenth():
    course = course_of(game([0.5, 0.4, 0.05, 0.2, 0.05, 0.01], [0, 1, 2, 3, 4, 5], False))
    assert course.decided == 3


def test_a_game_is_hopeless_from_the_deal_if_it_never_had_a_chance():
    course = course_of(game([0.05, 0.04, 0.01], [0, 1, 2], False))
    assert course.decided == 0 and course.hopeless and not course.safe


def test_a_lead_changes_only_when_the_chance_is_clearly_on_the_other_side():
    assert lead_changes(np.array([0.6, 0.52, 0.48, 0.6])) == 0
    assert lead_changes(np.array([0.6, 0.4, 0.6])) == 2


def test_the_value_model_gives_the_win_rate_to_a_mean_position_and_more_to_a_better_one():
    features = np.tile(np.arange(13.0), (40, 1)) + np.random.default_rng(1).normal(size=(40, 13))
    arm = arm_of(features, 0.5)
    mean = arm.means[np.clip(np.rint(features[:1, 0]).astype(int), 0, 20)]
    better = mean.copy()
    better[:, 1] += 20
    model = value_model()
    assert 0.2 < model.chances(mean, arm)[0] < model.chances(better, arm)[0]


@pytest.mark.slow
def test_the_shares_of_luck_and_errors_add_up_to_the_gap_between_won_and_lost_games(monkeypatch):
    monkeypatch.setattr(many_games, "STARTS", 300)
    found = rotwsim.decisive("portugal", games=12, skills=(50.0,))
    shares = found.tables["causes_of_defeat"]["gap_share"]
    assert shares.sum() == pytest.approx(1.0, abs=0.15)  # the start is the same for all
    assert found.tables["decisive"]["drama"].between(0, 1).all()
