"""Figures of results: how they lie around the target, and how points grow turn by turn."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.ticker import MaxNLocator

from rotwsim.report.figures.marks import (
    grid,
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
from rotwsim.report.figures.win_rates import games_in_words
from rotwsim.report.results import Results
from rotwsim.report.rows.scores import results_of_arms, turns_of_arms
from rotwsim.report.wording import (
    percent,
    plain,
)

RIDGE_LETTERS = 17  # of a label beside a hill, per line
BEYOND = 0.005  # of the games on either side, drawn in the outermost bars
BARS = 48  # of a distribution
CLOSE = 3  # points from the target
RIDGE = 0.72  # inches


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
    told = []
    for colour, arm in zip(SERIES, arms.itertuples(), strict=False):
        own = turns[turns["arm"] == arm.arm]
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


def _edges(counts: pd.DataFrame, arms: pd.DataFrame) -> np.ndarray:
    """Borders of bars of whole points; one of them lies at the most frequent target."""
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
