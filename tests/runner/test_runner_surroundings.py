"""A run in poor surroundings: it plays the same games, or says in one line why it cannot."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from rotwsim.core.state.layout import SEAS
from rotwsim.runner.run import run_games
from rotwsim.scenario import hexes
from rotwsim.scenario.board_file import PRINTED
from rotwsim.scenario.scenario import Scenario

from ..conftest import as_toml
from . import kills
from .conftest import COMMAND

GAMES = 2
# In one block: else games are played to find out how long one takes.
WORDS = ["run", "--player", "random", "--seed", "5", "--games", str(GAMES), "--block", str(GAMES)]


@pytest.fixture(scope="module")
def islands(tmp_path_factory) -> Path:
    """A board whose cities are islands: where no list of ways can be kept, none is long to make."""
    board = tomllib.loads((PRINTED / "boards" / "portugal.toml").read_text(encoding="utf-8"))
    cities = [city["name"] for city in board["cities"]["list"]]
    rows = [re.sub(r"[^C]", hexes.UNPLAYABLE, row) for row in board["map"]["rows"]]
    board["map"] |= {"rows": rows, "ridges": []}
    board["cities"]["list"] = [
        city | {"closed": list(hexes.SIDES)} for city in board["cities"]["list"]
    ]
    chain = pairwise(cities[: SEAS + 1])
    board["sea"]["list"] = [{"cities": list(pair), "price": 4, "tiles": 1} for pair in chain]
    board["solo"]["cities_not_in_play"] = cities[SEAS + 1 :]
    path = tmp_path_factory.mktemp("board") / "islands.toml"
    path.write_text(as_toml(board), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def digest(islands) -> str:
    return run_games(Scenario.of(str(islands), player="random"), GAMES, 5).digest


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


NO_HOME = {"NUMBA_DISABLE_JIT": "1", "HOME": "/dev/null", "XDG_CACHE_HOME": None}
SURROUNDINGS = {
    "no cache that can be written to": {"NUMBA_DISABLE_JIT": "1", "ROTWSIM_CACHE": "/dev/null"},
    "no compiler and no home": {"NUMBA_DISABLE_JIT": "1", "HOME": None, "XDG_CACHE_HOME": None},
    "a home that is no folder": NO_HOME,
    "the language C and forty columns": {"LANG": "C", "LC_ALL": "C", "COLUMNS": "40"},
}


@pytest.mark.slow
@pytest.mark.parametrize("surroundings", SURROUNDINGS)
def test_the_same_games_are_played(surroundings, islands, digest, tmp_path):
    done = run_with(tmp_path, "--board", str(islands), **SURROUNDINGS[surroundings])
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["digest"] == digest
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir()), "nothing is left where it was started"


@pytest.mark.parametrize("out", ["/dev/null/run", "/proc/run"])
def test_a_folder_that_cannot_be_made_is_one_line(out, rotwsim):
    done = rotwsim(*WORDS, "--json", "--out", out)
    assert done.exit_code == 2 and isinstance(done.exception, SystemExit), "no traceback"
    assert len(done.stderr.strip().splitlines()) == 1 and not done.stdout


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
def test_killed_commands_can_be_tried_by_the_hundred(monkeypatch, capsys):
    """The script behind the figures of docs/reliability.md, with one kill of one command."""
    words = ["--command", "run", "--kills", "1", "--games", "200", "--seconds", "2"]
    monkeypatch.setattr(sys, "argv", ["kills", *words])
    with pytest.raises(SystemExit) as ended:
        kills.main()
    told = json.loads(capsys.readouterr().out)
    assert (told["kills"], told["wrong"]) == (1, []) and not ended.value.code
