"""A crossed design as an array: every seed plays every combination of the factors once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rotwsim.stats.checks import check_has_columns, checked_column

if TYPE_CHECKING:
    import pandas as pd

# How a term of several factors is written: "exhaust × player".
INTERACTION = " × "


def crossed_array(
    table: pd.DataFrame, factors: Sequence[str], outcome: str, seed: str
) -> np.ndarray:
    """The outcomes of a long table with one axis for seeds and one per factor, levels sorted."""
    columns = [seed, *factors]
    if len(set(columns)) < len(columns):
        raise ValueError(f"a column is named twice: {', '.join(columns)}")
    check_has_columns(table, [*columns, outcome])
    outcomes = checked_column(outcome, table[outcome])
    shape, places = [], []
    for column in columns:
        if table[column].isna().any():
            raise ValueError(f"column {column!r} holds missing values")
        levels, place = np.unique(table[column].to_numpy(), return_inverse=True)
        shape.append(len(levels))
        places.append(place)
    _check_one_row_per_cell(np.ravel_multi_index(places, shape), shape, columns)
    array = np.empty(shape)
    array[tuple(places)] = outcomes
    return array


def _check_one_row_per_cell(cell: np.ndarray, shape: list[int], columns: list[str]) -> None:
    cells = int(np.prod(shape))
    filled = len(np.unique(cell))
    if filled < cells or len(cell) > cells:
        raise ValueError(
            f"the design is not crossed: {len(cell)} rows fill {filled} of {cells} combinations "
            f"of {', '.join(columns)}; each needs exactly one row"
        )
