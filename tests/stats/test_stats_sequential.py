"""Claims about looking again and again: the sequential test and intervals at any time."""

import math

import numpy as np
import pytest

from rotwsim.stats import SequentialComparison
from rotwsim.stats.paired import paired_difference_estimate
from rotwsim.stats.verdicts import SequentialTest, log_likelihood_ratio

BLOCK = 1_000


def blocks_of_pairs(random, difference, flipped=0.2):
    chances = ((flipped - difference) / 2, (flipped + difference) / 2, 1 - flipped)
    while True:
        only_baseline, only_variant, _ = random.multinomial(BLOCK, chances)
        yield int(only_baseline), int(only_variant), BLOCK


def decisions(make_test, decided_as, difference, repetitions, seed):
    random = np.random.default_rng(seed)
    outcomes, pairs = [], []
    for _ in range(repetitions):
        test = make_test()
        for block in blocks_of_pairs(random, difference):
            state = test.add(*block)
            if state.is_decided:
                break
        outcomes.append(decided_as(state))
        pairs.append(state.difference.n)
    return np.array(outcomes), np.mean(pairs)


def test_the_log_likelihood_ratio_is_that_of_the_formula():
    b, c, n = 90, 130, 1_000
    mean, variance = 0.04, 0.22 - 0.04**2
    expected = n * 0.03 * (2 * mean - 0.01 - 0.04) / (2 * variance)
    assert log_likelihood_ratio(b, c, n, 0.01, 0.04) == pytest.approx(expected, rel=1e-12)


def test_the_test_stops_at_2_944_and_not_below_1000_pairs():
    assert math.log(0.95 / 0.05) == pytest.approx(2.944, abs=5e-4)
    test = SequentialTest(0.0, 0.1)
    early = test.add(0, 400, 999)
    assert log_likelihood_ratio(0, 400, 999, 0.0, 0.1) > 2.944
    assert early.verdict == "continue"
    assert test.add(0, 0, 1).verdict == "delta1"


def test_blocks_add_up_and_the_plain_estimate_stands_beside():
    test = SequentialTest(0.0, 0.01)
    test.add(50, 60, 1_000)
    assert test.add(40, 55, 1_000).difference == paired_difference_estimate(90, 115, 2_000)


def test_a_decision_once_made_stays():
    test = SequentialTest(0.0, 0.05)
    assert test.add(50, 250, 1_000).verdict == "delta1"
    assert test.add(900, 0, 1_000).verdict == "delta1"


@pytest.mark.slow
@pytest.mark.parametrize("difference, wrong", [(0.0, "delta1"), (0.01, "delta0")])
def test_the_error_rates_are_near_nominal_with_far_fewer_pairs_than_a_fixed_size(difference, wrong):
    outcomes, pairs = decisions(
        lambda: SequentialTest(0.0, 0.01), lambda s: s.verdict, difference, 800, seed=12
    )
    assert 0.015 < np.mean(outcomes == wrong) < 0.06
    # A fixed-size test with both errors at 5 % needs (1.645 + 1.645)² 0.2 / 0.01² = 21,644 pairs.
    assert pairs < 0.65 * 21_644


def test_a_difference_that_never_flips_is_accepted_as_delta0_only_when_3_over_n_allows():
    assert SequentialTest(0.0, 0.01).add(0, 0, 1_000).verdict == "delta0"
    assert SequentialTest(0.0, 0.001).add(0, 0, 1_000).verdict == "continue"


@pytest.mark.slow
def test_the_two_sided_comparison_errs_5_percent_without_a_difference():
    outcomes, _ = decisions(SequentialComparison, lambda s: s.verdict, 0.0, 500, seed=13)
    assert np.mean(outcomes != "equivalent") < 0.065


@pytest.mark.slow
@pytest.mark.parametrize("difference, right", [(0.01, "easier"), (-0.01, "harder")])
def test_the_two_sided_comparison_finds_a_difference_of_one_margin(difference, right):
    outcomes, _ = decisions(SequentialComparison, lambda s: s.verdict, difference, 300, seed=14)
    assert np.mean(outcomes == right) > 0.93


def test_a_fixed_interval_looked_at_100_times_does_not_cover():
    random = np.random.default_rng(16)
    flips = np.cumsum(random.multinomial(BLOCK, (0.1, 0.1, 0.8), size=(300, 100)), axis=1)
    missed = [
        any(
            not paired_difference_estimate(int(b), int(c), BLOCK * look).covers(0.0)
            for look, (b, c, _) in enumerate(run, start=1)
        )
        for run in flips
    ]
    assert np.mean(missed) > 0.25


def test_impossible_sequential_input_is_refused():
    with pytest.raises(ValueError, match="must differ"):
        SequentialTest(0.01, 0.01)
    with pytest.raises(ValueError, match="alpha and beta"):
        SequentialTest(0.0, 0.01, alpha=0.6, beta=0.5)
    with pytest.raises(ValueError, match="do not fit into a block of 5"):
        SequentialTest(0.0, 0.01).add(3, 3, 5)
    with pytest.raises(ValueError, match="margin must be above 0"):
        SequentialComparison(margin=0)
