"""Assumptions by their influence, and fillings by their win rate."""

from __future__ import annotations

import numpy as np
import pandas as pd

from rotwsim.analysis.boxes.known_ranges import FEWEST_FILLINGS
from rotwsim.report.results import Results


def assumptions_by_influence(results: Results) -> pd.DataFrame:
    """The assumptions with both settings known; `influence` is the larger of the two effects."""
    rows = results.rows("assumptions", "name", "difference_low", "difference_high")
    for column in ("low_setting", "high_setting", "origin"):
        if column not in rows:
            rows[column] = ""
    for column in ("low_low", "low_high", "high_low", "high_high"):
        if column not in rows:
            rows[column] = np.nan
    largest = rows[["difference_low", "difference_high"]].abs().max(axis=1)
    rows = rows.assign(influence=largest)
    return rows.sort_values("influence", ascending=False, ignore_index=True)


def surely_matters(rows: pd.DataFrame, margin: float) -> pd.Series:
    """Which assumptions have a setting whose interval lies wholly beyond the margin."""
    low_end = (rows["low_low"] > margin) | (rows["low_high"] < -margin)
    high_end = (rows["high_low"] > margin) | (rows["high_high"] < -margin)
    return low_end | high_end


def fillings_by_rate(results: Results) -> pd.DataFrame:
    """The fillings, the hardest first; so few that no range may be quoted are left out."""
    rows = results.rows("fillings", "filling", "win_rate", "low", "high")
    rows = rows if len(rows) >= FEWEST_FILLINGS else rows.head(0)
    return rows.sort_values("win_rate", ignore_index=True)
