"""The pages over all results: the home with one card per question, and the explorer."""

import os
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from rotwsim.report.arms import ANOTHER_GAME, lacks
from rotwsim.report.figures import Picture
from rotwsim.report.figures.gallery import thumbnail
from rotwsim.report.page import as_script, filled
from rotwsim.report.page.report import compose, write_odd_game, write_report
from rotwsim.report.results import MANIFEST, Results, read_results
from rotwsim.report.wording import HALF, boxes_in_words
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.reading import describe
from rotwsim.scenario.rule_texts import glossary
from rotwsim.scenario.rulebook import load_rulebook
from rotwsim.scenario.schema import DataError

NO_ANSWER = "The tables are not enough for an answer."
HOME, PAGE, EXPLORER = "index.html", "report.html", "explore.html"
DIFFICULTY, BOARDS = "difficulty.html", "board"
# In the order in which a visitor asks; other experiments come between questions and method.
ASKED = (
    *("baseline", "tweaks", "barons", "skill", "decisive", "maps"),
    *("multiplayer", "multiplayer-persons", "multiplayer-unequal"),
    *("multiplayer-size", "multiplayer-modules", ""),
    *("factorial", "assumptions", "assumptions-rebuilt", "rebuilt"),
)
WITH_GAME = 3  # first questions whose odd game has its page: each takes as much as a report
HEAT = "map-skill"  # the figure of the maps


def write_all(folder: Path, progress: Callable[[int], None] = lambda done: None) -> list[Path]:
    """Write the report of every results folder below this one, the explorer and the home."""
    found = [path.parent for path in folder.glob(f"*/{MANIFEST}")]
    found.sort(key=lambda one: (ASKED.index(one.name if one.name in ASKED else ""), one.name))
    if not found:
        raise DataError(f"{describe(str(folder))} holds no results; rotwsim experiment writes some")
    written, cards, heat = [], [], None
    for place in found:
        results = read_results(place)
        report = compose(results)
        cards.append(
            {
                "question": results.text("question") or place.name,
                "answer": report.findings[0].text if report.findings else NO_ANSWER,
                "address": f"{quote(os.fsencode(place.name))}/{PAGE}",
                "thumbnail": thumbnail(report.lead) if report.lead else "",
            }
        )
        heat = heat or next((one for one in report.pictures if one.name == HEAT), None)
        if place.name in ASKED[:WITH_GAME]:
            write_odd_game(results)
        written.append(write_report(report, place / PAGE, home=f"../{HOME}")[0])
        progress(len(written))
    if (folder / DIFFICULTY).with_suffix(".csv").is_file():
        from rotwsim.report.page.difficulty import rewrite_difficulty  # which links the home

        rewrite_difficulty(folder / DIFFICULTY)
    pages = {folder / EXPLORER: explorer_page(found), folder / HOME: home_page(folder, cards, heat)}
    for page, text in pages.items():
        write_whole(page, text)
    return [*written, *pages]


def home_page(folder: Path, cards: list[dict[str, str]], heat: Picture | None = None) -> str:
    return filled(
        "home.html",
        cards=cards,
        answer=cards[0]["answer"] if cards else "",
        heat=heat,
        explorer=EXPLORER,
        difficulty=DIFFICULTY if (folder / DIFFICULTY).is_file() else "",
        boards={
            path.stem.replace("-", " ").title().replace(" Us", " US"): f"{BOARDS}/{path.name}"
            for path in sorted((folder / BOARDS).glob("*.png"))
        },
        terms=glossary(),
    )


def explorer_page(folders: list[Path]) -> str:
    """Write the page as one HTML text that needs no server."""
    chosen: dict[tuple, dict] = {}
    for entry in (entry for folder in folders for entry in entries_of(read_results(folder))):
        key = tuple(entry[name] for name in ("board", "barons", "tweaks", "player"))
        if key not in chosen or entry["games"] > chosen[key]["games"]:
            chosen[key] = entry
    if not chosen:
        raise DataError("these folders hold no games by result; rotwsim experiment counts them")
    tweaks = {tweak.name: tweak.text for tweak in load_rulebook().tweaks}
    data = as_script({"entries": list(chosen.values()), "tweaks": tweaks, "half": HALF})
    return filled("explore.html", home=HOME, data=data)


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
