"""The home of all results: one card per question with its answer, and the way to every page."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from rotwsim.report.figures import style as figure_style
from rotwsim.report.page.content_security import sealed
from rotwsim.report.page.explorer import explorer_page
from rotwsim.report.page.report import cards_of, compose, write_composed
from rotwsim.report.page.templates_folder import template
from rotwsim.report.results import MANIFEST, read_results
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.reading import describe
from rotwsim.scenario.rule_texts import glossary
from rotwsim.scenario.schema import DataError

NO_ANSWER = "The tables are not enough for an answer."
HOME, PAGE, EXPLORER, DIFFICULTY, BOARDS, REPLAYS = (
    "index.html",
    "report.html",
    "explore.html",
    "difficulty.html",
    "board",
    "replay",
)


@dataclass(frozen=True)
class Card:
    """A question with its answer in a line, and where the page lies."""

    question: str
    answer: str
    address: str
    name: str
    rates: list[dict]  # of the first board, by player


def write_all(folder: Path, progress: Callable[[int], None] = lambda done: None) -> list[Path]:
    """Writes the report of every results folder below this one, the explorer and the home."""
    found = sorted(path.parent for path in folder.glob(f"*/{MANIFEST}"))
    if not found:
        raise DataError(f"{describe(str(folder))} holds no results; rotwsim experiment writes some")
    home = folder / HOME
    pages, cards = [], []
    for place in found:
        results = read_results(place)
        page = place / PAGE
        report = compose(results)
        write_composed(report, page, home=_way(place, home))
        cards.append(
            Card(
                results.text("question") or place.name,
                report.findings[0].text if report.findings else NO_ANSWER,
                _way(folder, page),
                results.text("name") or place.name,
                cards_of(results, 1),
            )
        )
        pages.append(page)
        progress(len(pages))
    explorer, _ = explorer_page(found, HOME)
    write_whole(folder / EXPLORER, explorer)
    write_whole(home, home_page(folder, cards))
    return [*pages, folder / EXPLORER, home]


def home_page(folder: Path, cards: list[Card]) -> str:
    """The home as one HTML text; it links what is really there."""
    pictures = sorted((folder / BOARDS).glob("*.png"))
    page = template("home.html").render(
        cards=cards,
        explorer=EXPLORER if (folder / EXPLORER).is_file() else "",
        difficulty=DIFFICULTY if (folder / DIFFICULTY).is_file() else "",
        boards=[(_title(path), _way(folder, path)) for path in pictures],
        replays=[
            (_title(path), _way(folder, path)) for path in sorted((folder / REPLAYS).glob("*.html"))
        ],
        terms=glossary(),
        light=figure_style.LIGHT,
        dark=figure_style.DARK,
    )
    return sealed(page)


def _way(start: Path, goal: Path) -> str:
    """The address of a file, seen from a folder."""
    return quote(os.fsencode(Path(os.path.relpath(goal, start)).as_posix()))


def _title(path: Path) -> str:
    return path.stem.replace("-", " ").capitalize()
