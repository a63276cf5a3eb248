"""How much many arms differ among themselves beyond chance, when all play the same seeds."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats.estimate import Estimate
from rotwsim.stats.levels import CONFIDENCE, significance


def spread_between(outcomes: ArrayLike, level: float = CONFIDENCE) -> Estimate:
    """The standard deviation of the arms' true means, from a row of outcomes per arm.

    Column by column the arms play the same seed. What a seed does to all arms alike moves their
    means together and spreads nothing: chance spreads them by the mean variance less the mean
    covariance, over the games. The interval is that of a variance of normal means, less chance.
    """
    from scipy.special import gammaincinv

    rows = np.asarray(outcomes, dtype=float)
    if rows.ndim != 2 or min(rows.shape) < 2:
        raise ValueError("the spread needs a table of at least two arms and two games")
    if not np.isfinite(rows).all():
        raise ValueError("outcomes must be numbers, found NaN or infinity")
    arms, games = rows.shape
    seen = float(rows.mean(axis=1).var(ddof=1))
    chance = _variance_apart(rows) / games
    tail, half = significance(level) / 2, (arms - 1) / 2
    low, high = (seen * half / float(gammaincinv(half, share)) for share in (1 - tail, tail))
    return Estimate(*(math.sqrt(max(0.0, v - chance)) for v in (seen, low, high)), n=arms)


def _variance_apart(rows: np.ndarray) -> float:
    """The mean variance over games of an arm, less the mean covariance of two arms."""
    apart = rows - rows.mean(axis=0)
    return float(apart.var(axis=1, ddof=1).mean()) * len(rows) / (len(rows) - 1)
