"""Figures of assumptions: the tornado, win rates and values in plausible boxes."""

import math

import numpy as np
from matplotlib.axes import Axes

from rotwsim.report import figures
from rotwsim.report.figures import (
    EASIER,
    FAINT,
    HARDER,
    SAME,
    SMALL,
    Picture,
    marks,
    new_axes,
    picture,
)
from rotwsim.report.figures.marks import percent_axis
from rotwsim.report.findings import assumptions
from rotwsim.report.findings.assumptions import NOTHING, largest_change
from rotwsim.report.results import Results, Row, Rows
from rotwsim.report.wording import counted, percent, plain, signed

MOST_ROWS = 12
LINE = 0.13  # inches of a line of a label
LETTERS, WIDE_LETTERS = 24, 44  # of a name or a setting beside the bars
BARS = 20  # of the win rate, from 0 to 100 %
HILLS = 5  # parameters shown
HILL = 0.78  # inches
MOST_NUMBERS = 12  # below the values of a parameter; of more every second
TOP = 0.8  # of a hill, of the room between two rows


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
    """Draw one setting, its bar and its interval, unless it is the baseline itself."""
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
    axes.stairs(drawn / len(rates), edges, color=SAME, linewidth=1.2, label="as drawn")
    axes.stairs(weighed, edges, color=EASIER, alpha=0.5, fill=True, label="weighted")
    middle = float(np.average(rates, weights=weights))
    axes.axvline(middle, color=HARDER, linewidth=1, linestyle=(0, (4, 2)))
    percent_axis(axes, "games won, %")
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.legend(frameon=False, fontsize=SMALL, labelcolor=FAINT)
    return picture("boxes", results, rows, figure, middle=middle)


def parameter_hills(results: Results) -> list[Picture]:
    """Draw the values of the parameters to look up first: as drawn, and as weighed."""
    unseen = assumptions.parameters_to_look_up(results)
    values = results.rows("parameter_values", "name", "value", "drawn", "weighed").ordered("value")
    hills = {row["name"]: values.where(name=row["name"]) for row in unseen[:HILLS]}
    hills = {name: own for name, own in hills.items() if len(own) > 1}
    if not hills:
        return []
    figure, axes = new_axes(len(hills), row=HILL)
    said = []
    for place, (name, own) in enumerate(hills.items()):
        _draw_hill(axes, own, place)
        best = own.largest("weighed")
        said.append(f"{name} {plain(best['value'], 0)}, {percent(best['weighed'], 0)}")
    labels = [name.replace(" ", "\n", 1) for name in hills]
    axes.set_yticks([place + TOP / 2 for place in range(len(hills))], labels)
    axes.set_ylim(len(hills), -0.3)
    axes.spines["left"].set_visible(False)
    axes.set_xticks([])
    marks.grid(axes)
    top = unseen.where(name=next(iter(hills)))[0]
    shown = counted(len(hills), "parameter")
    return picture("parameters", results, unseen, figure, said, top=top, shown=shown)


def _draw_hill(axes: Axes, values: Rows, place: int) -> None:
    """Draw the values of one parameter side by side, as high as they are probable."""
    high = TOP / max(values.column("drawn") + values.column("weighed"))
    width, foot = 1 / len(values), place + TOP
    for number, row in enumerate(values):
        left = number * width
        sizes = {"width": 0.8 * width, "bottom": foot, "align": "edge"}
        axes.bar(left, -high * row["weighed"], **sizes, color=EASIER, alpha=0.5)
        axes.bar(left, -high * row["drawn"], **sizes, fill=False, edgecolor=SAME)
        if len(values) <= MOST_NUMBERS or number % 2 == 0:
            look: dict = {"ha": "center", "va": "top", "fontsize": SMALL, "color": FAINT}
            axes.text(left + 0.4 * width, foot + 0.02, plain(row["value"], 0), **look)
