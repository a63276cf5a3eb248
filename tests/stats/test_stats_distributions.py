"""Claims about whole distributions: quantiles, cumulative curves, the share near a target."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from rotwsim.stats import mean, quantile
from rotwsim.stats.means_and_quantiles import Counts


def test_the_interval_of_the_median_of_ten_is_second_to_ninth():
    # The textbook interval: ranks 2 and 9 of 10 cover the median with chance 0.9785.
    estimate = quantile(np.arange(1.0, 11.0), 0.5)
    assert (estimate.low, estimate.high) == (2.0, 9.0)
    assert estimate.value == 5.5


@pytest.mark.parametrize("n, probability", [(25, 0.5), (100, 0.9), (100, 0.05), (1_000, 0.25)])
def test_the_quantile_interval_covers_at_least_95_percent_by_exact_summation(n, probability):
    ranks = np.arange(1.0, n + 1)
    estimate = quantile(ranks, probability)
    below = 0 if math.isinf(estimate.low) else int(estimate.low)
    above = n + 1 if math.isinf(estimate.high) else int(estimate.high)
    coverage = binom.cdf(above - 1, n, probability) - binom.cdf(below - 1, n, probability)
    assert coverage >= 0.95
    for tighter in ((below + 1, above), (below, above - 1)):
        one_side = min(binom.sf(tighter[1] - 1, n, probability), 1.0)
        other_side = binom.cdf(tighter[0] - 1, n, probability)
        assert max(one_side, other_side) > 0.025


def test_the_quantile_interval_covers_on_whole_numbered_results():
    random = np.random.default_rng(17)
    samples = random.poisson(12, size=(500, 80))
    covered = np.mean([quantile(sample, 0.75).covers(14) for sample in samples])
    assert covered >= 0.95


def test_the_quantile_is_that_of_pandas():
    import pandas as pd

    values = np.random.default_rng(18).normal(size=101)
    for probability in (0.05, 0.333, 0.5, 0.9):
        assert quantile(values, probability).value == pd.Series(values).quantile(probability)


def test_too_few_rows_leave_an_end_of_the_quantile_open():
    estimate = quantile([1.0, 2.0, 3.0], 0.9)
    assert estimate.high == math.inf
    assert estimate.low == 1.0


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60),
    st.floats(0.01, 0.99),
    st.sampled_from([0.5, 0.95]),
)
def test_a_quantile_lies_within_its_interval(values, probability, level):
    estimate = quantile(values, probability, level)
    assert estimate.low <= estimate.value <= estimate.high


def test_impossible_columns_are_refused():
    with pytest.raises(ValueError, match="is empty"):
        quantile([], 0.5)
    with pytest.raises(ValueError, match="NaN"):
        quantile([1.0, math.nan], 0.5)
    with pytest.raises(ValueError, match="between 0 and 1"):
        quantile([1.0, 2.0], 50)


@given(
    column=st.lists(st.integers(-2_000, 500), min_size=1, max_size=60),
    probability=st.sampled_from([0.05, 0.25, 0.5, 0.95]),
)
def test_a_counted_column_has_the_figures_of_the_column(column, probability):
    column = np.array(column, np.int16)
    counts = Counts(*np.unique(column, return_counts=True))
    assert len(counts) == len(column)
    assert [counts[rank] for rank in range(len(column))] == sorted(column.tolist())
    assert (counts.min(), counts.max()) == (column.min(), column.max())
    assert counts.at(int(column[0])) == (column == column[0]).sum()
    assert counts.std() == pytest.approx(column.std(dtype=float))
    assert quantile(counts, probability) == quantile(column, probability)
    ours, theirs = mean(counts), mean(column)
    assert (ours.value, ours.low, ours.n) == pytest.approx((theirs.value, theirs.low, theirs.n))
