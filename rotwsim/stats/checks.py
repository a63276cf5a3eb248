"""Check counts, shares, wins and columns before anything is computed from them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike


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


def checked_wins(wins: float, n: float) -> tuple[int, int]:
    """Return wins and games as ints, or refuse no game and more wins than games."""
    wins, n = checked_count("wins", wins), checked_count("n", n)
    if n == 0:
        raise ValueError("no games: n must be at least 1")
    if wins > n:
        raise ValueError(f"more wins than games: {wins} of {n}")
    return wins, n


def checked_win_arrays(wins: ArrayLike, n: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Return wins and games as float arrays of one shape, checked as in `checked_wins`."""
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
    """Return one column of finite numbers as a float array."""
    column = np.asarray(values, dtype=float)
    if column.ndim != 1:
        raise ValueError(f"{name} must be one column, not an array of {column.ndim} dimensions")
    if column.size == 0:
        raise ValueError(f"{name} is empty")
    if not np.isfinite(column).all():
        bad = int((~np.isfinite(column)).sum())
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
    """Refuse a table without one of these columns."""
    missing = [column for column in columns if column not in table.columns]
    if missing:
        raise ValueError(f"the table has no column {', '.join(map(repr, missing))}")
