"""Draw a sweep: a curve with intervals over one parameter, a heat map over two."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from rotwsim.report.figures import EASIER, HARDER, INK, SMALL, Picture, new_axes
from rotwsim.report.figures.marks import grid, percent_axis
from rotwsim.report.results import Results, Rows
from rotwsim.report.wording import games_span, percent

CURVE_ROWS, CELL_ROWS = 9, 1.1  # height of a curve and of a row of cells, in rows of a chart
STRONG, WEAK = 0.72, 0.06  # of the colour of a cell far from even odds, and at them
EVEN = 0.5


def sweep(results: Results) -> list[Picture]:
    """Draw the win rate at each value."""
    rows = results.rows("sweep", "setting", "first_value", "win_rate", "low", "high", "games")
    if len(rows) < 2:
        return []
    names = [part.partition("=")[0] for part in rows[0]["setting"].split(", ")]
    if len(names) == 1:
        figure, axes = new_axes(CURVE_ROWS)
        _draw_curve(axes, rows)
    else:
        figure, axes = new_axes(CELL_ROWS * len(rows.kinds("second_value")))
        _draw_cells(axes, rows)
        axes.set_ylabel(_words(names[1]))
    axes.set_xlabel(_words(names[0]))
    least, most = rows.smallest("win_rate"), rows.largest("win_rate")
    title = (
        f"From {percent(least['win_rate'], 0)} won at {_words(least['setting'])} to "
        f"{percent(most['win_rate'], 0)} at {_words(most['setting'])}"
    )
    how = "the line at each value is chance, 95 %" if len(names) == 1 else "percent of games won"
    caption = f"Games on the same seeds, {games_span(rows.column('games'))} a point; {how}."
    alt = "Games won: " + "; ".join(
        f"{_words(row['setting'])}: {percent(row['win_rate'], 0)}" for row in rows
    )
    return [Picture("sweep", title, caption, alt, figure)]


def _words(setting: str) -> str:
    return setting.replace("_", " ").replace("=", " ")


def _draw_curve(axes: Axes, rows: Rows) -> None:
    values, rates = rows.column("first_value"), rows.column("win_rate")
    axes.plot(values, rates, color=EASIER, linewidth=1.2)
    axes.vlines(values, rows.column("low"), rows.column("high"), color=EASIER, linewidth=1.6)
    axes.plot(values, rates, "o", color=EASIER, markersize=4)
    axes.set_xticks(values if len(values) <= 12 else values[:: len(values) // 8])
    axes.set_ylim(
        max(0.0, min(rows.column("low")) - 0.03), min(1.0, max(rows.column("high")) + 0.03)
    )
    percent_axis(axes, "games won", along="y")
    grid(axes, "y")


def _draw_cells(axes: Axes, rows: Rows) -> None:
    across, up = rows.kinds("first_value"), rows.kinds("second_value")
    for row in rows:
        column, line = across.index(row["first_value"]), up.index(row["second_value"])
        off = row["win_rate"] - EVEN
        strength = WEAK + (STRONG - WEAK) * min(1.0, 2 * abs(off))
        colour = EASIER if off > 0 else HARDER
        axes.add_patch(
            Rectangle((column - 0.5, line - 0.5), 1, 1, color=colour, alpha=strength, lw=0)
        )
        text = f"{100 * row['win_rate']:.0f}"
        axes.text(column, line, text, ha="center", va="center", fontsize=SMALL, color=INK)
    axes.set_xlim(-0.5, len(across) - 0.5)
    axes.set_ylim(-0.5, len(up) - 0.5)
    axes.set_xticks(range(len(across)), [f"{value:g}" for value in across])
    axes.set_yticks(range(len(up)), [f"{value:g}" for value in up])
    for side in axes.spines.values():
        side.set_visible(False)
