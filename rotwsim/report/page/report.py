"""The report: one self-contained HTML page, and its figures as files beside it."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import pandas as pd

from rotwsim.analysis.results import as_csv
from rotwsim.report import page, wording
from rotwsim.report.arms import main_arm
from rotwsim.report.columns import FLAG, IN_HEADING, TEXT, Column, column_of, kinds_of, table_named
from rotwsim.report.figures import Picture
from rotwsim.report.figures.board_picture import AS_FILE
from rotwsim.report.figures.gallery import write_file
from rotwsim.report.findings.alerts import REPLAY, alerts_of, odd_games_of
from rotwsim.report.findings.barons_and_skill import with_goals
from rotwsim.report.findings.sentences import Finding, findings_of
from rotwsim.report.page import REPRODUCTION_TABLES, Section
from rotwsim.report.results import Results, rows_of
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.options import SCENARIO_OPTIONS
from rotwsim.scenario.player_numbers import has_current_signature
from rotwsim.scenario.rule_texts import tweak_words
from rotwsim.scenario.scenario import Scenario

HOW_PLAYED = re.compile(r" --(quiet|(runs|jobs|backend|scheduler) \S+)")  # gives the same games
FIGURES, TABLES = "figures", "tables"
RULE = "rule"  # the column of rule ids
NO_UNITS = ("", "name", "names", "text", "yes/no", "number")  # say nothing beside a meaning
DIGITS = 6  # significant ones in a CSV inside the page
ROWS_SHOWN = 30  # of a long table; its file has all
LONGEST_CSV = 60_000  # letters of a table inside a page that is not beside its tables
LARGEST_FIRST = {"links": ("player_share", "railbot_share"), "cities": ("received", "sent")}
SILENT_IF_NONE = {"slip", "barons", "rebuilt", "markers_share"}
KNOWN = {option.name for option in SCENARIO_OPTIONS}  # of a scenario in a manifest
SAFE = ",;:/()+*.-_=|"  # in the address of a CSV


class Report(NamedTuple):
    """Everything on a page, found and drawn once."""

    results: Results
    findings: list[Finding]
    sections: list[Section]

    @property
    def pictures(self) -> list[Picture]:
        return [picture for section in self.sections for picture in section.pictures]

    @property
    def lead(self) -> Picture | None:
        """Choose the figure that shows the answer: the first one of the section that gives it."""
        return next(iter(self.sections[0].pictures if self.sections else ()), None)


def compose(results: Results) -> Report:
    """Find and draw what the page says and shows, by section."""
    findings = findings_of(results)
    sections = page.sections_of(results, findings)
    shown = {section.chapter.name for section in sections}
    return Report(results, [one for one in findings if one.section in shown], sections)


def write_report(
    report: Report, file: Path, home: str = "", *, figures: bool = False
) -> list[Path]:
    """Write the page, and the wide figures of the answer as PNG beside it; return the files.

    With `figures` all figures, as PNG and SVG. Files of figures of an earlier report go.
    `home` is the address of all pages.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.parent.resolve() == report.results.folder.resolve()
    write_whole(file, html_of(report, home, page.way_to_rules(file.parent), beside=beside))
    place = file.parent / FIGURES
    for old in [path for form in AS_FILE for path in place.glob(f"*.{form}")]:
        old.unlink()
    answer = report.sections[0].pictures if report.sections else []
    wide = [one for one in answer if one is report.lead or one.is_full]
    shown = report.pictures if figures else wide
    forms = AS_FILE if figures else ("png",)
    return [file, *(write_file(one, place / f"{one.name}.{f}") for one in shown for f in forms)]


def write_odd_game(results: Results) -> None:
    """Write the page of the first odd solo game beside the report, as the alert links it.

    One game a folder, as such a page is as large as a report. None if the code plays otherwise
    today; a page of an earlier report goes.
    """
    (results.folder / REPLAY).unlink(missing_ok=True)
    played = {str(arm.get("arm")): arm for arm in results.arms if has_current_signature(arm)}
    for row in odd_games_of(results)[:1]:
        described = played.get(row["arm"], {}).get("scenario")
        if not isinstance(described, dict) or described.get("seats"):
            return
        from rotwsim.replay import replay
        from rotwsim.report.page.replay import replay_page
        from rotwsim.runner.play import play

        given = {k: v for k, v in described.items() if k in KNOWN}
        if given.get("rulings") == Scenario.of().describe()["rulings"]:
            del given["rulings"]
        scenario = Scenario.of(**given)
        seed, game = int(row["seed"]), int(row["game"])
        if play(scenario, seed, game).row["result"] != row["result"]:
            return  # not the game that was counted
        barons = "Duel Barons" * bool(row["barons"])
        title = ", ".join(filter(None, (row["board_title"], row["player"], barons, row["tweaks"])))
        story = replace(replay(scenario, seed, game), title=title)
        write_whole(results.folder / REPLAY, replay_page(story, scenario))


def html_of(report: Report, home: str = "", rules_page: str = "", *, beside: bool = False) -> str:
    """Write the page as one HTML text; `home` and `rules_page` are addresses of pages.

    A page `beside` the folder of the tables links their files, any other one holds short ones.
    """
    results, findings, sections = report
    name, alerts = results.text("name") or results.folder.name, alerts_of(results)
    return page.filled(
        "report.html",
        is_long=True,
        title=results.text("question") or name,
        name=name,
        results=results,
        command=HOW_PLAYED.sub("", results.text("command")),
        home=home,
        rules_page=rules_page,
        lead=report.lead,
        terms=page.terms_in(one.text for one in (*findings, *alerts)),
        rules=page.rules_in(results, sections),
        left_out=page.left_out(results, sections),
        answer=findings[0] if findings else None,
        findings=findings[1:],
        titles={chapter.name: chapter.title for chapter in page.CHAPTERS},
        alerts=alerts,
        sections=sections,
        reproduction=[name for name in REPRODUCTION_TABLES if name in results.tables],
        table_of=lambda name: table_of(results, name, beside),
    )


def table_of(results: Results, name: str, beside: bool = False) -> dict:
    """Prepare a table for the page: cells as shown, and where all of it is."""
    table = in_order(results, name)
    kinds, known = kinds_of(name), table_named(name)
    rows = with_goals(rows_of(table)) if name == "barons" else rows_of(table)
    columns = [c for c in rows[0] if c not in known.hidden and not _says_nothing(c, rows.column(c))]
    shown = {c: column_of(name, c) for c in columns}
    heads = [
        {"head": column.heading, "kind": kinds.get(c, TEXT), "meaning": _meaning(column)}
        for c, column in shown.items()
    ]
    cells = [
        [_cell(row[c], kinds.get(c), c == "command") | {"rule": c == RULE} for c in columns]
        for row in rows[:ROWS_SHOWN]
    ]
    found = {"name": name, "title": known.title, "columns": heads, "rows": cells}
    return found | {"total": len(table), "file": _file_of(results, name, table, beside)}


def in_order(results: Results, name: str) -> pd.DataFrame:
    """Sort a table for the page: long ones with the main arm and large values on top."""
    table = results.tables[name]
    values = [column for column in LARGEST_FIRST.get(name, ()) if column in table]
    if not values or "arm" not in table:
        return table
    is_other, smallness = table["arm"] != main_arm(results, name), -table[values].max(axis=1)
    keys = pd.DataFrame({"other": is_other, "arm": table["arm"], "smallness": smallness})
    return table.loc[keys.sort_values([*keys], kind="stable").index]


def _meaning(column: Column) -> str:
    """Explain a column in a line: its unit where it says more than a name, and its meaning."""
    if not column.meaning:
        return ""
    unit = IN_HEADING.get(column.kind, column.unit)
    has_unit = column.explanation == column.meaning and unit not in NO_UNITS
    return f"{wording.capital(column.explanation)}{f' ({unit})' * has_unit}"


def _file_of(results: Results, name: str, table: pd.DataFrame, beside: bool) -> tuple[str, str]:
    """Find the address of the whole table and the name to keep it by; nothing if it is too long."""
    for file in (f"{name}.csv", f"{name}.parquet"):
        if beside and (results.folder / TABLES / file).is_file():
            return f"{TABLES}/{file}", file
    csv = as_csv(table, DIGITS)
    if len(csv) > LONGEST_CSV:
        return "", ""
    return f"data:text/csv;charset=utf-8,{quote(csv, SAFE)}", f"{name}.csv"


def _cell(value: Any, kind: str | None, is_code: bool) -> dict:
    if value is None or value != value:
        return {"shown": ""}
    if kind is None and isinstance(value, float):
        kind = "number"
    shown = wording.shown(value, kind)
    plain = tweak_words(shown)
    found = {"shown": plain, "number": kind not in (None, TEXT, FLAG), "code": is_code}
    return found if plain == shown else found | {"small": shown}  # the short name of a tweak


def _says_nothing(name: str, values: list) -> bool:
    if all(value is None or value == "" or value != value for value in values):
        return True
    return len(values) > 1 and name in SILENT_IF_NONE and not any(values)
