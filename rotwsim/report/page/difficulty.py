"""The difficulty sheet: choose how much you win, and read the win rate with every tweak."""

import html
import math
import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

import pandas as pd

from rotwsim.analysis.pool import counted_games
from rotwsim.analysis.questions import difficulty_of_maps as maps
from rotwsim.analysis.questions.difficulty_of_maps import EVEN, SKILLS, TARGET
from rotwsim.analysis.results import DIGITS, Answer, as_csv, games_quoted
from rotwsim.report.findings.arms import with_article
from rotwsim.report.page import filled
from rotwsim.report.page.home import HOME
from rotwsim.report.results import Row, Rows, rows_of
from rotwsim.report.wording import capital, count, games_span, percent, person_who_wins
from rotwsim.runner.workload import check_games
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.rule_texts import tweak_words

GAMES = 1_000  # of a cell
NEAR = 0.1  # a cell within this of even odds is marked, and brings you there
SHADES = 10  # of the heat map, from never won to always won
MADE_BY = re.compile(r"Made by <code>(.*?)</code>, seed (\d+)")
SHOWN_FIRST = 0.5  # the skill that the page opens with, if it has it
ALL_MAPS = "all maps"


def difficulty(
    boards: Sequence[str] = (),
    skills: Sequence[float] = (),
    *,
    games: int = GAMES,
    page: Path | str | None = None,
    seed: int = 1,
    out: Path | str | None = None,
    jobs: int | None = None,
) -> Answer:
    """Find the odds of every map, tweak and skill: maps × Barons × tweaks × skills.

    The seven maps unless some are named; a skill is the % of the standard games that a person
    wins, 10, 25, 50, 75 and 90 unless some are named. `page` is the file of a sheet to print, with
    its table beside it; `out` keeps the games.

    >>> found = rotwsim.difficulty(["portugal"], [50], games=2)
    >>> len(found.tables["difficulty"])
    24
    """
    chosen = list(dict.fromkeys(boards)) or maps.all_maps()
    who = list(dict.fromkeys(skills)) or SKILLS
    with counted_games(seed, out, jobs) as played:
        quoted = games_quoted(Path(page).parent) if page else {}
        found = maps.difficulty(played, chosen, who, check_games(games), quoted)
    if page:
        write_difficulty(found.tables["difficulty"], Path(page), "rotwsim.difficulty", seed)
    return found


def write_difficulty(table: pd.DataFrame, file: Path, command: str, seed: int) -> None:
    """Write the table, and the page with the way home if there is one beside it."""
    home = HOME if (file.parent / HOME).is_file() else ""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_suffix(".csv")
    write_whole(file, difficulty_page(table, command, seed, home, quote(beside.name)))
    write_whole(beside, as_csv(table, DIGITS))


def rewrite_difficulty(file: Path) -> None:
    """Write a page again from the table beside it, with the command and seed that it names."""
    beside, no_number = file.with_suffix(".csv"), {"even_target": ""}
    table = pd.read_csv(beside, keep_default_na=False, na_values=no_number)
    made = MADE_BY.search(file.read_text(encoding="utf-8")) if file.is_file() else None
    command, seed = (html.unescape(made[1]), int(made[2])) if made else ("rotwsim difficulty", 1)
    write_difficulty(table, file, command, seed)


def difficulty_page(
    table: pd.DataFrame, command: str, seed: int, home: str = "", csv: str = "difficulty.csv"
) -> str:
    """Write the page as one HTML text that prints on A4; `csv` is the address of its table."""
    rows = rows_of(table)
    tweaks = sorted(rows.kinds("tweaks"), key=lambda tweak: -_mean(rows.where(tweaks=tweak)))
    skills = sorted(rows.kinds("standard_wins"))
    first = SHOWN_FIRST if SHOWN_FIRST in skills else rows[0]["standard_wins"]
    return filled(
        "difficulty.html",
        command=command,
        seed=seed,
        home=home,
        answer=_answer(rows, tweaks),
        skills=[(round(100 * wins), _blocks(wins, rows, tweaks)) for wins in skills],
        first=round(100 * first),
        words=[(short_name(name, False), tweak_words(name)) for name in tweaks if name],
        games=games_span(rows.column("games")),
        half_width=f"{100 * max(row['high'] - row['low'] for row in rows) / 2:.0f}",
        near=f"{100 * (EVEN - NEAR):.0f} to {100 * (EVEN + NEAR):.0f}",
        cells=count(len(rows)),
        csv=csv,
        shades=range(SHADES + 1),
    )


def answers_of(table: pd.DataFrame) -> list[dict]:
    """List for every map, with Barons or not, and skill what comes nearest to even odds."""
    columns, rates = ("board_title", "barons", "standard_wins"), ("win_rate", "low", "high")
    found = []
    for own in rows_of(table).by("board", "barons", "standard_wins").values():
        best, words = nearest_of(own)
        odds = {name: best[name] if best else math.nan for name in rates}
        found.append({name: own[0][name] for name in columns} | odds | {"nearest": words})
    return found


def nearest_of(own: Rows) -> tuple[Row | None, str]:
    """Find the cell of a map and skill that is near even odds; name its tweak, or the target.

    The standard game counts by what the person wins of it, not by what chance made of it.
    """

    def away(row: Row) -> float:
        return abs((row["win_rate"] if row["tweaks"] else row["standard_wins"]) - EVEN)

    best = min(own, key=away)
    if away(best) <= NEAR:
        return best, short_name(best["tweaks"], best["barons"])
    return None, f"none does; target {own.where(tweaks='')[0]['even_target']:.0f} would"


def short_name(tweak: str, barons: bool) -> str:
    """Write a tweak for a narrow column: "target 125" with Barons, "cards −2"."""
    if not tweak:
        return "as printed"
    book = load_rulebook()
    own = next(each for each in book.tweaks if each.name == tweak)
    if own.group == TARGET:
        return f"target {dict(own.set)['target'] + barons * book.barons_raise_target}"
    plain = tweak.replace("exhaust", "Exhaust").replace("+", " +")
    return plain.replace("-", " " if own.group == "display" else " −")


def _answer(rows: Rows, tweaks: Sequence[str]) -> str:
    """Say in one sentence what the strongest tweaks do to the skill that is shown first."""
    own = rows.where(standard_wins=SHOWN_FIRST) or rows
    wins = own[0]["standard_wins"]
    means = {tweak: _mean(own.where(tweaks=tweak)) for tweak in tweaks}
    best, worst = max(tweaks, key=lambda t: means[t]), min(tweaks, key=lambda t: means[t])
    return (
        f"{capital(with_article(person_who_wins(100 * wins)))} of the standard games wins "
        f"{percent(means[best], 0)} with {tweak_words(best)} and {percent(means[worst], 0)} with "
        f"{tweak_words(worst)}, averaged over the maps."
    )


def _mean(rows: Rows) -> float:
    return sum(rows.column("win_rate")) / max(1, len(rows))


def _blocks(wins: float, rows: Rows, tweaks: Sequence[str]) -> list[dict]:
    """Write the part of the sheet for one skill: two blocks of maps, and the mean over them."""
    return [
        {
            "title": "With the Duel Barons" if barons else "Without Barons",
            "heads": [(short_name(name, barons), tweak_words(name, barons)) for name in tweaks],
            "rows": [
                _row(title, own, tweaks)
                for title, own in [*block.by("board_title").items(), (ALL_MAPS, block)]
            ],
            "missing": [
                title
                for title in rows.kinds("board_title")
                if title not in block.column("board_title")
            ],
        }
        for barons, block in rows.where(standard_wins=wins).by("barons").items()
    ]


def _row(title: str, own: Rows, tweaks: Sequence[str]) -> dict:
    """Write the cells of one map, or the mean over all maps and how far they differ."""
    cells, is_mean = [], title == ALL_MAPS
    for tweak in tweaks:
        rows = own.where(tweaks=tweak)
        rate, rates = _mean(rows), rows.column("win_rate")
        low, high = (min(rates), max(rates)) if is_mean else (rows[0]["low"], rows[0]["high"])
        about = "% by map" if is_mean else f"%, target {rows[0]['target']:.0f}"
        cell = {
            "text": f"{100 * rate:.0f}",
            "near": abs(rate - EVEN) <= NEAR,
            "shade": round(SHADES * rate),
        }
        cells.append(cell | {"about": f"{100 * low:.0f} to {100 * high:.0f} {about}"})
    nearest = "" if is_mean else nearest_of(own)[1]
    return {"map": title, "nearest": nearest, "cells": cells, "is_mean": is_mean}
