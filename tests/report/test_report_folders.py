"""Damaged, empty and partial folders: a clear message or a report with alerts, no traceback."""

from __future__ import annotations

import json
import random

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from rotwsim.analysis.boxes.known_ranges import load_rebuilding
from rotwsim.cli import main
from rotwsim.report.columns import kinds_of, known_tables
from rotwsim.report.figures import Picture, new_axes
from rotwsim.report.figures.gallery import write_file
from rotwsim.report.figures.tweaks import tweak_differences
from rotwsim.report.findings.alerts import DAMAGE, alerts_of
from rotwsim.report.findings.sentences import findings_of
from rotwsim.report.page import CHAPTERS, REPRODUCTION_TABLES, sections_of
from rotwsim.report.page.report import compose, html_of
from rotwsim.report.results import MAY_LACK, Results, find_results, read_results
from rotwsim.report.wording import pp

from .synthetic import all_tables, manifest_of, write_folder, write_results
from .synthetic_analyses import person_tables, table_by_kinds
from .synthetic_tables import tables_for_2_to_6

pytestmark = pytest.mark.slow  # draws a hundred pages

GAMES = 200
NOT_SHOWN = ("causes", "luck_wins", "price_cells")
ALONE = [name for name in known_tables() if name not in NOT_SHOWN]
SPOILT_TOGETHER = [
    *([name for name in chapter.tables if name in ALONE] for chapter in CHAPTERS),
    [name for name in ALONE if name in REPRODUCTION_TABLES],
]


@pytest.fixture(scope="module")
def tables() -> dict[str, pd.DataFrame]:
    invented = all_tables(GAMES) | tables_for_2_to_6() | person_tables(GAMES)
    return {name: table_by_kinds(name) for name in ALONE if name not in invented} | invented


@pytest.fixture(scope="module")
def manifest(tables) -> dict:
    return manifest_of(tables, GAMES)


def told(results: Results) -> list[str]:
    return [alert.text for alert in alerts_of(results)]


@pytest.mark.parametrize("name", ALONE)
def test_any_single_table_makes_a_report(tmp_path, tables, manifest, name):
    write_folder(tmp_path, manifest, {name: tables[name]})
    results = read_results(tmp_path)
    page = html_of(compose(results))
    shown = [chapter.name for chapter in CHAPTERS if name in chapter.tables]
    for chapter in CHAPTERS:
        assert (f'<section id="{chapter.name}">' in page) == (chapter.name in shown)
    assert f'id="table-{name}"' in page


@pytest.mark.parametrize("attempt", ["lack", "nonsense"])
@pytest.mark.parametrize("names", SPOILT_TOGETHER, ids="-".join)
def test_tables_may_lack_columns_and_hold_nonsense(tmp_path, tables, manifest, names, attempt):
    spoil = lacking if attempt == "lack" else with_nonsense
    spoilt = {name: spoil(tables[name].head(30), random.Random(name)) for name in names}
    (tmp_path / "tables").mkdir()
    (tmp_path / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    for name, table in ({"arms": tables["arms"]} | spoilt).items():
        table.to_csv(tmp_path / "tables" / f"{name}.csv", index=False)
    results = read_results(tmp_path)
    sections_of(results, findings_of(results))
    damages = [alert.text for alert in alerts_of(results) if alert.kind == DAMAGE]
    for name, table in spoilt.items():
        lost = [column for column in kinds_of(name) if column not in table.columns]
        told = any(text.startswith(f"{name} has no") for text in damages)
        assert told == any(not column.startswith(MAY_LACK) for column in lost)


def lacking(table: pd.DataFrame, dice: random.Random) -> pd.DataFrame:
    return table.drop(columns=dice.sample(list(table), len(list(table)) // 2))


def with_nonsense(table: pd.DataFrame, dice: random.Random) -> pd.DataFrame:
    table = table.astype(object)
    for column in dice.sample(list(table), len(list(table)) // 2):
        for row in dice.sample(range(len(table)), (len(table) + 1) // 2):
            table.loc[row, column] = dice.choice([None, "§", np.inf, -7, 1e9, ""])
    return table


def test_a_damaged_parquet_file_is_replaced_by_its_csv(tmp_path):
    write_results(tmp_path, GAMES, only=("arms", "compare"))
    (tmp_path / "tables" / "compare.parquet").write_bytes(b"PAR1 torn")
    results = read_results(tmp_path)
    assert len(results.tables["compare"]) == 22
    assert any("compare.parquet cannot be read" in text for text in told(results))


def test_a_table_damaged_in_both_forms_is_left_out_with_an_alert(tmp_path):
    write_results(tmp_path, GAMES, only=("arms", "compare"))
    for name in ("compare.parquet", "compare.csv"):
        (tmp_path / "tables" / name).write_bytes(b"\xff\xfe\x00\x01")
    results = read_results(tmp_path)
    assert "compare" not in results.tables and "arms" in results.tables
    assert any("compare" in text for text in told(results))


def test_impossible_and_double_rows_are_left_out_with_an_alert(tmp_path, tables, manifest):
    arms = pd.concat([tables["arms"], tables["arms"].head(1)], ignore_index=True)
    arms.loc[3, "win_rate"] = 1.5
    arms.loc[4, ["low", "high"]] = [0.9, 0.1]
    write_folder(tmp_path, manifest, {"arms": arms})
    results = read_results(tmp_path)
    assert len(results.tables["arms"]) == len(tables["arms"]) - 2
    assert any("3 of 25 rows are impossible or double" in text for text in told(results))


def test_unfinished_experiments_say_so(tmp_path, tables, manifest):
    arms = tables["arms"].iloc[1:].assign(games=lambda rows: rows["games"] - 50)
    write_folder(tmp_path, manifest, {"arms": arms})
    alerts = " ".join(told(read_results(tmp_path)))
    assert "No games of plain" in alerts and "Fewer games than planned" in alerts
    assert "The analysis skill left no table" in alerts


@pytest.mark.parametrize(
    "analysis, table", [("barons", "rail_barons"), ("skill", "multiplayer_skill")]
)
def test_an_analysis_of_the_multiplayer_game_has_its_own_tables(
    tmp_path, tables, manifest, analysis, table
):
    shown = {name: tables[name] for name in ("arms", table)}
    write_folder(tmp_path, manifest | {"analyses": [analysis]}, shown)
    assert "left no table" not in " ".join(told(read_results(tmp_path)))


def test_a_table_that_was_deleted_is_missed(tmp_path):
    write_results(tmp_path, only=("arms", "compare"))
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    manifest["tables"] = sorted(path.stem for path in (tmp_path / "tables").glob("*.csv"))
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    assert not any("is not there" in text for text in told(read_results(tmp_path)))
    for form in ("csv", "parquet"):
        (tmp_path / "tables" / f"arms.{form}").unlink()
    assert "A table that the manifest names is not there: arms." in told(read_results(tmp_path))


def test_the_caveat_of_a_sequential_comparison_stands_on_the_page(tmp_path, tables, manifest):
    caveat = "verdicts are of the sequential test; intervals and p do not allow for its stop"
    shown = {name: tables[name] for name in ("arms", "compare")}
    write_folder(tmp_path, manifest | {"caveats": [caveat]}, shown)
    results = read_results(tmp_path)
    assert f"V{caveat[1:]}." in told(results)
    pictures = tweak_differences(results)
    assert pictures and all(caveat in picture.caption for picture in pictures)


@pytest.mark.parametrize(
    "kept, words",
    [
        ([], "verdicts are corrected for 11 tests"),
        (["exhaust+1"], "each row is judged alone"),
    ],
)
def test_a_caption_says_for_how_many_variants_the_verdicts_are_corrected(
    tmp_path, tables, manifest, kept, words
):
    """One variant of each of many baselines is many families of one, whatever a figure shows."""
    rows = tables["compare"]
    rows = rows[rows["name"].isin(kept)] if kept else rows
    write_folder(tmp_path, manifest, {"arms": tables["arms"], "compare": rows})
    pictures = tweak_differences(read_results(tmp_path))
    assert pictures and all(words in picture.caption for picture in pictures)


def test_alerts_tell_few_games_open_questions_assumptions_other_code_and_odd_seeds(tmp_path):
    tables = all_tables(GAMES)
    command = "rotwsim replay --board eastern-us --player expert --seed 7 --game 17"
    odd = tables["odd_games"].head(1).assign(kind="worst", result=-500, game=17, command=command)
    tables["odd_games"] = pd.concat([tables["odd_games"], odd], ignore_index=True)
    tables["arms"]["rebuilt"] = True
    manifest = manifest_of(tables, GAMES)
    manifest["arms"][3]["signature"] = "of another day"
    write_folder(tmp_path, manifest, tables)
    results = read_results(tmp_path)
    alerts = " ".join(told(results)).replace("\u00a0", " ")
    undecided = (tables["compare"]["verdict"] == "undecided").sum()
    assert f"Few games: {GAMES} in 24 of 24 arms" in alerts
    assert f"Undecided: {undecided} of 22 comparisons" in alerts and " games an arm)" in alerts
    assert "Rebuilt from geography" in alerts
    error, space = load_rebuilding(), "\u00a0"
    assert f"win rate by {pp(error.difference)} ".replace(space, " ") in alerts
    worst = f"{error.farthest_tweak} differs most, by {pp(error.farthest)}. "
    assert worst.replace(space, " ") in alerts
    assert f"may show another game: {manifest['arms'][3]['arm']}." in alerts
    assert f"{odd['arm'].item()}, game 17: −500 points instead of " in alerts
    commands = [one for alert in alerts_of(results) for one in alert.commands]
    assert f"{command} --html odd.html" in commands
    assert "The analysis wants this to be known." in alerts


def test_a_board_that_is_not_here_leaves_out_the_map(tmp_path, tables, manifest):
    arms = tables["arms"].head(2).assign(board="atlantis")
    write_folder(tmp_path, manifest, {"arms": arms, "links": tables["links"]})
    results = read_results(tmp_path)
    assert "<img" not in html_of(compose(results))


def run(*words: str):
    return CliRunner().invoke(main, ["report", *words])


@pytest.mark.parametrize(
    "content, message",
    [
        ({}, "has no manifest.json"),
        ({"manifest.json": "{torn"}, "manifest.json is damaged"),
        ({"manifest.json": "[1, 2]"}, "it holds no JSON object"),
        ({"manifest.json": "{}"}, "holds no folder tables"),
        ({"manifest.json": '{"behaviour": "x"}'}, "holds the games of a single run"),
        ({"manifest.json": "{}", "tables/arms.csv": ""}, "holds no table"),
        ({"manifest.json": "{}", "tables/arms.csv": "a,b\n1,2\n"}, "holds no table"),
        ({"manifest.json": "{}", "tables/arms.parquet": "torn"}, "holds no table"),
    ],
)
def test_a_folder_without_results_is_told_in_one_line_with_exit_code_2(tmp_path, content, message):
    for name, text in content.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    result = run(str(tmp_path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr and result.stderr.count("\n") == 1


def test_an_unknown_experiment_names_the_nearest_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_results(tmp_path / "results" / "tweaks", GAMES, only=("arms",))
    assert find_results("tweaks") == find_results("experiments/tweaks.toml")
    result = run("tweeks")
    assert result.exit_code == 2 and 'did you mean "tweaks"?' in result.stderr


def test_the_command_writes_the_page_and_the_figures(tmp_path):
    folder = write_results(tmp_path / "skill", GAMES, only=("skill",))
    result = run(str(folder), "-o", str(tmp_path / "out" / "page.html"))
    assert result.exit_code == 0, result.output
    assert (tmp_path / "out" / "page.html").exists()
    figures = {path.name for path in (tmp_path / "out" / "figures").iterdir()}
    assert figures == {"ladder.png", "slips.png"}  # both are wide, and answer
    (tmp_path / "out" / "figures" / "old.png").touch()
    run(str(folder), "-o", str(tmp_path / "out" / "page.html"), "--figures")
    figures = {path.name for path in (tmp_path / "out" / "figures").iterdir()}
    assert figures == {"ladder.png", "ladder.svg", "slips.png", "slips.svg"}
    run(str(folder), "-o", str(tmp_path / "out" / "page.html"))
    figures = {path.name for path in (tmp_path / "out" / "figures").iterdir()}
    assert figures == {"ladder.png", "slips.png"}, "files that an earlier report left go"


def test_files_of_a_figure_leave_its_title_out_of_the_figure_of_the_page(tmp_path):
    figure, _ = new_axes(2)
    picture = Picture("one", "One title", "One caption", "one", figure)
    file = write_file(picture, tmp_path / "one.png")
    assert file.is_file() and not figure.texts
