"""Claims about two arms on different seeds, the A/A check among them."""

import numpy as np
import pytest
from statsmodels.stats.proportion import confint_proportions_2indep

from experiments.boards.outcome import unpaired_difference
from rotwsim.stats import mean

COUNTS = [(40, 100, 55, 110), (0, 50, 3, 60), (5_000, 10_000, 5_300, 10_000)]


@pytest.mark.parametrize("w1, n1, w2, n2", COUNTS)
def test_newcombes_interval_agrees_with_statsmodels(w1, n1, w2, n2):
    low, high = confint_proportions_2indep(w2, n2, w1, n1, method="newcomb", compare="diff")
    difference = unpaired_difference(w1, n1, w2, n2)
    assert difference.value == pytest.approx(w2 / n2 - w1 / n1, abs=1e-15)
    assert difference.low == pytest.approx(low, abs=1e-12)
    assert difference.high == pytest.approx(high, abs=1e-12)
    assert difference.n == n1 + n2


def test_a_against_a_on_other_seeds_misses_no_difference_in_5_percent_of_400_repetitions():
    random = np.random.default_rng(10)
    wins = random.binomial(2_000, 0.45, size=(400, 2))
    missed = [not unpaired_difference(a, 2_000, b, 2_000).covers(0.0) for a, b in wins]
    assert np.mean(missed) == pytest.approx(0.05, abs=0.02)


def test_two_arms_that_never_win_do_not_differ():
    assert unpaired_difference(0, 20, 0, 20).covers(0.0)


def test_students_interval_of_a_mean_agrees_with_statsmodels():
    from statsmodels.stats.weightstats import DescrStatsW

    values = np.random.default_rng(11).normal(5, 3, size=12)
    low, high = DescrStatsW(values).tconfint_mean()
    estimate = mean(values)
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=1e-12)
    assert estimate.value == values.mean()
    assert estimate.n == 12


def test_a_single_row_bounds_no_mean():
    assert mean([4.0]).half_width == float("inf")
