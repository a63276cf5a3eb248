"""Claims about one win rate: fixed-size and anytime intervals, and the games a precision needs."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom
from statsmodels.stats.proportion import proportion_confint

from rotwsim.stats import anytime, anytime_bounds, games_for_precision, pairs_for_difference, wilson
from rotwsim.stats.proportions import wilson_bounds


@pytest.mark.parametrize("wins, n", [(0, 7), (1, 7), (7, 7), (2, 100), (4_321, 10_000)])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_wilson_agrees_with_statsmodels(wins, n, level):
    low, high = proportion_confint(wins, n, alpha=1 - level, method="wilson")
    estimate = wilson(wins, n, level)
    assert estimate.value == wins / n
    assert estimate.low == pytest.approx(low, abs=1e-12)
    assert estimate.high == pytest.approx(high, abs=1e-12)
    assert estimate.n == n


def test_wilson_covers_0949_at_n_100_and_p_002_where_wald_covers_0866():
    wins, n, p = np.arange(101), 100, 0.02
    chance = binom.pmf(wins, n, p)
    low, high = wilson_bounds(wins, np.full_like(wins, n))
    share = wins / n
    reach = 1.959963984540054 * np.sqrt(share * (1 - share) / n)
    assert chance[(low <= p) & (p <= high)].sum() == pytest.approx(0.949, abs=5e-4)
    assert chance[abs(share - p) <= reach].sum() == pytest.approx(0.866, abs=5e-4)


def test_wilson_stays_within_zero_and_one_and_includes_its_border():
    assert wilson(0, 10).low == 0.0
    assert wilson(10, 10).high == 1.0


@pytest.mark.parametrize(
    "half_width, games", [(0.01, 9_604), (0.005, 38_415), (0.002, 240_091), (0.001, 960_365)]
)
def test_games_for_a_precision_are_the_stated_ones(half_width, games):
    assert games_for_precision(half_width) == games


@pytest.mark.parametrize("flipped, pairs", [(0.5, 39_242), (0.1, 7_847)])
def test_pairs_for_one_point_at_80_percent_power_are_the_stated_ones(flipped, pairs):
    assert pairs_for_difference(0.01, flipped) == pairs
    assert pairs_for_difference(-0.01, flipped) == pairs


def test_mcnemar_finds_one_point_with_the_promised_power():
    pairs = pairs_for_difference(0.01, flipped=0.1)
    random = np.random.default_rng(1)
    only_baseline, only_variant, _ = random.multinomial(pairs, (0.045, 0.055, 0.9), 20_000).T
    z = (only_variant - only_baseline) / np.sqrt(only_variant + only_baseline)
    assert np.mean(abs(z) > 1.959964) == pytest.approx(0.80, abs=0.01)


@pytest.mark.parametrize(
    "wins, n", [(1, 2), (3, 10), (50, 100), (999, 1_000), (1, 10**8), (5 * 10**7, 10**8)]
)
def test_the_anytime_interval_ends_where_the_mixture_ratio_is_one_over_alpha(wins, n):
    # B(w+1, n-w+1) = 1 / ((n+1) C(n, w)): the ratio is 1 / ((n+1) pmf(w)).
    estimate = anytime(wins, n)
    for end in (estimate.low, estimate.high):
        ratio = -math.log(n + 1) - binom.logpmf(wins, n, end)
        assert ratio == pytest.approx(math.log(20), abs=2e-6)


def test_the_anytime_interval_has_its_closed_form_where_nothing_or_everything_is_won():
    for n in (1, 10, 10**4, 10**8):
        reach = -math.expm1(-(math.log(20) + math.log(n + 1)) / n)
        never, always = anytime(0, n), anytime(n, n)
        assert (never.low, always.high) == (0.0, 1.0)
        assert never.high == pytest.approx(reach, rel=1e-9)
        assert 1 - always.low == pytest.approx(reach, abs=1e-15, rel=1e-7)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(n=st.integers(1, 10**7), share=st.floats(0, 1), level=st.sampled_from([0.5, 0.95, 0.9999]))
def test_the_anytime_interval_holds_the_share_and_mirrors_wins_and_losses(n, share, level):
    wins = round(n * share)
    estimate = anytime(wins, n, level)
    assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
    mirrored = anytime(n - wins, n, level)
    assert estimate.low == pytest.approx(1 - mirrored.high, abs=1e-9)


@pytest.mark.slow
def test_looking_100_times_alarms_39_percent_at_fixed_size_and_almost_never_at_any_time():
    random = np.random.default_rng(2)
    games = np.arange(1, 101) * 100
    wins = np.cumsum(random.binomial(100, 0.5, size=(1_000, 100)), axis=1)
    fixed_low, fixed_high = wilson_bounds(wins, games)
    low, high = anytime_bounds(wins, games)
    fixed_alarms = ((fixed_low > 0.5) | (fixed_high < 0.5)).any(axis=1).mean()
    alarms = ((low > 0.5) | (high < 0.5)).any(axis=1).mean()
    assert fixed_alarms == pytest.approx(0.39, abs=0.03)
    assert alarms < 0.01


@pytest.mark.parametrize("interval", [wilson, anytime])
@pytest.mark.parametrize(
    "wins, n, complaint",
    [
        (3, 2, "more wins than games"),
        (0, 0, "n must be at least 1"),
        (-1, 5, "fewer than none"),
        (1.5, 5, "must be whole numbers"),
        (math.nan, 5, "found NaN"),
    ],
)
def test_impossible_counts_are_refused(interval, wins, n, complaint):
    with pytest.raises(ValueError, match=complaint):
        interval(wins, n)


def test_impossible_columns_levels_and_wishes_are_refused():
    with pytest.raises(ValueError, match="between 0 and n"):
        wilson_bounds([1, 9], [5, 5])
    with pytest.raises(ValueError, match="NaN"):
        anytime_bounds([1, math.nan], [5, 5])
    with pytest.raises(ValueError, match="level must be between 0 and 1"):
        wilson(1, 2, level=95)
    with pytest.raises(ValueError, match="half_width must be above 0"):
        games_for_precision(0)
    with pytest.raises(ValueError, match="needs that share of flipped games"):
        pairs_for_difference(0.2, flipped=0.1)
