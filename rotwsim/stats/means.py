"""The average of a column of results, with Student's interval."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats.checks import checked_values
from rotwsim.stats.counts import Counts
from rotwsim.stats.estimate import Estimate
from rotwsim.stats.levels import CONFIDENCE, significance


def mean(values: ArrayLike | Counts, level: float = CONFIDENCE) -> Estimate:
    """The mean with Student's t interval; a single row has an unbounded one."""
    column = checked_values("values", values)
    n, centre = len(column), float(column.mean())
    tail = significance(level) / 2
    if n == 1:
        return Estimate(centre, -math.inf, math.inf, n)
    reach = student_critical_value(tail, n - 1) * standard_error(column)
    return Estimate(centre, centre - reach, centre + reach, n)


def standard_error(column: np.ndarray | Counts) -> float:
    """Of the mean. Values that are all alike say little while they are few: then it is as if one
    more were there that differs by one.
    """
    n = len(column)
    if column.min() == column.max():
        return 1 / (n + 1)
    return float(column.std(ddof=1)) / math.sqrt(n)


def student_critical_value(tail: float, degrees_of_freedom: int) -> float:
    from scipy.special import stdtrit

    return -float(stdtrit(degrees_of_freedom, tail))
