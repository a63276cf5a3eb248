"""The dictionary of columns: kind, unit, meaning and heading of each, and the tables they form.

Every table that a user sees, in a terminal, a CSV, a page or a document, takes its headings and
the look of its cells from here.
"""

from __future__ import annotations

import re
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
TEXT, FLAG, COUNT, NUMBER, SHARE, PART, PP, APART, CHANCE = KINDS = (
    *("text", "flag", "count", "number", "share", "part", "pp", "apart", "chance"),
)
LIMITS = {COUNT: (0, None), SHARE: (0, 1), PP: (-1, 1), APART: (0, 1), CHANCE: (0, 1)}
# Cells of a terminal leave the unit to the heading.
IN_HEADING = {SHARE: "%", PART: "%", PP: "pp", APART: "pp"}
RESULTS = "results"
# Words that begin a meaning which goes on after the unit: "share" "of games won".
GOES_ON = re.compile("(of|that|per|for|by|in|at|until|after|from|with|delivered|lost|won|more) ")
SMALL_NUMBERS = 2  # below it two decimals say something
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

    @property
    def explanation(self) -> str:
        """Say what the column has: its meaning, after its unit where that begins the phrase."""
        if not GOES_ON.match(self.meaning):
            return self.meaning
        return f"{'percentage points' if self.kind in (PP, APART) else self.unit} {self.meaning}"


@dataclass(frozen=True)
class Table:
    """A table of a results folder: its title, its columns in order, and those no reader needs."""

    title: str
    columns: dict[str, Column] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True)
class View:
    """What a terminal shows of a table: columns in order, and which rows."""

    columns: tuple[str, ...]
    title: str = ""
    first: int = 0  # rows; 0 shows all
    ends: int = 0  # rows at either end
    by: str = ""  # a column whose values become columns
    whole: bool = False  # percents without decimals


class Shown(NamedTuple):
    title: str
    rows: list[list[str]]
    heads: list[str]
    texts: list[str]  # the heads of columns whose cells are text
    explained: list[str]  # a line for each heading that does not say what its column has


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
    return {
        table: {name: _column(name, *entry) for name, entry in entries.items()}
        for table, entries in _file().items()
        if table in TITLES
    }


@cache
def known_names() -> dict[str, Column]:
    """Read the columns that any table may have: those of results, and those of lists."""
    lists = {name: _column(name, *entry) for name, entry in _file()["lists"].items()}
    return lists | dictionary()[RESULTS]


@cache
def known_tables() -> dict[str, Table]:
    """Read the tables of a results folder, in the order of the page."""
    known = dictionary()[RESULTS]
    found = {}
    for name, entry in _file()["tables"].items():
        own = {}
        for word in entry["columns"].split():
            column, _, kind = word.partition(":")
            own[column] = replace(known[column], kind=kind or known[column].kind)
        found[name] = Table(entry["title"], own, frozenset(entry.get("hidden", "").split()))
    return found


def table_named(name: str) -> Table:
    """Find a table by its name; one that is not known has a title and no columns."""
    return known_tables().get(name) or Table(_heading(name))


def kinds_of(table: str) -> dict[str, str]:
    return {name: column.kind for name, column in table_named(table).columns.items()}


def column_of(table: str, name: str) -> Column:
    """Find a column of a table, or what any table means by it."""
    own = table_named(table).columns.get(name)
    return own or known_names().get(name) or Column(name, heading=_heading(name))


@cache
def views_of(table: str) -> tuple[View, ...]:
    """Read what a terminal shows of a table; one that is not listed is not shown."""
    entries = _file()["terminal"].get(table, [])
    plain = [{"columns": one} if isinstance(one, str) else one for one in entries]
    return tuple(View(**{**one, "columns": tuple(one["columns"].split())}) for one in plain)


def frame_text(table: str, frame: pd.DataFrame, view: View | None = None, title: str = "") -> Shown:
    """Put columns of a frame into words for a terminal, a CSV or a Markdown table.

    A column of a view may be an estimate with its interval, `win_rate(low,high)`, a text with
    another beside it, `name(origin)`, or a range, `boxes_low..boxes_high`; after = comes a heading.
    Columns without any value are left out. A view is followed by what its headings mean.

    >>> from rotwsim.report.columns import View, frame_text
    >>> import pandas as pd
    >>> row = {"name": "cash", "difference": 0.04, "low": 0.01, "high": 0.07}
    >>> frame_text("compare", pd.DataFrame([row]), View(("name", "difference(low,high)"))).rows
    [['cash', '+4.0 (+1.0 to +7.0)']]
    """
    explains = view is not None and not view.by
    view = view or View(tuple(map(str, frame.columns)))
    if view.by:
        frame, view = _by_column(frame, view)
    if begin := view.first or view.ends:
        places = range(len(frame))
        frame = frame.iloc[[n for n in places if n < begin or n >= len(frame) - view.ends]]
    frame = frame.astype(object).where(frame.notna(), None)
    cells = [_Cell(table, word, frame, view.whole) for word in view.columns]
    cells = [cell for cell in cells if cell.has_values]
    rows = [list(row) for row in zip(*(cell.texts() for cell in cells), strict=True)]
    texts = [cell.head for cell in cells if cell.column.kind == TEXT]
    said = [cell.explanation for cell in cells] + [cell.interval for cell in cells]
    lines = [line for line in dict.fromkeys(said) if line] if explains else []
    shown_title = title or view.title or table_named(table).title
    return Shown(shown_title, rows, [cell.head for cell in cells], texts, lines)


class _Cell:
    """A column of a view: what it is made of, its heading and its texts."""

    FORM = re.compile(
        r"(?P<first>[^(=]+?)(?:\((?P<aside>[^)]+)\)|\.\.(?P<to>\w+))?(?:=(?P<head>.+))?"
    )

    def __init__(self, table: str, word: str, frame: pd.DataFrame, whole: bool) -> None:
        found = self.FORM.fullmatch(word)
        assert found, word
        first, aside, to, given = found.group("first", "aside", "to", "head")
        names = [first, *filter(None, (aside or to or "").split(","))]
        self.is_range, self.whole = bool(to), whole or bool(to)
        self.values = [list(frame[name]) if name in frame else [] for name in names]
        self.has_values = any(one not in (None, "") for one in self.values[0])
        self.column = column_of(table, first)
        kinds = {type(one) for one in self.values[0]} - {type(None)}
        if first not in known_names() and all(
            issubclass(kind, int | float) and kind is not bool for kind in kinds
        ):
            self.column = replace(self.column, kind=NUMBER)
        heading = self.column.heading  # begins small, as in terminals
        head = (given or heading[:1].lower() + heading[1:]).replace("_", " ")
        unit = IN_HEADING.get(self.column.kind)  # the cells leave it out
        self.head = f"{head}, {unit}" if unit else head
        self.explanation = _explained(table, f"{first}..{to}" if to else "", head, self.column)
        self.interval = ""
        if len(names) > 2:  # an estimate with its ends, whose meaning may name the level
            level = re.search(r"\d+ %", column_of("", names[1]).meaning)
            self.interval = f"in brackets: the {level[0] if level else '95 %'} interval"

    def texts(self) -> list[str]:
        kind, digits = self.column.kind, _digits(self.column.kind, self.values, self.whole)
        written = [[shown_bare(one, kind, digits) for one in each] for each in self.values]
        return [self._joined(*row) for row in zip(*written, strict=True)]

    def _joined(self, first: str, *others: str) -> str:
        if not others or NOTHING in others or "" in others or others == (first,):
            return first
        if self.is_range:
            return NOTHING if first == NOTHING else f"{first} to {others[0]}"
        return f"{first} ({' to '.join(others)})"


def as_markdown() -> str:
    lines = ["# Columns", "", _file()["page"]]
    for table, entries in dictionary().items():
        lines += ["", f"## {TITLES[table]}", "", "| column | unit | meaning |"]
        lines += ["| --- | --- | --- |"]
        lines += [f"| `{one.name}` | {one.unit} | {one.meaning} |" for one in entries.values()]
    return "\n".join(lines) + "\n"


@cache
def _file() -> dict[str, dict]:
    return read_toml(DATA / FILE, FILE)


def _column(name: str, kind: str, unit: str, meaning: str, heading: str = "") -> Column:
    among("kind", kind, KINDS)
    return Column(name, kind, unit, meaning, heading or _heading(name))


def _heading(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _explained(table: str, span: str, head: str, column: Column) -> str:
    """Say in a line what a heading means; nothing where it is plain."""
    known = _file()["headings"]
    text = known.get(f"{table}: {head}") or known.get(span)
    if not text and head in known["plain"]:
        return ""
    return f"{head}: {text or column.explanation}"


def _digits(kind: str, values: list[list], whole: bool) -> int | None:
    """Choose the decimals of a column: whole percents in a range, and the same in every row."""
    if kind != NUMBER:
        return 0 if whole and kind in (SHARE, PP, APART) else None
    numbers = [abs(one) for each in values for one in each if isinstance(one, int | float)]
    if all(float(one).is_integer() for one in numbers):
        return 0
    return 2 if max(numbers) < SMALL_NUMBERS else 1


def _by_column(frame: pd.DataFrame, view: View) -> tuple[pd.DataFrame, View]:
    """Turn the values of a column into columns, one row per value of the first column."""
    row, value = view.columns
    wide = frame.pivot(index=row, columns=view.by, values=value)
    wide = wide.reindex(list(dict.fromkeys(frame[row])))
    wide = wide.iloc[:, : view.first or None].reset_index()
    is_share = column_of("", view.by).kind == SHARE
    heads = [f"{name:.0%}" if is_share else str(name) for name in wide.columns[1:]]
    wide.columns = [row, *heads]
    return wide, View(tuple(wide.columns), view.title)


if __name__ == "__main__":
    print(as_markdown(), end="")
