"""The results folder: what it removes, what it leaves alone, and what a spreadsheet sees."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from rotwsim.analysis.pool import Arm, ArmGames
from rotwsim.analysis.results import Answer, Asked, as_csv, guarded, unguarded, write_results
from rotwsim.analysis.tables import FLIPS, flips
from rotwsim.report.results import read_results
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

ASKED = Asked("What?", "mine", "rotwsim compare", analyses=("compare",))
FORMULAS = ["=1+1", "+2", "-3", "@SUM(A1)", "\tx"]
HARMLESS = ["exhaust+1", "a=b", "", "'tis", "x@y"]


def answer(*names: str) -> Answer:
    return Answer({name: pd.DataFrame({"arm": ["a"], "games": [1]}) for name in names})


def files(folder) -> set[str]:
    return {path.name for path in (folder / "tables").iterdir()}


def test_4_files_of_the_users_own_beside_the_tables_stay(tmp_path):
    write_results(tmp_path, ASKED, answer("compare", "flips"))
    for name in ("mine.csv", "notes.parquet", "flips.txt"):
        (tmp_path / "tables" / name).write_text("mine")
    write_results(tmp_path, ASKED, answer("compare"))
    own = {"mine.csv", "notes.parquet", "flips.txt"}
    assert files(tmp_path) == {"compare.csv", *own}
    assert (tmp_path / "tables" / "mine.csv").read_text() == "mine"


def test_4_a_folder_from_before_tables_were_named_loses_nothing(tmp_path):
    write_results(tmp_path, ASKED, answer("flips"))
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    del manifest["tables"]
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    write_results(tmp_path, ASKED, answer("compare"))
    assert {"flips.csv", "compare.csv"} <= files(tmp_path)


@pytest.mark.parametrize("named", [["../../keep"], [7, None, ["x"]], ["/keep"]])
def test_4_a_manifest_cannot_name_files_elsewhere(tmp_path, named):
    out = tmp_path / "a" / "out"
    write_results(out, ASKED, answer("flips"))
    (tmp_path / "a" / "keep.csv").write_text("mine")
    manifest = json.loads((out / "manifest.json").read_text()) | {"tables": named}
    (out / "manifest.json").write_text(json.dumps(manifest))
    write_results(out, ASKED, answer("compare"))
    assert (tmp_path / "a" / "keep.csv").exists() and "flips.csv" in files(out)


def test_a_table_of_flips_without_rows_is_written_with_its_header(tmp_path):
    games = pd.DataFrame({"game": range(4), "won": False, "result": 90})
    same = ArmGames(Arm("same", Scenario.of()), 1, games, "", np.zeros(0), 4, "")
    whole = Answer({**answer("arms").tables, "flips": flips(same, [same])})
    write_results(tmp_path, ASKED, whole)
    assert (tmp_path / "tables" / "flips.csv").read_text() == ",".join(FLIPS) + "\n"
    results = read_results(tmp_path)
    assert not [fault for fault in results.faults if "flips" in fault]


@pytest.mark.parametrize("text", ["[]", "{}", "7", "{torn"])
def test_a_manifest_of_something_else_is_refused(tmp_path, text):
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(DataError, match="holds something else"):
        write_results(tmp_path, ASKED, answer("compare"))


def test_23_no_name_in_a_csv_is_a_formula():
    table = pd.DataFrame({"name": [*FORMULAS, *HARMLESS], "points": range(-5, 5)})
    lines = as_csv(table, 6).splitlines()
    assert not any(line.startswith(tuple(FORMULAS)) for line in lines)
    assert lines[1] == "'=1+1,-5", "numbers keep their sign"
    assert guarded(table)["name"].tolist()[len(FORMULAS) :] == HARMLESS
    pd.testing.assert_frame_equal(unguarded(guarded(table)), table)


def test_23_a_table_read_back_from_its_csv_has_its_names_again(tmp_path):
    table = pd.DataFrame({"arm": FORMULAS[:3], "kind": "best", "seed": 1, "game": range(3)})
    table = table.assign(result=5.0, target=6.0, command="rotwsim replay")
    write_results(tmp_path, ASKED, Answer({"odd_games": table}))
    assert read_results(tmp_path).tables["odd_games"]["arm"].tolist() == FORMULAS[:3]


@pytest.mark.parametrize("rows, form", [(1_000, "csv"), (1_001, "parquet")])
def test_a_table_lies_there_in_one_form_csv_up_to_1000_rows_parquet_above(tmp_path, rows, form):
    for count in (4_001 - rows, rows):  # the other form of an earlier answer goes
        write_results(tmp_path, ASKED, Answer({"links": pd.DataFrame({"city": range(count)})}))
    assert files(tmp_path) == {f"links.{form}"}
