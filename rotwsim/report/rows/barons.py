"""Duel Barons: by their worth, and when they are claimed."""

from __future__ import annotations

import pandas as pd

from rotwsim.report.results import Results

OWNERS = ("own", "railbot")


def barons_by_worth(results: Results) -> pd.DataFrame:
    rows = results.rows("barons", "baron", "difference", "low", "high")
    return rows.sort_values("difference", ascending=False, ignore_index=True)


def told_from_chance(results: Results, rows: pd.DataFrame) -> pd.Series:
    """Which effects stand after correction for their number; without p, an interval off zero."""
    if "p_adjusted" in rows and rows["p_adjusted"].notna().all():
        return rows["p_adjusted"] < 1 - results.confidence
    return (rows["low"] > 0) | (rows["high"] < 0)


def barons_by_claims(results: Results) -> pd.DataFrame:
    rows = results.rows("barons", "baron", "own_claims", "railbot_claims")
    return rows.sort_values("own_claims", ascending=False, ignore_index=True)


def baron_pairs_of(results: Results) -> pd.DataFrame:
    return results.rows("baron_pairs", "first", "second", "difference", "low", "high")


def claim_turns(results: Results) -> pd.DataFrame:
    """Per Baron and owner: median turn as value, quartiles as low and high, number of claims."""
    turns = results.rows("baron_turns", "baron", "owner", "turn", "games")
    turns = turns[(turns["turn"] > 0) & (turns["games"] > 0) & turns["owner"].isin(OWNERS)]
    rows = []
    for (baron, owner), own in turns.groupby(["baron", "owner"], sort=True):
        low, value, high = (_quantile(own, share) for share in (0.25, 0.5, 0.75))
        games = own["games"].sum()
        rows.append(
            {
                "baron": baron,
                "owner": owner,
                "value": value,
                "low": low,
                "high": high,
                "games": games,
            }
        )
    return pd.DataFrame(rows)


def _quantile(turns: pd.DataFrame, share: float) -> float:
    ordered = turns.sort_values("turn")
    reached = ordered["games"].cumsum() >= share * ordered["games"].sum()
    return float(ordered.loc[reached, "turn"].iloc[0])
