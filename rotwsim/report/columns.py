"""The dictionary of columns: kind, unit, meaning and heading of each, and the tables they form.

Every table that a user sees, in a terminal, a CSV, a page or a document, takes its headings and
the look of its cells from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rotwsim.report.wording import NOTHING, shown_bare
from rotwsim.scenario.options import among
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import DATA

if TYPE_CHECKING:
    import pandas as pd

FILE = "columns.toml"
TEXT, FLAG, COUNT, NUMBER, SHARE, PART, PP, CHANCE = KINDS = (
    *("text", "flag", "count", "number", "share", "part", "pp", "chance"),
)
LIMITS = {COUNT: (0, None), SHARE: (0, 1), PP: (-1, 1), CHANCE: (0, 1)}
IN_HEADING = {SHARE: "%", PART: "%", PP: "pp"}  # cells of a terminal leave the unit to the heading
RESULTS, TABLES = "results", "tables"
TITLES = {
    "solo": "Solo games, one row each: `rotwsim.simulate`, `rotwsim.play(...).row`",
    "seats": "Multiplayer games, one row per game and seat: `rotwsim.simulate`",
    "decisions": "Decisions of solo games, one row each: `rotwsim run --decisions`",
    RESULTS: "The tables of analyses and results folders",
}


@dataclass(frozen=True)
class Column:
    """What is known about a column, whatever shows it."""

    name: str
    kind: str = TEXT
    unit: str = ""
    meaning: str = ""
    heading: str = ""


@dataclass(frozen=True)
class Table:
    """A table of a results folder: its title, its columns in order, and those no reader needs."""

    title: str
    columns: dict[str, Column] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()


class Shown(NamedTuple):
    """A table ready to print, as `cli.tables.show_table` takes it."""

    title: str
    rows: list[list[str]]
    heads: list[str]
    texts: list[str]  # the heads of columns whose cells are text


def columns(table: str = "") -> pd.DataFrame:
    """List every column of every table with its unit and meaning, or those of one table.

    The tables are `solo`, `seats`, `decisions` and `results`. A name with * is one column per turn
    or per Duel Baron.

    >>> rotwsim.columns("solo").set_index("column").loc["margin", "meaning"]
    'result less target'
    """
    import pandas as pd

    if table:
        among("table", table, TITLES)
    rows = [
        (name, column.name, column.unit, column.meaning)
        for name, entries in dictionary().items()
        for column in entries.values()
        if table in ("", name)
    ]
    return pd.DataFrame(rows, columns=["table", "column", "unit", "meaning"])


@cache
def dictionary() -> dict[str, dict[str, Column]]:
    """Read the columns of each kind of table by name."""
    return {
        table: {name: _column(name, *entry) for name, entry in entries.items()}
        for table, entries in _file().items()
        if table != TABLES
    }


@cache
def known_tables() -> dict[str, Table]:
    """Read the tables of a results folder, in the order of the page."""
    known = dictionary()[RESULTS]
    found = {}
    for name, entry in _file()[TABLES].items():
        parts = [word.partition(":") for word in entry["columns"].split()]
        own = {
            column: replace(known[column], kind=kind or known[column].kind)
            for column, _, kind in parts
        }
        found[name] = Table(entry["title"], own, frozenset(entry.get("hidden", "").split()))
    return found


def table_named(name: str) -> Table:
    """Find a table by its name; one that is not known has a title and no columns."""
    return known_tables().get(name) or Table(_heading(name))


def kinds_of(table: str) -> dict[str, str]:
    """List the columns of a table with the kind of each, in order."""
    return {name: column.kind for name, column in table_named(table).columns.items()}


def column_of(table: str, name: str) -> Column:
    """Find a column of a table, or what any table means by it."""
    own = table_named(table).columns.get(name)
    return own or dictionary()[RESULTS].get(name) or Column(name, heading=_heading(name))


def frame_text(
    table: str, frame: pd.DataFrame, names: Sequence[str | tuple[str, str, str]], title: str = ""
) -> Shown:
    """Put columns of a frame into words for a terminal, a CSV or a Markdown table.

    A name may be three, of an estimate and the ends of its interval: they share a cell.

    >>> from rotwsim.report.columns import frame_text
    >>> import pandas as pd
    >>> row = {"name": "cash", "difference": 0.04, "low": 0.01, "high": 0.07}
    >>> frame_text("compare", pd.DataFrame([row]), ["name", ("difference", "low", "high")]).rows
    [['cash', '+4.0 (+1.0 to +7.0)']]
    """
    parts = [(one,) if isinstance(one, str) else one for one in names]
    known = [column_of(table, first) for first, *_ in parts]
    heads = [_head_in_terminal(column) for column in known]
    rows = [
        [
            _cell(column, [row[name] for name in part])
            for column, part in zip(known, parts, strict=True)
        ]
        for row in frame.astype(object).where(frame.notna(), None).to_dict("records")
    ]
    texts = [head for head, column in zip(heads, known, strict=True) if column.kind == TEXT]
    return Shown(title or table_named(table).title, rows, heads, texts)


def as_markdown() -> str:
    """Write the dictionary as the page docs/columns.md."""
    lines = [
        "# Columns",
        "",
        "Every column of every table, with unit and meaning; in Python `rotwsim.columns()`. Values",
        "that do not exist are NA: points after a turn that was not played, the turn of a Baron",
        "that nobody claimed. Shares and differences of win rates are fractions: 0.01 is one",
        "percentage point. This page is written from the dictionary by `make docs`.",
    ]
    for table, entries in dictionary().items():
        lines += [
            "",
            f"## {TITLES[table]}",
            "",
            "| column | unit | meaning |",
            "| --- | --- | --- |",
        ]
        lines += [f"| `{one.name}` | {one.unit} | {one.meaning} |" for one in entries.values()]
    return "\n".join(lines) + "\n"


def _file() -> dict[str, dict]:
    return read_toml(DATA / FILE, FILE)


def _column(name: str, kind: str, unit: str, meaning: str, heading: str = "") -> Column:
    among("kind", kind, KINDS)
    return Column(name, kind, unit, meaning, heading or _heading(name))


def _heading(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _head_in_terminal(column: Column) -> str:
    """Begin small, as terminals do, and name the unit that the cells leave out."""
    unit = IN_HEADING.get(column.kind)
    head = column.heading[:1].lower() + column.heading[1:]
    return f"{head}, {unit}" if unit else head


def _cell(column: Column, values: list) -> str:
    value, *ends = (shown_bare(one, column.kind) for one in values)
    return f"{value} ({ends[0]} to {ends[1]})" if ends and NOTHING not in ends else value


if __name__ == "__main__":
    print(as_markdown(), end="")
