"""Figures of what the answer rests on: the tornado of assumptions, the spread over fillings."""

from __future__ import annotations

import numpy as np
import pandas as pd

from rotwsim.report.figure_marks import (
    draw_zero,
    grid,
    label_rows,
    percent_axis,
)
from rotwsim.report.figure_style import EASIER, FAINT, HARDER, INK, SMALL, Picture, new_axes
from rotwsim.report.results import Results
from rotwsim.report.wording import (
    games_span,
    level_in_words,
    margin_in_words,
    percent,
    points,
    signed,
)

MOST_ROWS = 20
LETTERS = 18  # of a setting above its bar
NOTHING = 0.0005  # a setting that does less is the baseline itself


def tornado(results: Results) -> list[Picture]:
    """Bars from the low to the high setting of each assumption, the most influential on top."""
    rows = assumptions_by_influence(results).head(MOST_ROWS)
    if rows.empty:
        return []
    top = rows.iloc[0]
    title = (
        f"{top['name']} matters most: {signed(100 * top['difference_low'])} points at "
        f"{top['low_setting'] or 'its low setting'}, {signed(100 * top['difference_high'])} at "
        f"{top['high_setting'] or 'its high setting'}"
    )
    figure, (axes,) = new_axes(1.5 * len(rows) + 1, row=0.27)
    draw_zero(axes, results.margin)
    label_rows(axes, list(rows["name"]))
    for place, row in enumerate(rows.itertuples()):
        same_side = row.difference_low * row.difference_high > 0
        for setting, value, ends, above in (
            (row.low_setting, row.difference_low, (row.low_low, row.low_high), True),
            (row.high_setting, row.difference_high, (row.high_low, row.high_high), not same_side),
        ):
            _draw_side(axes, place, setting, value, ends, above)
    axes.margins(x=0.18)
    percent_axis(axes, "difference in win rate to the baseline, points", signed=True)
    grid(axes)
    level = level_in_words(results.confidence)
    caption = (
        f"{games_span(rows.get('games', []))} per setting, the same seeds for every setting; "
        f"thin lines are {level} intervals, the grey band is the margin of "
        f"{margin_in_words(results.margin)}."
    )
    alt = "Influence of assumptions: " + "; ".join(
        f"{row['name']} {points(row['difference_low'])} at {row['low_setting']}, "
        f"{points(row['difference_high'])} at {row['high_setting']}"
        for _, row in rows.iterrows()
    )
    return [Picture("tornado", title, caption, alt, figure)]


def filling_spread(results: Results) -> list[Picture]:
    """The win rate of each random plausible filling, sorted, with its interval."""
    rows = fillings_by_rate(results)
    if len(rows) < 2:
        return []
    low, high = rows["win_rate"].iloc[0], rows["win_rate"].iloc[-1]
    title = (
        f"Over {len(rows)} random plausible fillings the win rate runs from {percent(low)} to "
        f"{percent(high)}"
    )
    figure, (axes,) = new_axes(7)
    places = np.arange(len(rows))
    axes.vlines(places, rows["low"], rows["high"], color=EASIER, linewidth=1.2)
    axes.plot(places, rows["win_rate"], "o", color=EASIER, markersize=3.5)
    arms = results.rows("arms", "win_rate")
    if len(arms) == 1:
        axes.axhline(arms["win_rate"].iloc[0], color=HARDER, linewidth=1, linestyle=(0, (4, 2)))
    percent_axis(axes, "games won, %", way="y")
    axes.tick_params(axis="y", labelcolor=FAINT, labelsize=SMALL)
    axes.set_xticks([])
    axes.set_xlabel("fillings of what is assumed, sorted")
    grid(axes, "y")
    caption = (
        f"Lines are {level_in_words(results.confidence)} intervals of each filling's win rate; the "
        "spread between fillings is what we do not know, not chance."
    )
    alt = (
        f"Win rates of {len(rows)} fillings, lowest {percent(low)}, median "
        f"{percent(float(rows['win_rate'].median()))}, highest {percent(high)}"
    )
    return [Picture("fillings", title, caption, alt, figure)]


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


def fillings_by_rate(results: Results) -> pd.DataFrame:
    rows = results.rows("fillings", "filling", "win_rate", "low", "high")
    return rows.sort_values("win_rate", ignore_index=True)


def _draw_side(axes, place: int, setting: str, value: float, ends: tuple, above: bool) -> None:
    """One setting: its bar, its interval, and its name unless it is the baseline itself."""
    if abs(value) < NOTHING:
        return
    axes.barh(place, value, height=0.4, color=EASIER if value > 0 else HARDER, alpha=0.75)
    if not np.isnan(ends).any():
        axes.plot(ends, [place] * 2, color=INK, linewidth=1)
    axes.annotate(
        shortened(setting),
        (value, place),
        xytext=(0, 7 if above else -13),
        textcoords="offset points",
        ha="center",
        fontsize=SMALL,
        color=FAINT,
    )


def shortened(setting: str) -> str:
    """A setting that fits above its bar."""
    return setting if len(setting) <= LETTERS else f"{setting[: LETTERS - 1]}…"
