"""Pages: templates, filled and sealed so that only their own script runs, and chapters."""

import base64
import hashlib
import json
import os
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import jinja2
from markupsafe import Markup, escape

from rotwsim.analysis.questions import QUESTIONS, Chapter
from rotwsim.report.columns import known_tables
from rotwsim.report.figures import DARK, LIGHT, Picture, figure_data
from rotwsim.report.figures.gallery import embedded, pictures_of
from rotwsim.report.findings.sentences import Finding, sections_answering
from rotwsim.report.findings.tweaks import is_about_barons
from rotwsim.report.results import Results
from rotwsim.scenario.rule_texts import RuleText, glossary, rule_texts
from rotwsim.scenario.schema import Board
from rotwsim.scenario.your_box import is_map_open
from rotwsim.scenario.your_box import sections_of as box_sections

HEAD = '<meta charset="utf-8">\n'
POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src {}; "
    "base-uri 'none'; form-action 'none'"
)
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
DRAWN = re.compile(r'(<svg class="drawn[^>]*>)(.*?</svg>)', re.DOTALL)
LOOK = re.compile(r' style="([^"]*)"')
END_OF_STYLE = "</style>"
INDENTED = re.compile(r"\n\s+")  # a third of the lines of a long page
TEMPLATES = Path(__file__).parent / "templates"
LARGEST, SMALLEST = 10.0, 6.4  # points of the letters of a sheet
ROWS = 44  # that fit a sheet in the largest letters
REPRODUCTION_TABLES = ("flips", "odd_games")
# The chapters that belong to another one, besides those of the same question.
BELONGING = {
    "maps": ("how-hard", "points", "board"),
    "how-hard": ("tweaks", "points", "board"),
    "tweaks": ("how-hard",),
}
OF_ARMS = [Chapter(**one | {"tables": tuple(one["tables"])}) for one in figure_data()["chapters"]]
ASKED = {one.name: one for question in QUESTIONS.values() for one in question.chapters()}
ORDER = ("how-hard", "tweaks", "barons", "points", "board")  # then as the registry has them
CHAPTERS = sorted([*OF_ARMS, *ASKED.values()], key=lambda one: (*ORDER, one.name).index(one.name))
ALWAYS = ("arm", "assumed", "digest", "flips", "interval", "player", "result", "seed", "verdict")
RULES = Path("docs") / "rules.md"


def filled(template: str, /, is_long: bool = False, **content: object) -> str:
    """Fill a template, and seal the page: a script that somebody slipped in does not run.

    What its drawings look like is said once for all of them.
    """
    page = ENVIRONMENT.get_template(template).render(**content)
    page = with_shared_looks(INDENTED.sub("\n", page) if is_long else page)
    digests = (hashlib.sha256(script.encode()).digest() for script in SCRIPT.findall(page))
    hashes = (f"'sha256-{base64.b64encode(digest).decode('ascii')}'" for digest in digests)
    policy = POLICY.format(" ".join(hashes) or "'none'")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    return page.replace(HEAD, HEAD + meta, 1)


def with_shared_looks(page: str) -> str:
    """Replace the style of every mark of a drawing by a class that all drawings of a page share."""
    names: dict[str, str] = {}

    def named(found: re.Match) -> str:
        return f' class="{names.setdefault(found[1], f"_{len(names)}")}"'

    page = DRAWN.sub(lambda svg: svg[1] + LOOK.sub(named, svg[2]), page)
    looks = "".join(f".{name}{{{look.replace(': ', ':')}}}\n" for look, name in names.items())
    return page.replace(END_OF_STYLE, f"{looks}{END_OF_STYLE}", 1) if looks else page


def as_script(data: object) -> Markup:
    """Write data as JSON for a script element, without a `<` that could begin or end another."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def with_code(text: str) -> Markup:
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True
)
ENVIRONMENT.filters |= {"code": with_code, "drawn": lambda picture: Markup(embedded(picture))}
ENVIRONMENT.globals |= {"light": LIGHT, "dark": DARK}


def sheet_page(board: Board, file: str) -> str:
    """Write the page to fill in; the more there is to fill in, the smaller its letters."""
    sections = box_sections(board)
    rows = max(1, sum(len(section.entries) for section in sections))
    size = round(min(LARGEST, max(SMALLEST, LARGEST * (ROWS / rows) ** 0.5)), 1)
    given = {"board": board, "file": file, "sections": sections, "size": size}
    return filled("sheet.html", map_is_open=is_map_open(board), **given)


class Section(NamedTuple):
    chapter: Chapter
    pictures: list[Picture]
    tables: list[str]


def sections_of(results: Results, findings: list[Finding]) -> list[Section]:
    """List the chapters that belong to the question and have tables, the answer first."""
    found = []
    for chapter in chapters_of(results, findings):
        tables = [table for table in chapter.tables if table in results.tables]
        found.append(Section(chapter, pictures_of(results, chapter.name), tables))
    return found


def chapters_of(results: Results, findings: list[Finding]) -> list[Chapter]:
    """List the chapters of a page in order; all, if none belongs to the question."""
    known = {*known_tables(), *(table for one in CHAPTERS for table in one.tables)}
    others = tuple(name for name in results.tables if name not in known)
    reading = "There is no figure for these tables."
    further = Chapter("further", "Further tables", others, reading)
    placed = [_placed(results, chapter) for chapter in (*CHAPTERS, further)]
    there = [one for one in placed if any(table in results.tables for table in one.tables)]
    wanted = {name for answer in sections_answering(results) for name in belonging(answer)}
    if any(chapter.name in wanted for chapter in there):
        there = [chapter for chapter in there if chapter.name in (*wanted, "further")]
    first = findings[0].section if findings else ""
    return sorted(there, key=lambda chapter: chapter.name != first)


def belonging(answer: str) -> set[str]:
    """Name the chapters that belong to the one that answers."""
    together = [{one.name for one in question.chapters()} for question in QUESTIONS.values()]
    same = {name for names in together if answer in names for name in names}
    return {answer, *BELONGING.get(answer, ())} | same


def left_out(results: Results, sections: list[Section]) -> list[str]:
    shown = {table for section in sections for table in section.tables} | {*REPRODUCTION_TABLES}
    return [table for table in results.tables if table not in shown]


def _placed(results: Results, chapter: Chapter) -> Chapter:
    """Put a comparison that is only about the Barons into their chapter."""
    if not is_about_barons(results):
        return chapter
    if chapter.name == "barons":
        return replace(chapter, tables=(*chapter.tables, "compare"))
    return replace(chapter, tables=tuple(name for name in chapter.tables if name != "compare"))


def terms_in(texts: Iterable[str]) -> dict[str, str]:
    """Choose the glossary as far as the page needs it."""
    said = " ".join(texts).lower()
    return {
        term: text
        for term, text in glossary().items()
        if term in ALWAYS or re.search(rf"\b{re.escape(term)}s?\b", said)
    }


def rules_in(results: Results, sections: list[Section]) -> list[RuleText]:
    shown = [table for section in sections for table in section.tables]
    ids = {rule for table in shown for rule in results.rows(table).column("rule")}
    return [text for text in rule_texts() if text.rule in ids]


def way_to_rules(folder: Path) -> str:
    """Find the address of docs/rules.md from a folder of this project; nothing elsewhere."""
    here = folder.resolve()
    found = (place / RULES for place in (here, *here.parents) if (place / RULES).is_file())
    return next((Path(os.path.relpath(page, here)).as_posix() for page in found), "")
