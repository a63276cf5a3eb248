"""Claims about a variant and its baseline on the same seeds."""

import math

import numpy as np
import pytest
from scipy.stats import multinomial
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

from experiments.validity.coverage import paired_coverage
from rotwsim.stats import paired_difference, paired_mean_difference
from rotwsim.stats.means_and_quantiles import bootstrap_mean
from rotwsim.stats.paired import (
    mcnemar,
    paired_difference_estimate,
    paired_difference_of_counts,
    paired_score_interval,
)


def correlated_wins(n, seed, shift=0.0):
    random = np.random.default_rng(seed)
    luck, own, other = random.normal(size=(3, n))
    return luck + 0.5 * own > 0, luck + 0.5 * other + shift > 0


@pytest.mark.parametrize("b, c", [(0, 0), (0, 1), (3, 9), (12, 12), (5, 19), (0, 24)])
def test_mcnemar_is_the_exact_binomial_below_25_flips(b, c):
    p_value = mcnemar(b, c)
    expected = statsmodels_mcnemar([[50, b], [c, 50]], exact=True).pvalue
    assert p_value == pytest.approx(min(1.0, expected), abs=1e-12)


@pytest.mark.parametrize("b, c", [(12, 13), (5, 20), (400, 300), (100_000, 101_000)])
def test_mcnemar_is_the_uncorrected_chi_square_from_25_flips(b, c):
    p_value = mcnemar(b, c)
    expected = statsmodels_mcnemar([[50, b], [c, 50]], exact=False, correction=False).pvalue
    assert p_value == pytest.approx(expected, abs=1e-12, rel=1e-9)


def test_the_paired_difference_is_that_of_the_formulas():
    result = paired_difference_of_counts(both=300, only_baseline=120, only_variant=80, neither=500)
    assert result.difference.value == -0.04
    assert result.standard_error == pytest.approx(math.sqrt(200 - 1.6) / 1000, rel=1e-12)
    reach = 1.959963984540054 * result.standard_error
    assert result.difference.low == pytest.approx(-0.04 - reach, abs=1e-12)
    assert result.difference.high == pytest.approx(-0.04 + reach, abs=1e-12)
    assert (result.baseline.value, result.variant.value) == (0.42, 0.38)
    assert result.flipped.value == 0.2
    assert result.n == 1000


def test_columns_and_counts_tell_the_same_story():
    baseline, variant = correlated_wins(5_000, seed=1, shift=0.1)
    result = paired_difference(baseline, variant)
    assert result.only_baseline == np.sum(baseline & ~variant)
    assert result.only_variant == np.sum(~baseline & variant)
    difference = variant.astype(float) - baseline
    assert result.difference.value == pytest.approx(difference.mean(), abs=1e-15)
    assert result.standard_error == pytest.approx(difference.std() / math.sqrt(5_000), rel=1e-12)


def test_a_scenario_against_itself_on_the_same_seeds_shows_exactly_no_difference():
    wins, _ = correlated_wins(2_000, seed=2)
    result = paired_difference(wins, wins)
    assert result.difference.value == 0.0
    assert result.standard_error == 0.0
    assert result.p_value == 1.0
    assert result.flipped.value == 0.0
    assert result.variance_ratio == 0.0
    scores = np.arange(2_000.0)
    same = paired_mean_difference(scores, scores)
    assert (same.value, same.low, same.high, same.n) == (0.0, 0.0, 0.0, 2_000)


def test_the_variance_ratio_is_one_for_independent_columns_and_small_for_alike_ones():
    random = np.random.default_rng(3)
    first, second = random.random((2, 200_000)) < 0.4
    assert paired_difference(first, second).variance_ratio == pytest.approx(1.0, abs=0.02)
    baseline, variant = correlated_wins(200_000, seed=4)
    result = paired_difference(baseline, variant)
    assert result.variance_ratio < 0.5
    apart = (variant.astype(float) - baseline).var()
    assert result.variance_ratio == pytest.approx(apart / (baseline.var() + variant.var()))


def test_the_variance_ratio_predicts_the_spread_over_repetitions():
    differences, unpaired, ratios = [], [], []
    for repetition in range(400):
        baseline, variant = correlated_wins(500, seed=(5, repetition))
        stranger, _ = correlated_wins(500, seed=(6, repetition))
        result = paired_difference(baseline, variant)
        differences.append(result.difference.value)
        unpaired.append(variant.mean() - stranger.mean())
        ratios.append(result.variance_ratio)
    assert np.mean(ratios) == pytest.approx(np.var(differences) / np.var(unpaired), rel=0.2)


def test_where_no_arm_ever_varies_the_variance_ratio_is_undefined():
    result = paired_difference([1, 1, 1], [1, 1, 1])
    assert math.isnan(result.variance_ratio)


def test_the_published_consolidation_therapy_example_is_reproduced():
    # Cavo 2012 (59, 6, 16, 80) as printed by the R package contingencytables.
    low, high = paired_score_interval(16, 6, 161)
    assert (round(low, 4), round(high, 4)) == (-0.1240, -0.0054)
    result = paired_difference_of_counts(both=59, only_baseline=16, only_variant=6, neither=80)
    assert result.p_value == pytest.approx(0.052479, abs=5e-7)
    reach = 1.959963984540054 * result.standard_error
    wald = (result.difference.value - reach, result.difference.value + reach)
    assert wald == pytest.approx((-0.1184, -0.0058), abs=5e-5)


def test_no_flip_in_few_games_leaves_a_difference_possible():
    estimate = paired_difference_estimate(0, 0, 100)
    z_squared = 1.959963984540054**2
    assert estimate.value == 0.0
    assert estimate.high == pytest.approx(z_squared / (100 + z_squared), abs=1e-12)
    assert estimate.low == pytest.approx(-estimate.high, abs=1e-12)


def test_the_score_interval_excludes_zero_exactly_where_the_uncorrected_chi_square_rejects():
    for b in range(0, 12):
        for c in range(0, 12):
            low, high = paired_score_interval(b, c, 60)
            rejects = (c - b) ** 2 > 1.959963984540054**2 * (b + c)
            assert rejects == (not low <= 0 <= high)


@pytest.mark.slow
@pytest.mark.parametrize("chances", [(0.01, 0.01), (0.02, 0.0), (0.03, 0.06)])
def test_the_paired_interval_covers_with_few_flips_by_exact_summation(chances):
    n, (p_b, p_c) = 100, chances
    covered = total = 0.0
    for b in range(24):
        for c in range(24):
            chance = multinomial.pmf([b, c, n - b - c], n, [p_b, p_c, 1 - p_b - p_c])
            if chance > 1e-7:
                total += chance
                covered += chance * paired_difference_estimate(b, c, n).covers(p_c - p_b)
    assert total > 0.999
    assert covered > 0.935


def test_a_difference_of_100_points_leaves_room_for_less():
    estimate = paired_difference_estimate(0, 50, 50)
    z_squared = 1.959963984540054**2
    assert (estimate.value, estimate.high) == (1.0, 1.0)
    assert estimate.low == pytest.approx((50 - z_squared) / (50 + z_squared), abs=1e-9)
    mirrored = paired_difference_estimate(50, 0, 50)
    assert (mirrored.low, mirrored.high) == pytest.approx((-1.0, -estimate.low), abs=1e-9)


@pytest.mark.slow
def test_the_paired_interval_covers_near_100_points_at_50_pairs():
    truths = [(0.0, 0.995), (0.0, 0.98), (0.005, 0.985), (0.02, 0.93), (0.2, 0.3)]
    covered = paired_coverage(50, truths)
    assert min(covered) > 0.91  # once 0.22; exact counts of 50 leave steps of some points
    assert np.mean(covered) > 0.94


@pytest.mark.slow
def test_the_bootstrap_interval_of_a_skewed_paired_mean_covers_95_percent():
    random = np.random.default_rng(7)
    covered = 0
    for repetition in range(400):
        baseline = random.normal(size=200)
        variant = baseline + random.exponential(2.0, size=200)
        estimate = paired_mean_difference(baseline, variant, replicates=500, seed=repetition)
        covered += estimate.covers(2.0)
    assert covered / 400 == pytest.approx(0.945, abs=0.025)


@pytest.mark.slow
def test_a_million_seeds_are_bootstrapped_in_blocks_with_the_right_width():
    values = np.random.default_rng(8).normal(3.0, 10.0, size=1_000_000)
    estimate = bootstrap_mean(values)
    assert estimate.half_width == pytest.approx(1.96 * 10 / 1_000, rel=0.06)
    assert estimate.n == 1_000_000


@pytest.mark.slow
def test_blocks_of_unequal_size_add_no_spread_of_their_own():
    estimate = bootstrap_mean(np.full(15_001, 7.0))
    assert (estimate.low, estimate.high) == (7.0, 7.0)


def test_the_bootstrap_repeats_itself_for_the_same_seed_only():
    values = np.random.default_rng(9).normal(size=100)
    assert bootstrap_mean(values, seed=1) == bootstrap_mean(values, seed=1)
    assert bootstrap_mean(values, seed=1) != bootstrap_mean(values, seed=2)


def test_impossible_pairs_are_refused():
    with pytest.raises(ValueError, match="lengths differ: baseline_wins has 2, variant_wins has 3"):
        paired_difference([0, 1], [0, 1, 1])
    with pytest.raises(ValueError, match="only 0 and 1"):
        paired_difference([0, 2], [0, 1])
    with pytest.raises(ValueError, match="NaN or infinity in 1 of 2 rows"):
        paired_mean_difference([0, math.nan], [0, 1])
    with pytest.raises(ValueError, match="is empty"):
        paired_difference([], [])
    with pytest.raises(ValueError, match="do not fit into n = 5"):
        paired_difference_estimate(3, 4, 5)
