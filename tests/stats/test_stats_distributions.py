"""Claims about whole distributions: quantiles, cumulative curves, the share near a target."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom
from statsmodels.distributions.empirical_distribution import ECDF
from statsmodels.stats.proportion import proportion_confint

from rotwsim.stats import dkw_half_width, ecdf, mean, quantile, quantiles, share_within
from rotwsim.stats.counts import Counts


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


def test_a_table_of_quantiles_has_value_interval_and_n():
    table = quantiles(np.arange(1_000.0), (0.1, 0.5, 0.9))
    assert list(table.columns) == ["probability", "value", "low", "high", "n"]
    assert (table["low"] < table["value"]).all() and (table["value"] < table["high"]).all()
    assert (table["n"] == 1_000).all()


def test_the_cumulative_curve_agrees_with_statsmodels():
    values = np.random.default_rng(19).poisson(5, size=300)
    table = ecdf(values)
    assert table["share"].to_numpy() == pytest.approx(ECDF(values)(table["value"]), abs=1e-15)
    assert table["share"].iloc[-1] == 1.0


def test_the_band_is_dvoretzky_kiefer_wolfowitz():
    assert dkw_half_width(1_000) == pytest.approx(math.sqrt(math.log(40) / 2_000), rel=1e-12)
    table = ecdf(np.arange(1_000))
    assert table["low"].min() == 0.0 and table["high"].max() == 1.0
    middle = table.iloc[499]
    assert middle["high"] - middle["low"] == pytest.approx(2 * dkw_half_width(1_000))


def test_the_band_holds_the_whole_true_curve_95_percent_of_the_time():
    random = np.random.default_rng(20)
    n, repetitions = 200, 2_000
    ordered = np.sort(random.random((repetitions, n)), axis=1)
    after, before = np.arange(1, n + 1) / n - ordered, ordered - np.arange(n) / n
    farthest = np.maximum(after, before).max(axis=1)
    assert np.mean(farthest <= dkw_half_width(n)) == pytest.approx(0.955, abs=0.012)


def test_the_share_within_three_points_of_the_target_counts_both_edges():
    results = [96, 97, 100, 103, 104]
    estimate = share_within(results, 3, target=100)
    low, high = proportion_confint(3, 5, method="wilson")
    assert estimate.value == 0.6
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=1e-12)


def test_impossible_columns_are_refused():
    with pytest.raises(ValueError, match="is empty"):
        ecdf([])
    with pytest.raises(ValueError, match="NaN"):
        quantile([1.0, math.nan], 0.5)
    with pytest.raises(ValueError, match="between 0 and 1"):
        quantile([1.0, 2.0], 50)
    with pytest.raises(ValueError, match="margin must be at least 0"):
        share_within([1.0], -1)


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
