"""Results and points over turns: which arms can be shown beside each other, and their rows."""

from __future__ import annotations

import pandas as pd

from rotwsim.report.results import Results
from rotwsim.report.rows.arms import labels_of, shown_arms

MOST_RIDGES, MOST_CURVES, MOST_ARMS = 8, 4, 100
LONE_TURNS = 0.05  # a turn that fewer games reach is not drawn


def results_of_arms(results: Results) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The arms to draw, and how many of their games ended with each result."""
    counts = results.rows("result_counts", "arm", "result", "games")
    counts = counts[counts["games"] > 0]
    arms = _hills(results)
    arms = arms[arms["arm"].isin(counts["arm"])]
    return arms, counts[counts["arm"].isin(arms["arm"])]


def _hills(results: Results) -> pd.DataFrame:
    """The arms to draw: with a target, and without Barons if both would be too many."""
    arms = shown_arms(results, "result_counts", MOST_ARMS)
    if arms.empty or "target" not in arms:
        return arms.head(0)
    arms = arms[arms["target"].notna()]
    if len(arms) > MOST_RIDGES and "barons" in arms and not arms["barons"].all():
        arms = arms[~arms["barons"]]
        arms = arms.assign(label=labels_of(arms))
    return arms.head(MOST_RIDGES)


def turns_of_arms(results: Results) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The arms to draw, and their points after each turn that enough games reach."""
    turns = results.rows("points_by_turn", "arm", "turn", "games", "q10", "q50", "q90")
    arms = _few_curves(shown_arms(results, "points_by_turn", MOST_ARMS))
    most = turns.groupby("arm")["games"].transform("max")
    turns = turns[turns["games"] >= LONE_TURNS * most].sort_values("turn")
    return arms[arms["arm"].isin(turns["arm"])], turns


def _few_curves(arms: pd.DataFrame) -> pd.DataFrame:
    """As many arms as an eye can follow: those of the first board before others."""
    if len(arms) > MOST_CURVES and "board" in arms:
        first = arms[arms["board"] == arms["board"].iloc[0]]
        arms = first if len(first) > 1 else arms
    return arms.head(MOST_CURVES)
