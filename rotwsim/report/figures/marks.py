"""The marks that several figures share: the forest plot, intervals, bars, cells, percent axes."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from rotwsim import stats
from rotwsim.report import figures
from rotwsim.report.figures import EASIER, EDGE, FAINT, FULL, HARDER, INK, PAPER, ROW, SAME, SMALL
from rotwsim.report.results import Row, Rows, is_known

LABEL_LETTERS, WIDE_LABEL = 23, 52  # of a row's label, per line; on a page of full width
FEW_NAMES = 7  # of a square whose numbers have room for a decimal
STEPS = (1, 2, 5, 10)  # between the numbers of an axis
TWO_LINES = 0.42  # inches of a row with two lines
LINE = 0.155  # inches of each further line of a label
# Colour, shape and fill for each verdict: the shape says the same as the colour.
VERDICT_MARKS = {
    **dict.fromkeys((stats.EASIER, "more"), (EASIER, "^", EASIER)),
    **dict.fromkeys((stats.HARDER, "less"), (HARDER, "v", HARDER)),
    stats.EQUIVALENT: (SAME, "s", SAME),
}
UNDECIDED_MARK = (SAME, "o", PAPER)
ABOVE: dict = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "ncols": 2}  # of a legend
PANEL_TITLE: dict = {"loc": "left", "fontsize": SMALL + 1, "fontweight": "bold"}
Mark = tuple[str, str, str]  # colour, shape, fill


@dataclass(frozen=True)
class Series:
    """Points of a forest: rows with a value, low and high, their marks, a name for the legend."""

    rows: Sequence[Row]
    marks: Sequence[Mark]
    value: str = "value"
    name: str = ""
    shift: float = 0.0  # of the marks from the middle of their rows


def row_height(labels: Sequence[str]) -> float:
    """Measure a row in inches: more where a label takes several lines."""
    return ROW + LINE * max((row_label(label).count("\n") for label in labels), default=0)


def row_label(label: str) -> str:
    return wrapped(label, WIDE_LABEL if figures.width_drawn() >= FULL else LABEL_LETTERS)


def label_rows(axes: Axes, labels: Sequence[str]) -> None:
    axes.set_yticks(range(len(labels)), [row_label(label) for label in labels])
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.spines["left"].set_visible(False)


def label_rows_with(axes: Axes, names: Sequence[str], below: Sequence[str], row: float) -> None:
    """Label the rows, each `row` inches high, by names with smaller lines below them."""
    label_rows(axes, [""] * len(names))
    look = {"transform": axes.get_yaxis_transform(), "va": "center", "fontsize": SMALL}
    look |= {"ha": "right", "linespacing": 1.15}
    for place, (name, text) in enumerate(zip(names, below, strict=True)):
        top = place - LINE / row * (text.count("\n") + 1) / 2
        axes.text(-0.02, top, name, color=INK, fontweight="bold", **look)
        axes.text(-0.02, place + LINE / row / 2, text, color=FAINT, **look)


def draw_intervals(
    axes: Axes, rows: Sequence[Row], marks: Sequence[Mark], value: str = "value", shift: float = 0.0
) -> None:
    """Draw points with their intervals, low to high; `marks` has one per row, an empty row none.

    Where `boxes_low` and `boxes_high` are known too, a pale bar shows the range over plausible
    boxes.
    """
    for place, (row, (colour, shape, fill)) in enumerate(zip(rows, marks, strict=True)):
        if not is_known(row, value):
            continue
        level = [place + shift] * 2
        if is_known(row, "boxes_low"):
            ends = [row["boxes_low"], row["boxes_high"]]
            axes.plot(ends, level, color=colour, alpha=0.25, linewidth=5, zorder=1)
        axes.plot([row["low"], row["high"]], level, color=colour, linewidth=1.6)
        look = {"markerfacecolor": fill, "markeredgewidth": 1.1, "markersize": 5}
        axes.plot(row[value], place + shift, shape, color=colour, **look)


def draw_stems(axes: Axes, series: Series) -> None:
    """Draw from zero to each mark, so that a long effect looks long."""
    for place, (row, (colour, _, _)) in enumerate(zip(series.rows, series.marks, strict=True)):
        if is_known(row, series.value):
            ends, level = [0, row[series.value]], [place + series.shift] * 2
            axes.plot(ends, level, color=colour, alpha=0.35, linewidth=3, zorder=0.5)


def pale_bars(rows: Rows) -> str:
    """Explain the pale bars in a caption, if there are any."""
    drawn = any(is_known(row, "boxes_low") for row in rows)
    return "; pale bands show the range if our guesses are wrong" if drawn else ""


def write_values(axes: Axes, words: Sequence[str], colour: str = INK, shift: float = 0.0) -> None:
    look = {"transform": axes.get_yaxis_transform(), "va": "center", "fontsize": SMALL}
    for place, word in enumerate(words):
        axes.text(1.02, place + shift, word, color=colour, linespacing=1.1, **look)


def draw_zero(axes: Axes, margin: float = 0.0, at: float = 0.0) -> None:
    """Draw the line of no difference, and the margin within which none matters."""
    axes.axvline(at, color=FAINT, linewidth=0.9, zorder=0)
    if margin:
        axes.axvspan(at - margin, at + margin, color=EDGE, alpha=0.45, linewidth=0, zorder=-1)


def percent_axis(axes: Axes, title: str, *, signed: bool = False, along: str = "x") -> None:
    """Show fractions as percent, or as signed percentage points."""
    axis = axes.xaxis if along == "x" else axes.yaxis
    axis.set_major_locator(MaxNLocator(5, steps=STEPS))
    form = (lambda v, _: _signed(100 * v)) if signed else (lambda v, _: f"{100 * v:g}")
    axis.set_major_formatter(FuncFormatter(form))
    axis.set_label_text(title)


def grid(axes: Axes, along: Literal["x", "y", "both"] = "x") -> None:
    axes.grid(True, axis=along, zorder=-2)
    axes.set_axisbelow(True)


def draw_pairs(rows: Rows) -> Figure:
    """Draw the differences of pairs, `first` and `second`, as the lower half of a square.

    They are stronger where they are larger.
    """
    names = list(dict.fromkeys([*rows.column("first"), *rows.column("second")]))
    cells = {}
    for row in rows:
        early, late = sorted((names.index(row["first"]), names.index(row["second"])))
        if early != late:
            cells[late - 1, early] = row["difference"]
    figure, axes = figures.new_axes(len(names) + 1)  # room for the names below
    largest = max(map(abs, cells.values()), default=0.0)
    digits = 0 if len(names) > FEW_NAMES else 1
    for (row, column), value in sorted(cells.items()):
        strength = 0.08 + 0.62 * (abs(value) / largest if largest else 0.0)
        draw_cell(axes, (column, row), value, strength, _signed(100 * value, digits))
    name_cells(axes, names[:-1], names[1:])
    axes.tick_params(axis="x", labelcolor=INK, length=0)
    for text in axes.get_xticklabels():
        text.set(rotation=40, ha="right")
    return figure


def name_cells(axes: Axes, columns: Sequence[str], rows: Sequence[str]) -> None:
    """Name the columns and rows of a heat map, the first row on top."""
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    axes.set(xlim=(-0.5, len(columns) - 0.5), ylim=(len(rows) - 0.5, -0.5))
    axes.spines[:].set_visible(False)


def draw_cell(
    axes: Axes,
    at: tuple[int, int],
    value: float,
    strength: float,
    words: str,
    size: tuple[float, float] = (1, 1),
    letters: float = SMALL,
) -> None:
    """Draw a cell of a heat map, blue above zero and orange below, with words in it."""
    (x, y), (width, height) = at, size
    corner, colour = (x - width / 2, y - height / 2), EASIER if value > 0 else HARDER
    axes.add_patch(Rectangle(corner, width, height, facecolor=colour, alpha=strength, linewidth=0))
    axes.text(x, y, words, ha="center", va="center", fontsize=letters)


def verdict_marks(verdicts: Sequence[str]) -> list[Mark]:
    return [VERDICT_MARKS.get(verdict, UNDECIDED_MARK) for verdict in verdicts]


def interval_marks(rows: Rows, margin: float) -> list[Mark]:
    """Choose a mark for what the interval of each difference means by itself."""
    found = (stats.Estimate(row["difference"], row["low"], row["high"], 0) for row in rows)
    return verdict_marks([stats.verdict(each, margin) for each in found])


def same_marks(number: int, colour: str, shape: str = "o") -> list[Mark]:
    return [(colour, shape, colour)] * number


def draw_curves(
    axes: Axes,
    curves: Mapping[str, Rows],
    columns: Sequence[str],
    alpha: float,
    legend: Literal["best", "upper left"] = "best",
    **line,
) -> None:
    """Draw a line with its band per curve; `columns` are those across, low, middle and high."""
    for colour, (label, rows) in zip(figures.SERIES, curves.items(), strict=False):
        across, low, middle, high = map(rows.column, columns)
        axes.fill_between(across, low, high, color=colour, alpha=alpha, lw=0)
        axes.plot(across, middle, color=colour, label=label, **line)
    numbers_beside(axes)
    grid(axes, "both")
    if len(curves) > 1:
        axes.legend(loc=legend)


def numbers_beside(axes: Axes) -> None:
    axes.tick_params(axis="y", labelcolor=FAINT, labelsize=SMALL)


def wrapped(text: str, letters: int) -> str:
    """Break a text into lines of at most this number of letters."""
    lines = [line for part in text.split("\n") for line in textwrap.wrap(part, letters)]
    return "\n".join(lines) or text


def _signed(value: float, digits: int | None = None) -> str:
    text = f"{value:+g}" if digits is None else f"{value:+.{digits}f}"
    return "0" if float(text) == 0 else text.replace("-", "−")


def forest(
    labels: Sequence[str],
    series: Sequence[Series],
    axis: str | Callable[[Axes], object],
    words: Sequence[str] = (),
    *,
    margin: float | None = None,
    room: float = 0.0,
    row: float = ROW,
) -> Figure:
    """Draw a row per label, the first on top, with words at its right.

    With a margin, zero included, there is a line of no difference; `room` is for a legend, in rows.
    `axis` dresses the x axis, or is the title of one in percent, of pp where there is a margin.
    """
    figure, axes = figures.new_axes(len(labels) + room, row=row)
    if margin is not None:
        draw_zero(axes, margin)
    label_rows(axes, labels)
    for each in series:
        draw_intervals(axes, each.rows, each.marks, each.value, each.shift)
        if each.name:
            colour, shape, _ = each.marks[0]
            axes.plot([], [], shape, color=colour, markersize=5, label=each.name)
    if len(series) > 1:
        axes.legend(**ABOVE)
    write_values(axes, words)
    if isinstance(axis, str):
        percent_axis(axes, axis, signed=margin is not None)
    else:
        axis(axes)
    grid(axes)
    return figure
