"""Figures of what the box probably says: hills of the win rate, and of the figures, weighed."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from rotwsim.report.figures.marks import grid, percent_axis
from rotwsim.report.figures.style import EASIER, FAINT, HARDER, SAME, SMALL, Picture, new_axes
from rotwsim.report.results import Results
from rotwsim.report.rows.boxes import figures_to_look_up, values_of, weighed_fillings
from rotwsim.report.wording import counted, percent, plain

BARS = 20  # of the win rate, from 0 to 100 %
HILLS = 5  # figures shown
HILL = 0.78  # inches
TOP = 0.8  # of a hill, of the room between two rows


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
    title = f"The box probably lies near {percent(middle, 0)} of games won"
    caption = (
        f"{counted(len(rows), 'random filling')} of what nobody here has seen; the outline is all "
        "of them alike, the hill weighs each by how well it fits what the rulebook says. "
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
    told = []
    for place, name in enumerate(names):
        values = values_of(results, name)
        _draw_hill(axes, values, place)
        best = values.loc[values["weighed"].idxmax()]
        told.append(f"{name} {plain(best['value'], 0)}, {percent(best['weighed'], 0)}")
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
    return [Picture("figures", title, caption, "Most probable: " + "; ".join(told), figure)]


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
