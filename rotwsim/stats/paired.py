"""A variant against its baseline on the same seeds: what each pair of games says together."""

from __future__ import annotations

import math
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats.bootstrap import bootstrap_mean
from rotwsim.stats.checks import (
    check_same_length,
    checked_column,
    checked_count,
    checked_indicators,
)
from rotwsim.stats.estimate import Estimate
from rotwsim.stats.levels import (
    BOOTSTRAP_REPLICATES,
    CONFIDENCE,
    EXACT_BELOW_FLIPPED,
    critical_value,
    two_sided_p_value,
)
from rotwsim.stats.paired_score import paired_score_interval
from rotwsim.stats.proportions import wilson

MCNEMAR_EXACT = "McNemar exact binomial"
MCNEMAR_CHI_SQUARE = "McNemar chi-square without continuity correction"


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The win rates of two arms on the same seeds and the difference variant - baseline.

    `variance_ratio` is the variance of the difference over that of two independent runs of the
    same size (below 1: pairing saves games); it is NaN where neither arm varies.
    """

    difference: Estimate
    baseline: Estimate
    variant: Estimate
    flipped: Estimate
    only_baseline: int
    only_variant: int
    standard_error: float
    p_value: float
    test: str
    variance_ratio: float

    @property
    def n(self) -> int:
        """The number of pairs."""
        return self.difference.n


def paired_difference(
    baseline_wins: ArrayLike, variant_wins: ArrayLike, level: float = CONFIDENCE
) -> PairedDifference:
    """Compare two columns of wins (0 or 1), row by row on the same seed."""
    baseline = checked_indicators("baseline_wins", baseline_wins)
    variant = checked_indicators("variant_wins", variant_wins)
    check_same_length(baseline_wins=baseline, variant_wins=variant)
    return paired_difference_of_counts(
        both=int((baseline & variant).sum()),
        only_baseline=int((baseline & ~variant).sum()),
        only_variant=int((~baseline & variant).sum()),
        neither=int((~baseline & ~variant).sum()),
        level=level,
    )


def paired_difference_of_counts(
    *, both: int, only_baseline: int, only_variant: int, neither: int, level: float = CONFIDENCE
) -> PairedDifference:
    """The same comparison from the four counts of a paired table."""
    both, neither = checked_count("both", both), checked_count("neither", neither)
    b, c = _checked_flips(only_baseline, only_variant)
    n = both + neither + b + c
    p_value, test = mcnemar(b, c)
    baseline, variant = wilson(both + b, n, level), wilson(both + c, n, level)
    standard_error = paired_standard_error(b, c, n)
    independent = sum(arm.value * (1 - arm.value) / n for arm in (baseline, variant))
    return PairedDifference(
        difference=paired_difference_estimate(b, c, n, level),
        baseline=baseline,
        variant=variant,
        flipped=wilson(b + c, n, level),
        only_baseline=b,
        only_variant=c,
        standard_error=standard_error,
        p_value=p_value,
        test=test,
        variance_ratio=standard_error**2 / independent if independent > 0 else math.nan,
    )


def paired_difference_estimate(
    only_baseline: int, only_variant: int, n: int, level: float = CONFIDENCE
) -> Estimate:
    """d = (c - b)/n with d ± z SE; Tango's score interval where fewer than 25 pairs are flipped, or
    fewer than 25 are not flipped to the same side.

    There SE is a poor guide: with no flip, or with every pair flipped, it is zero however few games
    were played.
    """
    b, c = _checked_flips(only_baseline, only_variant)
    n = checked_count("n", n)
    standard_error = paired_standard_error(b, c, n)
    difference = (c - b) / n
    if min(b + c, n - max(b, c)) < EXACT_BELOW_FLIPPED:
        low, high = paired_score_interval(b, c, n, level)
    else:
        reach = critical_value(level) * standard_error
        low, high = max(difference - reach, -1.0), min(difference + reach, 1.0)
    return Estimate(difference, low, high, n)


def paired_standard_error(only_baseline: int, only_variant: int, n: int) -> float:
    """SE = sqrt(b + c - (c - b)²/n)/n."""
    b, c = _checked_flips(only_baseline, only_variant)
    if n < max(1, b + c):
        raise ValueError(f"{b + c} flipped pairs do not fit into n = {n} pairs")
    return math.sqrt(max(0.0, b + c - (c - b) ** 2 / n)) / n


def mcnemar(only_baseline: int, only_variant: int) -> tuple[float, str]:
    """McNemar's two-sided p value and which variant gave it.

    Exact binomial of b on b + c below 25 flipped pairs; otherwise the chi-square (b - c)²/(b + c)
    without continuity correction, whose rejections agree with the interval's.
    """
    b, c = _checked_flips(only_baseline, only_variant)
    flipped = b + c
    if flipped < EXACT_BELOW_FLIPPED:
        tail = sum(comb(flipped, k) for k in range(min(b, c) + 1)) / 2**flipped
        return min(1.0, 2 * tail), MCNEMAR_EXACT
    return two_sided_p_value((c - b) / math.sqrt(flipped)), MCNEMAR_CHI_SQUARE


def paired_mean_difference(
    baseline_results: ArrayLike,
    variant_results: ArrayLike,
    level: float = CONFIDENCE,
    replicates: int = BOOTSTRAP_REPLICATES,
    seed: int = 0,
) -> Estimate:
    """The mean of variant - baseline over seeds, with a bootstrap interval over seeds."""
    baseline, variant = _checked_results(baseline_results, variant_results)
    return bootstrap_mean(variant - baseline, level, replicates, seed)


def paired_variance_ratio(baseline_results: ArrayLike, variant_results: ArrayLike) -> float:
    """The variance of the paired mean difference over that of two independent runs.

    For columns of wins this is the `variance_ratio` of `paired_difference`.
    """
    baseline, variant = _checked_results(baseline_results, variant_results)
    independent = float(baseline.var() + variant.var())
    return float((variant - baseline).var()) / independent if independent > 0 else math.nan


def _checked_results(
    baseline_results: ArrayLike, variant_results: ArrayLike
) -> tuple[np.ndarray, np.ndarray]:
    baseline = checked_column("baseline_results", baseline_results)
    variant = checked_column("variant_results", variant_results)
    check_same_length(baseline_results=baseline, variant_results=variant)
    return baseline, variant


def _checked_flips(only_baseline: int, only_variant: int) -> tuple[int, int]:
    return (
        checked_count("only_baseline", only_baseline),
        checked_count("only_variant", only_variant),
    )
