"""Where a rising function crosses zero, by halving, for many functions at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

# Each halving wins one binary digit: enough to empty a double from any starting bracket.
HALVINGS = 100


def rising_root(
    function: Callable[[np.ndarray], np.ndarray], low: np.ndarray, high: np.ndarray
) -> np.ndarray:
    """The points of [low, high] at which `function`, rising elementwise, passes zero.

    An element that stays above zero yields `low`, one that stays below yields `high`.
    """
    low, high = np.array(low, dtype=float), np.array(high, dtype=float)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        is_below = function(middle) < 0
        low, high = np.where(is_below, middle, low), np.where(is_below, high, middle)
    return (low + high) / 2
