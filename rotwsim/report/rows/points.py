"""Sources of points and losses: which rows, and their names in the words of the game."""

from __future__ import annotations

import pandas as pd

from rotwsim.report.results import Results
from rotwsim.report.rows.arms import shown_arms

MOST_BARS, MOST_ARMS = 10, 3  # arms whose sources, whose losses are shown
LOSS_NAMES = {
    "cubes_lost_to_links": "cubes lost to Railbot Links",
    "cubes_lost_to_exhaust": "cubes lost to Exhaust",
    "taxation_paid": "Taxation paid",
    "deadheads": "Deadheads",
    "insurance_bought": "Insurance bought",
    "insurance_used": "Insurance used",
    "railbot_links": "Railbot Links built",
    "bonds": "bonds taken",
    "points_lost": "points lost to Railbot Links",
}
# What can stand on one axis, with what the axis says; other losses are plain numbers.
UNITS = {
    "cubes per game": ("cubes_lost_to_links", "cubes_lost_to_exhaust"),
    "$1,000 per game": ("taxation_paid",),
    "Links per game": ("railbot_links",),
    "points per game": ("points_lost",),
}
NUMBERS = "times per game"
SOURCE_NAMES = {
    "bounties": "Service Bounties",
    "lines": "Major Lines",
    "barons": "Duel Barons",
    "removals": "cubes removed over own Links",
    "lost": "Railbot Links used",
}


def points_of_arms(results: Results) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The arms to show, and their points: a row per arm, a column per source, the largest first."""
    rows = results.rows("sources", "arm", "source", "points")
    arms = shown_arms(results, "sources", MOST_BARS)
    if arms.empty or rows.empty:
        return arms, pd.DataFrame()
    table = rows.pivot_table(index="arm", columns="source", values="points", aggfunc="sum")
    table = table.reindex(arms["arm"]).fillna(0.0)
    return arms, table[table.abs().mean().sort_values(ascending=False).index]


def losses_of_arms(results: Results) -> tuple[pd.DataFrame, pd.DataFrame, list[str]]:
    """The arms to show, their losses, and the kinds of loss, the largest first."""
    rows = results.rows("losses", "arm", "loss", "mean", "low", "high")
    arms = shown_arms(results, "losses", MOST_ARMS)
    if arms.empty or rows.empty:
        return arms, rows, []
    rows = rows[rows["arm"].isin(arms["arm"])]
    largest = rows.groupby("loss", sort=False)["mean"].max().sort_values(ascending=False)
    return arms, rows, list(largest.index)


def by_unit(losses: list[str]) -> list[tuple[str, list[str]]]:
    """The losses by what they are counted in."""
    groups = [(unit, [loss for loss in losses if loss in own]) for unit, own in UNITS.items()]
    known = {loss for own in UNITS.values() for loss in own}
    groups.append((NUMBERS, [loss for loss in losses if loss not in known]))
    return [(unit, own) for unit, own in groups if own]


def source_name(source: str) -> str:
    """A source of points in words."""
    name = source.removeprefix("points_").replace("_", " ")
    return SOURCE_NAMES.get(name, name)


def loss_name(loss: str) -> str:
    return LOSS_NAMES.get(loss, loss.replace("_", " "))
