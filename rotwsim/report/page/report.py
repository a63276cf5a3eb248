"""The report: one self-contained HTML page, and its figures as files beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pandas as pd
from markupsafe import Markup

from rotwsim.analysis.results import as_csv
from rotwsim.report import wording
from rotwsim.report.arms import headlines_of, main_arm
from rotwsim.report.columns import TEXT, column_of, kinds_of, table_named
from rotwsim.report.figures import style as figure_style
from rotwsim.report.figures.gallery import FORMS, embedded, write_files
from rotwsim.report.figures.style import Picture
from rotwsim.report.findings.alerts import alerts_of
from rotwsim.report.findings.sentences import Finding, findings_of, leading
from rotwsim.report.page.rendering import sealed, template
from rotwsim.report.page.sections import (
    CHAPTERS,
    REPRODUCTION_TABLES,
    Section,
    left_out,
    rules_in,
    sections_of,
    terms_in,
    way_to_rules,
    with_goals,
)
from rotwsim.report.results import Results, rows_of
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.rule_texts import tweak_words

FIGURES = "figures"
RULE = "rule"  # the column of rule ids
DIGITS = 6  # significant ones in a CSV inside the page
ROWS_SHOWN = 120  # of a long table; its CSV has all
LONGEST_CSV = 400_000  # letters of a table inside the page
AT_TABLES = {"fairness", "bidding", "modules", "rail_barons", "multiplayer_skill"}
CARDS = 4  # boards at the top of the page
LARGEST_FIRST = {"links": ("player_share", "railbot_share"), "cities": ("received", "sent")}
SILENT_IF_NONE = {"slip", "barons", "rebuilt", "markers_share"}
SAFE = ",;:/()+*.-_=|"  # in the address of a CSV


def write_report(
    results: Results,
    file: Path,
    progress: Callable[[int], None] = lambda done: None,
    *,
    figures: bool = False,
    home: str = "",
) -> list[Path]:
    """Write the page; return the files, the page first.

    The figure that shows the answer is also written beside it as PNG, with `figures` all of them as
    PNG and SVG. Files of figures of an earlier report go. `home` is the address of all results.
    """
    return write_composed(compose(results), file, progress, figures=figures, home=home)


def write_composed(
    report: Report,
    file: Path,
    progress: Callable[[int], None] = lambda done: None,
    *,
    figures: bool = False,
    home: str = "",
) -> list[Path]:
    """Write the page of what was found and drawn already."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, html_of(report, home, way_to_rules(file.parent)))
    written = [file]
    place = file.parent / FIGURES
    lead = report.lead
    for picture in [picture for section in report.sections for picture in section.pictures]:
        forms = FORMS if figures else ("png",) if picture is lead else ()
        for form in set(FORMS) - set(forms):
            (place / f"{picture.name}.{form}").unlink(missing_ok=True)
        written += write_files(picture, place, forms) if forms else []
        progress(len(written))
    return written


@dataclass(frozen=True)
class Report:
    """Everything on a page, found and drawn once."""

    results: Results
    findings: list[Finding]
    sections: list[Section]

    @property
    def lead(self) -> Picture | None:
        """Choose the figure that shows the answer: the first one of the section that gives it."""
        return next((p for section in self.sections[:1] for p in section.pictures), None)


def compose(results: Results) -> Report:
    """Find and draw what the page says and shows, by section."""
    findings = findings_of(results)
    sections = sections_of(results, findings)
    shown = {section.chapter.name for section in sections}
    return Report(results, [one for one in findings if one.section in shown], sections)


def html_of(report: Report, home: str = "", rules_page: str = "") -> str:
    """Write the page as one HTML text; `home` and `rules_page` are addresses of pages."""
    results, findings, lead = report.results, report.findings, report.lead
    sections = [_as_printed(results, section, lead) for section in report.sections]
    alerts = alerts_of(results)
    said = [*(finding.text for finding in findings), *(alert.text for alert in alerts)]
    page = template("report.html").render(
        title=results.text("question") or results.text("name") or results.folder.name,
        name=results.text("name") or results.folder.name,
        facts=facts_of(results),
        cards=cards_of(results),
        home=home,
        rules_page=rules_page,
        lead=_drawn(lead) if lead else None,
        terms=terms_in(said),
        rules=rules_in(results, report.sections),
        left_out=left_out(results, report.sections),
        answer=findings[0] if findings else None,
        findings=leading(findings)[1:],
        titles={chapter.name: chapter.title for chapter in CHAPTERS},
        alerts=alerts,
        sections=sections,
        reproduction=reproduction_of(results),
        light=figure_style.LIGHT,
        dark=figure_style.DARK,
    )
    return sealed(page)


def facts_of(results: Results) -> list[str]:
    """Say what the page rests on, in a few words."""
    arms = results.rows("arms", "games")
    facts = []
    if arms:
        shown = int(sum(arms.column("games")))
        total = results.manifest.get("games")
        total = total if isinstance(total, int) and total > shown else shown
        part = f", {wording.count(shown)} of them" if total > shown else ""
        where = wording.counted(len(arms), "arm")
        facts.append(f"{wording.counted(total, 'game')}{part} in {where}")
    facts += [results.text("started")[:10]] if results.text("started") else []
    seconds = results.manifest.get("seconds")
    if isinstance(seconds, int | float):
        facts.append(f"{seconds / 60:.1f} minutes" if seconds >= 60 else f"{seconds:.0f} seconds")
    return facts


def cards_of(results: Results, most: int = CARDS) -> list[dict]:
    """List the win rates that a reader looks for first, and which skills are not among them."""
    if AT_TABLES & set(results.tables):
        return []  # there it is the first seat's, which says nothing
    return [
        {
            "label": headline.label,
            "rates": [
                {
                    "value": wording.percent(arm["win_rate"]),
                    "player": arm["player"],
                    "words": f"{100 * arm['low']:.1f} to {100 * arm['high']:.1f} "
                    f"{wording.in_boxes(arm)}",
                    "games": wording.counted(int(arm["games"]), "game"),
                }
                for arm in headline.arms
            ],
            "missing": wording.listed(headline.missing) if headline.missing else "",
        }
        for headline in headlines_of(results, most)
    ]


def table_of(results: Results, name: str) -> dict:
    """Prepare a table for the page: cells as shown and as they sort, and all of it as CSV."""
    table = in_order(results, name)
    kinds, known = kinds_of(name), table_named(name)
    csv = as_csv(table, DIGITS)
    rows = with_goals(rows_of(table)) if name == "barons" else rows_of(table)
    columns = [c for c in rows[0] if c not in known.hidden and not _says_nothing(c, rows.column(c))]
    return {
        "name": name,
        "title": known.title,
        "columns": [
            {"head": column_of(name, c).heading, "kind": kinds.get(c, TEXT), "code": c == "command"}
            for c in columns
        ],
        "rows": [
            [_cell(row[c], kinds.get(c), c == "command") | {"rule": c == RULE} for c in columns]
            for row in rows[:ROWS_SHOWN]
        ],
        "total": len(table),
        "csv": f"data:text/csv;charset=utf-8,{quote(csv, SAFE)}" if len(csv) < LONGEST_CSV else "",
    }


def in_order(results: Results, name: str) -> pd.DataFrame:
    """Sort a table for the page: long ones with the main arm and large values on top."""
    table = results.tables[name]
    values = [column for column in LARGEST_FIRST.get(name, ()) if column in table]
    if not values or "arm" not in table:
        return table
    main = main_arm(results, name)
    keys = [
        (row["arm"] != main, row["arm"], -max(row[column] for column in values))
        for row in rows_of(table)
    ]
    return table.iloc[sorted(range(len(keys)), key=lambda place: keys[place])]


def reproduction_of(results: Results) -> dict:
    """List everything that is needed to get these numbers again."""
    versions = results.manifest.get("versions")
    return {
        "command": results.text("command"),
        "facts": [
            (title, results.text(key))
            for title, key in (
                ("Started (UTC)", "started"),
                ("Seed", "seed"),
            )
            if results.text(key)
        ],
        "versions": {str(k): str(v) for k, v in versions.items()}
        if isinstance(versions, dict)
        else {},
        "arms": [
            {
                key: str(arm.get(key, ""))
                for key in ("arm", "title", "command", "games", "seed", "digest", "signature")
            }
            for arm in results.arms
        ],
        "tables": [
            table_of(results, name) for name in REPRODUCTION_TABLES if name in results.tables
        ],
    }


def _as_printed(results: Results, section: Section, lead: Picture | None) -> dict:
    return {
        "name": section.chapter.name,
        "title": section.chapter.title,
        "reading": section.chapter.reading,
        "findings": section.findings,
        "pictures": [_drawn(picture) for picture in section.pictures if picture is not lead],
        "tables": [table_of(results, name) for name in section.tables],
    }


def _drawn(picture: Picture) -> dict:
    return {"picture": picture, "drawing": Markup(embedded(picture))}


def _cell(value: Any, kind: str | None, is_code: bool) -> dict:
    if value is None or value != value:
        return {"shown": "", "sort": ""}
    if kind is None and isinstance(value, float):
        kind = "number"
    sort = "" if kind in (None, TEXT) else f"{float(value):.6g}"
    shown = wording.shown(value, kind)
    plain = tweak_words(shown)
    small = "" if plain == shown else shown  # a tweak by its words, its short name beside them
    return {"shown": plain, "small": small, "sort": sort, "code": is_code}


def _says_nothing(name: str, values: list) -> bool:
    """Ask whether a column is empty, or the same nothing in several rows."""
    if all(value is None or value == "" or value != value for value in values):
        return True
    return len(values) > 1 and name in SILENT_IF_NONE and not any(values)
