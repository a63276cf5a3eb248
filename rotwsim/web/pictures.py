"""Draw what a watch shows with the report's figures, and how both win rates converge."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.ticker import NullLocator

from rotwsim import stats
from rotwsim.report.figures.gallery import embedded
from rotwsim.report.figures.how_hard import points_over_turns, result_distributions
from rotwsim.report.figures.marks import grid
from rotwsim.report.figures.style import EASIER, FAINT, HARDER, SMALL, Picture, in_style, new_axes
from rotwsim.report.results import Results
from rotwsim.web.answer import progress_of
from rotwsim.web.pool import LiveArm

WIDE = (8.8, 2.9)  # inches of the first picture beside the settings
LEAST = 20  # games that a picture needs
COLOURS = {"a": EASIER, "b": HARDER}


def pictures_of(arms: list[LiveArm], n: int, is_wide: bool) -> list[dict]:
    """Draw all pictures of the first n games of both sides, as SVG for a wide or narrow page."""
    if n < LEAST:
        return []
    with in_style():
        results = results_of(arms, n)
        drawn = [
            convergence(arms[0], arms[-1], n, is_wide),
            *result_distributions(results),
            *points_over_turns(results),
        ]
        return [
            {"name": each.name, "title": each.title, "caption": each.caption, "svg": embedded(each)}
            for each in drawn
        ]


def results_of(arms: list[LiveArm], n: int) -> Results:
    """Make the tables that the report's figures read."""
    import pandas as pd

    from rotwsim.analysis.pool import Arm, ArmGames
    from rotwsim.analysis.tables import points_by_turn, result_counts

    names = ("A", "B")[: len(arms)]
    played = [
        ArmGames(Arm(name, arm.scenario), arm.seed, arm.table(n), "", np.zeros((0, 2)), n, name)
        for name, arm in zip(names, arms, strict=True)
    ]
    rows = []
    for games in played:
        rate = stats.wilson(games.wins, games.games)
        row = {"arm": games.name, "games": games.games, "win_rate": rate.value}
        row |= {"low": rate.low, "high": rate.high, "target": games.scenario.parameters["target"]}
        rows.append(row)
    tables = {
        "arms": pd.DataFrame(rows),
        "result_counts": result_counts(played),
        "points_by_turn": points_by_turn(played),
    }
    return Results(Path(), {}, tables)


def convergence(a: LiveArm, b: LiveArm, n: int, is_wide: bool) -> Picture:
    """Draw both win rates from the first games to the last, each with the band it is surely in."""
    seen = progress_of(a, b, n)
    figure, axes = new_axes(7)
    if is_wide:
        figure.set_size_inches(*WIDE)
    sides = ("a",) if a is b else ("a", "b")
    for side in sides:
        at, colour = seen["n"], COLOURS[side]
        low, high = (100 * seen[f"{side}_{end}"] for end in ("low", "high"))
        axes.fill_between(at, low, high, color=colour, alpha=0.15, lw=0)
        axes.plot(at, 100 * seen[side], color=colour, linewidth=1.8, label=side.upper())
        axes.annotate(
            f"{side.upper()} {100 * seen[side][-1]:.0f} %",
            (at[-1], 100 * seen[side][-1]),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            color=colour,
            fontweight="bold",
        )
    axes.set_xscale("log")
    axes.set_xlim(seen["n"][0], max(1_000, 1.02 * n))
    axes.set_xticks([20, 100, 1_000, 10_000][: 3 if n < 3_000 else 4])
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlabel("games of each side")
    axes.set_ylim(0, 100)
    axes.set_yticks([0, 25, 50, 75, 100])
    axes.set_ylabel("games won, %")
    axes.tick_params(axis="y", labelcolor=FAINT, labelsize=SMALL)
    grid(axes, "both")
    words = ", ".join(f"{side.upper()} {100 * seen[side][-1]:.1f} %" for side in sides)
    return Picture(
        "convergence",
        "The win rate converges",
        "Each line is the win rate up to that game. The true value is in the band, however often "
        "you look.",
        f"Win rates after {n:,} games: {words}",
        figure,
    )
