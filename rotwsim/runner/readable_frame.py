"""The table of solo games in words: Barons by name, NA for values that do not exist."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

BARON_SETS = ("barons_in_row", "barons_own", "barons_railbot")
AFTER = "points_after_"
TURN, POINTS = "baron_turn", "baron_points"
BETWEEN = ", "


def named(scenario: Scenario, table: pd.DataFrame) -> pd.DataFrame:
    """A table with all columns, as `rotwsim.columns()` explains them."""
    names = [baron.name for baron in load_rulebook().barons]
    columns = {}
    for column in table.columns:
        values = table[column]
        begin, _, number = column.rpartition("_")
        if column in BARON_SETS:
            columns[column] = _sets(values.to_numpy(), names, bool(scenario.barons))
        elif column.startswith(AFTER):
            columns[column] = _where(values, table["turns"] >= int(number))
        elif begin in (TURN, POINTS):
            baron = int(number) - 1
            own = table["barons_own"].to_numpy() >> baron & 1 == 1
            there = values != 0 if begin == TURN else own
            columns[f"{begin}: {names[baron]}"] = _where(values, there)
        else:
            columns[column] = values
    return _frame(columns)


def row_of(table: pd.DataFrame, place: int = 0) -> dict:
    """One game of a named table as plain values; what does not exist is None."""
    import pandas as pd

    row = {}
    for column in table.columns:
        value = table[column].iloc[place]
        value = value.item() if isinstance(value, np.generic) else value
        row[column] = None if pd.isna(value) else value
    return row


def _where(values: pd.Series, there: pd.Series | np.ndarray) -> pd.Series:
    """Whole numbers with NA where there are none."""
    return values.astype("Int32" if values.dtype.itemsize > 2 else "Int16").where(there)


def _sets(bits: np.ndarray, names: list[str], used: bool) -> pd.Categorical:
    """Bit sets of Barons as lists of their names."""
    import pandas as pd

    found, codes = np.unique(bits, return_inverse=True)
    words = [
        BETWEEN.join(name for baron, name in enumerate(names) if number >> baron & 1)
        for number in found.tolist()
    ]
    return pd.Categorical.from_codes(codes if used else np.full(len(bits), -1), words)


def _frame(columns: dict) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(columns)
