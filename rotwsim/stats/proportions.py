"""One win rate: its interval at a fixed size, its interval at any time, and the games it needs."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats.bisection import rising_root
from rotwsim.stats.checks import (
    checked_count,
    checked_positive,
    checked_share,
    checked_win_arrays,
    checked_wins,
)
from rotwsim.stats.estimate import Estimate
from rotwsim.stats.levels import (
    CONFIDENCE,
    POWER,
    ZERO_EVENT_BOUND,
    critical_value,
    significance,
)

# Log odds this extreme underflow every double: a bracket wide enough for any count.
EXTREME_LOG_ODDS = 750.0


def wilson(wins: int, n: int, level: float = CONFIDENCE) -> Estimate:
    """The win rate with its Wilson interval, for a number of games fixed beforehand."""
    wins, n = checked_wins(wins, n)
    low, high = wilson_bounds(wins, n, level)
    return Estimate(wins / n, float(low), float(high), n)


def wilson_bounds(
    wins: ArrayLike, n: ArrayLike, level: float = CONFIDENCE
) -> tuple[np.ndarray, np.ndarray]:
    """The ends of the Wilson interval for whole columns of wins and games."""
    wins, n = checked_win_arrays(wins, n)
    z = critical_value(level)
    share = wins / n
    centre = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    reach = z / (1 + z**2 / n) * np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    # At the borders the exact ends are 0 and 1; rounding must not leave them by 1e-19.
    low = np.where(wins == 0, 0.0, np.maximum(centre - reach, 0.0))
    high = np.where(wins == n, 1.0, np.minimum(centre + reach, 1.0))
    return low, high


def zero_event_upper(n: int) -> float:
    """The 95 % upper bound 3/n ("rule of three") for an event never seen in n games."""
    _, n = checked_wins(0, n)
    return min(1.0, ZERO_EVENT_BOUND / n)


def anytime(wins: int, n: int, level: float = CONFIDENCE) -> Estimate:
    """The win rate with an interval that holds however often one looks and whenever one stops.

    The beta-binomial mixture confidence sequence (Robbins 1970): all p with
    B(w+1, n-w+1) / (p^w (1-p)^(n-w)) < 1/alpha.
    """
    wins, n = checked_wins(wins, n)
    low, high = anytime_bounds(wins, n, level)
    return Estimate(wins / n, float(low), float(high), n)


def anytime_bounds(
    wins: ArrayLike, n: ArrayLike, level: float = CONFIDENCE
) -> tuple[np.ndarray, np.ndarray]:
    """The ends of the anytime-valid interval for whole columns of wins and games."""
    wins, n = checked_win_arrays(wins, n)
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
    needed = betaln(wins + 1, n - wins + 1) + math.log(significance(level))
    with np.errstate(divide="ignore"):
        top = np.log(wins) - np.log(n - wins)
    bottom = np.full_like(n, -EXTREME_LOG_ODDS)

    def support_beyond_need(log_odds: np.ndarray) -> np.ndarray:
        return wins * log_odds - n * np.logaddexp(0.0, log_odds) - needed

    return rising_root(support_beyond_need, bottom, np.clip(top, bottom, -bottom))


def _share_of_log_odds(log_odds: np.ndarray) -> np.ndarray:
    return np.exp(-np.logaddexp(0.0, -log_odds))


def games_for_precision(half_width: float, share: float = 0.5, level: float = CONFIDENCE) -> int:
    """The games, to the nearest one, that pin a win rate near `share` down to ± half_width."""
    half_width = checked_positive("half_width", half_width)
    share = checked_share("share", share)
    return max(1, round(critical_value(level) ** 2 * share * (1 - share) / half_width**2))


def pairs_for_difference(
    difference: float, flipped: float, power: float = POWER, level: float = CONFIDENCE
) -> int:
    """The pairs, to the nearest one, at which McNemar's test finds `difference` with this power.

    `flipped` is the share of pairs won by one side only; a difference needs at least as many.
    """
    difference = checked_positive("the absolute difference", abs(difference))
    flipped = checked_share("flipped", flipped)
    if not 0 < power < 1:
        raise ValueError(f"power must lie between 0 and 1, not {power}")
    if difference > flipped:
        raise ValueError(
            f"a difference of {difference} needs that share of flipped games, not {flipped}"
        )
    spread_without = critical_value(level) * math.sqrt(flipped)
    spread_with = NormalDist().inv_cdf(power) * math.sqrt(flipped - difference**2)
    return max(1, round(((spread_without + spread_with) / difference) ** 2))


def precise_enough(estimate: Estimate, half_width: float, min_games: int = 0) -> bool:
    """Whether a run may stop: the interval is as narrow as wanted and enough games are played."""
    enough = estimate.n >= checked_count("min_games", min_games)
    return enough and estimate.half_width <= checked_positive("half_width", half_width)
