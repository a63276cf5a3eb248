"""Placing a person: the interval holds the truth, and scores of nobody are found out."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from rotwsim.stats import weights_and_likelihood
from rotwsim.stats.weights_and_likelihood import RESULTS, Chances, Record, place

SHARES = (np.arange(24) + 0.5) / 24
MEANS, SPREADS = np.linspace(20, 180, 65), np.linspace(30, 20, 65)
QUANTILES = MEANS[:, None] + SPREADS[:, None] * norm.ppf(SHARES)[None, :]
TARGET = 125
PRIOR = np.full(65, 1 / 65)


@pytest.fixture(scope="module")
def chances():
    return Chances.of(QUANTILES)


def placed(chances, *scores, **options):
    wins = chances.at_least(TARGET)
    return place(wins, PRIOR, [(chances, np.array(scores))], **options)


def test_every_result_has_a_chance_and_smoothing_keeps_the_spread(chances):
    assert np.allclose(chances.rows.sum(axis=1), 1) and (chances.rows > 0).all()
    rates = chances.at_least(TARGET)
    assert (np.diff(rates) > -1e-3).all() and rates[0] < 0.02 and rates[-1] > 0.95
    truth = norm.sf(TARGET - 0.5, MEANS, SPREADS)
    assert np.abs(rates - truth).max() < 0.025


def test_ten_scores_hold_the_win_rate_about_nine_times_in_ten(chances, monkeypatch):
    monkeypatch.setattr(weights_and_likelihood, "SETS", 1)  # of the fit, which is not asked for
    random, held, wins = np.random.default_rng(3), 0, chances.at_least(TARGET)
    for _ in range(100):
        one = random.integers(65)
        rate = placed(chances, *random.choice(RESULTS, 10, p=chances.rows[one])).win_rate
        held += rate.low <= wins[one] <= rate.high
    assert 82 <= held <= 97


def test_a_record_says_less_than_the_scores_behind_it(chances):
    wins = chances.at_least(TARGET)
    scores = placed(chances, 100, 110, 120, 130, 140, 150).win_rate
    record = place(wins, PRIOR, [], [Record(wins, 3, 6)])
    assert record.fit == 1 and record.results == 6
    assert record.win_rate.low < scores.low < 0.5 < scores.high < record.win_rate.high


def test_more_scores_make_the_interval_narrower(chances):
    few, many = (
        placed(chances, *np.tile([120, 135, 150], times)).win_rate.half_width for times in (1, 16)
    )
    assert few > 0.15
    assert many == pytest.approx(few / 4, rel=0.3), "16 times the scores, a quarter of the width"


def test_scores_that_nobody_brings_are_found_out_and_others_are_not(chances):
    assert placed(chances, 20, 180, 30, 190, 25, 185).fit < 0.01
    assert placed(chances, 330).fit < 0.01
    assert placed(chances, 330, 320).win_rate.value > 0.5, "high scores win"
    assert placed(chances, 131, 142, 155, 128).fit > 0.1


def test_scores_of_two_games_are_used_together(chances):
    harder, wins = Chances.of(QUANTILES - 30), chances.at_least(TARGET)
    groups = [(chances, np.array([142, 150])), (harder, np.array([112, 120]))]
    both = place(wins, PRIOR, groups)
    assert both.results == 4 and both.win_rate.low < 0.8 < both.win_rate.high
    average = both.average(wins)
    assert average.low < average.value < average.high


def test_ten_thousand_scores_are_placed_at_once(chances):
    assert placed(chances, *np.tile([120, 135, 150], 3_333)).results == 9_999
