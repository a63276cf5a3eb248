"""Estimate quantiles of a column, and store a column of whole numbers as counts."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats.estimate import CONFIDENCE, Estimate, checked_column, significance


def quantile(values: ArrayLike | Counts, probability: float, level: float = CONFIDENCE) -> Estimate:
    """Estimate a quantile, interpolated as in numpy, with its order-statistic interval.

    The interval assumes nothing about the shape. With too few rows beyond the quantile
    that end is infinite.
    """
    if not 0 < probability < 1:
        raise ValueError(
            f"the probability of a quantile must be between 0 and 1, not {probability}"
        )
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
    """Return the value at a rank from 0. `np.quantile` would copy all rows again."""
    below = math.floor(rank)
    low, high = (float(ordered[min(place, len(ordered) - 1)]) for place in (below, below + 1))
    share = rank - below
    return low + (high - low) * share if share < 0.5 else high - (high - low) * (1 - share)


def _order_statistic_ranks(n: int, probability: float, tail: float) -> tuple[int, int]:
    """Find the innermost ranks (from 1) that miss the quantile with chance `tail` a side.

    Rank r is above the quantile with chance P(Binomial(n, probability) < r).
    """
    from scipy.special import bdtr

    def chance_of_at_most(count: int) -> float:
        return float(bdtr(count, n, probability))

    below = bisect_right(range(n), tail, key=chance_of_at_most)
    above = bisect_left(range(n), 1 - tail, key=chance_of_at_most) + 1
    return below, above


@dataclass(frozen=True)
class Counts:
    """A sorted column that stores equal numbers once; `counts[3]` is its fourth row.

    Means and quantiles take it in place of a column.
    """

    values: np.ndarray  # each once, in order
    times: np.ndarray

    def __len__(self) -> int:
        return int(self.times.sum())

    def __getitem__(self, rank: int) -> float:
        return float(self.values[np.searchsorted(np.cumsum(self.times), rank, side="right")])

    def at(self, value: int) -> int:
        """Return how often a value occurs."""
        return int(self.times[self.values == value].sum())

    def min(self) -> float:
        return float(self.values[0])

    def max(self) -> float:
        return float(self.values[-1])

    def mean(self) -> float:
        return self._power_sum(1) / len(self)

    def std(self, ddof: int = 0) -> float:
        """Return the standard deviation from whole sums, exact up to the last division."""
        n = len(self)
        squares = n * self._power_sum(2) - self._power_sum(1) ** 2
        return math.sqrt(squares / (n * (n - ddof)))

    def _power_sum(self, power: int) -> int:
        return sum(
            int(times) * int(value) ** power
            for value, times in zip(self.values, self.times, strict=True)
        )


def checked_values(name: str, values: ArrayLike | Counts) -> np.ndarray | Counts:
    """Check a column or its counts."""
    if not isinstance(values, Counts):
        return checked_column(name, values)
    if len(values) == 0:
        raise ValueError(f"{name} is empty")
    return values
