"""The three lines of the README make a cluster that plays."""

from __future__ import annotations

import json
import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import COMMAND, SEED

pytest.importorskip("distributed")
README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BLOCK = re.search(r"### A cluster in three lines.*?```\n(.*?)```", README, re.DOTALL)[1]


def words_of(line: str, port: int) -> list[str]:
    """A line of the README as a command of this machine."""
    line = line.replace("HOST", "127.0.0.1").replace("8786", str(port))
    words = shlex.split(line.replace("--nworkers auto", "--nworkers 2"), comments=True)
    if words[0] == "dask":
        return [sys.executable, "-m", "dask", *words[1:], "--no-dashboard"]
    return [*COMMAND, *words[1:]]


def test_the_three_lines_of_the_readme_make_a_cluster_that_plays(tmp_path, scenario, plain_run):
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    scheduler, worker, run = (words_of(line, port) for line in BLOCK.splitlines())
    assert "10000000" in run and "runs/big" in run
    run[run.index("10000000")] = str(plain_run.games)
    run += ["--player", "random", "--barons", "--seed", str(SEED), "--json"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    running = [subprocess.Popen(words, **quiet) for words in (scheduler, worker)]
    try:
        wait_until_it_listens(port)
        done = subprocess.run(run, capture_output=True, text=True, cwd=tmp_path, timeout=120)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["digest"] == plain_run.digest
        assert (tmp_path / "runs" / "big" / "manifest.json").exists()
    finally:
        for process in reversed(running):
            process.terminate()
        for process in running:
            process.wait(timeout=30)


def wait_until_it_listens(port: int) -> None:
    import time

    for _ in range(300):
        with socket.socket() as door:
            if door.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("the scheduler does not listen")
