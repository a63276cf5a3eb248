"""The chapters of a report: tables, figures, findings, and the terms and rules they need."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from rotwsim.analysis.question import Chapter
from rotwsim.analysis.questions import QUESTIONS
from rotwsim.report.columns import known_tables
from rotwsim.report.figures.gallery import pictures_of
from rotwsim.report.figures.style import Picture
from rotwsim.report.findings.sentences import Finding, leading, sections_answering
from rotwsim.report.findings.tweaks import is_about_barons
from rotwsim.report.results import Results
from rotwsim.scenario.rule_texts import RuleText, glossary, rule_texts

REPRODUCTION_TABLES = ("flips", "odd_games")
# The chapters that belong to another one, besides those of the same question.
BELONGING = {
    "maps": ("how-hard", "points", "board"),
    "how-hard": ("tweaks", "points", "board"),
    "tweaks": ("how-hard",),
}
ORDER = ("how-hard", "tweaks", "barons", "points", "board")  # then as the registry has them
ALWAYS = ("arm", "assumed", "digest", "flips", "interval", "player", "result", "seed", "verdict")
RULES = Path("docs") / "rules.md"


OF_ARMS = (
    Chapter(
        "how-hard",
        "How hard",
        ("arms", "result_counts", "points_by_turn"),
        "A game is won if its result, points less one per bond, reaches the target.",
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
)


def _all_chapters() -> list[Chapter]:
    """List the chapters of arms and of every question, each once."""
    asked = {one.name: one for question in QUESTIONS.values() for one in question.chapters()}
    chapters = [*OF_ARMS, *asked.values()]
    place = {name: number for number, name in enumerate(ORDER)}
    return sorted(chapters, key=lambda chapter: place.get(chapter.name, len(ORDER)))


CHAPTERS = _all_chapters()


@dataclass(frozen=True)
class Section:
    """A chapter as it is printed."""

    chapter: Chapter
    findings: list[Finding]
    pictures: list[Picture]
    tables: list[str]


def sections_of(results: Results, findings: list[Finding]) -> list[Section]:
    """List the chapters that belong to the question and have tables, the answer first.

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
    """List the chapters of a page in order; all, if none belongs to the question."""
    placed = [_placed(results, chapter) for chapter in (*CHAPTERS, _further(results))]
    there = [one for one in placed if any(table in results.tables for table in one.tables)]
    wanted = {name for answer in sections_answering(results) for name in belonging(answer)}
    wanted.add("further")
    chosen = [chapter for chapter in there if chapter.name in wanted]
    first = findings[0].section if findings else ""
    shown = chosen if any(chapter.name != "further" for chapter in chosen) else there
    return sorted(shown, key=lambda chapter: chapter.name != first)


def belonging(answer: str) -> set[str]:
    """Name the chapters that belong to the one that answers."""
    together = [{one.name for one in question.chapters()} for question in QUESTIONS.values()]
    same = {name for names in together if answer in names for name in names}
    return {answer, *BELONGING.get(answer, ())} | same


def left_out(results: Results, sections: list[Section]) -> list[str]:
    """Name tables of the folder that the page does not show."""
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
    """Collect tables of an experiment that no chapter knows."""
    known = {*known_tables(), *(table for one in CHAPTERS for table in one.tables)}
    names = tuple(name for name in results.tables if name not in known)
    return Chapter("further", "Further tables", names, "Tables that this page has no figure for.")


def terms_in(texts: Iterable[str]) -> dict[str, str]:
    """Choose the glossary as far as the page needs it."""
    said = " ".join(texts).lower()
    return {
        term: text
        for term, text in glossary().items()
        if term in ALWAYS or re.search(rf"\b{re.escape(term)}s?\b", said)
    }


def rules_in(results: Results, sections: list[Section]) -> list[RuleText]:
    """Find the rules whose ids are in tables of the page."""
    shown = [table for section in sections for table in section.tables]
    ids = {rule for table in shown for rule in results.rows(table).column("rule")}
    return [text for text in rule_texts() if text.rule in ids]


def way_to_rules(folder: Path) -> str:
    """Find the address of docs/rules.md from a folder of this project; nothing elsewhere."""
    here = folder.resolve()
    found = (place / RULES for place in (here, *here.parents) if (place / RULES).is_file())
    page = next(found, None)
    return Path(os.path.relpath(page, here)).as_posix() if page else ""
