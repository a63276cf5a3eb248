"""The pages over all results: the home with one card per question, and the explorer."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from rotwsim.report.arms import ANOTHER_GAME, lacks
from rotwsim.report.figures import DARK, LIGHT
from rotwsim.report.figures.gallery import thumbnail
from rotwsim.report.page import as_script, sealed, template
from rotwsim.report.page.report import Report, compose, drawn, write_composed, write_odd_game
from rotwsim.report.results import MANIFEST, Results, read_results
from rotwsim.report.wording import HALF, boxes_in_words
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.reading import describe
from rotwsim.scenario.rule_texts import glossary
from rotwsim.scenario.rulebook import load_rulebook
from rotwsim.scenario.schema import DataError

NO_ANSWER = "The tables are not enough for an answer."
HOME, PAGE, EXPLORER = "index.html", "report.html", "explore.html"
DIFFICULTY, BOARDS, REPLAYS = "difficulty.html", "board", "replay"
# In the order in which a visitor asks; other experiments come between questions and method.
ASKED_FIRST = (
    *("baseline", "tweaks", "barons", "skill", "decisive", "maps"),
    *("multiplayer", "multiplayer-persons", "multiplayer-unequal"),
    *("multiplayer-size", "multiplayer-modules"),
)
ASKED_LAST = ("factorial", "assumptions", "assumptions-rebuilt", "rebuilt")
WITH_GAME = 3  # first questions whose odd game has its page: each takes as much as a report
HEAT = "map-skill"  # the figure of the maps


@dataclass(frozen=True)
class Card:
    """A question with its answer in a line, the address of its page and a small picture."""

    question: str
    answer: str
    address: str
    name: str
    thumbnail: str


def write_all(folder: Path, progress: Callable[[int], None] = lambda done: None) -> list[Path]:
    """Write the report of every results folder below this one, the explorer and the home."""
    found = sorted((path.parent for path in folder.glob(f"*/{MANIFEST}")), key=_when_asked)
    if not found:
        raise DataError(f"{describe(str(folder))} holds no results; rotwsim experiment writes some")
    home = folder / HOME
    pages, cards, heat = [], [], None
    for place in found:
        results = read_results(place)
        page = place / PAGE
        report = compose(results)
        cards.append(
            Card(
                results.text("question") or place.name,
                report.findings[0].text if report.findings else NO_ANSWER,
                _way(folder, page),
                results.text("name") or place.name,
                thumbnail(report.lead) if report.lead else "",
            )
        )
        heat = heat or _heat_of(report)
        if place.name in ASKED_FIRST[:WITH_GAME]:
            write_odd_game(results)
        write_composed(report, page, home=_way(place, home))
        pages.append(page)
        progress(len(pages))
    if (folder / DIFFICULTY).with_suffix(".csv").is_file():
        from rotwsim.report.page.difficulty import rewrite_difficulty  # which links the home

        rewrite_difficulty(folder / DIFFICULTY)
    explorer, _ = explorer_page(found, HOME)
    write_whole(folder / EXPLORER, explorer)
    write_whole(home, home_page(folder, cards, heat))
    return [*pages, folder / EXPLORER, home]


def _when_asked(place: Path) -> tuple[int, str]:
    """Place a folder in the order in which a visitor asks."""
    if place.name in ASKED_FIRST:
        return ASKED_FIRST.index(place.name), ""
    if place.name in ASKED_LAST:
        return len(ASKED_FIRST) + 1 + ASKED_LAST.index(place.name), ""
    return len(ASKED_FIRST), place.name


def _heat_of(report: Report) -> dict | None:
    pictures = (picture for section in report.sections for picture in section.pictures)
    return next((drawn(picture) for picture in pictures if picture.name == HEAT), None)


def home_page(folder: Path, cards: list[Card], heat: dict | None = None) -> str:
    """Write the home as one HTML text; it links what is really there."""
    page = template("home.html").render(
        cards=cards,
        answer=cards[0].answer if cards else "",
        heat=heat,
        explorer=EXPLORER if (folder / EXPLORER).is_file() else "",
        difficulty=DIFFICULTY if (folder / DIFFICULTY).is_file() else "",
        boards=_listed(folder, BOARDS, "png"),
        replays=_listed(folder, REPLAYS, "html"),
        terms=glossary(),
        light=LIGHT,
        dark=DARK,
    )
    return sealed(page)


def _way(start: Path, goal: Path) -> str:
    """Give the address of a file, seen from a folder."""
    return quote(os.fsencode(Path(os.path.relpath(goal, start)).as_posix()))


def _listed(folder: Path, below: str, form: str) -> list[tuple[str, str]]:
    """List the files of a form in a folder below: a title by the name, and the address."""
    return [
        (path.stem.replace("-", " ").title().replace(" Us", " US"), _way(folder, path))
        for path in sorted((folder / below).glob(f"*.{form}"))
    ]


def explorer_page(folders: list[Path], home: str = "") -> tuple[str, int]:
    """Write the page as one HTML text that needs no server, and count what it knows.

    `home` is the address of all results, if there is one.
    """
    chosen: dict[tuple, dict] = {}
    for folder in folders:
        for entry in entries_of(read_results(folder)):
            key = tuple(entry[name] for name in ("board", "barons", "tweaks", "player"))
            if key not in chosen or entry["games"] > chosen[key]["games"]:
                chosen[key] = entry
    if not chosen:
        raise DataError("these folders hold no games by result; rotwsim experiment counts them")
    tweaks = {tweak.name: tweak.text for tweak in load_rulebook().tweaks}
    data = as_script({"entries": list(chosen.values()), "tweaks": tweaks, "half": HALF})
    page = template("explore.html").render(home=home, data=data, light=LIGHT, dark=DARK)
    return sealed(page), len(chosen)


def folders_below(places: list[Path]) -> list[Path]:
    """Find the results folders among these places and right below them."""
    found = []
    for place in places:
        below = sorted(path.parent for path in place.glob(f"*/{MANIFEST}"))
        found += [place] if (place / MANIFEST).is_file() else below
    if not found:
        where = ", ".join(describe(str(place)) for place in places)
        raise DataError(f"no results in {where}; rotwsim experiment FILE writes some")
    return found


def entries_of(results: Results) -> list[dict]:
    """List the arms of a folder with their games by result, without slips or other parameters.

    `counts` begins with the lowest result, then has the games of each result from there on.
    """
    arms = results.rows("arms", "arm", "board_title", "player", "target", "games")
    counts = results.rows("result_counts", "arm", "result", "games").by("arm")
    entries = []
    for arm in arms.where(lambda arm: arm["arm"] in counts and lacks(arm, *ANOTHER_GAME)):
        games = {int(row["result"]): int(row["games"]) for row in counts[arm["arm"]]}
        low = min(games)
        entries.append(
            {
                "board": str(arm["board_title"]),
                "barons": "with" if arm.get("barons") else "without",
                "tweaks": str(arm.get("tweaks") or ""),
                "player": str(arm["player"]),
                "target": int(arm["target"]),
                "boxes": boxes_in_words(arm),
                "games": sum(games.values()),
                "counts": [low, *(games.get(result, 0) for result in range(low, max(games) + 1))],
            }
        )
    return entries
