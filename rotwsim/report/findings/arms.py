"""Sentences on single arms: how hard they are, where points come from, Links and cities."""

from __future__ import annotations

import pandas as pd

from rotwsim.report.arms import arms_of, label_of, main_arm, plain_arms, shown_arms
from rotwsim.report.results import Results
from rotwsim.report.wording import (
    count,
    games_span,
    headline,
    how_often,
    level_in_words,
    listed,
    percent,
    plain,
    rate_in_words,
)
from rotwsim.scenario.board_file import load_board
from rotwsim.scenario.rule_texts import tweak_words
from rotwsim.scenario.schema import Board, DataError

NAMED_SOURCES = 3
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
MOST_BOARDS = 8


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
        f"The win rate is between {rate_in_words(last)}, {last['label']}, and "
        f"{rate_in_words(first)}, {first['label']} ({level} intervals, at least "
        f"{count(arms['games'].min())} games per arm): {sure}."
    ]


def ranking(results: Results) -> list[str]:
    """The boards from the hardest to the easiest for the strongest player, with Barons or not."""
    arms = plain_arms(arms_of(results))
    if arms.empty or "board_title" not in arms or arms["board_title"].nunique() < 3:
        return []
    several = "player" in arms and arms["player"].nunique() > 1
    said = []
    for barons, own in arms.groupby(arms["barons"] if "barons" in arms else 0 * arms["games"]):
        who = f" for the {own['player'].iloc[0]}" if several else ""
        own = own.drop_duplicates("board_title").sort_values("win_rate")
        pieces = [f"{row['board_title']} {rate_in_words(row)}" for _, row in own.iterrows()]
        variant = "with Barons" if barons else "without Barons"
        said.append(f"From the hardest board {variant}{who}: {listed(pieces, most=len(pieces))}.")
    return said


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
    said = f"Of {plain(gains.sum())} points gained per game, most come from {listed(named)}"
    if len(lost):
        pieces = [f"{source_name(source)} {plain(-value)}" for source, value in lost.items()]
        said += f"; {plain(-lost.sum())} are lost: {listed(pieces)}"
    return [f"{said}."]


def losses(results: Results) -> list[str]:
    """What the Railbot costs the main arm, and what else a game takes."""
    rows = results.rows("losses", "arm", "loss", "mean", "low", "high")
    own = rows[rows["arm"] == main_arm(results, "losses")].drop_duplicates("loss")
    cubes = own[own["loss"].str.startswith("cubes_lost")]
    said = []
    if len(cubes):
        pieces = [f"{loss_name(row.loss)} {_with_interval(row)}" for row in cubes.itertuples()]
        said.append(
            f"The Railbot takes {plain(cubes['mean'].sum())} cubes per game: {listed(pieces)}."
        )
    others = own[~own.index.isin(cubes.index)].sort_values("mean", ascending=False)
    if len(others):
        pieces = [f"{loss_name(row.loss)} {_with_interval(row)}" for row in others.itertuples()]
        said.append(f"Means per game: {listed(pieces, most=len(pieces))}.")
    return said


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


def drawn_boards(results: Results) -> list[tuple[Board, str]]:
    """The boards whose Links are known, each with its main arm."""
    arms = results.rows("arms", "arm", "board")
    there = set(results.rows("links", "arm")["arm"])
    found: dict[str, str] = {}
    main = main_arm(results, "links")
    for row in sorted(arms.itertuples(), key=lambda row: row.arm != main):
        if row.arm in there:
            found.setdefault(row.board, row.arm)
    boards = []
    for name, arm in list(found.items())[:MOST_BOARDS]:
        board = board_or_none(name)
        if board:
            boards.append((board, arm))
    return boards


def board_or_none(name: str) -> Board | None:
    """A board by its name, if this installation has it."""
    try:
        return load_board(name)
    except (DataError, OSError):
        return None


def by_pair(links: pd.DataFrame) -> pd.DataFrame:
    """The shares of all routes between two cities as one."""
    single = links[["first", "second", "player_share", "railbot_share"]]
    return single.groupby(["first", "second"], as_index=False, sort=False).sum()


def links_of(results: Results, arm: str) -> pd.DataFrame:
    """The routes of an arm that became a Link, and how often whose."""
    rows = results.rows("links", "arm", "first", "second", "player_share", "railbot_share")
    return rows[rows["arm"] == arm]


def cities_of(results: Results, arm: str) -> pd.DataFrame:
    """The cities of an arm, the one that receives most first."""
    rows = results.rows("cities", "arm", "city", "sent", "received")
    return rows[rows["arm"] == arm].sort_values("received", ascending=False, ignore_index=True)


def games_of_arm(results: Results, arm: str) -> str:
    """How many games an arm rests on, in words."""
    arms = results.rows("arms", "arm", "games")
    return games_span(arms[arms["arm"] == arm]["games"])
