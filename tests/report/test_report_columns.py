"""The dictionary of columns: every table that a user sees takes its look from it."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

import rotwsim
from experiments import api
from rotwsim.cli.tables import show_frame
from rotwsim.report import columns
from rotwsim.report.columns import (
    Column,
    View,
    column_of,
    dictionary,
    frame_text,
    known_names,
    known_tables,
    views_of,
)
from rotwsim.report.page.report import table_of
from rotwsim.scenario.schema import DataError

ROOT = Path(__file__).parents[2]
COMPARED = pd.DataFrame(
    {
        "name": ["cash", "draw"],
        "win_rate": [0.421, 1.0],
        "difference": [-0.041, 0.0],
        "low": [-0.05, float("nan")],
        "high": [-0.032, float("nan")],
        "p_adjusted": [0.00001, 0.25],
        "verdict": ["harder", None],
        "games": [12_000, pd.NA],
        "barons": [True, False],
    }
)
NAMES = ("name", "win_rate", "difference(low,high)", "p_adjusted", "verdict", "games")


def test_cells_are_written_by_the_kind_of_their_column_and_headings_name_the_unit():
    shown = frame_text("compare", COMPARED, View((*NAMES, "barons")))
    assert shown.title == "Variants against their baseline"
    assert shown.heads == [
        *("name", "win rate, %", "difference, pp", "p corrected", "verdict", "games", "barons")
    ]
    assert shown.rows == [
        ["cash", "42.1", "−4.1 (−5.0 to −3.2)", "<0.001", "harder", "12,000", "yes"],
        ["draw", "100", "0.0", "0.250", "", "-", "no"],
    ]
    assert shown.texts == ["name", "verdict"]


def test_a_column_may_be_of_another_kind_in_one_table():
    assert column_of("compare", "difference").kind == column_of("", "difference").kind == "pp"
    assert column_of("causes", "difference").kind == "number"
    assert column_of("arms", "low").kind == "share" and column_of("sources", "low").kind == "number"


def test_an_unknown_column_is_text_under_its_own_name():
    assert column_of("compare", "odd_thing") == Column("odd_thing", heading="Odd thing")


def test_hidden_columns_are_columns_of_their_table():
    for name, table in known_tables().items():
        assert table.hidden <= set(table.columns), name


def test_a_kind_that_does_not_exist_is_refused(monkeypatch):
    monkeypatch.setattr(columns, "_file", lambda: {"solo": {"game": ["nubmer", "number", "of it"]}})
    with pytest.raises(DataError, match='did you mean "number"'):
        dictionary.__wrapped__()


def test_the_terminal_shows_a_frame_by_the_dictionary(capsys):
    show_frame("compare", COMPARED, "Tweaks")
    printed = capsys.readouterr().out
    assert printed.startswith("Tweaks") and "difference, pp" in printed
    assert "−4.1 (−5.0 to −3.2)" in printed and "result" not in printed
    assert "The same over plausible boxes" not in printed, "nothing is known of them"


def test_a_view_shows_ranges_texts_beside_texts_and_rows_at_both_ends():
    frame = pd.DataFrame(
        {"name": list("abcde"), "origin": "printed", "boxes_low": 0.451, "boxes_high": 0.837}
    )
    shown = frame_text(
        "compare", frame, View(("name(origin)=what", "boxes_low..boxes_high"), ends=1)
    )
    assert shown.heads == ["what", "boxes from, %"]
    assert shown.rows == [["a (printed)", "45 to 84"], ["e (printed)", "45 to 84"]]
    prices = pd.DataFrame({"arm": ["x", "x", "y"], "turn": [1, 2, 1], "mean": [1.5, 2.5, 3.0]})
    shown = frame_text("first_prices", prices, View(("arm", "mean"), by="turn", first=2))
    assert (shown.heads, shown.rows) == (
        ["arm", "1", "2"],
        [["x", "1.5", "2.5"], ["y", "3.0", "-"]],
    )


def test_every_column_that_a_terminal_shows_is_in_the_dictionary():
    for table, entries in columns._file()["terminal"].items():
        assert entries, table
        for view in views_of(table):
            for word in view.columns:
                first = re.match(r"\w+?(?=\W|$)", word.partition("=")[0].partition("..")[0])
                assert first and first[0] in known_names(), f"{table}: {word}"


def test_the_terminal_explains_each_heading_that_is_not_plain(capsys):
    show_frame("compare", COMPARED.assign(result_difference=-3.1, flipped=0.2))
    printed = capsys.readouterr().out
    assert "flips: share of games that only one of the two won" in printed
    assert "result: mean result less that of the baseline, in points" in printed
    assert "in brackets: the 95 % interval" in printed and "won:" not in printed


def test_what_the_headings_of_a_terminal_mean_is_all_in_use():
    known, used = columns._file()["headings"], set()
    for table in columns._file()["terminal"]:
        for view in views_of(table):
            for word in view.columns:
                cell = columns._Cell(table, word, pd.DataFrame(), whole=False)
                head = cell.head.partition(",")[0]
                used |= {head, f"{table}: {head}", word.partition("=")[0]}
                assert cell.explanation or head in known["plain"], f"{table}: {word}"
                assert cell.explanation != f"{head}: ", f"{table}: {word}"
    assert {*known["plain"], *known} - {"plain"} <= used


def test_every_column_that_a_page_shows_is_in_the_dictionary(whole):
    """A heading made of a column's name alone would be a column that nobody explained."""
    known = {column.heading for column in dictionary()["results"].values()}
    for name in whole.tables:
        shown = {column["head"] for column in table_of(whole, name)["columns"]}
        assert shown <= known, name


def test_the_reference_of_the_public_names_is_that_of_the_code():
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert page == api.page(), "make docs, or python -m experiments.api > docs/api.md"
    names = [name for name in rotwsim.__all__ if name != "__version__"]
    assert all(f"### {name}" in page for name in names) and page.count(">>> ") >= len(names)
