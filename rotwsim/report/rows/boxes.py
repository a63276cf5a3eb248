"""What the box probably says: ranges, figures to look up, evidence, and how probable values are."""

from __future__ import annotations

import pandas as pd

from rotwsim.report.results import Results


def figures_to_look_up(results: Results) -> pd.DataFrame:
    """The unseen figures, that first which would narrow the answer most."""
    rows = results.rows("figures", "name", "drawn_mean", "weighed_mean", "narrows", "spread")
    return rows.sort_values("narrows", ascending=False, ignore_index=True)


def values_of(results: Results, name: str) -> pd.DataFrame:
    """How often each value of a figure was drawn, and how probable it is now."""
    rows = results.rows("figure_values", "name", "value", "drawn", "weighed")
    return rows[rows["name"] == name].sort_values("value", ignore_index=True)


def weighed_fillings(results: Results) -> pd.DataFrame:
    """The fillings with their weights; none where they were not weighed."""
    rows = results.rows("fillings", "filling", "win_rate")
    return rows if "weight" in rows else rows.iloc[:0]


def ranges_by_player(results: Results) -> pd.DataFrame:
    """The win rate as assumed and in nine of ten plausible boxes, a row per player and variant."""
    return results.rows("plausible", "player", "assumed", "low", "high", "fillings", "effective")
