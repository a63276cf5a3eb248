"""Whole distributions: quantiles, the cumulative curve and its band, the share near a target."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats.checks import checked_column, checked_values
from rotwsim.stats.counts import Counts
from rotwsim.stats.estimate import Estimate
from rotwsim.stats.levels import CONFIDENCE, significance
from rotwsim.stats.proportions import wilson

if TYPE_CHECKING:
    import pandas as pd


def quantile(values: ArrayLike | Counts, probability: float, level: float = CONFIDENCE) -> Estimate:
    """A quantile, interpolated as numpy and pandas do, with its order-statistic interval.

    The interval assumes nothing about the shape. Where too few rows lie beyond the quantile
    that end is infinite.
    """
    if not 0 < probability < 1:
        raise ValueError(f"the probability of a quantile lies between 0 and 1, not {probability}")
    column = checked_values("values", values)
    ordered = column if isinstance(column, Counts) else np.sort(column)
    n = len(ordered)
    below, above = _order_statistic_ranks(n, probability, significance(level) / 2)
    value = _between(ordered, probability * (n - 1))
    low = float(ordered[below - 1]) if below >= 1 else -math.inf
    high = float(ordered[above - 1]) if above <= n else math.inf
    # Interpolation among a handful of rows can step past a rank; a wider interval still covers.
    return Estimate(value, min(low, value), max(high, value), n)


def _between(ordered: np.ndarray | Counts, rank: float) -> float:
    """The value at a rank from 0, as `np.quantile` finds it, which would copy all rows again."""
    below = math.floor(rank)
    low, high = (float(ordered[min(place, len(ordered) - 1)]) for place in (below, below + 1))
    share = rank - below
    return low + (high - low) * share if share < 0.5 else high - (high - low) * (1 - share)


def _order_statistic_ranks(n: int, probability: float, tail: float) -> tuple[int, int]:
    """The innermost ranks (from 1) whose order statistics miss the quantile by `tail` a side.

    Rank r lies above the quantile with chance P(Binomial(n, probability) < r).
    """
    from scipy.special import bdtr

    def chance_of_at_most(count: int) -> float:
        return float(bdtr(count, n, probability))

    below = bisect_right(range(n), tail, key=chance_of_at_most)
    above = bisect_left(range(n), 1 - tail, key=chance_of_at_most) + 1
    return below, above


def quantiles(
    values: ArrayLike, probabilities: Sequence[float], level: float = CONFIDENCE
) -> pd.DataFrame:
    """A table of quantiles: probability, value, low, high, n."""
    import pandas as pd

    return pd.DataFrame(
        [{"probability": p} | quantile(values, p, level).as_dict() for p in probabilities]
    )


def ecdf(values: ArrayLike, level: float = CONFIDENCE) -> pd.DataFrame:
    """The share of rows up to each value that occurs: value, share, low, high, n.

    The band sqrt(ln(2/alpha)/2n) of Dvoretzky, Kiefer, Wolfowitz and Massart holds the whole
    true curve at once.
    """
    import pandas as pd

    column = checked_column("values", values)
    n = len(column)
    value, count = np.unique(column, return_counts=True)
    share = np.cumsum(count) / n
    reach = dkw_half_width(n, level)
    return pd.DataFrame(
        {
            "value": value,
            "share": share,
            "low": np.maximum(share - reach, 0.0),
            "high": np.minimum(share + reach, 1.0),
            "n": n,
        }
    )


def dkw_half_width(n: int, level: float = CONFIDENCE) -> float:
    """Half the height of the band around a cumulative curve of n rows."""
    if n < 1:
        raise ValueError("no rows: n must be at least 1")
    return math.sqrt(math.log(2 / significance(level)) / (2 * n))


def share_within(
    values: ArrayLike, margin: float, target: float = 0.0, level: float = CONFIDENCE
) -> Estimate:
    """The share of rows at most `margin` away from `target`, with its Wilson interval."""
    if not margin >= 0:
        raise ValueError(f"margin must be at least 0, not {margin}")
    column = checked_column("values", values)
    return wilson(int((np.abs(column - target) <= margin).sum()), len(column), level)
