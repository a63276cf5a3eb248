"""Places on a ladder: the interval holds a known skill, and scores of nobody are told apart."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from rotwsim.stats.placing import Ladder, between, games_for, place

SHARES = (np.arange(40) + 0.5) / 40
RUNGS = np.array([m + s * norm.ppf(SHARES) for m, s in ((13, 28), (83, 32), (142, 20), (177, 22))])


@pytest.fixture(scope="module")
def ladder():
    return Ladder.of(RUNGS)


def test_a_ladder_gives_every_result_a_chance_and_winning_more_of_it_to_more_skill(ladder):
    assert np.allclose(ladder.chances.sum(axis=1), 1) and (ladder.chances > 0).all()
    rates = ladder.at_least(125)
    assert (np.diff(rates) > -1e-3).all() and rates[0] < 0.01 and rates[-1] > 0.95
    assert rates[40] == pytest.approx(norm.sf(124.5, 142, 20), abs=0.03)
    assert np.array_equal(between(RUNGS, 1.5), (RUNGS[1] + RUNGS[2]) / 2)


@pytest.mark.slow
def test_ten_scores_hold_a_known_skill_about_nine_times_in_ten(ladder):
    random, held = np.random.default_rng(3), 0
    for _ in range(200):
        skill = random.uniform(0, len(RUNGS) - 1)
        scores = np.interp(random.random(10), SHARES, between(RUNGS, skill)).round().astype(int)
        held += place([(ladder, scores)]).skill.covers(skill)
    assert 170 <= held <= 190


def test_more_scores_make_the_interval_narrower_as_games_for_says(ladder):
    few = place([(ladder, np.array([120, 135, 150]))])
    needed = games_for(ladder, few, 0.3)
    many = place([(ladder, np.tile([120, 135, 150], needed // 3))])
    assert few.skill.high - few.skill.low > 0.5
    assert many.skill.high - many.skill.low == pytest.approx(0.3, abs=0.15)


def test_scores_that_no_skill_brings_are_found_out_and_others_are_not(ladder):
    assert place([(ladder, np.array([20, 180, 30, 190, 25, 185]))]).fit < 0.01
    assert place([(ladder, np.array([330]))]).fit < 0.01
    assert place([(ladder, np.array([330, 320]))]).skill.value > 1.5, "high scores stand high"
    assert place([(ladder, np.array([131, 142, 155, 128]))]).fit > 0.1


def test_scores_of_two_games_are_used_together(ladder):
    harder = Ladder.of(RUNGS - 30)
    both = place([(ladder, np.array([142, 150])), (harder, np.array([112, 120]))])
    assert both.results == 4 and both.skill.covers(2)
    average = both.average(ladder.at_least(125))
    assert average.low < average.value < average.high
