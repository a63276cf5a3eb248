"""Figures of assumptions: the tornado, win rates and values in plausible boxes."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from rotwsim.report.figures.marks import (
    draw_zero,
    grid,
    label_rows,
    percent_axis,
    wrapped,
)
from rotwsim.report.figures.style import EASIER, FAINT, HARDER, INK, SAME, SMALL, Picture, new_axes
from rotwsim.report.findings.assumptions import (
    assumptions_by_influence,
    figures_to_look_up,
    fillings_by_rate,
    values_of,
    weighed_fillings,
)
from rotwsim.report.results import Results
from rotwsim.report.wording import (
    capital,
    counted,
    games_span,
    level_in_words,
    margin_in_words,
    percent,
    plain,
    points,
    signed,
)

MOST_ROWS = 20
LINE = 0.13  # inches of a line of a label
LETTERS = 24  # of a name or a setting beside the bars
NOTHING = 0.0005  # a setting that does less is the baseline itself
BARS = 20  # of the win rate, from 0 to 100 %
HILLS = 5  # figures shown
HILL = 0.78  # inches
TOP = 0.8  # of a hill, of the room between two rows


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


def win_rate_hill(results: Results) -> list[Picture]:
    """How probable each win rate is: as drawn, and weighed by the evidence."""
    rows = weighed_fillings(results)
    if len(rows) < 2:
        return []
    rates, weights = rows["win_rate"], rows["weight"]
    edges = np.linspace(0, 1, BARS + 1)
    figure, axes = new_axes(6)
    drawn, _ = np.histogram(rates, edges)
    weighed, _ = np.histogram(rates, edges, weights=weights)
    axes.stairs(drawn / len(rates), edges, color=SAME, linewidth=1.2, label="as drawn")
    axes.stairs(weighed, edges, color=EASIER, alpha=0.5, fill=True, label="weighed")
    middle = float((rates * weights).sum() / weights.sum())
    axes.axvline(middle, color=HARDER, linewidth=1, linestyle=(0, (4, 2)))
    percent_axis(axes, "games won, %")
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.legend(frameon=False, fontsize=SMALL, labelcolor=FAINT)
    title = f"In the real box probably about {percent(middle, 0)} of games are won"
    caption = (
        f"{counted(len(rows), 'random filling')} of what nobody here has seen; the outline counts "
        "each once, the hill weighs each by how well it fits what the rulebook says. "
        "Dashed: the weighed mean."
    )
    alt = f"Win rates of {len(rows)} fillings, as drawn and weighed; weighed mean {percent(middle)}"
    return [Picture("boxes", title, caption, alt, figure)]


def figure_hills(results: Results) -> list[Picture]:
    """The values of the figures to look up first: as drawn, and as the evidence leaves them."""
    figures = figures_to_look_up(results).head(HILLS)
    figures = figures[[len(values_of(results, name)) > 1 for name in figures["name"]]]
    if figures.empty:
        return []
    names, top = list(figures["name"]), figures.iloc[0]
    figure, axes = new_axes(len(names), row=HILL)
    said = []
    for place, name in enumerate(names):
        values = values_of(results, name)
        _draw_hill(axes, values, place)
        best = values.loc[values["weighed"].idxmax()]
        said.append(f"{name} {plain(best['value'], 0)}, {percent(best['weighed'], 0)}")
    axes.set_yticks(np.arange(len(names)) + TOP / 2, [_in_lines(name) for name in names])
    axes.set_ylim(len(names), -0.3)
    axes.spines["left"].set_visible(False)
    axes.set_xticks([])
    grid(axes)
    title = f"To know {top['name']} would take {percent(top['narrows'], 0)} off the doubt"
    caption = (
        f"{counted(len(names), 'figure')} of {len(figures_to_look_up(results))}, those on top that "
        "would narrow the answer most; the doubt is the variance of the win rate. Each bar is a "
        "value, its number below it: the outline as drawn, the filled part as the evidence leaves "
        "it."
    )
    return [Picture("figures", title, caption, "Most probable: " + "; ".join(said), figure)]


def _draw_hill(axes: Axes, values: pd.DataFrame, place: int) -> None:
    """The values of one figure side by side, as high as they are probable."""
    high = TOP / max(values["drawn"].max(), values["weighed"].max())
    width = 1 / len(values)
    for number, row in enumerate(values.itertuples()):
        left, foot = number * width, place + TOP
        axes.bar(
            left, -high * row.weighed, 0.8 * width, foot, align="edge", color=EASIER, alpha=0.5
        )
        axes.bar(
            left, -high * row.drawn, 0.8 * width, foot, align="edge", fill=False, edgecolor=SAME
        )
        if len(values) <= 2 * HILLS + 2:
            axes.text(
                left + 0.4 * width, foot + 0.02, plain(row.value, 0), ha="center", va="top",
                fontsize=SMALL, color=FAINT,
            )  # fmt: skip


def _in_lines(name: str) -> str:
    return name.replace(" ", "\n", 1)
