"""Terminals and names that are not ours: few columns, few letters, names that look like markup."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from rotwsim.analysis.comparison import Comparison, compare
from rotwsim.cli import main, plain
from rotwsim.scenario.board_file import board_names, load_rulebook
from rotwsim.scenario.scenario import Scenario

QUICK = ("--player", "novice", "--set", "cards_removed=12", "--set", "target=11", "--games", "30")
CODE = """
import json, sys
from rotwsim.cli import main
for words in json.loads(sys.argv[1]):
    main(words, standalone_mode=False)
"""


def run(*words: str, columns: int = 80, encoding: str = "utf-8"):
    return CliRunner(encoding).invoke(main, list(words), env={"COLUMNS": str(columns)})


COMPARED = ("compare", *QUICK, "--variant", "poorer: tweak=target-135", "--quiet")
SHOWN = ("show", "board", "eastern-us")
AS_JSON = ("replay", "--board", "sweden", "--player", "passive", "--json")


def test_colours_that_a_shell_asks_for_change_no_test(monkeypatch):
    for setting, value in (("FORCE_COLOR", "1"), ("NO_COLOR", "1"), ("COLUMNS", "40")):
        monkeypatch.setenv(setting, value)
    runpy.run_path(str(Path(__file__).parents[1] / "conftest.py"), run_name="tests.conftest")
    assert not {"FORCE_COLOR", "NO_COLOR", "COLUMNS"} & set(os.environ)


@pytest.fixture(scope="module")
def in_ascii() -> str:
    """What commands print in a process of their own whose stdout has few letters."""
    done = subprocess.run(
        [sys.executable, "-c", CODE, json.dumps((AS_JSON, COMPARED, SHOWN))],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "80"},
    )
    assert done.returncode == 0, done.stderr.decode("ascii")
    return done.stdout.decode("ascii")


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_21_figures_are_told_in_any_encoding_with_their_signs(encoding, request):
    if encoding == "ascii":
        printed = request.getfixturevalue("in_ascii")
    else:
        printed = "".join(run(*words, encoding=encoding).stdout for words in (COMPARED, SHOWN))
    line = next(line for line in printed.splitlines() if "poorer" in line)
    assert "(-" in line and "?" not in line
    assert "Washington D.C." in printed


@pytest.mark.slow
def test_21_json_keeps_every_letter_in_any_encoding(in_ascii):
    named, _ = json.JSONDecoder().raw_decode(in_ascii)
    usual = json.loads(run(*AS_JSON).stdout)
    assert named == usual and not json.dumps(usual, ensure_ascii=False).isascii()


def test_21_a_letter_has_a_plain_one_in_its_place():
    assert [plain(letter) for letter in "−×…öé字"] == ["-", "x", "...", "o", "e", "?"]


@pytest.fixture(scope="module")
def compared() -> Comparison:
    """A comparison that is made once for all widths."""
    settings = {"cards_removed": 12, "target": 11}
    return compare(Scenario.of(player="novice", settings=settings), all_tweaks=True, games=30)


@pytest.mark.slow
@pytest.mark.parametrize("columns", [20, 40, 60, 80, 120])
def test_21_a_narrow_terminal_loses_no_name(columns, compared, monkeypatch):
    monkeypatch.setattr("rotwsim.analysis.comparison.compare", lambda *given, **options: compared)
    printed = run("compare", *QUICK, "--all-tweaks", "--quiet", columns=columns).stdout
    for tweak in load_rulebook().tweaks:
        rows = printed.partition(" difference:")[0].splitlines()
        assert sum(tweak.name in line.split() for line in rows) == 1, printed
    printed = run("show", "boards", columns=columns).stdout
    for name in board_names():
        assert any(name in line.split() for line in printed.splitlines()), printed


NAMES = ["[/nope]", "cash [old]", "[bold]x[/bold]", "[#123]"]


def test_16_a_name_that_looks_like_markup_is_printed_as_it_is():
    variants = [word for name in NAMES for word in ("--variant", f"{name}_: tweak=cash")]
    result = run("compare", *QUICK, *variants, "--quiet", columns=200)
    assert result.exit_code == 0, result.output
    for name in NAMES:
        assert f"{name}_" in result.stdout


@pytest.mark.slow
def test_16_names_of_boards_and_cities_are_printed_as_they_are(write_board, board_data):
    renamed = json.loads(json.dumps(board_data).replace("Boston", "[/red]Boston[x]"))
    renamed["title"] = "My [/nope] board"
    path = str(write_board(renamed))
    for command in (["show", "board"], ["check"]):
        result = run(*command, path, columns=200)
        assert result.exit_code == 0, result.output
        assert "My [/nope] board" in result.stdout
    assert "[/red]Boston[x]" in run("show", "board", path, columns=200).stdout
    played = run("run", "--board", path, "--player", "random", "--games", "2", "--quiet")
    assert "My [/nope] board" in played.stdout
