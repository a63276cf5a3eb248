"""Figures of how hard the game is: win rates, results, points turn by turn."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from rotwsim.report.arms import arms_of, labelled, paired_by_barons, shown_arms
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
from rotwsim.report.results import Results, Rows, is_known
from rotwsim.report.wording import games_span, level_in_words, percent, plain, rate_in_words

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
    """Draw the win rate of every arm; arms with and without Barons share a row."""
    arms = arms_of(results)
    if not arms:
        return []
    rows = paired_by_barons(arms)
    groups = rows.by("row")
    order = sorted(groups, key=lambda row: -sum(groups[row].column("win_rate")) / len(groups[row]))
    shown = order if len(order) <= MOST_ROWS else order[: MOST_ROWS // 2] + order[-MOST_ROWS // 2 :]
    places = rows.by("row", "series")
    both = len(rows.kinds("series")) > 1
    series = [
        Series(
            [places[row, number][0] if (row, number) in places else {} for row in shown],
            same_marks(len(shown), colour, shape),
            "win_rate",
            name,
            shift if both else 0.0,
        )
        for number, (name, colour, shape, shift) in SERIES_MARKS.items()
        if number in rows.kinds("series")
    ]
    figure = forest(
        shown,
        series,
        lambda axes: percent_axis(axes, "games won, %"),
        [_rates(groups[row]) for row in shown],
        room=1,
        row=row_height(shown),
    )
    few = f" Shown are the {len(shown)} outermost of {len(order)} rows." if shown != order else ""
    caption = (
        f"{games_in_words(results, arms)}; bars are {level_in_words(results.confidence)} intervals "
        f"of the win rate{pale_bars(rows)}.{few}"
    )
    alt = "Win rates with intervals: " + "; ".join(
        f"{arm['label']} {rate_in_words(arm)}" for arm in arms
    )
    return [Picture("win-rates", _rates_title(arms), caption, alt, figure)]


def _rates(arms: Rows) -> str:
    """Write the win rates of a row, without Barons first."""
    rates = [percent(arm["win_rate"]) for arm in arms.ordered("series")]
    return " / ".join([*(rate.rstrip("%").rstrip() for rate in rates[:-1]), rates[-1]])


def _rates_title(arms: Rows) -> str:
    low, high = arms.smallest("win_rate"), arms.ordered("win_rate")[-1]
    if len(arms) == 1:
        return f"The win rate is {rate_in_words(low)}"
    return (
        f"Win rates run from {rate_in_words(low)}, {low['label']}, "
        f"to {rate_in_words(high)}, {high['label']}"
    )


def games_in_words(results: Results, arms: Rows) -> str:
    """Count the games of the arms shown: "20,000 games", or what each of several arms has."""
    each = f" in each of {len(arms)} arms" if len(arms) > 1 else ""
    all_arms = len(arms_of(results))
    part = ""
    if len(arms) < all_arms:
        part = (
            f"; shown are {len(arms)} of {all_arms} arms, those without tweak or slip first: an "
            "eye could not keep more apart"
        )
    return f"{games_span(arms.column('games'))}{each}{part}"


def result_distributions(results: Results) -> list[Picture]:
    """Draw how results spread around the target: a hill per arm, with the share of close games."""
    arms, counts = results_of_arms(results)
    if not arms:
        return []
    edges = _edges(arms, counts)
    figure, axes = new_axes(len(arms), row=RIDGE)
    close = [_close(own, arm["target"]) for arm, own in zip(arms, counts, strict=True)]
    for place, (arm, own) in enumerate(zip(arms, counts, strict=True)):
        _draw_hill(axes, own, edges, place, arm["target"])
    words = [
        f"{percent(arm['win_rate'])} won\n{percent(share)} close"
        for arm, share in zip(arms, close, strict=True)
    ]
    labels = arms.column("label")
    axes.set_yticks(
        [place + 0.4 for place in range(len(arms))],
        [wrapped(label, RIDGE_LETTERS) for label in labels],
    )
    axes.set_ylim(len(arms) - 0.1, -0.25)
    axes.spines["left"].set_visible(False)
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    write_values(axes, words, shift=0.4)
    axes.set_xlabel("result; dashed: the target")
    caption = (
        f"{games_in_words(results, arms)}. Blue hills are games won, orange ones lost; the "
        f"outermost bars hold all beyond. Close games end within {CLOSE} points of the target."
    )
    alt = "Distribution of results: " + "; ".join(
        f"{label}: {word.replace(chr(10), ', ')}" for label, word in zip(labels, words, strict=True)
    )
    return [Picture("results", _close_title(close, labels), caption, alt, figure)]


def points_over_turns(results: Results) -> list[Picture]:
    """Draw the points after each turn: median, and the band that holds eight games of ten."""
    drawn = turns_of_arms(results)
    if not drawn:
        return []
    figure, axes = new_axes(8)
    for colour, (label, own) in zip(SERIES, drawn.items(), strict=False):
        turns, low, middle, high = map(own.column, ("turn", "q10", "q50", "q90"))
        axes.fill_between(turns, low, high, color=colour, alpha=0.16, lw=0)
        axes.plot(turns, middle, color=colour, linewidth=1.8, label=label)
    axes.set_xlabel("turn")
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.set_ylabel("points")
    axes.tick_params(axis="y", labelcolor=FAINT, labelsize=SMALL)
    grid(axes, "both")
    if len(drawn) > 1:
        axes.legend(loc="upper left")
    label, own = next(iter(drawn.items()))
    half = min(row["turn"] for row in own if row["q50"] >= own[-1]["q50"] / 2)
    title = (
        f"Half of the final points are there after turn {half:.0f} of {own[-1]['turn']:.0f}"
        f"{f' ({label})' if len(drawn) > 1 else ''}"
    )
    arms = _few_curves(results)
    caption = (
        f"{games_in_words(results, arms)}. Lines are medians, bands hold the middle 80 % of games; "
        "bonds are not yet deducted. Games that have ended leave the curve."
    )
    alt = "Points after each turn: " + "; ".join(
        f"{name}: median {plain(rows[-1]['q50'], 0)} after turn {rows[-1]['turn']:.0f}"
        for name, rows in drawn.items()
    )
    return [Picture("points-by-turn", title, caption, alt, figure)]


def _edges(arms: Rows, counts: list[Rows]) -> np.ndarray:
    """Choose the borders of bars of whole points; one of them at the most frequent target."""
    lows, highs = zip(*map(_ends, counts), strict=True)
    targets = sorted(arms.column("target"))
    target = max(targets, key=targets.count)
    low, high = min(target - CLOSE, *lows), max(target + CLOSE, *highs)
    width = max(1, round((high - low) / BARS))
    start = target - width * np.ceil((target - low) / width)
    return np.arange(start, high + width + 1, width) - 0.5


def _ends(counts: Rows) -> tuple[float, float]:
    """Find the results between which all games are but a few on either side."""
    ordered = counts.ordered("result")
    results, games = ordered.column("result"), ordered.column("games")
    below = np.cumsum(games) / max(sum(games), 1)
    low, high = np.searchsorted(below, [BEYOND, 1 - BEYOND])
    return results[low], results[min(high, len(results) - 1)]


def _draw_hill(axes: Axes, counts: Rows, edges: np.ndarray, place: int, target: float) -> None:
    inside = np.clip(counts.column("result"), edges[0] + 0.5, edges[-1] - 0.5)
    heights, _ = np.histogram(inside, edges, weights=counts.column("games"))
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


def _close(counts: Rows, target: float) -> float:
    """Compute the share of games that end close to the target."""
    near = sum(row["games"] for row in counts if abs(row["result"] - target) <= CLOSE)
    return near / max(sum(counts.column("games")), 1)


def _close_title(close: list[float], labels: list[str]) -> str:
    if len(close) == 1:
        return f"{percent(close[0])} of games are decided by {CLOSE} points or less"
    return (
        f"{percent(min(close))} to {percent(max(close))} of games are decided by {CLOSE} points "
        f"or less (most: {labels[close.index(max(close))]})"
    )


def results_of_arms(results: Results) -> tuple[Rows, list[Rows]]:
    """Choose the arms to draw, and count how many games of each ended with each result.

    Arms have a target; those with Barons are left out if both would be too many.
    """
    counts = results.rows("result_counts", "arm", "result", "games")
    by_arm = counts.where(lambda row: row["games"] > 0).by("arm")
    arms = shown_arms(results, "result_counts", MOST_ARMS).where(
        lambda arm: is_known(arm, "target")
    )
    if len(arms) > MOST_RIDGES and arms.has("barons") and not all(arms.column("barons")):
        arms = labelled(arms.where(barons=False))
    arms = Rows(arms[:MOST_RIDGES]).where(lambda arm: arm["arm"] in by_arm)
    return arms, [by_arm[arm["arm"]] for arm in arms]


def turns_of_arms(results: Results) -> dict[str, Rows]:
    """Find the points of the arms to draw after each turn that enough games reach, by label."""
    columns = ("arm", "turn", "games", "q10", "q50", "q90")
    turns = results.rows("points_by_turn", *columns).by("arm")
    found = {}
    for arm in _few_curves(results):
        if own := turns.get(arm["arm"]):
            least = LONE_TURNS * max(own.column("games"))
            found[arm["label"]] = own.ordered("turn").where(
                lambda row, least=least: row["games"] >= least
            )
    return found


def _few_curves(results: Results) -> Rows:
    """Choose as many arms as an eye can follow: those of the first board before others."""
    arms = shown_arms(results, "points_by_turn", MOST_ARMS)
    if len(arms) > MOST_CURVES and arms.has("board"):
        first = arms.where(board=arms[0]["board"])
        arms = first if len(first) > 1 else arms
    return Rows(arms[:MOST_CURVES])
