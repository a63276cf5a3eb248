"""Forms of tables, completion of names, a look at the machine, experiments by name."""

from __future__ import annotations

import csv
import io
import json
import os
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console
from rich.status import Status

from rotwsim.cli import main
from rotwsim.cli.progress import WORDS, spinner
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.options import PLAYERS

ROOT = Path(__file__).parents[2]
QUICK = ("--player", "random", "--games", "10", "--quiet")


def run(*words: str):
    return CliRunner().invoke(main, list(words))


def test_an_analysis_as_csv_is_its_table_with_bare_numbers():
    done = run("compare", *QUICK, "--variant", "tweak=cash", "--csv")
    assert done.exit_code == 0, done.output
    (row,) = csv.DictReader(io.StringIO(done.stdout))
    assert row["name"] and -1 <= float(row["difference"]) <= 1


@pytest.mark.parametrize(
    "words", [("run", *QUICK), ("show", "players"), ("show", "tweaks"), ("show", "terms")]
)
def test_tables_come_as_csv_and_as_markdown(words):
    rows = list(csv.reader(io.StringIO(run(*words, "--csv").stdout)))
    assert len({len(row) for row in rows}) == 1 and len(rows) > 3
    lines = [line for line in run(*words, "--markdown").stdout.splitlines() if "|" in line]
    assert lines[1].startswith("| --- |") and len(lines) == len(rows) + 1


def completed(words: str) -> set[str]:
    """What a shell offers for the last of these words."""
    told = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split(" ")) - 1)}
    asked = {"_ROTWSIM_COMPLETE": "bash_complete", **told}
    done = CliRunner().invoke(main, env=asked, prog_name="rotwsim")
    return {line.partition(",")[2] for line in done.stdout.splitlines()}


def test_a_shell_completes_names_of_boards_players_and_tweaks():
    assert completed("rotwsim run --board ") == set(board_names())
    assert completed("rotwsim run --player ") == set(PLAYERS)
    assert "exhaust+1" in completed("rotwsim run --tweak ex")
    assert "target=" in completed("rotwsim run --set ta")
    assert "doctor" in completed("rotwsim dev do")
    assert completed("rotwsim de") == {"decisive", "design", "dev"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_is_printed(shell):
    done = run("dev", "completion", shell)
    assert done.exit_code == 0 and "_ROTWSIM_COMPLETE" in done.stdout


@pytest.mark.slow
def test_the_doctor_tells_versions_cores_cache_kernels_and_disk():
    told = json.loads(run("dev", "doctor", "--json").stdout)
    assert told["packages"]["numpy"][0].isdigit() and told["machine"]["cores"] == os.cpu_count()
    assert {"cache", "kernels", "free disk"} <= set(told["machine"])
    shown = run("dev", "doctor").stdout
    assert "kernels" in shown and "numba" in shown


def test_an_experiment_is_found_by_its_name(monkeypatch, tmp_path):
    from rotwsim.cli.experiment_and_report import found_experiment

    monkeypatch.chdir(tmp_path)
    assert "rotwsim new experiment FILE begins one" in run("experiment", "demo").output
    (tmp_path / "experiments").symlink_to(ROOT / "experiments")
    assert found_experiment(Path("demo")) == Path("experiments/demo.toml")
    refused = run("experiment", "dem")
    assert refused.exit_code == 2 and 'did you mean "demo"' in refused.output


def test_a_folder_is_never_an_experiment_file(monkeypatch, tmp_path):
    """`make demo` writes a folder demo beside the folder experiments."""
    from rotwsim.cli.experiment_and_report import found_experiment

    (tmp_path / "experiments").symlink_to(ROOT / "experiments")
    (tmp_path / "demo").mkdir()
    monkeypatch.chdir(tmp_path)
    assert found_experiment(Path("demo")) == Path("experiments/demo.toml")


WITH_COST = {
    ("run",): "10 games, about 8:20 min\n",
    ("run", "--precision", "40"): "at most 10 games, about 8:20 min, fewer as soon as",
    ("compare", "--variant", "tweak=cash"): "20 games, about 16:40 min\n",
    # 2 players, 5 slips, as many games again, and 4 streams of another game
    ("skill", "--players", "passive"): "120 games, about 1:40 h\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("words, said", WITH_COST.items(), ids=map(" ".join, WITH_COST))
def test_a_long_command_says_its_whole_cost_once_before_it_begins(words, said, monkeypatch):
    monkeypatch.setattr("rotwsim.runner.workload.measure_speed", lambda *_: 0.02)
    told = run(*words, "--player", "random", "--games", "10", "--jobs", "1")
    assert told.exit_code == 0, told.output
    assert told.stderr.count("about") == 1 and said in told.stderr
    assert "about" not in run(*words, "--player", "random", "--games", "10", "--quiet").stderr


def test_a_short_command_does_not():
    assert "about" not in run("run", "--player", "random", "--games", "10").stderr


PLAYING = {
    "run": "run --games 1 --player random",
    "audit": "dev audit --games 1 --player passive",
    "replay": "replay --player passive",
    "train": "dev train --weights club --games 2 --rounds 1 --population 4 --jobs 1 --confirm 2 "
    "--out tuning",
}


@pytest.mark.parametrize("command", PLAYING)
def test_a_command_that_compiles_says_so_once(command, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rotwsim.cli.progress.LONG", 0.0)
    monkeypatch.setattr("rotwsim.runner.play.is_loaded", lambda kernel: False)
    monkeypatch.setattr("rotwsim.runner.play._is_kept", lambda kernel: False)
    monkeypatch.setattr("rotwsim.runner.play._compile_in_two", lambda kernels: None)
    done = run(*PLAYING[command].split())
    assert done.exit_code == 0, done.output
    assert done.stderr.count(WORDS) == 1 and "compiled in 0 s" in done.stderr


def test_quiet_compiles_without_a_word(monkeypatch):
    monkeypatch.setattr("rotwsim.runner.play.is_loaded", lambda kernel: False)
    monkeypatch.setattr("rotwsim.runner.play._is_kept", lambda kernel: False)
    monkeypatch.setattr("rotwsim.runner.play._compile_in_two", lambda kernels: None)
    assert run("run", "--games", "1", "--player", "random", "--quiet").stderr == ""


def test_compiling_is_shown_with_a_sign_that_something_goes_on(monkeypatch):
    monkeypatch.setattr("rich.console.Console", partial(Console, force_terminal=True))
    assert isinstance(spinner("compiling …", again=True), Status)
