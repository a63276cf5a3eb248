"""The chapters of a report: which tables, figures and findings each holds, and how to read it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rotwsim.report.figures.gallery import pictures_of
from rotwsim.report.figures.style import Picture
from rotwsim.report.findings.sentences import Finding
from rotwsim.report.results import Results
from rotwsim.report.rows.tweaks import is_about_barons
from rotwsim.report.tables import COLUMNS


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
        ("skill", "luck", "luck_wins"),
        "A slip is a decision made as a novice would make it.",
    ),
    Chapter(
        "assumptions",
        "What rests on assumptions",
        ("assumptions", "fillings"),
        "Some figures of the game are assumed until somebody with the box fills them in; here "
        "they are varied within what is plausible, on the same seeds.",
    ),
)
REPRODUCTION_TABLES = ("flips", "odd_games")


@dataclass(frozen=True)
class Section:
    """A chapter as it is printed."""

    chapter: Chapter
    findings: list[Finding]
    pictures: list[Picture]
    tables: list[str]


def sections_of(results: Results, findings: list[Finding]) -> list[Section]:
    """The chapters whose tables are there, in the order of the page."""
    chapters = [_placed(results, chapter) for chapter in (*CHAPTERS, _further(results))]
    return [
        Section(
            chapter,
            [finding for finding in findings if finding.section == chapter.name],
            pictures_of(results, chapter.name),
            [table for table in chapter.tables if table in results.tables],
        )
        for chapter in chapters
        if any(table in results.tables for table in chapter.tables)
    ]


def _placed(results: Results, chapter: Chapter) -> Chapter:
    """A comparison that is only about the Barons stands in their chapter."""
    if not is_about_barons(results):
        return chapter
    if chapter.name == "barons":
        return replace(chapter, tables=(*chapter.tables, "compare"))
    return replace(chapter, tables=tuple(name for name in chapter.tables if name != "compare"))


def _further(results: Results) -> Chapter:
    """Tables of an experiment that no chapter knows."""
    names = tuple(name for name in results.tables if name not in COLUMNS)
    return Chapter("further", "Further tables", names, "Tables that this page has no figure for.")
