"""Compare the wins of a variant and its baseline, pair by pair on the same seeds."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats import estimate
from rotwsim.stats.means_and_quantiles import bootstrap_mean
from rotwsim.stats.proportions import LEVEL_AT_STOP, pairs_for_difference, rising_root, wilson


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The win rates of two arms on the same seeds and the difference variant - baseline.

    `variance_ratio` is the variance of the difference over that of two independent runs of the
    same size (below 1: pairing saves games); it is NaN where neither arm varies.
    """

    difference: estimate.Estimate
    baseline: estimate.Estimate
    variant: estimate.Estimate
    flipped: estimate.Estimate
    only_baseline: int
    only_variant: int
    standard_error: float
    p_value: float
    variance_ratio: float

    @property
    def n(self) -> int:
        return self.difference.n


def paired_difference(baseline_wins: ArrayLike, variant_wins: ArrayLike) -> PairedDifference:
    """Compare two columns of wins (0 or 1), row by row on the same seed."""
    baseline = estimate.checked_indicators("baseline_wins", baseline_wins)
    variant = estimate.checked_indicators("variant_wins", variant_wins)
    estimate.check_same_length(baseline_wins=baseline, variant_wins=variant)
    return paired_difference_of_counts(
        both=int((baseline & variant).sum()),
        only_baseline=int((baseline & ~variant).sum()),
        only_variant=int((~baseline & variant).sum()),
        neither=int((~baseline & ~variant).sum()),
    )


def paired_difference_of_counts(
    *, both: int, only_baseline: int, only_variant: int, neither: int
) -> PairedDifference:
    b, c = _checked_flips(only_baseline, only_variant)
    n = estimate.checked_count("both", both) + estimate.checked_count("neither", neither) + b + c
    baseline, variant = wilson(both + b, n), wilson(both + c, n)
    standard_error = paired_standard_error(b, c, n)
    independent = sum(arm.value * (1 - arm.value) / n for arm in (baseline, variant))
    return PairedDifference(
        difference=paired_difference_estimate(b, c, n),
        baseline=baseline,
        variant=variant,
        flipped=wilson(b + c, n),
        only_baseline=b,
        only_variant=c,
        standard_error=standard_error,
        p_value=mcnemar(b, c),
        variance_ratio=standard_error**2 / independent if independent > 0 else math.nan,
    )


def pairs_to_decide(pair: PairedDifference, margin: float, level: float) -> float:
    """Estimate the pairs at which this difference is called easier, harder or equivalent.

    One beyond the margin must be found by McNemar's test; one within it needs an interval there.
    """
    difference = abs(pair.difference.value)
    if difference > margin:
        return float(pairs_for_difference(difference, pair.flipped.value, level=level))
    half_width = estimate.critical_value(level) * max(pair.standard_error, 1 / pair.n)
    room = margin - difference
    return pair.n * (half_width / room) ** 2 if room > 0 else math.inf


def paired_difference_estimate(
    only_baseline: int, only_variant: int, n: int, level: float = estimate.CONFIDENCE
) -> estimate.Estimate:
    """Estimate d = (c - b)/n with d ± z SE, or with Tango's score interval.

    That is used where fewer than 25 pairs are flipped, or fewer than 25 are not flipped to the same
    side: there SE misleads.
    """
    b, c = _checked_flips(only_baseline, only_variant)
    n = estimate.checked_count("n", n)
    standard_error = paired_standard_error(b, c, n)
    difference = (c - b) / n
    if min(b + c, n - max(b, c)) < estimate.EXACT_BELOW_FLIPPED:
        low, high = paired_score_interval(b, c, n, level)
    else:
        reach = estimate.critical_value(level) * standard_error
        low, high = max(difference - reach, -1.0), min(difference + reach, 1.0)
    return estimate.Estimate(difference, low, high, n)


def paired_standard_error(only_baseline: int, only_variant: int, n: int) -> float:
    """Compute SE = sqrt(b + c - (c - b)²/n)/n."""
    b, c = _checked_flips(only_baseline, only_variant, n)
    return math.sqrt(max(0.0, b + c - (c - b) ** 2 / n)) / n


def mcnemar(only_baseline: int, only_variant: int) -> float:
    """Compute McNemar's two-sided p value.

    Exact binomial of b on b + c below 25 flipped pairs; otherwise the chi-square (b - c)²/(b + c)
    without continuity correction, whose rejections agree with the interval's.
    """
    b, c = _checked_flips(only_baseline, only_variant)
    flipped = b + c
    if flipped < estimate.EXACT_BELOW_FLIPPED:
        return min(1.0, 2 * sum(comb(flipped, k) for k in range(min(b, c) + 1)) / 2**flipped)
    return estimate.two_sided_p_value((c - b) / math.sqrt(flipped))


def paired_mean_difference(
    baseline_results: ArrayLike,
    variant_results: ArrayLike,
    replicates: int = estimate.BOOTSTRAP_REPLICATES,
    seed: int = 0,
) -> estimate.Estimate:
    """Estimate the mean of variant - baseline over seeds, with a bootstrap interval over seeds."""
    baseline = estimate.checked_column("baseline_results", baseline_results)
    variant = estimate.checked_column("variant_results", variant_results)
    estimate.check_same_length(baseline_results=baseline, variant_results=variant)
    return bootstrap_mean(variant - baseline, replicates, seed)


def _checked_flips(only_baseline: int, only_variant: int, n: float = math.inf) -> tuple[int, int]:
    b = estimate.checked_count("only_baseline", only_baseline)
    c = estimate.checked_count("only_variant", only_variant)
    if n < max(1, b + c):
        raise ValueError(f"{b + c} flipped pairs do not fit into n = {n} pairs")
    return b, c


def difference_at_stop(only_baseline: int, only_variant: int, n: int) -> estimate.Estimate:
    """Estimate the difference of a comparison that stops once this interval is narrow enough."""
    return paired_difference_estimate(only_baseline, only_variant, n, LEVEL_AT_STOP)


def anytime_difference(
    only_baseline: int, only_variant: int, n: int, level: float = estimate.CONFIDENCE
) -> estimate.Estimate:
    """Estimate the difference with an interval that holds at every look, whenever one stops.

    A bet on pairs worth x = -1, 0 or 1 with mean at most d never wins on average: its capital, the
    mean over stakes of prod(1 + stake (x - d)), exceeds 2/alpha at any time with chance alpha/2
    (Waudby-Smith and Ramdas 2024). The interval is all d that neither bet refutes; it needs no
    approximation, and depends on the counts alone.
    """
    n = estimate.checked_count("n", n)
    b, c = _checked_flips(only_baseline, only_variant, n)
    low, high = _lowest_not_refuted(b, c, n, level), -_lowest_not_refuted(c, b, n, level)
    observed = (c - b) / n
    return estimate.Estimate(observed, min(low, observed), max(high, observed), n)


# The capital of a bet grows fastest at a stake of about difference / variance: stakes from that of
# a clear difference to that of half a percentage point, evenly by their logarithm.
STAKES = np.geomspace(0.005, 0.499, 48)


def _lowest_not_refuted(only_baseline: int, only_variant: int, n: int, level: float) -> float:
    """Find the lowest mean that a bet on higher ones does not refute; the capital falls in it."""
    needed = math.log(2 / estimate.significance(level)) + math.log(len(STAKES))
    counts = ((only_baseline, -1.0), (only_variant, 1.0), (n - only_baseline - only_variant, 0.0))

    def need_beyond_capital(mean: float) -> float:
        gains = sum(count * np.log1p(STAKES * (x - mean)) for count, x in counts if count)
        return needed - np.logaddexp.reduce(gains)

    return _root_below(need_beyond_capital, (only_variant - only_baseline) / n)


def _root_below(function: Callable[[float], float], observed: float) -> float:
    """Find where a rising function of the difference passes zero, from -1 to the one observed."""
    root = rising_root(lambda d: np.array([function(float(d[0]))]), [-1.0], [observed])
    return float(root[0])


def paired_score_interval(
    only_baseline: int, only_variant: int, n: int, level: float = estimate.CONFIDENCE
) -> tuple[float, float]:
    """Find all differences variant - baseline that Tango's score test (1998) accepts."""
    z = estimate.critical_value(level)
    observed = (only_variant - only_baseline) / n
    # The score falls as the supposed difference rises; from the other side the arms swap roles.
    low = _root_below(lambda d: z - _score(only_baseline, only_variant, n, d), observed)
    high = -_root_below(lambda d: z - _score(only_variant, only_baseline, n, d), -observed)
    return min(low, observed), max(high, observed)


def _score(only_baseline: int, only_variant: int, n: int, difference: float) -> float:
    """Measure how far the counts are from a supposed difference, in standard errors."""
    b = _likeliest_only_baseline(only_baseline, only_variant, n, difference)
    variance = n * (2 * b + difference * (1 - difference))
    distance = only_variant - only_baseline - n * difference
    return distance / math.sqrt(variance) if variance > 0 else math.copysign(math.inf, distance)


def _likeliest_only_baseline(
    only_baseline: int, only_variant: int, n: int, difference: float
) -> float:
    """Find the likeliest share of pairs only the baseline wins, given the difference."""
    square = 2 * n
    linear = (2 * n - only_variant + only_baseline) * difference - only_variant - only_baseline
    constant = -only_baseline * difference * (1 - difference)
    root = math.sqrt(max(0.0, linear**2 - 4 * square * constant))
    return max(0.0, (root - linear) / (2 * square))
