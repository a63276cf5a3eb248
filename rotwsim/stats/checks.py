"""What input is possible: counts, indicators and columns are judged here, at the border."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats.counts import Counts


def checked_count(name: str, count: float) -> int:
    """`count` as an int, if it is a whole number that is not negative."""
    if not math.isfinite(count) or count != int(count) or count < 0:
        raise ValueError(f"{name} must be a whole number of at least 0, not {count}")
    return int(count)


def checked_share(name: str, share: float) -> float:
    """`share` as a float, if it lies in [0, 1]."""
    if not 0 <= share <= 1:
        raise ValueError(f"{name} must lie between 0 and 1, not {share}")
    return float(share)


def checked_positive(name: str, number: float) -> float:
    """`number` as a float, if it is finite and above zero."""
    if not (math.isfinite(number) and number > 0):
        raise ValueError(f"{name} must be above 0, not {number}")
    return float(number)


def checked_wins(wins: float, n: float) -> tuple[int, int]:
    """Wins and games as ints, if there is at least one game and no more wins than games."""
    wins, n = checked_count("wins", wins), checked_count("n", n)
    if n == 0:
        raise ValueError("no games: n must be at least 1")
    if wins > n:
        raise ValueError(f"more wins than games: {wins} of {n}")
    return wins, n


def checked_win_arrays(wins: ArrayLike, n: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Wins and games as float arrays of one shape, each element judged as `checked_wins` does."""
    wins, n = np.broadcast_arrays(np.asarray(wins, dtype=float), np.asarray(n, dtype=float))
    if not (np.isfinite(wins).all() and np.isfinite(n).all()):
        raise ValueError("wins and n must be numbers, found NaN or infinity")
    if (wins != np.floor(wins)).any() or (n != np.floor(n)).any():
        raise ValueError("wins and n must be whole numbers")
    if (n < 1).any():
        raise ValueError("no games: every n must be at least 1")
    if (wins < 0).any() or (wins > n).any():
        raise ValueError("every wins must lie between 0 and n")
    return wins, n


def checked_column(name: str, values: ArrayLike) -> np.ndarray:
    """One column of finite numbers as a float array."""
    column = np.asarray(values, dtype=float)
    if column.ndim != 1:
        raise ValueError(f"{name} must be one column, not an array of {column.ndim} dimensions")
    if column.size == 0:
        raise ValueError(f"{name} is empty")
    if not np.isfinite(column).all():
        bad = int((~np.isfinite(column)).sum())
        raise ValueError(f"{name} holds NaN or infinity in {bad} of {column.size} rows")
    return column


def checked_values(name: str, values: ArrayLike | Counts) -> np.ndarray | Counts:
    """A column as `checked_column` takes it, or one that is counted."""
    if not isinstance(values, Counts):
        return checked_column(name, values)
    if len(values) == 0:
        raise ValueError(f"{name} is empty")
    return values


def checked_indicators(name: str, values: ArrayLike) -> np.ndarray:
    """One column of wins (1 or True) and losses (0 or False) as a bool array."""
    column = checked_column(name, values)
    if not np.isin(column, (0.0, 1.0)).all():
        raise ValueError(f"{name} must hold only 0 and 1")
    return column.astype(bool)


def check_same_length(**columns: np.ndarray) -> None:
    """Columns that are compared row by row must be equally long."""
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        stated = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise ValueError(f"lengths differ: {stated}")


def check_has_columns(table, columns: list[str]) -> None:
    """A table must have every column it is asked for."""
    missing = [column for column in columns if column not in table.columns]
    if missing:
        raise ValueError(f"the table has no column {', '.join(map(repr, missing))}")
