"""Figures of assumptions: the tornado, win rates and values in plausible boxes."""

import math

import numpy as np
from matplotlib.axes import Axes

from rotwsim.report import figures
from rotwsim.report.figures import EASIER, HARDER, SMALL, Picture, marks, new_axes, picture
from rotwsim.report.figures.marks import percent_axis
from rotwsim.report.findings import assumptions
from rotwsim.report.findings.assumptions import NOTHING, largest_change
from rotwsim.report.results import Results, Row, Rows
from rotwsim.report.wording import signed

MOST_ROWS = 12
LINE = 0.13  # inches of a line of a label
LETTERS, WIDE_LETTERS = 24, 44  # of a name or a setting beside the bars
BARS = 20  # of the win rate, from 0 to 100 %


def tornado(results: Results) -> list[Picture]:
    """Draw bars from the low to the high setting of each assumption, the strongest on top."""
    known = assumptions.assumptions_by_influence(results)
    rows = known.where(lambda row: abs(largest_change(row)) >= NOTHING) or Rows(known[:1])
    rows = Rows(rows[:MOST_ROWS])
    if not rows:
        return []
    labels = list(map(_label, rows))
    lines = max(label.count("\n") for label in labels)
    figure, axes = new_axes(len(rows), row=LINE * (lines + 2))
    marks.draw_zero(axes, results.margin)
    marks.label_rows(axes, labels)
    axes.set_yticks(range(len(rows)), labels, fontsize=SMALL)
    for place, row in enumerate(rows):
        _draw_side(axes, place - 0.12, row, "low")
        _draw_side(axes, place + 0.12, row, "high")
    axes.margins(x=0.18)
    percent_axis(axes, "change of the win rate, pp", signed=True)
    marks.grid(axes)
    return picture("tornado", results, rows, figure, change=largest_change(rows[0]))


def _label(row: Row) -> str:
    """Write the name of an assumption, and below it what each setting does."""
    letters = LETTERS if figures.is_narrow() else WIDE_LETTERS
    lines = [marks.wrapped(row["name"], letters)]
    for side in ("low", "high"):
        value, setting = row[f"difference_{side}"], row[f"{side}_setting"]
        setting = setting.removeprefix(row["name"].partition(" (")[0]).strip() or setting
        if setting.startswith("draw "):
            setting = setting.partition(":")[0]
        setting = setting.removesuffix("s") if setting.startswith("1 ") else setting
        if len(setting) > letters:
            setting = f"{setting[: letters - 1]}…"
        lines += [f"{setting}: {signed(100 * value)}"] * (abs(value) >= NOTHING)
    return "\n".join(lines)


def _draw_side(axes: Axes, place: float, row: Row, side: str) -> None:
    value, ends = row[f"difference_{side}"], [row[f"{side}_low"], row[f"{side}_high"]]
    if abs(value) >= NOTHING:
        axes.barh(place, value, height=0.22, color=EASIER if value > 0 else HARDER, alpha=0.8)
        if not any(map(math.isnan, ends)):
            axes.plot(ends, [place] * 2, color=figures.INK, linewidth=0.9)


def win_rate_hill(results: Results) -> list[Picture]:
    """Draw how probable each win rate is: as drawn, and weighed by the evidence."""
    rows = results.rows("draws", "draw", "win_rate").where(lambda row: "weight" in row)
    if len(rows) < 2:
        return []
    rates, weights = rows.column("win_rate"), rows.column("weight")
    edges = np.linspace(0, 1, BARS + 1)
    figure, axes = new_axes(6)
    drawn, _ = np.histogram(rates, edges)
    weighed, _ = np.histogram(rates, edges, weights=weights)
    axes.stairs(drawn / len(rates), edges, color=figures.SAME, linewidth=1.2, label="as drawn")
    axes.stairs(weighed, edges, color=EASIER, alpha=0.5, fill=True, label="weighted")
    middle = float(np.average(rates, weights=weights))
    axes.axvline(middle, color=HARDER, linewidth=1, linestyle=(0, (4, 2)))
    percent_axis(axes, "games won, %")
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.legend(frameon=False, fontsize=SMALL, labelcolor=figures.FAINT)
    return picture("boxes", results, rows, figure, middle=middle)
