"""Estimate a win rate: interval at a fixed size, at any time, at a stop; games needed."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats import estimate

# Log odds this extreme underflow every double: a bracket wide enough for any count.
EXTREME_LOG_ODDS = 750.0
LEVEL_AT_STOP = 1 - estimate.STOP_SHARE * estimate.ERROR


def wilson(wins: int, n: int, level: float = estimate.CONFIDENCE) -> estimate.Estimate:
    """Estimate a win rate with Wilson's interval, for a number of games fixed beforehand."""
    return _estimate(wins, n, wilson_bounds(wins, n, level))


def _estimate(wins: int, n: int, ends: tuple[np.ndarray, np.ndarray]) -> estimate.Estimate:
    return estimate.Estimate(wins / n, float(ends[0]), float(ends[1]), int(n))


def wilson_bounds(
    wins: ArrayLike, n: ArrayLike, level: float = estimate.CONFIDENCE
) -> tuple[np.ndarray, np.ndarray]:
    """Compute the ends of Wilson's interval for whole columns of wins and games."""
    wins, n = estimate.checked_win_arrays(wins, n)
    z = estimate.critical_value(level)
    share = wins / n
    centre = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    reach = z / (1 + z**2 / n) * np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    # At the borders the exact ends are 0 and 1; rounding must not leave them by 1e-19.
    low = np.where(wins == 0, 0.0, np.maximum(centre - reach, 0.0))
    high = np.where(wins == n, 1.0, np.minimum(centre + reach, 1.0))
    return low, high


def anytime(wins: int, n: int, level: float = estimate.CONFIDENCE) -> estimate.Estimate:
    """Estimate a win rate with an interval that holds at every look, whenever one stops.

    The beta-binomial mixture confidence sequence (Robbins 1970): all p with
    B(w+1, n-w+1) / (p^w (1-p)^(n-w)) < 1/alpha.
    """
    return _estimate(wins, n, anytime_bounds(wins, n, level))


def anytime_bounds(
    wins: ArrayLike, n: ArrayLike, level: float = estimate.CONFIDENCE
) -> tuple[np.ndarray, np.ndarray]:
    wins, n = estimate.checked_win_arrays(wins, n)
    # A bound on p from above is one minus the bound on 1 - p from below.
    low = _anytime_low_log_odds(wins, n, level)
    high = -_anytime_low_log_odds(n - wins, n, level)
    return (
        np.where(wins == 0, 0.0, _share_of_log_odds(low)),
        np.where(wins == n, 1.0, _share_of_log_odds(high)),
    )


def _anytime_low_log_odds(wins: np.ndarray, n: np.ndarray, level: float) -> np.ndarray:
    from scipy.special import betaln

    # In log odds t the log-likelihood is w t - n log(1 + e^t): no p that rounds to 0 or 1.
    needed = betaln(wins + 1, n - wins + 1) + math.log(estimate.significance(level))
    with np.errstate(divide="ignore"):
        top = np.log(wins) - np.log(n - wins)
    bottom = np.full_like(n, -EXTREME_LOG_ODDS)

    def support_beyond_need(log_odds: np.ndarray) -> np.ndarray:
        return wins * log_odds - n * np.logaddexp(0.0, log_odds) - needed

    return rising_root(support_beyond_need, bottom, np.clip(top, bottom, -bottom))


def _share_of_log_odds(log_odds: np.ndarray) -> np.ndarray:
    return np.exp(-np.logaddexp(0.0, -log_odds))


def games_for_precision(half_width: float, share: float = 0.5) -> int:
    """Compute the games that measure a win rate near `share` to ± half_width."""
    half_width = estimate.checked_positive("half_width", half_width)
    share = estimate.checked_share("share", share)
    return max(1, round(estimate.critical_value() ** 2 * share * (1 - share) / half_width**2))


def pairs_for_difference(
    difference: float, flipped: float, level: float = estimate.CONFIDENCE
) -> int:
    """Compute the pairs at which McNemar's test finds `difference` with a power of 80 %."""
    difference = estimate.checked_positive("the absolute difference", abs(difference))
    flipped = estimate.checked_share("flipped", flipped)
    if difference > flipped:
        raise ValueError(
            f"a difference of {difference} needs that share of flipped games, not {flipped}"
        )
    spread_without = estimate.critical_value(level) * math.sqrt(flipped)
    spread_with = NormalDist().inv_cdf(estimate.POWER) * math.sqrt(flipped - difference**2)
    return max(1, round(((spread_without + spread_with) / difference) ** 2))


def at_stop(wins: int, n: int) -> estimate.Estimate:
    """Estimate the win rate of a run that stops as soon as this interval is narrow enough.

    The interval of Agresti and Coull (1998) at a slightly higher level makes up for the stop, as in
    Frey (2010). `experiments.validity.coverage` measures the coverage.
    """
    return _estimate(wins, n, at_stop_bounds(wins, n))


def at_stop_bounds(wins: ArrayLike, n: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    wins, n = estimate.checked_win_arrays(wins, n)
    z = estimate.critical_value(LEVEL_AT_STOP)
    games = n + z**2
    centre = (wins + z**2 / 2) / games
    reach = z * np.sqrt(centre * (1 - centre) / games)
    return np.maximum(centre - reach, 0.0), np.minimum(centre + reach, 1.0)


def is_narrow(wins: ArrayLike, n: ArrayLike, half_width: float) -> np.ndarray:
    """Check for each look whether the interval is as narrow as wanted, so the run may stop."""
    low, high = at_stop_bounds(wins, n)
    return (high - low) / 2 <= estimate.checked_positive("half_width", half_width)


def games_until_narrow(half_width: float, share: float = 0.5) -> int:
    """Compute the fewest games after which such a run stops, if it always wins `share`."""
    half_width = estimate.checked_positive("half_width", half_width)
    share = estimate.checked_share("share", share)
    many = 1

    def is_enough(games: int) -> np.ndarray:
        return is_narrow(round(share * games), games, half_width)

    while not is_enough(many):
        many *= 2
    games = range(many // 2 + 1, many + 1)
    return games[bisect_left(games, True, key=is_enough)]


# Each halving gives one binary digit: enough for a double from any starting bracket.
HALVINGS = 100


def rising_root(
    function: Callable[[np.ndarray], np.ndarray], low: ArrayLike, high: ArrayLike
) -> np.ndarray:
    """Find by halving where `function`, rising elementwise, passes zero in [low, high].

    An element that stays above zero yields `low`, one that stays below yields `high`.
    """
    low, high = np.array(low, dtype=float), np.array(high, dtype=float)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        is_below = function(middle) < 0
        low, high = np.where(is_below, middle, low), np.where(is_below, high, middle)
    return (low + high) / 2
