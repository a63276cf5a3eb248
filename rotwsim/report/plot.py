"""Plots for notebooks and pages: the ridge plot of scores, a hill per way to play.

>>> games = rotwsim.simulate(rotwsim.Scenario.of(player="club"), games=20)
>>> figure = rotwsim.plot.scores({"standard game": games})
>>> len(figure.axes)
1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from rotwsim.report import figures
from rotwsim.report.figures import EASIER, EDGE, FAINT, HARDER, INK, PAPER, SMALL, is_narrow
from rotwsim.report.figures.marks import PANEL_TITLE, grid, wrapped
from rotwsim.scenario.options import among
from rotwsim.scenario.schema import DataError

NEEDED = ("result", "target")
ROW, LINE = 0.36, 0.16  # inches from one hill to the next, and of a line of its label
FEW, ROOMY, MANY, TIGHT = 4, 0.7, 13, 0.32  # few hills get more room, many less, inches
FRAME = 0.85  # inches of axis, its title and the heading of a panel
TOP = 1.25  # rows: the height of the highest hill, which may reach into the row above it
LETTERS_WIDE, LETTERS_NARROW = 46, 21  # of a label, per line
BEYOND = 0.01  # of the games on either side are not drawn
STEP = 2.0  # points between two corners of a hill
MOST_CORNERS = 200
SMOOTHING = 0.75  # of the usual width of a kernel: hills keep their shoulders
LEAST_SMOOTHING = 2.0  # points
ROUND = 10  # the axis ends at whole tens


def scores(
    games: Mapping[str, pd.DataFrame] | pd.DataFrame, by: str = "", *, width: float = 9.0
) -> Figure:
    """Draw the ridge plot of scores: a hill per way to play, won in blue and lost in orange.

    `games` are tables of `rotwsim.simulate` by name, or one table with a column to split it `by`;
    `width` is in inches.
    """
    if by and not isinstance(games, Mapping):
        among("column", by, list(map(str, games.columns)))
        games = {str(name): own for name, own in games.groupby(by, sort=False)}
    named = games if isinstance(games, Mapping) else {"": games}
    with figures.in_style(), figures.drawn_for(width):
        return ridge({"": [_counted(str(name), own) for name, own in named.items()]})


def _counted(name: str, table: pd.DataFrame) -> Hill:
    missing = [column for column in NEEDED if column not in table]
    if missing or not len(table):
        raise DataError(
            f"{name or 'the table'} has no {' and no '.join(missing) or 'games'}; a ridge plot "
            "takes solo games as rotwsim.simulate gives them"
        )
    counts = table["result"].value_counts().sort_index()
    return Hill(name, counts.index.to_list(), counts.to_list(), float(table["target"].iloc[0]))


@dataclass(frozen=True)
class Hill:
    """The scores of one way to play: how many games ended with each result, and the target."""

    label: str
    results: Sequence[float]
    games: Sequence[float]
    target: float
    is_standard: bool = False  # what the others are compared with: its label is bold

    @property
    def won(self) -> float:
        reached = sum(n for r, n in zip(self.results, self.games, strict=True) if r >= self.target)
        return reached / sum(self.games)


def ridge(ranges: Mapping[str, Sequence[Hill]]) -> Figure:
    """Draw panels of hills by their headings beside each other, on a phone below each other."""
    beside = len(ranges) > 1 and not is_narrow()
    same = len({tuple(hill.label for hill in hills) for hills in ranges.values()}) == 1
    heights = [FRAME + _row_height(hills) * (len(hills) + TOP - 1) for hills in ranges.values()]
    figure, panels = figures.panels_beside(heights)
    for place, (axes, (heading, hills)) in enumerate(zip(panels, ranges.items(), strict=True)):
        _draw_range(axes, hills, heading, labels=not (beside and same and place))
    return figure


def _row_height(hills: Sequence[Hill]) -> float:
    """Choose the height of a row: more for few hills, and for labels of several lines."""
    lines = max(_label(hill).count("\n") + 1 for hill in hills)
    row = ROOMY if len(hills) <= FEW else ROW if len(hills) < MANY else TIGHT
    return max(row, LINE * lines + 0.02)


def _label(hill: Hill) -> str:
    return wrapped(hill.label, LETTERS_NARROW if is_narrow() else LETTERS_WIDE)


def _draw_range(axes: Axes, hills: Sequence[Hill], heading: str, *, labels: bool) -> None:
    low, high = _ends(hills)
    step = max(STEP, (high - low) / MOST_CORNERS)
    places = np.arange(low, high + step / 2, step)
    shapes = [_density(hill, places) for hill in hills]
    scale = TOP / max(float(shape.max()) for shape in shapes)
    targets = Counter(hill.target for hill in hills)
    common = max(targets, key=lambda target: (targets[target], target))  # others are named
    names = [_label(hill) if labels else "" for hill in hills]
    axes.set_yticks(np.arange(len(hills)) - 0.12, names)
    ticks = axes.get_yticklabels()
    for row, (hill, shape, tick) in enumerate(zip(hills, shapes, ticks, strict=True)):
        _draw_hill(axes, places, row - scale * shape, row, hill.target)
        if hill.target != common:
            side = 1 if hill.won > 0.5 else -1  # where the hill is higher
            look = {"fontsize": SMALL, "color": PAPER, "fontweight": "bold"}
            look |= {"ha": "left" if side > 0 else "right", "zorder": len(hills) + 3}
            axes.text(hill.target + 1.5 * side, row - 0.42, f"{hill.target:g}", **look)
        weight = "bold" if hill.is_standard else "normal"
        tick.set_fontweight(weight)
        look = {"va": "center", "color": INK, "transform": axes.get_yaxis_transform()}
        axes.text(1.015, row - 0.12, f"{100 * hill.won:.0f} %", fontweight=weight, **look)
    _dress(axes, len(hills), common, heading)


def _dress(axes: Axes, rows: int, target: float, heading: str) -> None:
    """Write the axis, the headings and what the numbers at the right are."""
    axes.set_ylim(rows - 0.85, -TOP - 0.35)
    axes.margins(x=0)
    axes.spines["left"].set_visible(False)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.set_xlabel("score at the end (points less bonds)")
    axes.text(1.015, -TOP - 0.1, "won", transform=axes.get_yaxis_transform(), color=FAINT)
    look = {"color": FAINT, "fontsize": SMALL, "ha": "right"}
    axes.text(target, -TOP - 0.1, f"target {target:g} ", **look)
    if heading:
        axes.set_title(heading, **PANEL_TITLE)
    grid(axes)


def _draw_hill(
    axes: Axes, places: np.ndarray, tops: np.ndarray, foot: float, target: float
) -> None:
    """Draw one hill: lost left of the target, won right of it, with an outline in paper colour."""
    border = target - 0.5
    xs = np.union1d(places, border) if places[0] < border < places[-1] else places
    ys = np.interp(xs, places, tops)
    for side, colour in ((xs <= border, HARDER), (xs >= border, EASIER)):
        look = {"color": colour, "linewidth": 0, "zorder": foot + 2}
        if side.any():
            axes.fill([xs[side][0], *xs[side], xs[side][-1]], [foot, *ys[side], foot], **look)
    axes.plot(places, tops, color=PAPER, linewidth=1.2, zorder=foot + 2.1)
    axes.plot(places[[0, -1]], [foot, foot], color=EDGE, linewidth=0.8, zorder=foot + 2.2)
    line = {"color": INK, "linewidth": 1.3, "zorder": foot + 2.3}
    axes.plot([border, border], [foot, foot - 0.8], **line)


def _density(hill: Hill, places: np.ndarray) -> np.ndarray:
    results = np.asarray(hill.results, float)
    share = np.asarray(hill.games, float) / sum(hill.games)
    mean = share @ results
    spread = float(np.sqrt(share @ (results - mean) ** 2))
    width = max(SMOOTHING * 1.06 * spread * sum(hill.games) ** -0.2, LEAST_SMOOTHING)
    return np.exp(-0.5 * ((places[:, None] - results) / width) ** 2) @ share / width


def _ends(hills: Sequence[Hill]) -> tuple[float, float]:
    """Find where the axis begins and ends: nearly all games, and every target."""
    ends: list[float] = []
    for hill in hills:
        below = np.cumsum(hill.games) / sum(hill.games)
        first, last = np.searchsorted(below, [BEYOND, 1 - BEYOND])
        ends += [hill.results[first], hill.results[last], hill.target]
    return ROUND * np.floor(min(ends) / ROUND), ROUND * np.ceil(max(ends) / ROUND)
