"""A column of whole numbers as its values and how often each came."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Counts:
    """A sorted column in which equal numbers take the room of one; `counts[3]` is its fourth row.

    Means and quantiles take it in place of a column.
    """

    values: np.ndarray  # each once, in order
    times: np.ndarray

    def __len__(self) -> int:
        return int(self.times.sum())

    def __getitem__(self, rank: int) -> float:
        return float(self.values[np.searchsorted(np.cumsum(self.times), rank, side="right")])

    def at(self, value: int) -> int:
        """How often a value came."""
        return int(self.times[self.values == value].sum())

    def min(self) -> float:
        return float(self.values[0])

    def max(self) -> float:
        return float(self.values[-1])

    def mean(self) -> float:
        return self._power_sum(1) / len(self)

    def std(self, ddof: int = 0) -> float:
        """The standard deviation, exact up to its last division: the sums are whole numbers."""
        n = len(self)
        squares = n * self._power_sum(2) - self._power_sum(1) ** 2
        return math.sqrt(squares / (n * (n - ddof)))

    def _power_sum(self, power: int) -> int:
        return sum(
            int(times) * int(value) ** power
            for value, times in zip(self.values, self.times, strict=True)
        )
