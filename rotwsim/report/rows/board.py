"""Boards, Links and cities: which boards can be drawn, and the busiest of each."""

from __future__ import annotations

import pandas as pd

from rotwsim.report.results import Results
from rotwsim.report.rows.arms import main_arm
from rotwsim.report.wording import games_span
from rotwsim.scenario.board_file import load_board
from rotwsim.scenario.schema import Board, DataError

MOST_BOARDS = 8


def drawn_boards(results: Results) -> list[tuple[Board, str]]:
    """The boards whose Links are known, each with the arm that stands for it."""
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
