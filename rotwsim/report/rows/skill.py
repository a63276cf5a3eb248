"""Skill and luck: players by strength, those who slip, and the splits of the spread."""

from __future__ import annotations

import pandas as pd

from rotwsim.report.results import Results


def players_by_strength(results: Results) -> pd.DataFrame:
    """The players without slips, the weakest first."""
    rows = results.rows("skill", "player", "win_rate", "low", "high")
    if "slip" in rows:
        rows = rows[~(rows["slip"] > 0)]
    rows = rows.drop_duplicates("player")
    return rows.sort_values("win_rate", ignore_index=True)


def slipping_players(results: Results) -> pd.DataFrame:
    """The rows of players that were measured at several slips."""
    rows = results.rows("skill", "player", "slip", "win_rate", "low", "high")
    steps = rows.groupby("player")["slip"].nunique() if len(rows) else pd.Series(dtype=int)
    return rows[rows["player"].isin(steps[steps > 1].index)]


def luck_by_scope(results: Results) -> list[tuple[str, pd.DataFrame]]:
    """The split of the variance, the largest share first; scopes are splits of their own."""
    rows = results.rows("luck", "term", "share", "low", "high")
    weight = rows["total"].fillna(rows["share"]) if "total" in rows else rows["share"]
    rows = rows.loc[weight.sort_values(ascending=False, kind="stable").index]
    if "scope" not in rows:
        return [("", rows)] if len(rows) else []
    scopes = list(dict.fromkeys(results.tables["luck"]["scope"]))
    parts = [(scope, rows[rows["scope"] == scope].reset_index(drop=True)) for scope in scopes]
    return [(scope, part) for scope, part in parts if len(part)]
