"""Sentences on assumptions: what moves the answer most, and what the box probably says."""

from __future__ import annotations

import numpy as np
import pandas as pd

from rotwsim.analysis.boxes.known_ranges import FEWEST_FILLINGS
from rotwsim.report.results import Results
from rotwsim.report.wording import (
    counted,
    level_in_words,
    listed,
    margin_in_words,
    percent,
    plain,
    points,
    signed,
)
from rotwsim.stats.weighted import WORTH_KNOWING


def assumptions(results: Results) -> list[str]:
    """Which assumption moves the answer most, and how many matter."""
    rows = assumptions_by_influence(results)
    if rows.empty:
        return []
    top = rows.iloc[0]
    matter = int(surely_matters(rows, results.margin).sum())
    origin = f" ({top['origin']})" if top["origin"] else ""
    ends = [_side(top, side) for side in ("low", "high") if top[f"difference_{side}"] != 0]
    level = level_in_words(results.confidence)
    moves = f": {' and '.join(ends)} ({level} intervals)" if ends else ""
    return [
        f"The answer rests most on {top['name']}{origin}{moves}; {matter} of "
        f"{counted(len(rows), 'assumption')} surely move the win rate by more than "
        f"{margin_in_words(results.margin)}."
    ]


def _side(row: pd.Series, side: str) -> str:
    """What one setting does: "−3.4 points (−5.0 to −1.8) at “fresh”"."""
    ends = [row[f"{side}_low"], row[f"{side}_high"]]
    known = not any(pd.isna(end) for end in ends)
    between = f" ({signed(100 * ends[0])} to {signed(100 * ends[1])})" if known else ""
    setting = f" at “{row[f'{side}_setting']}”" if row[f"{side}_setting"] else ""
    return f"{points(row[f'difference_{side}'])}{between}{setting}"


def fillings(results: Results) -> list[str]:
    """How far the win rate spreads over what the box might contain."""
    rows = fillings_by_rate(results)
    if len(rows) < 2:
        return []
    rates = rows["win_rate"]
    return [
        f"Over {len(rows)} random plausible fillings of what is assumed, the win rate runs from "
        f"{percent(rates.min())} to {percent(rates.max())}, half of them between "
        f"{percent(rates.quantile(0.25))} and {percent(rates.quantile(0.75))}; "
        f"their standard deviation, chance included, is {plain(100 * rates.std())} points."
    ]


def boxes(results: Results) -> list[str]:
    """The range of each player over plausible boxes, and what would narrow it."""
    rows = ranges_by_player(results)
    if rows.empty:
        return []
    said = [
        f"{row.player} {percent(row.low, 0)} to {percent(row.high, 0)} ({percent(row.assumed, 0)} "
        f"as assumed)"
        for row in rows.drop_duplicates("player").itertuples()
    ]
    first = rows.iloc[0]
    sentences = [
        f"In nine of ten plausible boxes the games won are: {listed(said)}. That is over "
        f"{int(first['fillings'])} random fillings of what nobody here has seen, which the "
        f"evidence of the rulebook leaves worth {first['effective']:.0f}."
    ]
    figures = figures_to_look_up(results)
    if len(figures):
        top = figures.iloc[0]
        if top["narrows"] < WORTH_KNOWING:
            return [*sentences, "No single figure, once known, would narrow that much."]
        known = top["spread"] * (1 - top["narrows"]) ** 0.5
        sentences.append(
            f"With the box open, look up {top['name']} first: to know it would take the "
            f"spread of the win rate from {plain(100 * top['spread'])} to {plain(100 * known)} "
            "points."
        )
    return sentences


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
    """Which assumptions have a setting whose interval is wholly beyond the margin."""
    low_end = (rows["low_low"] > margin) | (rows["low_high"] < -margin)
    high_end = (rows["high_low"] > margin) | (rows["high_high"] < -margin)
    return low_end | high_end


def fillings_by_rate(results: Results) -> pd.DataFrame:
    """The fillings, the hardest first; so few that no range may be quoted are left out."""
    rows = results.rows("fillings", "filling", "win_rate", "low", "high")
    rows = rows if len(rows) >= FEWEST_FILLINGS else rows.head(0)
    return rows.sort_values("win_rate", ignore_index=True)


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
