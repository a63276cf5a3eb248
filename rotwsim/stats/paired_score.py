"""Tango's score interval (1998) for a paired difference, which holds where few pairs flip."""

from __future__ import annotations

import math

import numpy as np

from rotwsim.stats.bisection import rising_root
from rotwsim.stats.levels import CONFIDENCE, critical_value


def paired_score_interval(
    only_baseline: int, only_variant: int, n: int, level: float = CONFIDENCE
) -> tuple[float, float]:
    """All differences variant - baseline that the score test does not reject."""
    z = critical_value(level)
    observed = (only_variant - only_baseline) / n
    # The score falls as the supposed difference rises; from the other side the arms swap roles.
    low = _lowest_accepted(only_baseline, only_variant, n, z)
    high = -_lowest_accepted(only_variant, only_baseline, n, z)
    return min(low, observed), max(high, observed)


def _lowest_accepted(only_baseline: int, only_variant: int, n: int, z: float) -> float:
    def z_beyond_score(difference: np.ndarray) -> np.ndarray:
        return z - np.array([_score(only_baseline, only_variant, n, float(difference[0]))])

    observed = (only_variant - only_baseline) / n
    return float(rising_root(z_beyond_score, np.array([-1.0]), np.array([observed]))[0])


def _score(only_baseline: int, only_variant: int, n: int, difference: float) -> float:
    """The distance of the counts from a supposed difference, in its standard errors."""
    b = _likeliest_only_baseline(only_baseline, only_variant, n, difference)
    variance = n * (2 * b + difference * (1 - difference))
    distance = only_variant - only_baseline - n * difference
    return distance / math.sqrt(variance) if variance > 0 else math.copysign(math.inf, distance)


def _likeliest_only_baseline(
    only_baseline: int, only_variant: int, n: int, difference: float
) -> float:
    """The likeliest share of pairs only the baseline wins, given the difference."""
    square = 2 * n
    linear = (2 * n - only_variant + only_baseline) * difference - only_variant - only_baseline
    constant = -only_baseline * difference * (1 - difference)
    root = math.sqrt(max(0.0, linear**2 - 4 * square * constant))
    return max(0.0, (root - linear) / (2 * square))
