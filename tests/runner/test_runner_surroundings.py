"""A run in poor surroundings: it plays the same games, or says in one line why it cannot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rotwsim.rules.scenario import Scenario
from rotwsim.runner.run import run_games

from .conftest import COMMAND

GAMES = 2
BOARD = "portugal"  # its lists of ways are the quickest to make where none can be kept
WORDS = ["run", "--board", BOARD, "--player", "random", "--seed", "5", "--games", str(GAMES)]


@pytest.fixture(scope="module")
def digest() -> str:
    return run_games(Scenario.of(BOARD, player="random"), GAMES, 5).digest


def run_with(tmp_path: Path, *more: str, **environment: str | None) -> subprocess.CompletedProcess:
    """The command, with variables set or taken away."""
    known = {**os.environ, **environment}
    return subprocess.run(
        [*COMMAND, *WORDS, "--json", *more],
        env={name: value for name, value in known.items() if value is not None},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )


SURROUNDINGS = {
    "without compiling": {"NUMBA_DISABLE_JIT": "1"},
    "no cache that can be written to": {"NUMBA_DISABLE_JIT": "1", "ROTWSIM_CACHE": "/dev/null"},
    "no home": {"NUMBA_DISABLE_JIT": "1", "HOME": None, "XDG_CACHE_HOME": None},
    "a home that is no folder": {"NUMBA_DISABLE_JIT": "1", "HOME": "/dev/null"},
    "the language C": {"LANG": "C", "LC_ALL": "C"},
    "forty columns": {"COLUMNS": "40"},
}


@pytest.mark.slow
@pytest.mark.parametrize("surroundings", SURROUNDINGS)
def test_the_same_games_are_played(surroundings, digest, tmp_path):
    done = run_with(tmp_path, **SURROUNDINGS[surroundings])
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["digest"] == digest
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir()), "nothing is left where it was started"


@pytest.mark.parametrize("out", ["/dev/null/run", "/proc/run"])
def test_a_folder_that_cannot_be_made_is_one_line(out, tmp_path):
    done = run_with(tmp_path, "--out", out, NUMBA_DISABLE_JIT="1")
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1 and "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_closed_pipe_is_no_traceback(tmp_path):
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.Popen(
        [*COMMAND, *WORDS], stdout=writer, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    )
    os.close(writer)
    _, complaints = process.communicate(timeout=120)
    assert "Traceback" not in complaints and process.returncode != 0


@pytest.mark.slow
def test_killed_commands_can_be_tried_by_the_hundred():
    """The script behind the figures of docs/reliability.md, with one kill of one command."""
    words = ["--command", "compare", "--kills", "1", "--games", "500", "--seconds", "2"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.runner.kills", *words], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["wrong"] == []
