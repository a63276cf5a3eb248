"""Figures of how hard the game is: win rates, results, points turn by turn."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.ticker import MaxNLocator

from rotwsim.report.arms import OF_ALL, arms_of, labels_of, paired_by_barons, shown_arms
from rotwsim.report.figures.marks import (
    Series,
    forest,
    grid,
    pale_bars,
    percent_axis,
    row_height,
    same_marks,
    wrapped,
    write_values,
)
from rotwsim.report.figures.style import (
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
SERIES_MARKS = {  # name, colour, shape and shift of the arms without and with Barons
    0: ("without Barons", SERIES[0], "o", -0.16),
    1: ("with Barons", SERIES[1], "s", 0.16),
}
RIDGE_LETTERS = 17  # of a label beside a hill, per line
BEYOND = 0.005  # of the games on either side, drawn in the outermost bars
BARS = 48  # of a distribution
CLOSE = 3  # points from the target
RIDGE = 0.72  # inches
MOST_RIDGES, MOST_CURVES, MOST_ARMS = 8, 4, 100
LONE_TURNS = 0.05  # a turn that fewer games reach is not drawn


def win_rates(results: Results) -> list[Picture]:
    """Win rate of every arm with its interval; arms with and without Barons share a row."""
    arms = arms_of(results)
    if arms.empty:
        return []
    rows = paired_by_barons(arms)
    order = list(rows.groupby("row", sort=False)["win_rate"].mean().sort_values().index[::-1])
    shown = order if len(order) <= MOST_ROWS else order[: MOST_ROWS // 2] + order[-MOST_ROWS // 2 :]
    both = rows["series"].nunique() > 1
    series = []
    for place, own in rows.groupby("series"):
        name, colour, shape, shift = SERIES_MARKS[place]
        own = own.drop_duplicates("row").set_index("row").reindex(shown)
        marks = same_marks(len(shown), colour, shape)
        series.append(
            Series(own.assign(value=own["win_rate"]), marks, name, shift if both else 0.0)
        )
    figure = forest(
        shown,
        series,
        lambda axes: percent_axis(axes, "games won, %"),
        [_rates(rows[rows["row"] == row]) for row in shown],
        room=1,
        row=row_height(shown),
    )
    few = f" Shown are the {len(shown)} outermost of {len(order)} rows." if shown != order else ""
    caption = (
        f"{games_in_words(arms)}; bars are {level_in_words(results.confidence)} intervals of the "
        f"win rate{pale_bars(rows)}.{few}"
    )
    alt = "Win rates with intervals: " + "; ".join(
        f"{arm['label']} {rate_in_words(arm)}" for _, arm in arms.iterrows()
    )
    return [Picture("win-rates", _rates_title(arms), caption, alt, figure)]


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
        f"Win rates run from {rate_in_words(low)}, {low['label']}, "
        f"to {rate_in_words(high)}, {high['label']}"
    )


def games_in_words(arms: pd.DataFrame) -> str:
    """ "20,000 games", or how many each of several arms has."""
    each = f" in each of {len(arms)} arms" if len(arms) > 1 else ""
    all_arms = arms.attrs.get(OF_ALL, len(arms))
    part = ""
    if len(arms) < all_arms:
        part = (
            f"; shown are {len(arms)} of {all_arms} arms, those without tweak or slip first: an "
            "eye could not keep more apart"
        )
    return f"{games_span(arms['games'])}{each}{part}"


def result_distributions(results: Results) -> list[Picture]:
    """How results lie around the target: one hill per arm, with the share of close games."""
    arms, counts = results_of_arms(results)
    if arms.empty:
        return []
    edges = _edges(counts, arms)
    figure, axes = new_axes(len(arms), row=RIDGE)
    words, close = [], []
    for place, arm in enumerate(arms.itertuples()):
        own = counts[counts["arm"] == arm.arm]
        _draw_hill(axes, own, edges, place, arm.target)
        close.append(_close(own, arm.target))
        words.append(f"{percent(arm.win_rate)} won\n{percent(close[-1])} close")
    labels = [wrapped(label, RIDGE_LETTERS) for label in arms["label"]]
    axes.set_yticks(np.arange(len(arms)) + 0.4, labels)
    axes.set_ylim(len(arms) - 0.1, -0.25)
    axes.spines["left"].set_visible(False)
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    write_values(axes, words, places=np.arange(len(arms)) + 0.4)
    axes.set_xlabel("result; dashed: the target")
    caption = (
        f"{games_in_words(arms)}. Blue hills are games won, orange ones lost; the outermost bars "
        f"hold all beyond. Close games end within {CLOSE} points of the target."
    )
    alt = "Distribution of results: " + "; ".join(
        f"{label}: {word.replace(chr(10), ', ')}"
        for label, word in zip(arms["label"], words, strict=True)
    )
    return [Picture("results", _close_title(close, list(arms["label"])), caption, alt, figure)]


def points_over_turns(results: Results) -> list[Picture]:
    """The points after each turn: median, and the band that holds eight games of ten."""
    arms, turns = turns_of_arms(results)
    if arms.empty:
        return []
    figure, axes = new_axes(8)
    drawn = []
    for colour, arm in zip(SERIES, arms.itertuples(), strict=False):
        own = turns[turns["arm"] == arm.arm]
        axes.fill_between(own["turn"], own["q10"], own["q90"], color=colour, alpha=0.16, lw=0)
        axes.plot(own["turn"], own["q50"], color=colour, linewidth=1.8, label=arm.label)
        drawn.append((arm.label, own))
    axes.set_xlabel("turn")
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.set_ylabel("points")
    axes.tick_params(axis="y", labelcolor=FAINT, labelsize=SMALL)
    grid(axes, "both")
    if len(drawn) > 1:
        axes.legend(loc="upper left")
    label, own = drawn[0]
    half = own[own["q50"] >= own["q50"].iloc[-1] / 2]["turn"].min()
    title = (
        f"Half of the final points are there after turn {half:.0f} of {own['turn'].max():.0f}"
        f"{f' ({label})' if len(drawn) > 1 else ''}"
    )
    caption = (
        f"{games_in_words(arms)}. Lines are medians, bands hold the middle 80 % of games; bonds "
        "are not yet deducted. Games that have ended leave the curve."
    )
    alt = "Points after each turn: " + "; ".join(
        f"{name}: median {plain(rows['q50'].iloc[-1], 0)} after turn {rows['turn'].iloc[-1]:.0f}"
        for name, rows in drawn
    )
    return [Picture("points-by-turn", title, caption, alt, figure)]


def _edges(counts: pd.DataFrame, arms: pd.DataFrame) -> np.ndarray:
    """Borders of bars of whole points; one of them at the most frequent target."""
    ends = [_ends(counts[counts["arm"] == arm]) for arm in arms["arm"]]
    target = arms["target"].mode().iloc[0]
    low = min(target - CLOSE, *(low for low, _ in ends))
    high = max(target + CLOSE, *(high for _, high in ends))
    width = max(1, round((high - low) / BARS))
    start = target - width * np.ceil((target - low) / width)
    return np.arange(start, high + width + 1, width) - 0.5


def _ends(counts: pd.DataFrame) -> tuple[float, float]:
    """The results between which all games lie but a few on either side."""
    ordered = counts.sort_values("result")
    results = ordered["result"].to_numpy()
    below = ordered["games"].cumsum().to_numpy() / max(ordered["games"].sum(), 1)
    low, high = np.searchsorted(below, [BEYOND, 1 - BEYOND])
    return results[low], results[min(high, len(results) - 1)]


def _draw_hill(axes, counts: pd.DataFrame, edges: np.ndarray, place: int, target: float) -> None:
    inside = counts["result"].clip(edges[0] + 0.5, edges[-1] - 0.5)
    heights, _ = np.histogram(inside, edges, weights=counts["games"])
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


def results_of_arms(results: Results) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The arms to draw, and how many of their games ended with each result."""
    counts = results.rows("result_counts", "arm", "result", "games")
    counts = counts[counts["games"] > 0]
    arms = _hills(results)
    arms = arms[arms["arm"].isin(counts["arm"])]
    return arms, counts[counts["arm"].isin(arms["arm"])]


def _hills(results: Results) -> pd.DataFrame:
    """The arms to draw: with a target, and without Barons if both would be too many."""
    arms = shown_arms(results, "result_counts", MOST_ARMS)
    if arms.empty or "target" not in arms:
        return arms.head(0)
    arms = arms[arms["target"].notna()]
    if len(arms) > MOST_RIDGES and "barons" in arms and not arms["barons"].all():
        arms = arms[~arms["barons"]]
        arms = arms.assign(label=labels_of(arms))
    return arms.head(MOST_RIDGES)


def turns_of_arms(results: Results) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The arms to draw, and their points after each turn that enough games reach."""
    turns = results.rows("points_by_turn", "arm", "turn", "games", "q10", "q50", "q90")
    arms = _few_curves(shown_arms(results, "points_by_turn", MOST_ARMS))
    most = turns.groupby("arm")["games"].transform("max")
    turns = turns[turns["games"] >= LONE_TURNS * most].sort_values("turn")
    return arms[arms["arm"].isin(turns["arm"])], turns


def _few_curves(arms: pd.DataFrame) -> pd.DataFrame:
    """As many arms as an eye can follow: those of the first board before others."""
    if len(arms) > MOST_CURVES and "board" in arms:
        first = arms[arms["board"] == arms["board"].iloc[0]]
        arms = first if len(first) > 1 else arms
    return arms.head(MOST_CURVES)
