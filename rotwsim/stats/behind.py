"""Where the true values behind noisy rows lie: each row saw a few games of a value of its own.

What was seen spreads as the true values do, and by chance on top. Here true values are drawn from
one of many curves, and a curve is believed as far as it makes the rows likely; what a row saw then
tells where its own value lies. All rows together, by weight, are the distribution asked for.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats.weighted import effective_number, weighted_mean, weighted_variance

STEPS = 200
SHARES = np.sin((np.arange(STEPS) + 0.5) / STEPS * np.pi / 2) ** 2  # close together at the ends
GAPS = (np.arange(-2 * STEPS, 2 * STEPS) + 0.5) / (2 * STEPS)
MIDDLES = np.linspace(-3, 3, 9)  # of the curves, in standard errors around what was seen
SPREADS = np.linspace(0.03, 0.97, 16)  # of the curves, in parts of the widest
WIDEST = 3.0  # curve of gaps, in spreads that were seen
LEAST_WIDE = 0.05  # is the widest curve of gaps, however alike they look
SMALLEST = -300.0  # logarithm of a likelihood beside the largest
LEAST_SPREAD = 0.02  # of shares, for the error of their mean


def share_quantiles(won: np.ndarray, weights: ArrayLike, shares: tuple[float, ...]) -> np.ndarray:
    """Quantiles of the true shares behind rows of games won (1) and lost (0)."""
    weights, games = _normed(weights), won.shape[1]
    wins = won.sum(axis=1, keepdims=True)
    logs = wins * np.log(SHARES) + (games - wins) * np.log(1 - SHARES)
    curves = _beta_curves((wins[:, 0] + 0.5) / (games + 1), weights)
    return _quantiles(SHARES, _scaled(logs), curves, weights, shares)


def gap_quantiles(gaps: np.ndarray, weights: ArrayLike, shares: tuple[float, ...]) -> np.ndarray:
    """Quantiles of the true mean differences behind rows of paired differences, game by game."""
    weights, means = _normed(weights), gaps.mean(axis=1)
    # One variance for all: a row whose few games all agree has not proved that it never varies.
    variance = chance_variance(gaps, weights)
    logs = -((GAPS - means[:, None]) ** 2) / max(variance, 1 / STEPS**2) / 2
    curves = _normal_curves(means, variance, weights)
    return _quantiles(GAPS, _scaled(logs), curves, weights, shares)


def variance_behind(outcomes: np.ndarray, weights: ArrayLike) -> float:
    """The variance of the true means of rows."""
    seen = weighted_variance(outcomes.mean(axis=1), weights)
    return max(0.0, seen - chance_variance(outcomes, weights))


def chance_variance(outcomes: np.ndarray, weights: ArrayLike) -> float:
    """The variance of a row's mean that is chance, where every row has games of its own."""
    games = outcomes.shape[1]
    return weighted_mean(outcomes.var(axis=1, ddof=1), weights) / games if games > 1 else 0.0


def _normed(weights: ArrayLike) -> np.ndarray:
    weights = np.asarray(weights, float)
    return weights / weights.sum()


def _scaled(logs: np.ndarray) -> np.ndarray:
    """The largest of a row is 1; none is so small that processors slow down over it."""
    return np.exp(np.maximum(logs - logs.max(axis=1, keepdims=True), SMALLEST))


def _beta_curves(rates: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Beta distributions around what was seen, from all shares alike to all or nothing."""
    middle = weighted_mean(rates, weights)
    error = max(np.sqrt(weighted_mean((rates - middle) ** 2, weights)), LEAST_SPREAD)
    error /= np.sqrt(effective_number(weights)) * middle * (1 - middle)  # as log odds
    middles = 1 / (1 + (1 - middle) / middle * np.exp(-error * MIDDLES))
    middle, spread = _each_with_each(middles, SPREADS)
    both = 1 / spread**2 - 1
    # The powers of a beta distribution less 1, and half of it back where places are close.
    logs = (middle * both - 0.5) * np.log(SHARES)
    return _as_shares(logs + ((1 - middle) * both - 0.5) * np.log(1 - SHARES))


def _normal_curves(means: np.ndarray, variance: float, weights: np.ndarray) -> np.ndarray:
    """Normal distributions around what was seen, from all gaps alike to far apart."""
    middle = weighted_mean(means, weights)
    seen = np.sqrt(weighted_mean((means - middle) ** 2, weights))
    error = np.sqrt((seen**2 + variance) / effective_number(weights))
    widest = max(WIDEST * seen, LEAST_WIDE)
    middle, spread = _each_with_each(middle + error * MIDDLES, widest * SPREADS)
    return _as_shares(-((GAPS - middle) ** 2) / spread**2 / 2)


def _each_with_each(middles: np.ndarray, spreads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return tuple(each.reshape(-1, 1) for each in np.meshgrid(middles, spreads))


def _as_shares(logs: np.ndarray) -> np.ndarray:
    curves = _scaled(logs)
    return curves / curves.sum(axis=1, keepdims=True)


def _quantiles(
    places: np.ndarray,
    likelihoods: np.ndarray,
    curves: np.ndarray,
    weights: np.ndarray,
    shares: tuple[float, ...],
) -> np.ndarray:
    """Quantiles of a further value; a likelihood and a curve are rows over all places."""
    rows = effective_number(weights)
    # Sums by einsum: the matrices are too small for the threads of a matrix product.
    chances = np.einsum("cp,rp->cr", curves, likelihoods)
    logs = rows * (np.log(chances) * weights).sum(axis=1)
    belief = np.exp(logs - logs.max())
    by_row = np.einsum("cr,rp->cp", weights / chances, likelihoods)
    whole = (belief[:, None] * curves * by_row).sum(axis=0)
    below = (np.cumsum(whole) - whole / 2) / whole.sum()
    # The k-th of n values is the quantile k / (n + 1): so few rows have not seen the ends yet.
    wanted = np.asarray(shares) * (1 + 1 / rows) - 1 / rows / 2
    return np.interp(wanted, below, places)
