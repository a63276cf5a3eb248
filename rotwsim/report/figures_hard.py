"""Figures of how hard the game is: win rates, results against the target, points over turns."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.ticker import MaxNLocator

from rotwsim.report.arms import arms_of, labels_of, plain_arms
from rotwsim.report.figure_marks import (
    draw_intervals,
    grid,
    label_rows,
    percent_axis,
    write_values,
)
from rotwsim.report.figure_style import (
    EASIER,
    FAINT,
    HARDER,
    INK,
    SERIES,
    SMALL,
    Picture,
    new_axes,
)
from rotwsim.report.results import Results
from rotwsim.report.wording import (
    games_span,
    level_in_words,
    percent,
    plain,
    rate_in_words,
)

MOST_ROWS = 24
MOST_RIDGES = 8
MOST_CURVES = 4
BARS = 48  # of a distribution
CLOSE = 3  # points from the target
SERIES_MARKS = {  # name, colour, shape and shift of the arms without and with Barons
    0: ("without Barons", SERIES[0], "o", -0.16),
    1: ("with Barons", SERIES[1], "s", 0.16),
}
LONE_TURNS = 0.05  # a turn that fewer games reach is not drawn
RIDGE = 0.72  # inches


def win_rates(results: Results) -> list[Picture]:
    """Win rate of every arm with its interval; arms with and without Barons share a row."""
    arms = arms_of(results)
    if arms.empty:
        return []
    rows = _rows_of(arms)
    order = list(rows.groupby("row", sort=False)["win_rate"].mean().sort_values().index[::-1])
    shown = order if len(order) <= MOST_ROWS else order[: MOST_ROWS // 2] + order[-MOST_ROWS // 2 :]
    figure, (axes,) = new_axes(len(shown) + 1)
    label_rows(axes, shown)
    both = rows["series"].nunique() > 1
    for series, own in rows.groupby("series"):
        name, colour, shape, shift = SERIES_MARKS[series]
        own = own.drop_duplicates("row").set_index("row").reindex(shown)
        own = own.assign(value=own["win_rate"])
        marks = [(colour, shape, colour)] * len(shown)
        draw_intervals(axes, own, marks, shift if both else 0.0)
        axes.plot([], [], shape, color=colour, markersize=5, label=name)
    if both:
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    write_values(axes, [_rates(rows[rows["row"] == row]) for row in shown])
    percent_axis(axes, "games won, %")
    grid(axes)
    few = f" Shown are the {len(shown)} outermost of {len(order)} rows." if shown != order else ""
    caption = (
        f"{games_in_words(arms)}; bars are {level_in_words(results.confidence)} intervals of the "
        f"win rate.{few}"
    )
    alt = "Win rates with intervals: " + "; ".join(
        f"{arm['label']} {rate_in_words(arm)}" for _, arm in arms.iterrows()
    )
    return [Picture("win-rates", _rates_title(arms), caption, alt, figure)]


def _rows_of(arms: pd.DataFrame) -> pd.DataFrame:
    """Each arm with its row and its series: 0 without Barons, 1 with them."""
    if "barons" in arms and arms["barons"].nunique() > 1:
        rows = arms.assign(row=labels_of(arms, but="barons"), series=arms["barons"].astype(int))
        if not rows.duplicated(["row", "series"]).any():
            return rows
    return arms.assign(row=arms["label"], series=0)


def _rates(arms: pd.DataFrame) -> str:
    """The win rates of a row, without Barons first."""
    rates = [percent(rate) for rate in arms.sort_values("series")["win_rate"]]
    return " / ".join([*(rate.rstrip("%").rstrip() for rate in rates[:-1]), rates[-1]])


def _rates_title(arms: pd.DataFrame) -> str:
    ordered = arms.sort_values("win_rate")
    low, high = ordered.iloc[0], ordered.iloc[-1]
    if len(arms) == 1:
        return f"The win rate is {rate_in_words(low)}"
    return (
        f"Win rates run from {percent(low['win_rate'])} ({low['label']}) "
        f"to {percent(high['win_rate'])} ({high['label']})"
    )


def result_distributions(results: Results) -> list[Picture]:
    """How results lie around the target: one hill per arm, with the share of close games."""
    counts = results.rows("result_counts", "arm", "result", "games")
    arms = plain_arms(arms_of(results)) if not arms_of(results).empty else pd.DataFrame()
    if counts.empty or arms.empty or "target" not in arms:
        return []
    arms = arms[arms["arm"].isin(counts["arm"]) & arms["target"].notna()].head(MOST_RIDGES)
    if arms.empty:
        return []
    counts = counts[counts["arm"].isin(arms["arm"])]
    edges = _edges(counts, arms["target"])
    figure, (axes,) = new_axes(len(arms), row=RIDGE)
    words = []
    for place, arm in enumerate(arms.itertuples()):
        own = counts[counts["arm"] == arm.arm]
        _draw_hill(axes, own, edges, place, arm.target)
        words.append(f"{percent(arm.win_rate)} won\n{percent(_close(own, arm.target))} close")
    axes.set_yticks(np.arange(len(arms)) + 0.35, list(arms["label"]))
    axes.set_ylim(len(arms) - 0.1, -0.25)
    axes.spines["left"].set_visible(False)
    write_values(axes, words)
    axes.set_xlabel("result, points less bonds; dashed: the target")
    close = [_close(counts[counts["arm"] == arm.arm], arm.target) for arm in arms.itertuples()]
    title = _close_title(close, list(arms["label"]))
    caption = (
        f"{games_in_words(arms)}. Blue hills are games won, orange ones lost. Close games end "
        f"within {CLOSE} points of the target."
    )
    alt = "Distribution of results: " + "; ".join(
        f"{label}: {word.replace(chr(10), ', ')}"
        for label, word in zip(arms["label"], words, strict=True)
    )
    return [Picture("results", title, caption, alt, figure)]


def points_over_turns(results: Results) -> list[Picture]:
    """The points after each turn: median, and the band that holds eight games of ten."""
    turns = results.rows("points_by_turn", "arm", "turn", "games", "q10", "q50", "q90")
    arms = arms_of(results)
    if turns.empty or arms.empty:
        return []
    arms = _few_curves(plain_arms(arms[arms["arm"].isin(turns["arm"])].reset_index(drop=True)))
    if arms.empty:
        return []
    figure, (axes,) = new_axes(8)
    told = []
    for colour, arm in zip(SERIES, arms.itertuples(), strict=False):
        own = turns[turns["arm"] == arm.arm].sort_values("turn")
        own = own[own["games"] >= LONE_TURNS * own["games"].max()]
        axes.fill_between(own["turn"], own["q10"], own["q90"], color=colour, alpha=0.16, lw=0)
        axes.plot(own["turn"], own["q50"], color=colour, linewidth=1.8, label=arm.label)
        told.append((arm.label, own))
    axes.set_xlabel("turn")
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.set_ylabel("points")
    axes.tick_params(axis="y", labelcolor=FAINT, labelsize=SMALL)
    grid(axes, "both")
    if len(told) > 1:
        axes.legend(loc="upper left")
    label, own = told[0]
    half = own[own["q50"] >= own["q50"].iloc[-1] / 2]["turn"].min()
    title = (
        f"Half of the final points are there after turn {half:.0f} of {own['turn'].max():.0f}"
        f"{f' ({label})' if len(told) > 1 else ''}"
    )
    caption = (
        f"{games_in_words(arms)}. Lines are medians, bands hold the middle 80 % of games; bonds "
        "are not yet deducted. Games that have ended leave the curve."
    )
    alt = "Points after each turn: " + "; ".join(
        f"{name}: median {plain(rows['q50'].iloc[-1], 0)} after turn {rows['turn'].iloc[-1]:.0f}"
        for name, rows in told
    )
    return [Picture("points-by-turn", title, caption, alt, figure)]


def games_in_words(arms: pd.DataFrame) -> str:
    """ "20,000 games", or how many each of several arms has."""
    each = f" in each of {len(arms)} arms" if len(arms) > 1 else ""
    return f"{games_span(arms['games'])}{each}"


def _edges(counts: pd.DataFrame, targets: pd.Series) -> np.ndarray:
    """Borders of bars of whole points; one of them lies at the most frequent target."""
    low, high = counts["result"].min(), counts["result"].max()
    width = max(1, round((high - low) / BARS))
    target = targets.mode().iloc[0]
    start = target - width * np.ceil((target - low) / width)
    return np.arange(start, high + width + 1, width) - 0.5


def _draw_hill(axes, counts: pd.DataFrame, edges: np.ndarray, place: int, target: float) -> None:
    heights, _ = np.histogram(counts["result"], edges, weights=counts["games"])
    heights = 0.85 * heights / max(heights.max(), 1)
    foot = place + 0.7
    won = edges[:-1] >= target - 0.5
    for side, colour in ((won, EASIER), (~won, HARDER)):
        tops = np.where(side, heights, 0.0)
        axes.stairs(foot - tops, edges, baseline=foot, fill=True, color=colour, alpha=0.75, lw=0)
    axes.plot([edges[0], edges[-1]], [foot, foot], color=FAINT, linewidth=0.7)
    axes.plot(
        [target - 0.5] * 2, [foot - 0.92, foot], color=INK, linewidth=1, linestyle=(0, (3, 2))
    )


def _close(counts: pd.DataFrame, target: float) -> float:
    """The share of games that end close to the target."""
    near = (counts["result"] - target).abs() <= CLOSE
    return counts.loc[near, "games"].sum() / max(counts["games"].sum(), 1)


def _close_title(close: list[float], labels: list[str]) -> str:
    if len(close) == 1:
        return f"{percent(close[0])} of games are decided by {CLOSE} points or less"
    best = int(np.argmax(close))
    return (
        f"{percent(min(close))} to {percent(max(close))} of games are decided by {CLOSE} points "
        f"or less (most: {labels[best]})"
    )


def _few_curves(arms: pd.DataFrame) -> pd.DataFrame:
    """As many arms as an eye can follow: those of the first board before others."""
    if len(arms) > MOST_CURVES and "board" in arms:
        first = arms[arms["board"] == arms["board"].iloc[0]]
        arms = first if len(first) > 1 else arms
    return arms.head(MOST_CURVES)
