"""Sentences on how hard the game is, where points come from, and what happens on the board."""

from __future__ import annotations

import pandas as pd

from rotwsim.report.results import Results
from rotwsim.report.rows.arms import arms_of, label_of, main_arm, plain_arms
from rotwsim.report.rows.board import by_pair
from rotwsim.report.rows.points import loss_name, source_name
from rotwsim.report.wording import (
    count,
    headline,
    how_often,
    level_in_words,
    listed,
    percent,
    plain,
    rate_in_words,
)
from rotwsim.scenario.rule_texts import tweak_words

NAMED_SOURCES = 3


def how_hard(results: Results) -> list[str]:
    """The win rate of each plain arm, or of the extremes if there are many."""
    arms = arms_of(results)
    if arms.empty:
        return []
    arms = plain_arms(arms).sort_values("win_rate", ascending=False, ignore_index=True)
    level = level_in_words(results.confidence)
    first, last = arms.iloc[0], arms.iloc[-1]
    if len(arms) == 1:
        return [
            f"{described(results, first)} wins {headline(first)} ({count(first['games'])} games, "
            f"{level} interval)."
        ]
    gap = first["low"] > last["high"]
    sure = "far enough apart that chance does not explain it" if gap else "their intervals overlap"
    return [
        f"The win rate lies between {rate_in_words(last)}, {last['label']}, and "
        f"{rate_in_words(first)}, {first['label']} ({level} intervals, at least "
        f"{count(arms['games'].min())} games per arm): {sure}."
    ]


def ranking(results: Results) -> list[str]:
    """The boards from the hardest to the easiest for the strongest player, with Barons or not."""
    arms = plain_arms(arms_of(results))
    if arms.empty or "board_title" not in arms or arms["board_title"].nunique() < 3:
        return []
    several = "player" in arms and arms["player"].nunique() > 1
    told = []
    for barons, own in arms.groupby(arms["barons"] if "barons" in arms else 0 * arms["games"]):
        who = f" for the {own['player'].iloc[0]}" if several else ""
        own = own.drop_duplicates("board_title").sort_values("win_rate")
        pieces = [f"{row['board_title']} {rate_in_words(row)}" for _, row in own.iterrows()]
        variant = "with Barons" if barons else "without Barons"
        told.append(f"From the hardest board {variant}{who}: {listed(pieces, most=len(pieces))}.")
    return told


def how_close(results: Results) -> list[str]:
    """Typical result, length and end of a game in the main arm."""
    arms = results.rows("arms", "arm", "result_mean", "target", "turns_mean")
    own = arms[arms["arm"] == main_arm(results, "arms")]
    if own.empty:
        return []
    row = own.iloc[0]
    words = [
        f"A game of {label_of(results, row['arm'])} ends at {plain(row['result_mean'])} points on "
        f"average against a target of {plain(row['target'], 0)}, after {plain(row['turns_mean'])} "
        "turns"
    ]
    if "close_share" in own and pd.notna(row["close_share"]):
        words.append(f"{percent(row['close_share'])} end within 3 points of the target")
    if "markers_share" in own and pd.notna(row["markers_share"]):
        words.append(f"{percent(row['markers_share'])} are ended by Empty City Markers")
    return ["; ".join(words) + "."]


def sources(results: Results) -> list[str]:
    """Which sources the points of the main arm come from, and what is lost."""
    rows = results.rows("sources", "arm", "source", "points")
    own = rows[rows["arm"] == main_arm(results, "sources")]
    if own.empty:
        return []
    points = own.groupby("source")["points"].sum().sort_values(ascending=False)
    gains, lost = points[points > 0], points[points < 0][::-1]
    if gains.empty:
        return []
    named = [
        f"{source_name(source)} {plain(value)} ({percent(value / gains.sum(), 0)})"
        for source, value in gains.head(NAMED_SOURCES).items()
    ]
    told = f"Of {plain(gains.sum())} points gained per game, most come from {listed(named)}"
    if len(lost):
        pieces = [f"{source_name(source)} {plain(-value)}" for source, value in lost.items()]
        told += f"; {plain(-lost.sum())} are lost: {listed(pieces)}"
    return [f"{told}."]


def losses(results: Results) -> list[str]:
    """What the Railbot costs the main arm, and what else a game takes."""
    rows = results.rows("losses", "arm", "loss", "mean", "low", "high")
    own = rows[rows["arm"] == main_arm(results, "losses")].drop_duplicates("loss")
    cubes = own[own["loss"].str.startswith("cubes_lost")]
    told = []
    if len(cubes):
        pieces = [f"{loss_name(row.loss)} {_with_interval(row)}" for row in cubes.itertuples()]
        told.append(
            f"The Railbot takes {plain(cubes['mean'].sum())} cubes per game: {listed(pieces)}."
        )
    others = own[~own.index.isin(cubes.index)].sort_values("mean", ascending=False)
    if len(others):
        pieces = [f"{loss_name(row.loss)} {_with_interval(row)}" for row in others.itertuples()]
        told.append(f"Means per game: {listed(pieces, most=len(pieces))}.")
    return told


def _with_interval(row) -> str:
    return f"{plain(row.mean)} ({plain(row.low)} to {plain(row.high)})"


def links(results: Results) -> list[str]:
    """The Links that player and Railbot build most often."""
    rows = results.rows("links", "arm", "first", "second", "player_share", "railbot_share")
    arm = main_arm(results, "links")
    pairs = by_pair(rows[rows["arm"] == arm])
    if pairs.empty:
        return []
    own, bot = (pairs.loc[pairs[c].idxmax()] for c in ("player_share", "railbot_share"))
    return [
        f"The player's most frequent Link is {own['first']}–{own['second']}, "
        f"{how_often(own['player_share'])}; the Railbot's is {bot['first']}–{bot['second']}, "
        f"{how_often(bot['railbot_share'])} ({label_of(results, arm)})."
    ]


def cities(results: Results) -> list[str]:
    """The cities that receive and send most cubes."""
    rows = results.rows("cities", "arm", "city", "sent", "received")
    rows = rows[rows["arm"] == main_arm(results, "cities")]
    if rows.empty:
        return []
    to, source = (rows.loc[rows[column].idxmax()] for column in ("received", "sent"))
    return [
        f"{to['city']} receives {plain(to['received'])} cubes per game, more than any other city; "
        f"{source['city']} sends most, {plain(source['sent'])}."
    ]


def described(results: Results, arm: pd.Series) -> str:
    """Who plays what, as the start of a sentence."""
    player = arm.get("player") or "the player"
    board = arm.get("board_title") or arm.get("board") or "this board"
    barons = " with the Duel Barons" if arm.get("barons") else ""
    tweaks = f", {tweak_words(arm['tweaks'])}," if arm.get("tweaks") else ""
    return f"On {board}{barons}{tweaks} the {player}"
