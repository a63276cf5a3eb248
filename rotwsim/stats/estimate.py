"""Keep a number with its uncertainty; the levels of confidence, and checks of what is estimated."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, the interval around it and the number of games (or pairs, or seeds) used."""

    value: float
    low: float
    high: float
    n: int

    @property
    def half_width(self) -> float:
        """Return half the interval's length, the "plus or minus" of a report."""
        return (self.high - self.low) / 2

    def covers(self, truth: float) -> bool:
        """Check whether the interval contains `truth`, ends included."""
        return self.low <= truth <= self.high

    def scaled(self, factor: float) -> Estimate:
        """Convert to another unit; `scaled(100)` turns a share into percentage points."""
        low, high = sorted((self.low * factor, self.high * factor))
        return Estimate(self.value * factor, low, high, self.n)

    def within(self, least: float, most: float) -> Estimate:
        return Estimate(self.value, max(least, self.low), min(most, self.high), self.n)

    def as_dict(self) -> dict[str, float | int]:
        return asdict(self)


# All shares and differences of shares are fractions: 0.01 is one percentage point.
CONFIDENCE = 0.95
ERROR = 1 - CONFIDENCE
POWER = 0.80
MARGIN = 0.01

SEQUENTIAL_ALPHA = 0.05
SEQUENTIAL_BETA = 0.05
SEQUENTIAL_MIN_PAIRS = 1_000

# Below this many pairs of a kind (flipped, or not all flipped to one side) the normal
# approximation is left for an exact or score method.
EXACT_BELOW_FLIPPED = 25

# "Rule of three": no event in n games leaves 3/n as the 95 % upper bound.
ZERO_EVENT_BOUND = 3.0

# The part of the error chance that the interval of a stopped run uses.
STOP_SHARE = 0.8

# The part of a family's error chance for "equivalent"; Holm gets the rest.
EQUIVALENCE_SHARE = 0.2

BOOTSTRAP_REPLICATES = 2_000
BOOTSTRAP_BLOCKS = 10_000


def critical_value(level: float = CONFIDENCE) -> float:
    """Return the two-sided normal critical value: 1.96 at level 0.95."""
    # The lower tail keeps its digits where 1 - tail would round: levels such as 1 - 1e-12.
    return -NormalDist().inv_cdf(significance(level) / 2)


def significance(level: float) -> float:
    if not 0 < level < 1:
        raise ValueError(f"the confidence level must be between 0 and 1, not {level}")
    return 1 - level


def two_sided_p_value(z: float) -> float:
    """Return the chance that a standard normal is at least as far from zero as `z`."""
    return math.erfc(abs(z) / math.sqrt(2))


def checked_count(name: str, count: float) -> int:
    """Return `count` as an int, or refuse a fraction or a negative number."""
    if not math.isfinite(count) or count != int(count) or count < 0:
        raise ValueError(f"{name} must be a whole number of at least 0, not {count}")
    return int(count)


def checked_share(name: str, share: float) -> float:
    """Return `share` as a float, or refuse a number outside [0, 1]."""
    if not 0 <= share <= 1:
        raise ValueError(f"{name} must lie between 0 and 1, not {share}")
    return float(share)


def checked_positive(name: str, number: float) -> float:
    """Return `number` as a float, or refuse what is not finite and above zero."""
    if not (math.isfinite(number) and number > 0):
        raise ValueError(f"{name} must be above 0, not {number}")
    return float(number)


def checked_win_arrays(wins: ArrayLike, n: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Return wins and games as float arrays of one shape, or refuse what no games can be."""
    wins, n = np.broadcast_arrays(np.asarray(wins, dtype=float), np.asarray(n, dtype=float))
    if not (np.isfinite(wins).all() and np.isfinite(n).all()):
        raise ValueError("wins and n must be numbers, found NaN or infinity")
    if (wins != np.floor(wins)).any() or (n != np.floor(n)).any():
        raise ValueError("wins and n must be whole numbers")
    if (n < 1).any():
        raise ValueError("no games: every n must be at least 1")
    if (wins < 0).any() or (wins > n).any():
        raise ValueError("wins must lie between 0 and n: fewer than none, or more wins than games")
    return wins, n


def checked_column(name: str, values: ArrayLike) -> np.ndarray:
    """Return one column of finite numbers as a float array."""
    column = np.asarray(values, dtype=float)
    if column.ndim != 1:
        raise ValueError(f"{name} must be one column, not an array of {column.ndim} dimensions")
    if column.size == 0:
        raise ValueError(f"{name} is empty")
    if bad := int((~np.isfinite(column)).sum()):
        raise ValueError(f"{name} holds NaN or infinity in {bad} of {column.size} rows")
    return column


def checked_indicators(name: str, values: ArrayLike) -> np.ndarray:
    """Return one column of wins (1 or True) and losses (0 or False) as a bool array."""
    column = checked_column(name, values)
    if not np.isin(column, (0.0, 1.0)).all():
        raise ValueError(f"{name} must hold only 0 and 1")
    return column.astype(bool)


def check_same_length(**columns: np.ndarray) -> None:
    """Refuse columns of different length: they are compared row by row."""
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        stated = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise ValueError(f"lengths differ: {stated}")


def check_has_columns(table, columns: list[str]) -> None:
    missing = [column for column in columns if column not in table.columns]
    if missing:
        raise ValueError(f"the table has no column {', '.join(map(repr, missing))}")
