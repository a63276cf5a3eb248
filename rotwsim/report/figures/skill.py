"""Figures of skill and luck: players by strength, slips, splits of the spread, training."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd

from rotwsim.report.figures.marks import (
    Series,
    forest,
    grid,
    label_rows,
    pale_bars,
    percent_axis,
    same_marks,
    write_values,
)
from rotwsim.report.figures.style import (
    EASIER,
    FAINT,
    HARDER,
    SERIES,
    SMALL,
    THIRD,
    Picture,
    in_style,
    new_axes,
)
from rotwsim.report.findings.barons_and_skill import (
    luck_by_scope,
    players_by_strength,
    slipping_players,
)
from rotwsim.report.results import Results
from rotwsim.report.wording import (
    capital,
    games_span,
    level_in_words,
    percent,
    points,
    rate_in_words,
)

ROWS = 7  # height


def ladder(results: Results) -> list[Picture]:
    """Win rate of each player without slips, from the weakest to the strongest."""
    rows = players_by_strength(results)
    if len(rows) < 2:
        return []
    low, high = rows.iloc[0], rows.iloc[-1]
    title = (
        f"From {low['player']} to {high['player']} the win rate rises by "
        f"{points(high['win_rate'] - low['win_rate']).lstrip('+')}"
    )
    rows = rows[::-1].reset_index(drop=True)
    figure = forest(
        list(rows["player"]),
        [Series(rows.assign(value=rows["win_rate"]), same_marks(len(rows), EASIER))],
        lambda axes: percent_axis(axes, "games won, %"),
        [percent(rate) for rate in rows["win_rate"]],
    )
    alt = "Win rate per player: " + "; ".join(
        f"{row['player']} {rate_in_words(row)}" for _, row in rows.iterrows()
    )
    return [Picture("ladder", title, _caption(results, rows), alt, figure)]


def slips(results: Results) -> list[Picture]:
    """Win rate against the share of decisions that are made as a novice would."""
    rows = slipping_players(results)
    if rows.empty:
        return []
    figure, axes = new_axes(8)
    drawn = []
    for colour, (player, own) in zip(SERIES, rows.groupby("player", sort=False), strict=False):
        own = own.sort_values("slip")
        axes.fill_between(own["slip"], own["low"], own["high"], color=colour, alpha=0.2, lw=0)
        axes.plot(own["slip"], own["win_rate"], "o-", color=colour, markersize=4, label=player)
        drawn.append((player, own))
    percent_axis(axes, "share of decisions made as a novice, %")
    percent_axis(axes, "games won, %", way="y")
    axes.tick_params(axis="y", labelcolor=FAINT, labelsize=SMALL)
    axes.set_ylim(bottom=0)
    grid(axes, "both")
    if len(drawn) > 1:
        axes.legend()
    player, own = drawn[0]
    first, last = own.iloc[0], own.iloc[-1]
    title = (
        f"Slips in {percent(last['slip'], 0)} of decisions bring the {player} from "
        f"{rate_in_words(first)} to {rate_in_words(last)}"
    )
    alt = "Win rate over slips: " + "; ".join(
        f"{player} at {percent(row['slip'], 0)} slips {rate_in_words(row)}"
        for player, own in drawn
        for _, row in own.iterrows()
    )
    return [Picture("slips", title, _caption(results, rows), alt, figure)]


def luck(results: Results) -> list[Picture]:
    """Bars with intervals per scope: what the spread of the results comes from."""
    return [
        _shares(results, scope, rows, place)
        for place, (scope, rows) in enumerate(luck_by_scope(results))
    ]


def _shares(results: Results, scope: str, rows: pd.DataFrame, place: int) -> Picture:
    top = rows.iloc[0]
    where = f" ({scope})" if scope else ""
    ties = f", {percent(top['total'], 0)} with its ties" if pd.notna(top.get("total")) else ""
    title = f"{capital(top['term'])}: {percent(top['share'], 0)} of the spread{ties}{where}"
    figure, axes = new_axes(len(rows) + 1)
    label_rows(axes, list(rows["term"]))
    places = np.arange(len(rows))
    axes.barh(places, rows["share"], height=0.5, color=EASIER, alpha=0.85, label="alone")
    axes.hlines(places, rows["low"], rows["high"], color=FAINT, linewidth=1.2)
    totals = "total" in rows and rows["total"].notna().any()
    if totals:
        axes.plot(
            rows["total"], places, "D", color=THIRD, markersize=4.5, label="with all its ties"
        )
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    write_values(axes, [percent(share) for share in rows["share"]])
    percent_axis(axes, "share of the variance of results, %")
    grid(axes)
    diamonds = " Diamonds add what a part does together with others." if totals else ""
    caption = (
        f"{games_span(rows.get('n', []))}. Shares of the variance of the result, with "
        f"{level_in_words(results.confidence)} intervals.{diamonds}"
    )
    alt = f"Shares of the variance{where}: " + "; ".join(
        f"{row.term} {percent(row.share)}" for row in rows.itertuples()
    )
    return Picture(f"luck-{place + 1}", title, caption, alt, figure)


def _caption(results: Results, rows: pd.DataFrame) -> str:
    level = level_in_words(results.confidence)
    games = games_span(rows.get("games", []))
    bars = f"bars and bands are {level} intervals of the win rate"
    return f"{games} each; {bars}{pale_bars(rows)}."


def save_learning_curve(training: Mapping, path: Path) -> Picture:
    """Draws the curve into a file and returns it."""
    with in_style():
        picture = learning_curve(training)
        picture.figure.savefig(path, metadata={"Date": None})
    return picture


def learning_curve(training: Mapping) -> Picture:
    """From the table `training` of a file of learned points."""
    means, best = training["validation"], training["round"]
    boards = training.get("validation_boards") or [training["validation_board"]]
    board = boards[0] if len(boards) == 1 else f"{len(boards)} boards"
    figure, axes = new_axes(ROWS)
    axes.plot(range(len(means)), means, "o-", color=EASIER, markersize=4)
    axes.plot([best], [means[best]], "s", color=HARDER, markersize=7, label="the player kept")
    axes.set_xlabel("round of training")
    axes.set_ylabel(f"mean result on {board}")
    axes.set_xticks(range(len(means)))
    axes.legend(loc="lower right")
    gain = means[best] - means[0]
    return Picture(
        name="learning",
        title=f"Training gains {gain:.0f} points until round {best}, then no more",
        caption=f"{training['validation_games']:,} games of {board} a round.",
        alt="Mean result by round: " + ", ".join(f"{mean:.1f}" for mean in means),
        figure=figure,
    )
