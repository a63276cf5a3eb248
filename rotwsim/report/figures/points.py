"""Figures of where points come from and go to: sources, losses to the Railbot, bonds."""

from __future__ import annotations

import math

from matplotlib.axes import Axes

from rotwsim.report.figures.how_hard import games_in_words
from rotwsim.report.figures.marks import grid, label_rows, write_values
from rotwsim.report.figures.style import FAINT, INK, PAPER, SERIES, Picture, new_axes, new_panels
from rotwsim.report.findings.arms import (
    by_unit,
    loss_name,
    losses_of_arms,
    points_of_arms,
    source_name,
)
from rotwsim.report.results import Results, Rows
from rotwsim.report.wording import level_in_words, plain, signed

LEGEND_LETTERS = 36  # of all labels, to fit one line
SLIM = 0.045  # of the longest bar: a slimmer piece carries no number


def points_by_source(results: Results) -> list[Picture]:
    """Draw stacked bars: the mean points per game by source, losses to the left of zero."""
    arms, table = points_of_arms(results)
    if not arms or not table:
        return []
    labels = arms.column("label")
    figure, axes = new_axes(1.6 * len(arms) + 2)
    label_rows(axes, labels)
    _draw_stacks(axes, table)
    write_values(axes, [plain(sum(values)) for values in zip(*table.values(), strict=True)])
    axes.axvline(0, color=FAINT, linewidth=0.9)
    axes.set_xlabel("points per game; right: the mean result")
    axes.legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=2, columnspacing=1.2)
    first = {source: values[0] for source, values in table.items()}
    top = max(first, key=lambda source: first[source])
    gained = sum(value for value in first.values() if value > 0)
    where = f" ({labels[0]})" if len(arms) > 1 else ""
    share = 100 * max(first[top], 0) / gained if gained else 0.0
    title = (
        f"{plain(first[top])} of {plain(gained)} points per game, {share:.0f} %, "
        f"come from {source_name(top)}{where}"
    )
    caption = f"{games_in_words(results, arms)}. Means per game; losses are left of zero."
    alt = "Points by source: " + "; ".join(
        f"{label}: " + ", ".join(f"{source_name(s)} {signed(v[arm])}" for s, v in table.items())
        for arm, label in enumerate(labels)
    )
    return [Picture("sources", title, caption, alt, figure)]


def losses_to_the_railbot(results: Results) -> list[Picture]:
    """Draw bars with intervals: cubes, cards and money that a game costs the player."""
    arms, rows, losses = losses_of_arms(results)
    if not arms or not rows:
        return []
    groups = by_unit(losses)
    figure, panels = new_panels([len(own) * (1 + 0.35 * (len(arms) - 1)) for _, own in groups])
    for axes, (unit, own) in zip(panels, groups, strict=True):
        _draw_losses(axes, arms, rows, own)
        axes.set_xlabel(unit)
    labels = arms.column("label")
    if len(arms) > 1:
        columns = len(arms) if sum(map(len, labels)) <= LEGEND_LETTERS else 1
        panels[0].legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=columns)
    caption = (
        f"{games_in_words(results, arms)}. Means per game with "
        f"{level_in_words(results.confidence)} intervals; numbers at the right: {labels[0]}."
    )
    alt = "Losses per game: " + "; ".join(
        f"{arm['label']}: "
        + ", ".join(
            f"{loss_name(row['loss'])} {plain(row['mean'])}" for row in rows.where(arm=arm["arm"])
        )
        for arm in arms
    )
    return [Picture("losses", _loss_title(_means(rows, arms[0]["arm"])), caption, alt, figure)]


def _draw_losses(axes: Axes, arms: Rows, rows: Rows, losses: list[str]) -> None:
    """Draw the losses of one unit, a bar per arm."""
    label_rows(axes, [loss_name(loss) for loss in losses])
    height = 0.75 / len(arms)
    for number, arm in enumerate(arms):
        own = rows.where(lambda row: row["loss"] in losses, arm=arm["arm"]).once("loss")
        places = [losses.index(row["loss"]) - 0.375 + height * (number + 0.5) for row in own]
        means, lows, highs = map(own.column, ("mean", "low", "high"))
        axes.barh(places, means, height=height * 0.9, color=SERIES[number], label=arm["label"])
        axes.hlines(places, lows, highs, color=INK, linewidth=1)
    first = _means(rows, arms[0]["arm"])
    write_values(axes, [plain(first[loss]) if loss in first else "" for loss in losses], FAINT)
    grid(axes)


def _means(rows: Rows, arm: str) -> dict[str, float]:
    return {row["loss"]: row["mean"] for row in rows.where(arm=arm).once("loss")}


def _loss_title(first: dict[str, float]) -> str:
    cubes = [mean for loss, mean in first.items() if loss.startswith("cubes_lost")]
    if cubes:
        links = f", {plain(first['railbot_links'])} Links built" if "railbot_links" in first else ""
        return f"The Railbot takes {plain(sum(cubes))} cubes out of a game{links}"
    largest = max(first, key=lambda loss: first[loss])
    return f"{loss_name(largest)}: {plain(first[largest])} per game"


def _draw_stacks(axes: Axes, table: dict[str, list[float]]) -> None:
    """Draw pieces side by side, gains to the right of zero and losses to the left."""
    rows = len(next(iter(table.values())))
    gains = [sum(max(values[row], 0) for values in table.values()) for row in range(rows)]
    longest = max(*gains, 1.0)
    ends = {side: [0.0] * rows for side in (1, -1)}
    for number, (source, values) in enumerate(table.items()):
        side = 1 if math.fsum(values) >= 0 else -1
        axes.barh(
            range(rows),
            values,
            left=ends[side],
            height=0.62,
            color=SERIES[number % len(SERIES)],
            alpha=0.9 if number < len(SERIES) else 0.55,
            label=source_name(source),
        )
        for place, (start, value) in enumerate(zip(ends[side], values, strict=True)):
            if abs(value) > SLIM * longest:
                middle = start + value / 2
                axes.text(middle, place, plain(value, 0), ha="center", va="center", color=PAPER)
        ends[side] = [start + value for start, value in zip(ends[side], values, strict=True)]
