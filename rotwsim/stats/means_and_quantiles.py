"""Estimate means, paired differences of means and quantiles, each with its interval."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats.estimate import (
    BOOTSTRAP_BLOCKS,
    BOOTSTRAP_REPLICATES,
    CONFIDENCE,
    ERROR,
    Estimate,
    check_same_length,
    checked_column,
    checked_count,
    checked_positive,
    significance,
)


def mean(values: ArrayLike | Counts, level: float = CONFIDENCE) -> Estimate:
    """Estimate the mean with Student's t interval; a single row gets an unbounded one."""
    column = checked_values("values", values)
    n, centre = len(column), float(column.mean())
    tail = significance(level) / 2
    if n == 1:
        return Estimate(centre, -math.inf, math.inf, n)
    reach = student_critical_value(tail, n - 1) * standard_error(column)
    return Estimate(centre, centre - reach, centre + reach, n)


def standard_error(column: np.ndarray | Counts) -> float:
    """Compute the standard error of the mean.

    A few equal values prove little: then one more row that differs by one is added.
    """
    n = len(column)
    if column.min() == column.max():
        return 1 / (n + 1)
    return float(column.std(ddof=1)) / math.sqrt(n)


def student_critical_value(tail: float, degrees_of_freedom: int) -> float:
    from scipy.special import stdtrit

    return -float(stdtrit(degrees_of_freedom, tail))


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference of means with its p value and the width of an interval at another level."""

    estimate: Estimate
    p_value: float
    margin: float  # a difference within it does not matter

    def at(self, level: float) -> Estimate:
        """Return the same difference with Student's interval of another level."""
        value, n = self.estimate.value, self.estimate.n
        if n == 1:
            return self.estimate
        narrow, wide = (
            student_critical_value(significance(share) / 2, n - 1) for share in (CONFIDENCE, level)
        )
        reach = self.estimate.half_width * wide / narrow
        return Estimate(value, value - reach, value + reach, n)


def paired_means(baseline: ArrayLike, variant: ArrayLike, margin: float) -> Difference:
    from scipy.special import stdtr

    first, second = checked_column("baseline", baseline), checked_column("variant", variant)
    check_same_length(baseline=first, variant=second)
    found, p_value = mean(second - first), 1.0
    if found.n > 1:
        in_errors = abs(found.value) / standard_error(second - first)
        p_value = 2 * float(stdtr(found.n - 1, -in_errors))
    return Difference(found, p_value, checked_positive("margin", margin))


# Indices drawn at once: 8 MB, for any number of rows and replicates.
DRAWS_PER_CHUNK = 1_000_000


def bootstrap_mean(
    values: ArrayLike, replicates: int = BOOTSTRAP_REPLICATES, seed: int = 0
) -> Estimate:
    """Estimate the mean with a percentile bootstrap interval over rows, one row per seed."""
    column = checked_column("values", values)
    resampled = bootstrap_column_means(column[:, None], replicates, seed)[:, 0]
    low, high = percentile_interval(resampled)
    return Estimate(float(column.mean()), float(low), float(high), len(column))


def bootstrap_column_means(
    rows: np.ndarray, replicates: int = BOOTSTRAP_REPLICATES, seed: int = 0
) -> np.ndarray:
    """Compute the column means of resampled rows, one line per replicate.

    Rows must be independent. Beyond BOOTSTRAP_BLOCKS rows, neighbours are pooled into that many
    blocks and the blocks resampled: the cost no longer grows with the rows.
    """
    if checked_count("replicates", replicates) < 1:
        raise ValueError("replicates must be at least 1")
    n, blocks = len(rows), min(len(rows), BOOTSTRAP_BLOCKS)
    starts = np.arange(blocks) * n // blocks
    sums = np.add.reduceat(rows, starts, axis=0)
    sizes = np.diff(np.append(starts, n)).astype(float)
    random = np.random.default_rng(seed)
    means = np.empty((replicates, rows.shape[1]))
    step = max(1, DRAWS_PER_CHUNK // blocks)
    for start in range(0, replicates, step):
        lines = min(step, replicates - start)
        picked = random.integers(0, blocks, size=(lines, blocks))
        picked += np.arange(lines)[:, None] * blocks
        counts = np.bincount(picked.ravel(), minlength=lines * blocks)
        picks = counts.reshape(lines, blocks).astype(float)
        means[start : start + lines] = (picks @ sums) / (picks @ sizes)[:, None]
    return means


def percentile_interval(resampled: np.ndarray) -> np.ndarray:
    """Return the low and high percentile over replicates (the first axis) as two lines."""
    return np.quantile(resampled, (ERROR / 2, 1 - ERROR / 2), axis=0)


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
    """A sorted column that stores equal numbers once; `counts[3]` is its fourth row."""

    values: np.ndarray  # each once, in order
    times: np.ndarray

    def __len__(self) -> int:
        return int(self.times.sum())

    def __getitem__(self, rank: int) -> float:
        return float(self.values[np.searchsorted(np.cumsum(self.times), rank, side="right")])

    def at(self, value: int) -> int:
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
    if not isinstance(values, Counts):
        return checked_column(name, values)
    if len(values) == 0:
        raise ValueError(f"{name} is empty")
    return values
