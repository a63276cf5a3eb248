"""Playing until something is known to ± so much: the interval that decides is the one told."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats.checks import checked_positive, checked_share, checked_win_arrays, checked_wins
from rotwsim.stats.estimate import Estimate
from rotwsim.stats.levels import CONFIDENCE, STOP_SHARE, critical_value, significance
from rotwsim.stats.paired import paired_difference_estimate


def at_stop(wins: int, n: int, level: float = CONFIDENCE) -> Estimate:
    """The win rate of a run that stops as soon as this interval is narrow enough.

    How narrow it is depends on the games alone through the share itself, so stopping at a width
    costs little coverage (Chow and Robbins 1965). The interval of Agresti and Coull (1998) at a
    slightly higher level makes up for it, as Frey (2010) does: `stats.coverage` shows the cover
    that is left, at looks every hundred games.
    """
    wins, n = checked_wins(wins, n)
    low, high = at_stop_bounds(wins, n, level)
    return Estimate(wins / n, float(low), float(high), n)


def at_stop_bounds(
    wins: ArrayLike, n: ArrayLike, level: float = CONFIDENCE
) -> tuple[np.ndarray, np.ndarray]:
    """The ends of that interval for whole columns of wins and games."""
    wins, n = checked_win_arrays(wins, n)
    z = critical_value(_level_at_stop(level))
    games = n + z**2
    centre = (wins + z**2 / 2) / games
    reach = z * np.sqrt(centre * (1 - centre) / games)
    return np.maximum(centre - reach, 0.0), np.minimum(centre + reach, 1.0)


def is_narrow(
    wins: ArrayLike, n: ArrayLike, half_width: float, level: float = CONFIDENCE
) -> np.ndarray:
    """Whether a run may stop at each of these looks: the interval is as narrow as wanted."""
    low, high = at_stop_bounds(wins, n, level)
    return (high - low) / 2 <= checked_positive("half_width", half_width)


def difference_at_stop(
    only_baseline: int, only_variant: int, n: int, level: float = CONFIDENCE
) -> Estimate:
    """The paired difference of a comparison that stops as soon as this interval is narrow enough.

    Its width depends on how many pairs flip, hardly on the side they flip to.
    """
    return paired_difference_estimate(only_baseline, only_variant, n, _level_at_stop(level))


def games_until_narrow(half_width: float, share: float = 0.5, level: float = CONFIDENCE) -> int:
    """The fewest games after which such a run stops, if `share` of them is won throughout."""
    half_width = checked_positive("half_width", half_width)
    share = checked_share("share", share)
    few, many = 0, 1
    while not is_narrow(round(share * many), many, half_width, level):
        few, many = many, 2 * many
    while many - few > 1:
        middle = (few + many) // 2
        narrow = is_narrow(round(share * middle), middle, half_width, level)
        few, many = (few, middle) if narrow else (middle, many)
    return many


def _level_at_stop(level: float) -> float:
    return 1 - STOP_SHARE * significance(level)
