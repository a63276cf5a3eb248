"""What an answer costs: the numbers of games agree with the intervals they promise."""

from __future__ import annotations

import pytest

from rotwsim import stats
from rotwsim.report.runs import forecast
from rotwsim.stats import Estimate

HALF = Estimate(0.5, 0.45, 0.55, 400)


def test_near_one_half_the_games_are_those_of_the_textbook():
    (cost,) = forecast(HALF, 1_000.0, [1.0], [], []).precisions
    assert cost.games == 9_604
    assert cost.minutes == pytest.approx(9_604 / 1_000 / 60)


@pytest.mark.parametrize("share", [0.5, 0.1, 0.001])
@pytest.mark.parametrize("points", [0.5, 2.0])
def test_the_promised_games_give_the_promised_precision(share, points):
    rate = Estimate(share, share, share, 1_000)
    (cost,) = forecast(rate, 1.0, [points], [], []).precisions
    for games, interval in ((cost.games, stats.wilson), (cost.games_until_stop, stats.at_stop)):
        assert interval(round(share * games), games).half_width <= 1.001 * points / 100
    assert cost.games < cost.games_until_stop < 1.3 * cost.games + 100


def test_a_difference_larger_than_the_flipped_share_is_left_out():
    costs = forecast(HALF, 1.0, [], [1.0, 20.0], [0.1, 0.5]).differences
    assert [(cost.points, cost.flipped) for cost in costs] == [(1.0, 0.1), (1.0, 0.5), (20.0, 0.5)]
    assert costs[0].pairs == 7_847
