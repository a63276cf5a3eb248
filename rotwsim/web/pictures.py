"""Draw what a watch shows with the report's figures, and how both win rates converge."""

import threading
from pathlib import Path

import numpy as np
from matplotlib.ticker import NullLocator

from rotwsim import stats
from rotwsim.report import figures
from rotwsim.report.figures import EASIER, HARDER, NARROW, Picture, new_axes
from rotwsim.report.figures.gallery import embedded
from rotwsim.report.figures.how_hard import points_over_turns
from rotwsim.report.figures.maps import draw_sweep
from rotwsim.report.figures.marks import grid, numbers_beside
from rotwsim.report.plot import Hill, ridge
from rotwsim.report.results import Results, Rows
from rotwsim.web.answer import progress_of
from rotwsim.web.pool import LiveArm
from rotwsim.web.setting import label_of
from rotwsim.web.watch import SweepWatch, Watch

WIDE = 8.8  # inches of the first picture beside the settings
ROWS = 7.5  # of the first picture
LEAST = 20  # games that a picture needs
APART = 9  # pp below which the labels of both sides would touch
DRAWING = threading.Lock()  # matplotlib keeps its style for all threads
COLOURS = {"a": EASIER, "b": HARDER}


def pictures_of(watch: Watch, is_wide: bool) -> list[dict]:
    """Draw all pictures of the games so far, as SVG for a wide or narrow page."""
    arms, n = watch.arms, watch.n
    first = WIDE if is_wide else NARROW
    draws = [(first, lambda: [convergence(arms[0], arms[-1], n)])]
    draws += [(NARROW, lambda: [scores(arms, n)])]
    draws += [(NARROW, lambda: points_over_turns(results_of(arms, n)))]
    if isinstance(watch, SweepWatch):
        draws = [(first, lambda: [curve(watch)])]
    found = []
    with DRAWING, figures.in_style():
        for width, draw in draws if n >= LEAST else ():
            if watch.is_left:  # a new question waits for this thread
                break
            with figures.drawn_for(width):
                found += [
                    {"name": one.name, "caption": one.caption, "svg": embedded(one)}
                    for one in draw()
                ]
    return found


def results_of(arms: list[LiveArm], n: int) -> Results:
    """Make the tables that the report's curves read."""
    import pandas as pd

    from rotwsim.analysis.pool import Arm, ArmGames
    from rotwsim.analysis.results import ends, table_of
    from rotwsim.analysis.tables import points_by_turn

    names = ("A", "B")[: len(arms)]
    played = [
        ArmGames(Arm(name, arm.scenario), arm.seed, arm.table(n), "", np.zeros((0, 2)), n, name)
        for name, arm in zip(names, arms, strict=True)
    ]
    rows = []
    for games in played:
        rate = stats.wilson(games.wins, games.games)
        row = {"arm": games.name, "games": games.games, **ends("win_rate", rate)}
        rows.append(row | {"target": games.scenario.parameters["target"]})
    tables = {"arms": pd.DataFrame(rows), "points_by_turn": table_of(points_by_turn, played)}
    return Results(Path(), {}, tables)


def scores(arms: list[LiveArm], n: int) -> Picture:
    """Draw the ridge plot of both sides: how results spread around the target."""
    hills = []
    for name, arm in zip("AB", arms, strict=False):
        results, games = np.unique(arm.column("result", n), return_counts=True)
        target = arm.scenario.parameters["target"]
        hills.append(Hill(name, results.tolist(), games.tolist(), target, name == "A"))
    caption = "Blue: games won. Orange: games lost."
    alt = "Distribution of results: " + ", ".join(
        f"{hill.label} wins {100 * hill.won:.0f} %" for hill in hills
    )
    return Picture("results", "How results spread", caption, alt, ridge({"": hills}))


def convergence(a: LiveArm, b: LiveArm, n: int) -> Picture:
    """Draw both win rates from the first games to the last, each with the band it is surely in."""
    seen = progress_of(a, b, n)
    figure, axes = new_axes(ROWS)
    sides = ("a",) if a is b else ("a", "b")
    last = {side: 100 * seen[side][-1] for side in sides}
    close = len(sides) > 1 and abs(last["a"] - last["b"]) < APART
    for side in sides:
        is_upper = last[side] > min(last.values()) or (side == "b" and last["a"] == last["b"])
        at, colour = seen["n"], COLOURS[side]
        low, high = (100 * seen[f"{side}_{end}"] for end in ("low", "high"))
        axes.fill_between(at, low, high, color=colour, alpha=0.15, lw=0)
        axes.plot(at, 100 * seen[side], color=colour, linewidth=1.8, label=side.upper())
        beside = (5, (6 if is_upper else -6) if close else 0)
        look: dict = {"textcoords": "offset points", "va": "center", "fontweight": "bold"}
        words, end = f"{side.upper()} {last[side]:.0f} %", (at[-1], last[side])
        axes.annotate(words, end, xytext=beside, color=colour, **look)
    axes.set_xscale("log")
    axes.set_xlim(seen["n"][0], max(1_000, 1.02 * n))
    axes.set_xticks([20, 100, 1_000, 10_000][: 3 if n < 3_000 else 4])
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set(xlabel="games of each side", ylabel="games won, %", ylim=(0, 100))
    axes.set_yticks([0, 25, 50, 75, 100])
    numbers_beside(axes)
    grid(axes, "both")
    words = ", ".join(f"{side.upper()} {last[side]:.1f} %" for side in sides)
    alt = f"Win rates after {n:,} games: {words}"
    caption = (
        "Each line is the win rate up to that game. The true value is in the band, however often "
        "you look."
    )
    return Picture("convergence", "The win rate converges", caption, alt, figure)


def curve(watch: SweepWatch) -> Picture:
    """Draw the win rate at every value of a sweep as the report does."""
    points, wish = watch.points, watch.question.wish
    figure, axes = new_axes(ROWS)
    rows = Rows(
        {"first_value": value, "win_rate": rate.value, "low": rate.low, "high": rate.high}
        for value, rate in points
    )
    draw_sweep(axes, rows, wish)
    axes.set_xlabel(label_of(watch.question.sweep))
    words = ", ".join(f"{point.value}: {point}" for point in points)
    aim = "; dashed: the wanted win rate" if wish is not None else ""
    caption = f"Lines show where each win rate surely is, all of them together{aim}."
    return Picture("sweep", label_of(watch.question.sweep), caption, f"Win rates: {words}", figure)
