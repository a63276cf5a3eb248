"""The marks that several figures share: the forest plot, intervals, bars, cells, percent axes."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from rotwsim.report.figures.style import (
    EASIER,
    EDGE,
    FAINT,
    HARDER,
    INK,
    PAPER,
    ROW,
    SAME,
    SMALL,
    new_axes,
)
from rotwsim.stats import EASIER as IS_EASIER
from rotwsim.stats import EQUIVALENT as IS_EQUIVALENT
from rotwsim.stats import HARDER as IS_HARDER

LABEL_LETTERS = 23  # of a row's label, per line
LINE = 0.155  # inches of each further line of a label
# Colour, shape and fill for each verdict: the shape says the same as the colour.
VERDICT_MARKS = {
    IS_EASIER: (EASIER, "^", EASIER),
    IS_HARDER: (HARDER, "v", HARDER),
    IS_EQUIVALENT: (SAME, "s", SAME),
}
UNDECIDED_MARK = (SAME, "o", PAPER)
Mark = tuple[str, str, str]  # colour, shape, fill


def row_height(labels: Sequence[str]) -> float:
    """Inches per row: more where a label takes several lines."""
    lines = max((wrapped(label, LABEL_LETTERS).count("\n") for label in labels), default=0)
    return ROW + LINE * lines


def label_rows(axes: Axes, labels: Sequence[str]) -> None:
    """One row per label, the first on top."""
    places = range(len(labels))
    axes.set_yticks(list(places), [wrapped(label, LABEL_LETTERS) for label in labels])
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.spines["left"].set_visible(False)


def draw_intervals(
    axes: Axes, rows: pd.DataFrame, marks: Sequence[tuple[str, str, str]], shift: float = 0.0
) -> None:
    """Points with their intervals; `rows` has value, low and high, `marks` a mark per row.

    Where `boxes_low` and `boxes_high` are known too, a pale bar shows the range over plausible
    boxes.
    """
    known = {"boxes_low", "boxes_high"} <= set(rows)
    for place, (row, (colour, shape, fill)) in enumerate(
        zip(rows.itertuples(), marks, strict=True)
    ):
        if known and pd.notna(row.boxes_low):
            ends = [row.boxes_low, row.boxes_high]
            axes.plot(ends, [place + shift] * 2, color=colour, alpha=0.25, linewidth=5, zorder=1)
        axes.plot([row.low, row.high], [place + shift] * 2, color=colour, linewidth=1.6)
        axes.plot(
            row.value,
            place + shift,
            shape,
            color=colour,
            markerfacecolor=fill,
            markeredgewidth=1.1,
            markersize=5,
        )


def pale_bars(rows: pd.DataFrame) -> str:
    """What a caption says of the pale bars, if there are any."""
    drawn = "boxes_low" in rows and rows["boxes_low"].notna().any()
    return "; pale bars are the range over plausible boxes" if drawn else ""


def write_values(
    axes: Axes, words: Sequence[str], colour: str = INK, places: Sequence[float] | None = None
) -> None:
    """A column of words to the right of the rows."""
    for place, word in zip(range(len(words)) if places is None else places, words, strict=True):
        axes.text(
            1.02,
            place,
            word,
            transform=axes.get_yaxis_transform(),
            va="center",
            fontsize=SMALL,
            color=colour,
            linespacing=1.1,
        )


def draw_zero(axes: Axes, margin: float = 0.0) -> None:
    """The line of no difference, and the margin within which a difference does not matter."""
    axes.axvline(0, color=FAINT, linewidth=0.9, zorder=0)
    if margin:
        axes.axvspan(-margin, margin, color=EDGE, alpha=0.45, linewidth=0, zorder=-1)


def percent_axis(axes: Axes, title: str, *, signed: bool = False, way: str = "x") -> None:
    """Fractions shown as percent, or as signed percentage points."""
    axis = axes.xaxis if way == "x" else axes.yaxis
    axis.set_major_locator(MaxNLocator(5))
    form = (lambda v, _: _signed(100 * v)) if signed else (lambda v, _: f"{100 * v:g}")
    axis.set_major_formatter(FuncFormatter(form))
    axis.set_label_text(title)


def grid(axes: Axes, way: str = "x") -> None:
    axes.grid(True, axis=way, zorder=-2)
    axes.set_axisbelow(True)


def draw_cells(axes: Axes, cells: pd.DataFrame, largest: float) -> None:
    """A field of signed values: blue above zero, orange below, stronger where larger."""
    for row, (_, values) in enumerate(cells.iterrows()):
        for column, value in enumerate(values):
            if pd.isna(value):
                continue
            strength = min(1.0, abs(value) / largest) if largest else 0.0
            axes.add_patch(
                Rectangle(
                    (column - 0.5, row - 0.5),
                    1,
                    1,
                    facecolor=EASIER if value > 0 else HARDER,
                    alpha=0.08 + 0.62 * strength,
                    linewidth=0,
                )
            )
            axes.text(
                column, row, _signed(100 * value, 1), ha="center", va="center", fontsize=SMALL - 0.4
            )
    axes.set_xticks(range(len(cells.columns)), list(cells.columns), rotation=40, ha="right")
    axes.tick_params(axis="x", labelcolor=INK, length=0)
    axes.set_yticks(range(len(cells)), list(cells.index))
    axes.set_xlim(-0.5, len(cells.columns) - 0.5)
    axes.set_ylim(len(cells) - 0.5, -0.5)
    for spine in axes.spines.values():
        spine.set_visible(False)


def verdict_marks(verdicts: Sequence[str]) -> list[tuple[str, str, str]]:
    return [VERDICT_MARKS.get(verdict, UNDECIDED_MARK) for verdict in verdicts]


def same_marks(number: int, colour: str, shape: str = "o") -> list[tuple[str, str, str]]:
    return [(colour, shape, colour)] * number


def wrapped(text: str, letters: int) -> str:
    return "\n".join(textwrap.wrap(text, letters)) or text


def _signed(value: float, digits: int | None = None) -> str:
    text = f"{value:+g}" if digits is None else f"{value:+.{digits}f}"
    return "0" if float(text) == 0 else text.replace("-", "−")


@dataclass(frozen=True)
class Series:
    """Points of a forest: rows with value, low and high, a mark for each, a name for the legend."""

    rows: pd.DataFrame
    marks: Sequence[Mark]
    name: str = ""
    shift: float = 0.0  # of the marks from the middle of their rows


def forest(
    labels: Sequence[str],
    series: Sequence[Series],
    axis: Callable[[Axes], None],
    words: Sequence[str] = (),
    *,
    margin: float | None = None,
    room: float = 0.0,
    row: float = ROW,
) -> Figure:
    """A row per label, the first on top, with words at its right end; `axis` dresses the x axis.

    With a margin, zero included, there is a line of no difference; `room` is for a legend, in rows.
    """
    figure, axes = new_axes(len(labels) + room, row=row)
    if margin is not None:
        draw_zero(axes, margin)
    label_rows(axes, labels)
    for each in series:
        draw_intervals(axes, each.rows, each.marks, each.shift)
        if each.name:
            colour, shape, _ = each.marks[0]
            axes.plot([], [], shape, color=colour, markersize=5, label=each.name)
    if len(series) > 1:
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    write_values(axes, words)
    axis(axes)
    grid(axes)
    return figure
