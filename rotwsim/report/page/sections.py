"""The chapters of a report: tables, figures, findings, and the terms and rules they need."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd

from rotwsim.report.columns import known_tables
from rotwsim.report.figures.gallery import pictures_of
from rotwsim.report.figures.style import Picture
from rotwsim.report.findings.sentences import ANSWERED_BY, Finding, analyses_of, leading
from rotwsim.report.findings.tweaks import is_about_barons
from rotwsim.report.results import Results
from rotwsim.scenario.rule_texts import RuleText, glossary, rule_texts
from rotwsim.scenario.rulebook import load_rulebook

REPRODUCTION_TABLES = ("flips", "odd_games")
# The chapters that belong to a question, by the one that answers it.
BELONGING = {
    "how-hard": ("how-hard", "tweaks", "points", "board"),
    "tweaks": ("tweaks", "how-hard"),
    "barons": ("barons", "rail-barons"),
    "rail-barons": ("rail-barons",),
    "seats": ("seats",),
    "styles": ("styles",),
    "options": ("options",),
    "skill": ("skill",),
    "assumptions": ("assumptions",),
}
ALWAYS = ("arm", "assumed", "digest", "flips", "interval", "player", "result", "seed", "verdict")
RULES = Path("docs") / "rules.md"


@dataclass(frozen=True)
class Chapter:
    """A chapter as it is planned: a section of this kind appears if one of its tables is there."""

    name: str
    title: str
    tables: tuple[str, ...]
    reading: str


CHAPTERS = (
    Chapter(
        "how-hard",
        "How hard",
        ("arms", "result_counts", "points_by_turn"),
        "A game is won if its result, points less one per bond, reaches the target.",
    ),
    Chapter(
        "tweaks",
        "Tweaks and other variants",
        ("compare", "causes", "effects"),
        "Every variant is played on the seeds of its baseline, so a difference is the variant's "
        "doing. Differences of win rates are in percentage points.",
    ),
    Chapter(
        "barons",
        "Duel Barons",
        ("variant", "barons", "baron_turns", "baron_pairs"),
        "The worth of a Baron is causal: the same games with the Baron forced into the row and "
        "forced out of it.",
    ),
    Chapter(
        "points",
        "Where points come from and go to",
        ("sources", "losses"),
        "Means per game; points lost to the Railbot and to bonds are negative.",
    ),
    Chapter(
        "board",
        "Board",
        ("links", "cities"),
        "How often a Link is built, by whom, and what the cities send and receive.",
    ),
    Chapter(
        "skill",
        "Skill and luck",
        ("table_skill", "skill", "luck", "luck_wins"),
        "A slip is a decision made as a novice would make it.",
    ),
    Chapter(
        "assumptions",
        "What rests on assumptions",
        ("assumptions", "plausible", "figures", "figure_values", "evidence", "fillings"),
        "Some figures of the game are assumed until somebody with the box fills them in; here "
        "they are varied within their ranges, on the same seeds, and fillings of everything are "
        "weighed by how well they fit what the rulebook says.",
    ),
    Chapter(
        "seats",
        "Seats and prices",
        ("fairness", "places", "bids", "first_prices", "score_counts", "seats"),
        "Places are counted clockwise from the seat that is drawn to bid first. Games are the "
        "unit: what one place wins, another loses.",
    ),
    Chapter(
        "styles",
        "Bidding styles",
        ("styles",),
        "Every style is played on the same deals, so a difference is its doing.",
    ),
    Chapter(
        "options",
        "Options of the table",
        ("options",),
        "Every option is played on the deals of the table as printed.",
    ),
    Chapter(
        "rail-barons",
        "Rail Barons",
        ("rail_barons", "deck"),
        "The worth of a Rail Baron is causal: on the same deals the first seat keeps one after the "
        "other.",
    ),
)


@dataclass(frozen=True)
class Section:
    """A chapter as it is printed."""

    chapter: Chapter
    findings: list[Finding]
    pictures: list[Picture]
    tables: list[str]


def sections_of(results: Results, findings: list[Finding]) -> list[Section]:
    """The chapters that belong to the question and whose tables are there, the answer first.

    Sentences at the top of the page are not repeated.
    """
    said = leading(findings)
    return [
        Section(
            chapter,
            [f for f in findings if f.section == chapter.name and f not in said],
            pictures_of(results, chapter.name),
            [table for table in chapter.tables if table in results.tables],
        )
        for chapter in chapters_of(results, findings)
    ]


def chapters_of(results: Results, findings: list[Finding]) -> list[Chapter]:
    """The chapters of a page in order; all that there are, if none belongs to the question."""
    placed = [_placed(results, chapter) for chapter in (*CHAPTERS, _further(results))]
    there = [one for one in placed if any(table in results.tables for table in one.tables)]
    answers = [ANSWERED_BY[name] for name in analyses_of(results) if name in ANSWERED_BY]
    wanted = {name for answer in answers for name in BELONGING[answer]} | {"further"}
    chosen = [chapter for chapter in there if chapter.name in wanted]
    first = findings[0].section if findings else ""
    shown = chosen if any(chapter.name != "further" for chapter in chosen) else there
    return sorted(shown, key=lambda chapter: chapter.name != first)


def left_out(results: Results, sections: list[Section]) -> list[str]:
    """Tables of the folder that the page does not show."""
    shown = {table for section in sections for table in section.tables} | {*REPRODUCTION_TABLES}
    return [table for table in results.tables if table not in shown]


def _placed(results: Results, chapter: Chapter) -> Chapter:
    """Put a comparison that is only about the Barons into their chapter."""
    if not is_about_barons(results):
        return chapter
    if chapter.name == "barons":
        return replace(chapter, tables=(*chapter.tables, "compare"))
    return replace(chapter, tables=tuple(name for name in chapter.tables if name != "compare"))


def _further(results: Results) -> Chapter:
    """Tables of an experiment that no chapter knows."""
    names = tuple(name for name in results.tables if name not in known_tables())
    return Chapter("further", "Further tables", names, "Tables that this page has no figure for.")


def terms_in(texts: Iterable[str]) -> dict[str, str]:
    """The glossary as far as the page needs it."""
    said = " ".join(texts).lower()
    return {
        term: text
        for term, text in glossary().items()
        if term in ALWAYS or re.search(rf"\b{re.escape(term)}s?\b", said)
    }


def rules_in(results: Results, sections: list[Section]) -> list[RuleText]:
    """The rules whose ids stand in tables of the page."""
    shown = [results.tables[table] for section in sections for table in section.tables]
    ids = {rule for table in shown if "rule" in table for rule in table["rule"]}
    return [text for text in rule_texts() if text.rule in ids]


def way_to_rules(folder: Path) -> str:
    """The address of docs/rules.md seen from a folder of this project; nothing elsewhere."""
    here = folder.resolve()
    found = (place / RULES for place in (here, *here.parents) if (place / RULES).is_file())
    page = next(found, None)
    return Path(os.path.relpath(page, here)).as_posix() if page else ""


def with_goals(table: pd.DataFrame) -> pd.DataFrame:
    """The Barons with what each asks for and what it does for the Railbot, beside their names."""
    known = {baron.name: baron for baron in load_rulebook().barons}
    if "baron" not in table:
        return table
    goals, effects = [], []
    for name in table["baron"]:
        baron = known.get(name)
        tiers = "/".join(map(str, baron.tiers)) if baron else ""
        goals.append(f"{tiers} {baron.goal_text}" if baron else "")
        effects.append(baron.effect_text if baron else "")
    shown = table.copy()
    shown.insert(1, "goal", goals)
    shown.insert(2, "opponent_effect", effects)
    return shown
