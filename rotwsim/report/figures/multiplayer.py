"""Figures of tables: shares of wins by place, prices of the first place by turn, scores."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from rotwsim.report.figures.marks import (
    draw_intervals,
    grid,
    label_rows,
    percent_axis,
    verdict_marks,
    write_values,
)
from rotwsim.report.figures.style import (
    EASIER,
    EDGE,
    FAINT,
    HARDER,
    SAME,
    SERIES,
    SMALL,
    Picture,
    new_axes,
    new_panels,
)
from rotwsim.report.findings.multiplayer import (
    ORDINALS,
    fairness_of,
    places_of,
    prices_of,
    scores_by_place,
)
from rotwsim.report.results import Results
from rotwsim.report.wording import (
    capital,
    count,
    games_span,
    level_in_words,
    listed,
    percent,
    plain,
)
from rotwsim.stats import EASIER as IS_EASIER
from rotwsim.stats import HARDER as IS_HARDER

PANELS = 8  # tables in one figure
HILL = 0.62  # inches


def seat_fairness(results: Results) -> list[Picture]:
    """Shares of wins by place, a figure per board and number of seats, a panel per style."""
    groups: dict[tuple, list[tuple[str, pd.DataFrame]]] = {}
    for arm, own in places_of(results):
        keys = [key for key in ("board", "seats") if key in own]
        groups.setdefault(tuple(own[key].iloc[0] for key in keys), []).append((arm, own))
    return [
        _fairness_figure(results, tables[:PANELS], place)
        for place, tables in enumerate(groups.values(), 1)
    ]


def _fairness_figure(
    results: Results, tables: list[tuple[str, pd.DataFrame]], place: int
) -> Picture:
    figure, panels = new_panels([len(own) + 1 for _, own in tables])
    low = min(own["low"].min() for _, own in tables)
    high = max(own["high"].max() for _, own in tables)
    verdicts = fairness_of(results).set_index("arm")["verdict"]
    for axes, (arm, own) in zip(panels, tables, strict=True):
        _draw_places(axes, own, results.margin)
        axes.set_xlim(low - 0.01, high + 0.01)
        percent_axis(axes, "share of wins, %" if axes is panels[-1] else "")
        axes.set_title(f"{capital(arm)}: {verdicts.get(arm, '')}", loc="left", fontsize=SMALL)
        grid(axes)
    caption = (
        f"{games_span(own['games'].iloc[0] for _, own in tables)} per table; the line is an equal "
        f"share, the grey band the margin. Bars are {level_in_words(results.confidence)} intervals "
        "that hold together for the places of a table; ▲ and ▼ lie wholly beside the line."
    )
    alt = "Shares of wins by place: " + "; ".join(
        f"{arm}: " + ", ".join(percent(rate) for rate in own["win_rate"]) for arm, own in tables
    )
    title = _fairness_title(results, [arm for arm, _ in tables])
    return Picture(f"seat-fairness-{place}", title, caption, alt, figure)


def _draw_places(axes: Axes, own: pd.DataFrame, margin: float) -> None:
    """Dots with intervals around an equal share."""
    equal = 1 / len(own)
    axes.axvline(equal, color=FAINT, linewidth=0.9, zorder=0)
    axes.axvspan(equal - margin, equal + margin, color=EDGE, alpha=0.45, linewidth=0, zorder=-1)
    label_rows(axes, [ORDINALS[int(place) - 1] for place in own["place"]])
    marks = [_mark_of(row, equal) for row in own.itertuples()]
    draw_intervals(axes, own.assign(value=own["win_rate"]), marks)
    write_values(axes, [percent(rate) for rate in own["win_rate"]])


def _mark_of(row, equal: float) -> tuple[str, str, str]:
    verdict = IS_EASIER if row.low > equal else IS_HARDER if row.high < equal else ""
    return verdict_marks([verdict])[0] if verdict else (SAME, "o", SAME)


def _fairness_title(results: Results, arms: list[str]) -> str:
    rows = fairness_of(results)
    rows = rows[rows["arm"].isin(arms)]
    if rows.empty:
        return "Shares of wins by place"
    unfair = rows[rows["verdict"] == "unfair"]
    where = f" ({rows['board'].iloc[0]}, {rows['seats'].iloc[0]:.0f} seats)"
    if unfair.empty:
        return f"No bidding style is surely unfair to a place{where}"
    named = listed(unfair["bidding"].str.replace("_", " "))
    return f"Places are not worth the same with {named}{where}"


def first_prices(results: Results) -> list[Picture]:
    """What the first place costs turn by turn, a line per table."""
    tables = prices_of(results)[: len(SERIES)]
    if not tables:
        return []
    figure, axes = new_axes(8)
    for colour, (arm, own) in zip(SERIES, tables, strict=False):
        axes.fill_between(own["turn"], own["low"], own["high"], color=colour, alpha=0.18, lw=0)
        axes.plot(own["turn"], own["mean"], color=colour, linewidth=1.7, label=arm)
    axes.set_xlabel("turn")
    axes.set_ylabel("price of the first place, $")
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.tick_params(axis="y", labelcolor=FAINT, labelsize=SMALL)
    grid(axes, "both")
    if len(tables) > 1:
        axes.legend()
    arm, own = tables[0]
    top = own.loc[own["mean"].idxmax()]
    title = (
        f"The first place costs most in turn {top['turn']:.0f}, ${plain(top['mean'])} on average "
        f"({arm})"
    )
    caption = (
        "Means over the games that reached the turn, turns without a bid counted as $0; bands are "
        f"{level_in_words(results.confidence)} intervals."
    )
    alt = "Price of the first place by turn: " + "; ".join(
        f"{arm}: " + ", ".join(f"turn {r.turn:.0f} ${plain(r.mean)}" for r in own.itertuples())
        for arm, own in tables
    )
    return [Picture("first-prices", title, caption, alt, figure)]


def scores_as_hills(results: Results) -> list[Picture]:
    """Final scores by place, a hill for each, the winner on top."""
    arm, hills = scores_by_place(results)
    if not hills:
        return []
    figure, axes = new_axes(len(hills), row=HILL)
    means = [float(np.average(own["score"], weights=own["games"])) for own in hills]
    for place, own in enumerate(hills):
        _draw_hill(axes, own, place)
    axes.set_yticks(np.arange(len(hills)) + 0.45, [f"place {n}" for n in range(1, len(hills) + 1)])
    axes.set_ylim(len(hills) - 0.1, -0.25)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("final score")
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    write_values(axes, [plain(mean, 0) for mean in means], places=np.arange(len(hills)) + 0.45)
    title = (
        f"The winner scores {plain(means[0], 0)} on average, the last {plain(means[-1], 0)} ({arm})"
    )
    games = int(hills[0]["games"].sum())
    caption = f"{count(games)} games; scores in groups of five points, means at the right."
    alt = "Scores by final place: " + "; ".join(
        f"place {place} mean {plain(mean, 0)}" for place, mean in enumerate(means, 1)
    )
    return [Picture("scores-by-place", title, caption, alt, figure)]


def _draw_hill(axes: Axes, own: pd.DataFrame, place: int) -> None:
    step = float(np.diff(own["score"]).min()) if len(own) > 1 else 1.0
    heights = 0.85 * own["games"] / own["games"].max()
    foot = place + 0.75
    colour = EASIER if place == 0 else HARDER
    axes.bar(
        own["score"], -heights, width=step, bottom=foot, align="edge", color=colour, alpha=0.75
    )
    ends = [own["score"].min(), own["score"].max() + step]
    axes.plot(ends, [foot, foot], color=FAINT, linewidth=0.7)
