"""Figures of where points come from and go to: sources, losses to the Railbot, bonds."""

from __future__ import annotations

import numpy as np
import pandas as pd

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
from rotwsim.report.results import Results
from rotwsim.report.wording import level_in_words, plain, signed

LEGEND_LETTERS = 36  # of all labels, to stand in one line
SLIM = 0.045  # of the longest bar: a slimmer piece carries no number


def points_by_source(results: Results) -> list[Picture]:
    """Stacked bars: the mean points per game by source, losses to the left of zero."""
    arms, table = points_of_arms(results)
    if arms.empty or table.empty:
        return []
    order = table.columns
    figure, axes = new_axes(1.6 * len(arms) + 2)
    label_rows(axes, list(arms["label"]))
    _draw_stacks(axes, table)
    write_values(axes, [plain(total) for total in table.sum(axis=1)])
    axes.axvline(0, color=FAINT, linewidth=0.9)
    axes.set_xlabel("points per game; right: the mean result")
    axes.legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=2, columnspacing=1.2)
    first = table.iloc[0]
    gains, top = first.clip(lower=0), first.idxmax()
    where = f" ({arms['label'].iloc[0]})" if len(arms) > 1 else ""
    share = 100 * gains[top] / gains.sum() if gains.sum() else 0.0
    title = (
        f"{plain(first[top])} of {plain(gains.sum())} points per game, {share:.0f} %, "
        f"come from {source_name(top)}{where}"
    )
    caption = f"{games_in_words(arms)}. Means per game; losses are left of zero."
    alt = "Points by source: " + "; ".join(
        f"{label}: " + ", ".join(f"{source_name(s)} {signed(table.loc[arm, s])}" for s in order)
        for arm, label in zip(arms["arm"], arms["label"], strict=True)
    )
    return [Picture("sources", title, caption, alt, figure)]


def losses_to_the_railbot(results: Results) -> list[Picture]:
    """Bars with intervals: cubes, cards and money that a game costs the player."""
    arms, rows, losses = losses_of_arms(results)
    if arms.empty or rows.empty:
        return []
    groups = by_unit(losses)
    figure, panels = new_panels([len(own) * (1 + 0.35 * (len(arms) - 1)) for _, own in groups])
    for axes, (unit, own) in zip(panels, groups, strict=True):
        _draw_losses(axes, arms, rows, own)
        axes.set_xlabel(unit)
    first = rows[rows["arm"] == arms["arm"].iloc[0]].set_index("loss")["mean"]
    if len(arms) > 1:
        beside = arms["label"].str.len().sum() <= LEGEND_LETTERS
        columns = len(arms) if beside else 1
        panels[0].legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=columns)
    title = _loss_title(first)
    caption = (
        f"{games_in_words(arms)}. Means per game with {level_in_words(results.confidence)} "
        f"intervals; numbers at the right: {arms['label'].iloc[0]}."
    )
    alt = "Losses per game: " + "; ".join(
        f"{arm.label}: "
        + ", ".join(
            f"{loss_name(row.loss)} {plain(row.mean_)}"
            for row in rows[rows["arm"] == arm.arm].rename(columns={"mean": "mean_"}).itertuples()
        )
        for arm in arms.itertuples()
    )
    return [Picture("losses", title, caption, alt, figure)]


def _draw_losses(axes, arms: pd.DataFrame, rows: pd.DataFrame, losses: list[str]) -> None:
    """The losses of one unit, a bar per arm."""
    label_rows(axes, [loss_name(loss) for loss in losses])
    height = 0.75 / len(arms)
    for number, arm in enumerate(arms.itertuples()):
        own = rows[rows["arm"] == arm.arm].drop_duplicates("loss").set_index("loss").reindex(losses)
        places = np.arange(len(losses)) - 0.375 + height * (number + 0.5)
        axes.barh(places, own["mean"], height=height * 0.9, color=SERIES[number], label=arm.label)
        axes.hlines(places, own["low"], own["high"], color=INK, linewidth=1)
    first = rows[rows["arm"] == arms["arm"].iloc[0]].drop_duplicates("loss").set_index("loss")
    means = first["mean"].reindex(losses)
    write_values(axes, ["" if pd.isna(mean) else plain(mean) for mean in means], FAINT)
    grid(axes)


def _loss_title(first: pd.Series) -> str:
    cubes = [loss for loss in first.index if loss.startswith("cubes_lost")]
    if cubes:
        links = f", {plain(first['railbot_links'])} Links built" if "railbot_links" in first else ""
        return f"The Railbot takes {plain(first[cubes].sum())} cubes out of a game{links}"
    largest = first.idxmax()
    return f"{loss_name(largest)}: {plain(first[largest])} per game"


def _draw_stacks(axes, table: pd.DataFrame) -> None:
    """Pieces side by side, gains to the right of zero and losses to the left."""
    longest = max(table.clip(lower=0).sum(axis=1).max(), 1.0)
    ends = {side: np.zeros(len(table)) for side in (1, -1)}
    for number, source in enumerate(table):
        colour = SERIES[number % len(SERIES)]
        strength = 0.9 if number < len(SERIES) else 0.55
        values = table[source].to_numpy()
        side = 1 if values.sum() >= 0 else -1
        axes.barh(
            range(len(table)),
            values,
            left=ends[side],
            height=0.62,
            color=colour,
            alpha=strength,
            label=source_name(source),
        )
        for place, value in enumerate(values):
            if abs(value) > SLIM * longest:
                middle = ends[side][place] + value / 2
                axes.text(middle, place, plain(value, 0), ha="center", va="center", color=PAPER)
        ends[side] = ends[side] + values
