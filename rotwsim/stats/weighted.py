"""Values that count by a weight: quantiles, spread, and what knowing one thing takes off it."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

BINS = 3  # at most, of one thing that may become known: each costs certainty
WORTH_KNOWING = 0.1  # of a variance: a thing that explains less does not stand out


def effective_number(weights: ArrayLike) -> float:
    """As many values of equal weight tell as much (Kish)."""
    weights = np.asarray(weights, float)
    return float(weights.sum() ** 2 / (weights**2).sum())


def weighted_quantiles(
    values: ArrayLike, weights: ArrayLike, shares: tuple[float, ...]
) -> np.ndarray:
    """Quantiles between which a further value lies with the chance that their shares promise.

    With equal weights the k-th of n values is the quantile k / (n + 1).
    """
    values, weights = np.asarray(values, float), np.asarray(weights, float)
    order = np.argsort(values, kind="stable")
    weights = weights[order] / weights.sum()
    share_of_one = 1 / effective_number(weights)
    places = np.cumsum(weights) - weights / 2 + share_of_one / 2
    return np.interp(shares, places / (1 + share_of_one), values[order])


def weighted_mean(values: ArrayLike, weights: ArrayLike) -> float:
    return float(np.average(np.asarray(values, float), weights=np.asarray(weights, float)))


def weighted_variance(values: ArrayLike, weights: ArrayLike) -> float:
    """The variance of what the values are drawn from."""
    values, weights = np.asarray(values, float), np.asarray(weights, float)
    known = effective_number(weights)
    if known <= 1:
        return 0.0
    apart = (values - weighted_mean(values, weights)) ** 2
    return weighted_mean(apart, weights) * known / (known - 1)


def share_explained(
    values: ArrayLike, weights: ArrayLike, known: ArrayLike, chance: float = 0.0
) -> float:
    """The share of the variance that is expected to go once `known` is known.

    Splitting at random explains something too: (groups - 1) parts of the effective number. The
    part of the variance that is `chance` is none that could be explained.
    """
    values, weights = np.asarray(values, float), np.asarray(weights, float)
    groups = _groups(np.asarray(known, float), weights)
    number, count = effective_number(weights), groups.max() + 1
    middle = weighted_mean(values, weights)
    total = weighted_mean((values - middle) ** 2, weights)
    if count < 2 or number <= count or total * number / (number - 1) <= chance:
        return 0.0
    within = 0.0
    for group in range(count):
        own = groups == group
        mean = weighted_mean(values[own], weights[own])
        within += (weights[own] * (values[own] - mean) ** 2).sum() / weights.sum()
    left = within * number / (number - count) - chance
    share = left / (total * number / (number - 1) - chance)
    return float(np.clip(1 - share, 0.0, 1.0))


def _groups(known: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """A group for each value of what may be known; many values are put together by weight."""
    different = np.unique(known)
    if len(different) > BINS:
        edges = weighted_quantiles(known, weights, tuple(np.arange(1, BINS) / BINS))
        known = np.searchsorted(np.unique(edges), known, side="left")
    return np.unique(known, return_inverse=True)[1]
