"""The explorer: one page to choose a board, a variant and a player, and see the results."""

from __future__ import annotations

from pathlib import Path

from rotwsim.report.figures import style as figure_style
from rotwsim.report.page.content_security import as_script, sealed
from rotwsim.report.page.templates_folder import template
from rotwsim.report.results import MANIFEST, Results, read_results
from rotwsim.report.rows.arms import ANOTHER_GAME, without_any
from rotwsim.report.wording import boxes_in_words
from rotwsim.scenario.reading import describe
from rotwsim.scenario.rule_texts import tweak_words
from rotwsim.scenario.schema import DataError

NONE = "none"


def explorer_page(folders: list[Path], home: str = "") -> tuple[str, int]:
    """The page as one HTML text that needs no server, and how many ways to play it knows.

    `home` is the way to all results, if there is one.
    """
    chosen: dict[tuple, dict] = {}
    for folder in folders:
        for entry in entries_of(read_results(folder)):
            key = tuple(entry[name] for name in ("board", "barons", "tweaks", "player"))
            if key not in chosen or entry["games"] > chosen[key]["games"]:
                chosen[key] = entry
    if not chosen:
        raise DataError("these folders hold no games by result; rotwsim experiment counts them")
    page = template("explore.html").render(
        home=home,
        data=as_script(list(chosen.values())),
        light=figure_style.LIGHT,
        dark=figure_style.DARK,
    )
    return sealed(page), len(chosen)


def folders_below(places: list[Path]) -> list[Path]:
    """The results folders among these places and right below them."""
    found = []
    for place in places:
        below = sorted(path.parent for path in place.glob(f"*/{MANIFEST}"))
        found += [place] if (place / MANIFEST).is_file() else below
    if not found:
        raise DataError(f"no results in {', '.join(describe(str(place)) for place in places)}")
    return found


def entries_of(results: Results) -> list[dict]:
    """The arms of a folder with their games by result; those with slips, bans, other figures and
    the like are left to the reports.
    """
    arms = results.rows("arms", "arm", "board_title", "player", "target", "games")
    arms = arms[without_any(arms, *ANOTHER_GAME)]
    counts = results.rows("result_counts", "arm", "result", "games")
    entries = []
    for _, arm in arms.iterrows():
        own = counts[counts["arm"] == arm["arm"]].sort_values("result")
        if own.empty:
            continue
        tweaks = str(arm.get("tweaks") or "")
        words = ", ".join(map(tweak_words, tweaks.split(", "))) if tweaks else NONE
        entries.append(
            {
                "board": str(arm["board_title"]),
                "barons": "with" if arm.get("barons") else "without",
                "tweaks": words,
                "player": str(arm["player"]),
                "target": int(arm["target"]),
                "boxes": boxes_in_words(arm),
                "games": int(own["games"].sum()),
                "counts": [
                    [int(row.result), int(row.games)] for row in own.itertuples() if row.games
                ],
                "from": results.text("name") or results.folder.name,
            }
        )
    return entries
