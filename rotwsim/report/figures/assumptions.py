"""Figures of what the answer rests on: the tornado of assumptions, the spread over fillings."""

from __future__ import annotations

import numpy as np
import pandas as pd

from rotwsim.report.figures.marks import (
    draw_zero,
    grid,
    label_rows,
    percent_axis,
    wrapped,
)
from rotwsim.report.figures.style import EASIER, FAINT, HARDER, INK, SMALL, Picture, new_axes
from rotwsim.report.results import Results
from rotwsim.report.rows.assumptions import assumptions_by_influence, fillings_by_rate
from rotwsim.report.wording import (
    capital,
    games_span,
    level_in_words,
    margin_in_words,
    percent,
    points,
    signed,
)

MOST_ROWS = 20
LINE = 0.13  # inches of a line of a label
LETTERS = 24  # of a name or a setting beside the bars
NOTHING = 0.0005  # a setting that does less is the baseline itself


def tornado(results: Results) -> list[Picture]:
    """Bars from the low to the high setting of each assumption, the most influential on top."""
    rows = assumptions_by_influence(results).head(MOST_ROWS)
    if rows.empty:
        return []
    top = rows.iloc[0]
    title = f"{capital(top['name'])} matters most: up to {points(_larger(top))}"
    labels = [_label(row) for _, row in rows.iterrows()]
    lines = 1 + max(label.count("\n") for label in labels)
    figure, axes = new_axes(len(rows), row=LINE * (lines + 1))
    draw_zero(axes, results.margin)
    label_rows(axes, list(rows["name"]))
    axes.set_yticks(range(len(rows)), labels, fontsize=SMALL)
    for place, row in enumerate(rows.itertuples()):
        _draw_side(axes, place - 0.12, row.difference_low, (row.low_low, row.low_high))
        _draw_side(axes, place + 0.12, row.difference_high, (row.high_low, row.high_high))
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
    figure, axes = new_axes(7)
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


def _larger(row: pd.Series) -> float:
    """The larger of the two effects, with its sign."""
    return max(row["difference_low"], row["difference_high"], key=abs)


def _label(row: pd.Series) -> str:
    """The name of an assumption, and below it what each setting does."""
    lines = [wrapped(row["name"], LETTERS)]
    for side in ("low", "high"):
        value = row[f"difference_{side}"]
        if abs(value) >= NOTHING:
            setting = shortened(row[f"{side}_setting"], row["name"])
            lines.append(f"{setting}: {signed(100 * value)}")
    return "\n".join(lines)


def _draw_side(axes, place: float, value: float, ends: tuple) -> None:
    """One setting: its bar and its interval, unless it is the baseline itself."""
    if abs(value) < NOTHING:
        return
    axes.barh(place, value, height=0.22, color=EASIER if value > 0 else HARDER, alpha=0.8)
    if not np.isnan(ends).any():
        axes.plot(ends, [place] * 2, color=INK, linewidth=0.9)


def shortened(setting: str, name: str) -> str:
    """A setting in few letters: without what its name says, of a draw only the number."""
    setting = setting.removeprefix(name.partition(" (")[0]).strip() or setting
    if setting.startswith("draw "):
        setting = setting.partition(":")[0]
    return setting if len(setting) <= LETTERS else f"{setting[: LETTERS - 1]}…"
