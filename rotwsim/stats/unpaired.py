"""Two arms on different seeds: the difference of independent win rates."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rotwsim.stats.checks import checked_wins
from rotwsim.stats.estimate import Estimate
from rotwsim.stats.levels import CONFIDENCE, two_sided_p_value
from rotwsim.stats.proportions import wilson


@dataclass(frozen=True, slots=True)
class UnpairedDifference:
    """The win rates of two independent arms and the difference variant - baseline.

    The difference counts the games of both arms as its n.
    """

    difference: Estimate
    baseline: Estimate
    variant: Estimate
    standard_error: float
    p_value: float


def unpaired_difference(
    baseline_wins: int,
    baseline_n: int,
    variant_wins: int,
    variant_n: int,
    level: float = CONFIDENCE,
) -> UnpairedDifference:
    """Compare two independent win rates: pooled two-proportion z test, Newcombe's interval."""
    baseline_wins, baseline_n = checked_wins(baseline_wins, baseline_n)
    variant_wins, variant_n = checked_wins(variant_wins, variant_n)
    baseline = wilson(baseline_wins, baseline_n, level)
    variant = wilson(variant_wins, variant_n, level)
    return UnpairedDifference(
        difference=_newcombe_difference(baseline, variant),
        baseline=baseline,
        variant=variant,
        standard_error=math.sqrt(sum(a.value * (1 - a.value) / a.n for a in (baseline, variant))),
        p_value=_pooled_p_value(baseline_wins, baseline_n, variant_wins, variant_n),
    )


def _newcombe_difference(baseline: Estimate, variant: Estimate) -> Estimate:
    difference = variant.value - baseline.value
    down = math.hypot(variant.value - variant.low, baseline.high - baseline.value)
    up = math.hypot(variant.high - variant.value, baseline.value - baseline.low)
    return Estimate(difference, difference - down, difference + up, baseline.n + variant.n)


def _pooled_p_value(
    baseline_wins: int, baseline_n: int, variant_wins: int, variant_n: int
) -> float:
    pooled = (baseline_wins + variant_wins) / (baseline_n + variant_n)
    variance = pooled * (1 - pooled) * (1 / baseline_n + 1 / variant_n)
    if variance == 0:
        return 1.0
    difference = variant_wins / variant_n - baseline_wins / baseline_n
    return two_sided_p_value(difference / math.sqrt(variance))
