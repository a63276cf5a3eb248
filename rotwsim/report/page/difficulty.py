"""The difficulty page: one sheet of paper with every map, tweak and skill, near 50 % marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pandas as pd

from rotwsim.analysis.pool import counted_games
from rotwsim.analysis.questions.difficulty import SKILLS, maps
from rotwsim.analysis.questions.difficulty import difficulty as analyse
from rotwsim.analysis.results import DIGITS as TABLE_DIGITS
from rotwsim.analysis.results import Answer, as_csv, games_quoted
from rotwsim.report.figures import style as figure_style
from rotwsim.report.page.home import HOME
from rotwsim.report.page.rendering import sealed, template
from rotwsim.report.results import Rows, rows_of
from rotwsim.report.wording import boxes_in_words, count, games_span
from rotwsim.runner.workload import check_games
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.rule_texts import tweak_words

GAMES = 1_000  # of a cell
NEAR, EVEN = 0.1, 0.5  # a cell within this of even odds is marked
STANDARD = "standard game"
NAMED = 3  # cells nearest to even odds that are named for each player
DIGITS = 6  # significant ones in the CSV inside the page
CELL = ("player", "board_title", "barons")  # of a tweak
SAFE = ",;:/()+*.-_=|"  # in the address of the CSV


@dataclass(frozen=True)
class Sheet:
    """What the page was made with, in words."""

    command: str
    seed: int
    home: str = ""


def difficulty(
    boards: Sequence[str] = (),
    players: Sequence[str] = (),
    *,
    games: int = GAMES,
    page: Path | str | None = None,
    seed: int = 1,
    out: Path | str | None = None,
    jobs: int | None = None,
) -> Answer:
    """Find the odds of every map, tweak and skill: maps × Barons × tweaks × players.

    The seven maps and three players unless some are named. `page` is the file of a sheet to print,
    with its table beside it; `out` keeps the games.

    >>> found = rotwsim.difficulty(["portugal"], ["passive"], games=2)
    >>> len(found.tables["difficulty"])
    24
    """
    chosen, who = list(dict.fromkeys(boards)) or maps(), list(dict.fromkeys(players)) or SKILLS
    with counted_games(seed, out, jobs) as played:
        quoted = games_quoted(Path(page).parent) if page else {}
        found = analyse(played, chosen, who, check_games(games), quoted)
    if page:
        write_difficulty(found.tables["difficulty"], Path(page), "rotwsim.difficulty", seed)
    return found


def write_difficulty(table: pd.DataFrame, file: Path, command: str, seed: int) -> None:
    """Write the table, and the page with the way home if there is one beside it."""
    home = HOME if (file.parent / HOME).is_file() else ""
    file.parent.mkdir(parents=True, exist_ok=True)
    page = difficulty_page(table, Sheet(command, seed, home))
    write_whole(file, page)
    write_whole(file.with_suffix(".csv"), as_csv(table, TABLE_DIGITS))


def difficulty_page(table: pd.DataFrame, sheet: Sheet) -> str:
    """Write the page as one HTML text that prints on A4."""
    rows = rows_of(table)
    places = [*rows.by("board_title", "barons")]
    players = rows.by("player")
    csv = as_csv(table, DIGITS)
    page = template("difficulty.html").render(
        sheet=sheet,
        boards=rows.kinds("board_title"),
        variants=[barons for _, barons in places],
        players=list(players),
        groups=[*_groups(rows, places), _boxes(rows, places)],
        nearest=[(player, _nearest(own)) for player, own in players.items()],
        games=games_span(rows.column("games")),
        half_width=f"{100 * max(row['high'] - row['low'] for row in rows) / 2:.0f}",
        near=f"{100 * (EVEN - NEAR):.0f} to {100 * (EVEN + NEAR):.0f}",
        cells=count(len(rows)),
        csv=f"data:text/csv;charset=utf-8,{quote(csv, SAFE)}",
        light=figure_style.LIGHT,
        dark=figure_style.DARK,
    )
    return sealed(page)


def is_near(rate: float) -> bool:
    """Ask whether a cell is close to even odds."""
    return abs(rate - EVEN) <= NEAR


def _groups(table: Rows, places: list[tuple]) -> list[dict]:
    """Write rows for each tweak, one per player, a cell per map and variant."""
    groups = []
    for tweak, own in table.by("tweaks").items():
        rates = {key: rows[0]["win_rate"] for key, rows in own.by(*CELL).items()}
        cells = {
            key: {"text": f"{100 * rate:.0f}", "near": is_near(rate)} for key, rate in rates.items()
        }
        rows = [
            {"player": player, "cells": [cells[player, *place] for place in places]}
            for player in table.kinds("player")
        ]
        groups.append({"name": _words_for(tweak), "short": tweak, "rows": rows})
    return groups


def _boxes(table: Rows, places: list[tuple]) -> dict:
    """Write the range over plausible boxes of the standard game, where there is one."""
    plain = {key: boxes_in_words(rows[0]) for key, rows in table.where(tweaks="").by(*CELL).items()}
    rows = []
    for player in table.kinds("player"):
        texts = [plain[player, *place].replace(" to ", "–") or "?" for place in places]
        rows.append({"player": player, "cells": [{"text": t, "near": False} for t in texts]})
    return {"name": f"{STANDARD}, range over plausible boxes", "short": "", "rows": rows}


def _nearest(own: Rows) -> list[str]:
    """Name the cells of a player that come nearest to even odds."""
    found = sorted(own, key=lambda row: abs(row["win_rate"] - EVEN))[:NAMED]
    return [
        f"{row['board_title']}{' with Barons' if row['barons'] else ''}, "
        f"{_words_for(row['tweaks'])}: {100 * row['win_rate']:.0f} % "
        f"({100 * row['low']:.0f} to {100 * row['high']:.0f})"
        for row in found
    ]


def _words_for(tweak: str) -> str:
    return tweak_words(tweak) if tweak else STANDARD
