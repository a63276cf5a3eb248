"""Many questions at once: p values and confidence levels corrected for their number."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats.checks import checked_column, checked_count
from rotwsim.stats.levels import CONFIDENCE, significance


def holm(p_values: ArrayLike) -> np.ndarray:
    """Holm's adjusted p values, for declared questions.

    Any false alarm at all among those below alpha has at most chance alpha.
    """
    p = _checked_p_values(p_values)
    order = np.argsort(p, kind="stable")
    still_open = np.arange(len(p), 0, -1)
    return _in_given_order(np.maximum.accumulate(p[order] * still_open), order)


def benjamini_hochberg(p_values: ArrayLike) -> np.ndarray:
    """Benjamini and Hochberg's adjusted p values, for screening.

    Among the finds below alpha a share of about alpha is false.
    """
    p = _checked_p_values(p_values)
    order = np.argsort(p, kind="stable")
    rank = np.arange(1, len(p) + 1)
    stepped_up = np.minimum.accumulate((p[order] * len(p) / rank)[::-1])[::-1]
    return _in_given_order(stepped_up, order)


def simultaneous_level(questions: int, level: float = CONFIDENCE) -> float:
    """The level at which each of so many intervals must be made for all to hold together."""
    if checked_count("questions", questions) < 1:
        raise ValueError("questions must be at least 1")
    return 1 - significance(level) / questions


def holm_levels(p_values: ArrayLike, level: float = CONFIDENCE) -> np.ndarray:
    """For each p value the interval level at which zero is excluded exactly where Holm rejects.

    The smallest p is held to the Bonferroni level, the next to one question fewer, and from the
    first that fails all share its level. Signs so claimed hold together; the intervals themselves
    cover jointly only at `simultaneous_level`.
    """
    p = _checked_p_values(p_values)
    order = np.argsort(p, kind="stable")
    thresholds = significance(level) / np.arange(len(p), 0, -1)
    fails = np.flatnonzero(p[order] > thresholds)
    first_failing = fails[0] if len(fails) else len(p) - 1
    step = np.minimum(np.arange(len(p)), first_failing)
    levels = np.empty(len(p))
    levels[order] = 1 - thresholds[step]
    return levels


def _checked_p_values(p_values: ArrayLike) -> np.ndarray:
    p = checked_column("p_values", p_values)
    if ((p < 0) | (p > 1)).any():
        raise ValueError("every p value must lie between 0 and 1")
    return p


def _in_given_order(adjusted: np.ndarray, order: np.ndarray) -> np.ndarray:
    in_given_order = np.empty(len(order))
    in_given_order[order] = np.minimum(adjusted, 1.0)
    return in_given_order
