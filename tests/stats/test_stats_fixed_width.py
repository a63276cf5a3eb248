"""Claims about runs and comparisons that stop once something is known well enough."""

import numpy as np
import pytest

from experiments.validity.coverage import paired_precision_coverage, precision_coverage
from rotwsim.stats import at_stop, games_for_precision
from rotwsim.stats.proportions import at_stop_bounds, games_until_narrow, is_narrow


@pytest.mark.parametrize("half_width", [0.01, 0.02, 0.05])
@pytest.mark.parametrize("share", [0.005, 0.02, 0.08, 0.2, 0.5, 0.95])
def test_the_interval_at_the_stop_holds_the_truth_as_often_as_it_says(half_width, share):
    covered, _ = precision_coverage(half_width, share)
    assert 0.95 <= covered < 0.995  # once 99.9 %


@pytest.mark.parametrize("half_width", [0.01, 0.02])
def test_stopping_by_itself_costs_a_tenth_more_games_than_a_fixed_run(half_width):
    _, games = precision_coverage(half_width, 0.5)
    assert games < 1.15 * games_for_precision(half_width)  # once four times
    assert games == pytest.approx(games_until_narrow(half_width), abs=100)


def test_a_stopped_comparison_holds_the_truth_as_often_as_it_says():
    for difference, flipped in ((0.0, 0.1), (0.02, 0.1)):
        covered, _ = paired_precision_coverage(0.01, difference, flipped, runs=400)
        assert covered > 0.95 - 3 * (0.95 * 0.05 / 400) ** 0.5


def test_what_decides_the_stop_is_what_is_told():
    wins, n = np.array([10, 500, 4_000]), np.array([500, 1_000, 9_000])
    low, high = at_stop_bounds(wins, n)
    for place in range(3):
        told = at_stop(int(wins[place]), int(n[place]))
        assert (told.low, told.high) == pytest.approx((low[place], high[place]), abs=1e-15)
        assert is_narrow(wins[place], n[place], told.half_width + 1e-12)
        assert not is_narrow(wins[place], n[place], told.half_width - 1e-12)


def test_the_interval_at_the_stop_is_that_of_agresti_and_coull_at_96_percent():
    z = 2.0537489106318225
    centre = (30 + z**2 / 2) / (200 + z**2)
    reach = z * (centre * (1 - centre) / (200 + z**2)) ** 0.5
    assert (at_stop(30, 200).low, at_stop(30, 200).high) == pytest.approx(
        (centre - reach, centre + reach), abs=1e-12
    )
    assert at_stop(0, 10).low == 0.0 and at_stop(10, 10).high == 1.0


def test_games_until_narrow_is_the_first_number_that_is():
    for half_width, share in ((0.01, 0.5), (0.02, 0.1), (0.05, 0.0)):
        games = games_until_narrow(half_width, share)
        assert is_narrow(round(share * games), games, half_width)
        assert not is_narrow(round(share * (games - 2)), games - 2, half_width)


def test_impossible_wishes_are_refused():
    with pytest.raises(ValueError, match="half_width must be above 0"):
        is_narrow(1, 2, 0.0)
    with pytest.raises(ValueError, match="share must lie between 0 and 1"):
        games_until_narrow(0.01, 1.5)
    with pytest.raises(ValueError, match="more wins than games"):
        at_stop(3, 2)
