"""Resampling seeds with replacement: the means of many columns, again and again."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats.checks import checked_column, checked_count
from rotwsim.stats.estimate import Estimate
from rotwsim.stats.levels import (
    BOOTSTRAP_BLOCKS,
    BOOTSTRAP_REPLICATES,
    CONFIDENCE,
    significance,
)

# Indices drawn at one go: 8 MB, whatever the number of rows and replicates.
DRAWS_PER_CHUNK = 1_000_000


def bootstrap_mean(
    values: ArrayLike,
    level: float = CONFIDENCE,
    replicates: int = BOOTSTRAP_REPLICATES,
    seed: int = 0,
) -> Estimate:
    """The mean with its percentile bootstrap interval over rows, one row per seed."""
    column = checked_column("values", values)
    resampled = bootstrap_column_means(column[:, None], replicates, seed)[:, 0]
    low, high = percentile_interval(resampled, level)
    return Estimate(float(column.mean()), float(low), float(high), len(column))


def bootstrap_column_means(
    rows: np.ndarray, replicates: int = BOOTSTRAP_REPLICATES, seed: int = 0
) -> np.ndarray:
    """The column means of resampled rows, one line per replicate.

    Rows must be independent. Beyond BOOTSTRAP_BLOCKS rows, neighbours are pooled into that many
    blocks and the blocks resampled: block sums are independent and alike too, so the spread of
    the mean is estimated without bias at a cost that no longer grows with the rows.
    """
    if checked_count("replicates", replicates) < 1:
        raise ValueError("replicates must be at least 1")
    sums, sizes = _pooled_into_blocks(rows)
    blocks = len(sizes)
    random = np.random.default_rng(seed)
    means = np.empty((replicates, rows.shape[1]))
    step = max(1, DRAWS_PER_CHUNK // blocks)
    for start in range(0, replicates, step):
        chunk = range(start, min(start + step, replicates))
        picks = _pick_counts(random, blocks, len(chunk))
        means[start : chunk.stop] = (picks @ sums) / (picks @ sizes)[:, None]
    return means


def _pooled_into_blocks(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    n = len(rows)
    blocks = min(n, BOOTSTRAP_BLOCKS)
    starts = np.arange(blocks) * n // blocks
    return np.add.reduceat(rows, starts, axis=0), np.diff(np.append(starts, n)).astype(float)


def _pick_counts(random: np.random.Generator, blocks: int, replicates: int) -> np.ndarray:
    picked = random.integers(0, blocks, size=(replicates, blocks))
    picked += np.arange(replicates)[:, None] * blocks
    counts = np.bincount(picked.ravel(), minlength=replicates * blocks)
    return counts.reshape(replicates, blocks).astype(float)


def percentile_interval(resampled: np.ndarray, level: float = CONFIDENCE) -> np.ndarray:
    """The low and high percentile over replicates (the first axis), as an array of two lines."""
    tail = significance(level) / 2
    return np.quantile(resampled, (tail, 1 - tail), axis=0)
