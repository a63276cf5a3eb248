"""A mean or paired difference one may look at any time: asymptotic confidence sequences."""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from rotwsim.stats.checks import checked_column, checked_count, checked_positive
from rotwsim.stats.estimate import Estimate
from rotwsim.stats.levels import (
    ANYTIME_TUNED_PAIRS,
    CONFIDENCE,
    SEQUENTIAL_MIN_PAIRS,
    ZERO_EVENT_BOUND,
    significance,
)
from rotwsim.stats.paired import paired_standard_error


def anytime_difference(
    only_baseline: int,
    only_variant: int,
    n: int,
    level: float = CONFIDENCE,
    tuned_pairs: int = ANYTIME_TUNED_PAIRS,
    min_pairs: int = SEQUENTIAL_MIN_PAIRS,
) -> Estimate:
    """The paired difference of win rates with an interval that holds at any time.

    Below `min_pairs` the guarantee, which is asymptotic, has not begun: the interval is [-1, 1].
    """
    b, c = (
        checked_count("only_baseline", only_baseline),
        checked_count("only_variant", only_variant),
    )
    n = checked_count("n", n)
    variance = n * paired_standard_error(b, c, n) ** 2
    difference = (c - b) / n
    if n < min_pairs:
        return Estimate(difference, -1.0, 1.0, n)
    # With hardly a flip the sample knows nothing of its variance; the rule of three bounds it.
    reach = _reach(n, max(variance, ZERO_EVENT_BOUND / n), level, tuned_pairs)
    return Estimate(difference, max(-1.0, difference - reach), min(1.0, difference + reach), n)


def anytime_mean(
    values: ArrayLike,
    level: float = CONFIDENCE,
    tuned_pairs: int = ANYTIME_TUNED_PAIRS,
    min_pairs: int = SEQUENTIAL_MIN_PAIRS,
) -> Estimate:
    """A mean, such as that of paired differences of results, with an interval at any time."""
    column = checked_column("values", values)
    n, mean = len(column), float(column.mean())
    if n < max(2, min_pairs):
        return Estimate(mean, -math.inf, math.inf, n)
    reach = _reach(n, float(column.var(ddof=1)), level, tuned_pairs)
    return Estimate(mean, mean - reach, mean + reach, n)


def _reach(n: int, variance: float, level: float, tuned_pairs: int) -> float:
    """Robbins' normal mixture boundary with the variance estimated.

    Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Annals of Statistics 2024); rho
    makes the boundary about tightest at `tuned_pairs`.
    """
    alpha = significance(level)
    twice_log = -2 * math.log(alpha)
    rho_squared = (twice_log + math.log(twice_log + 1)) / checked_positive(
        "tuned_pairs", tuned_pairs
    )
    mixed = n * rho_squared + 1
    return math.sqrt(
        variance * 2 * mixed / (n**2 * rho_squared) * math.log(math.sqrt(mixed) / alpha)
    )
