"""Figures of assumptions: the tornado, win rates and values in plausible boxes."""

import math
import statistics

import numpy as np
from matplotlib.axes import Axes

from rotwsim.report import figures, wording
from rotwsim.report.figures import EASIER, FAINT, HARDER, INK, SAME, SMALL, Picture, new_axes
from rotwsim.report.figures.marks import draw_zero, grid, label_rows, percent_axis, wrapped
from rotwsim.report.findings import assumptions
from rotwsim.report.findings.assumptions import assumptions_by_influence, draws_by_rate, values_of
from rotwsim.report.results import Results, Row, Rows
from rotwsim.report.wording import capital, counted, games_span, level_in_words, percent, plain, pp

MOST_ROWS = 12
LINE = 0.13  # inches of a line of a label
LETTERS, WIDE_LETTERS = 24, 44  # of a name or a setting beside the bars
NOTHING = 0.0005  # a setting that does less is the baseline itself
BARS = 20  # of the win rate, from 0 to 100 %
HILLS = 5  # parameters shown
HILL = 0.78  # inches
MOST_NUMBERS = 12  # below the values of a parameter; of more every second
TOP = 0.8  # of a hill, of the room between two rows


def tornado(results: Results) -> list[Picture]:
    """Draw bars from the low to the high setting of each assumption, the strongest on top."""
    known = assumptions_by_influence(results)
    rows = known.where(lambda row: row["influence"] >= NOTHING) or Rows(known[:1])
    rows = Rows(rows[:MOST_ROWS])
    if not rows:
        return []
    top = rows[0]
    largest = max(top["difference_low"], top["difference_high"], key=abs)
    title = f"{capital(top['name'])} matters most: up to {pp(largest, 0)}"
    labels = [_label(row) for row in rows]
    lines = 1 + max(label.count("\n") for label in labels)
    figure, axes = new_axes(len(rows), row=LINE * (lines + 1))
    draw_zero(axes, results.margin)
    label_rows(axes, rows.column("name"))
    axes.set_yticks(range(len(rows)), labels, fontsize=SMALL)
    for place, row in enumerate(rows):
        for side, shift in (("low", -0.12), ("high", 0.12)):
            ends = [row[f"{side}_low"], row[f"{side}_high"]]
            _draw_side(axes, place + shift, row[f"difference_{side}"], ends)
    axes.margins(x=0.18)
    percent_axis(axes, "change of the win rate, pp", signed=True)
    grid(axes)
    level = level_in_words(results.confidence)
    caption = (
        f"{games_span(rows.column('games'))} a setting, all on the same deals; "
        f"thin lines are {level} intervals, the grey band is the margin of "
        f"{wording.margin_in_words(results.margin)}."
    )
    alt = "Influence of assumptions: " + "; ".join(
        f"{row['name']} {pp(row['difference_low'])} at {row['low_setting']}, "
        f"{pp(row['difference_high'])} at {row['high_setting']}"
        for row in rows
    )
    return [Picture("tornado", title, caption, alt, figure)]


def draw_spread(results: Results) -> list[Picture]:
    """Draw the win rate of each random plausible draw, sorted, with its interval."""
    rows = draws_by_rate(results)
    if len(rows) < 2:
        return []
    rates, places = rows.column("win_rate"), range(len(rows))
    low, high = rates[0], rates[-1]
    title = (
        f"In {len(rows)} random plausible boxes the player wins {percent(low, 0)} to "
        f"{percent(high, 0)}"
    )
    figure, axes = new_axes(7)
    axes.vlines(places, rows.column("low"), rows.column("high"), color=EASIER, linewidth=1.2)
    axes.plot(places, rates, "o", color=EASIER, markersize=3.5)
    arms = results.rows("arms", "win_rate")
    if len(arms) == 1:
        axes.axhline(arms[0]["win_rate"], color=HARDER, linewidth=1, linestyle=(0, (4, 2)))
    percent_axis(axes, "games won, %", along="y")
    axes.tick_params(axis="y", labelcolor=FAINT, labelsize=SMALL)
    axes.set_xticks([])
    axes.set_xlabel("plausible boxes, the hardest first")
    grid(axes, "y")
    caption = (
        f"Lines are {level_in_words(results.confidence)} intervals; the spread between boxes is "
        "what we do not know. Dashed: the box as we assume it."
    )
    alt = (
        f"Win rates of {len(rows)} draws, lowest {percent(low)}, median "
        f"{percent(statistics.median(rates))}, highest {percent(high)}"
    )
    return [Picture("draws", title, caption, alt, figure)]


def _label(row: Row) -> str:
    """Write the name of an assumption, and below it what each setting does."""
    lines = [wrapped(row["name"], _letters())]
    for side in ("low", "high"):
        value = row[f"difference_{side}"]
        if abs(value) >= NOTHING:
            setting = shortened(row[f"{side}_setting"], row["name"])
            lines.append(f"{setting}: {wording.signed(100 * value)}")
    return "\n".join(lines)


def _draw_side(axes: Axes, place: float, value: float, ends: list[float]) -> None:
    """Draw one setting, its bar and its interval, unless it is the baseline itself."""
    if abs(value) < NOTHING:
        return
    axes.barh(place, value, height=0.22, color=EASIER if value > 0 else HARDER, alpha=0.8)
    if not any(map(math.isnan, ends)):
        axes.plot(ends, [place] * 2, color=INK, linewidth=0.9)


def shortened(setting: str, name: str) -> str:
    """Shorten a setting: without what its name says, of a draw only the number."""
    setting = setting.removeprefix(name.partition(" (")[0]).strip() or setting
    if setting.startswith("1 "):
        setting = setting.removesuffix("s")
    if setting.startswith("draw "):
        setting = setting.partition(":")[0]
    return setting if len(setting) <= _letters() else f"{setting[: _letters() - 1]}…"


def _letters() -> int:
    return LETTERS if figures.is_narrow() else WIDE_LETTERS


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
    title = f"In the real box probably about {percent(middle, 0)} of games are won"
    caption = (
        f"{counted(len(rows), 'random draw')} of the unseen cards. The outline counts each once; "
        "in the hill a draw counts more if it fits the rulebook. Dashed: the weighted mean."
    )
    alt = f"Win rates of {len(rows)} draws, as drawn and weighed; weighed mean {percent(middle)}"
    return [Picture("boxes", title, caption, alt, figure)]


def parameter_hills(results: Results) -> list[Picture]:
    """Draw the values of the parameters to look up first: as drawn, and as weighed."""
    unseen = assumptions.parameters_to_look_up(results)
    hills = {row["name"]: values_of(results, row["name"]) for row in unseen[:HILLS]}
    names = [name for name, values in hills.items() if len(values) > 1]
    if not names:
        return []
    top = unseen.where(name=names[0])[0]
    figure, axes = new_axes(len(names), row=HILL)
    said = []
    for place, name in enumerate(names):
        _draw_hill(axes, hills[name], place)
        best = hills[name].largest("weighed")
        said.append(f"{name} {plain(best['value'], 0)}, {percent(best['weighed'], 0)}")
    labels = [name.replace(" ", "\n", 1) for name in names]
    axes.set_yticks([place + TOP / 2 for place in range(len(names))], labels)
    axes.set_ylim(len(names), -0.3)
    axes.spines["left"].set_visible(False)
    axes.set_xticks([])
    grid(axes)
    title = f"To know {top['name']} would remove {percent(top['narrows'], 0)} of the uncertainty"
    caption = (
        f"{counted(len(names), 'parameter')} of {len(unseen)}, the most useful on top. Each bar is "
        "a value, with its number below: the outline as drawn, the filled part weighted by how "
        "well it fits the rulebook. Uncertainty is the variance of the win rate."
    )
    return [Picture("parameters", title, caption, "Most probable: " + "; ".join(said), figure)]


def _draw_hill(axes: Axes, values: Rows, place: int) -> None:
    """Draw the values of one parameter side by side, as high as they are probable."""
    high = TOP / max(values.column("drawn") + values.column("weighed"))
    width = 1 / len(values)
    for number, row in enumerate(values):
        left, foot = number * width, place + TOP
        weighed, drawn = (
            (left, -high * row[name], 0.8 * width, foot) for name in ("weighed", "drawn")
        )
        axes.bar(*weighed, align="edge", color=EASIER, alpha=0.5)
        axes.bar(*drawn, align="edge", fill=False, edgecolor=SAME)
        if len(values) <= MOST_NUMBERS or number % 2 == 0:
            look: dict = {"ha": "center", "va": "top", "fontsize": SMALL, "color": FAINT}
            axes.text(left + 0.4 * width, foot + 0.02, plain(row["value"], 0), **look)
