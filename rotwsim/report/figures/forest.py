"""The forest plot: rows of points with their intervals, one series or two beside each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rotwsim.report.figures.marks import draw_intervals, draw_zero, grid, label_rows, write_values
from rotwsim.report.figures.style import ROW, new_axes

Mark = tuple[str, str, str]  # colour, shape, fill


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
