"""Explain every column of every table: unit and meaning, from data/columns.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rotwsim.scenario.option_types import among
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import DATA

if TYPE_CHECKING:
    import pandas as pd

FILE = "columns.toml"
TITLES = {
    "solo": "Solo games, one row each: `rotwsim.simulate`, `rotwsim.play(...).row`",
    "seats": "Games at a table, one row per game and seat: `rotwsim.simulate`",
    "decisions": "Decisions of solo games, one row each: `rotwsim run --decisions`",
    "results": "The tables of analyses and results folders",
}


def columns(table: str = "") -> pd.DataFrame:
    """List every column of every table with unit and meaning, or those of one table.

    The tables are `solo`, `seats`, `decisions` and `results`. A name with * means one column
    per turn or per Duel Baron.

    >>> rotwsim.columns("solo").set_index("column").loc["margin", "meaning"]
    'result less target'
    """
    import pandas as pd

    if table:
        among("table", table, TITLES)
    rows = [
        (name, column, unit, meaning)
        for name, entries in dictionary().items()
        for column, (unit, meaning) in entries.items()
        if table in ("", name)
    ]
    return pd.DataFrame(rows, columns=["table", "column", "unit", "meaning"])


def dictionary() -> dict[str, dict[str, list[str]]]:
    """Read table, column, then unit and meaning."""
    return read_toml(DATA / FILE, FILE)


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
        lines += [f"| `{name}` | {unit} | {meaning} |" for name, (unit, meaning) in entries.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(as_markdown(), end="")
