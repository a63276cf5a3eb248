"""Dask clusters: the one of the README, one on this machine, one that loses a worker."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pandas as pd
import pytest

from rotwsim.runner import parallel as cluster_module
from rotwsim.runner.run import run_games
from rotwsim.runner.store import read_run
from rotwsim.scenario.schema import DataError

from .conftest import COMMAND, GAMES, SEED

pytestmark = [
    pytest.mark.slow,  # starts a cluster
    pytest.mark.skipif(find_spec("distributed") is None, reason="needs distributed"),
]
PAGE = (Path(__file__).parents[2] / "docs" / "many-games.md").read_text(encoding="utf-8")
LINES = re.search(r"## A cluster in three lines.*?```\n(.*?)```", PAGE, re.DOTALL)[1]
PATIENCE = 120  # seconds on a busy machine


def words_of(line: str, port: int) -> list[str]:
    """A line of the page as a command on this machine."""
    line = line.replace("HOST", "127.0.0.1").replace("8786", str(port))
    words = shlex.split(line.replace("--nworkers auto", "--nworkers 2 --nthreads 1"), comments=True)
    if words[0] == "dask":
        return [sys.executable, "-m", "dask", *words[1:], "--no-dashboard"]
    return [*COMMAND, *words[1:]]


@pytest.fixture(scope="module")
def port(tmp_path_factory) -> Iterator[int]:
    """The port of a scheduler with two workers, each a process, started as the README says."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    scheduler, worker, _ = LINES.splitlines()
    folder = tmp_path_factory.mktemp("cluster")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    running = [
        subprocess.Popen(words_of(line, port), start_new_session=True, **quiet)
        for line in (scheduler, worker)
    ]
    try:
        wait_for_workers(port, 2)
        yield port
    finally:
        for process in reversed(running):  # with what they started; to say goodbye takes them long
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(timeout=PATIENCE)


def wait_for_workers(port: int, workers: int) -> None:
    for _ in range(10 * PATIENCE):
        with socket.socket() as door:
            if door.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    with client_of(f"tcp://127.0.0.1:{port}") as client:
        client.wait_for_workers(workers, timeout=PATIENCE)


def client_of(address: str):
    from distributed import Client

    return Client(address, set_as_default=False)


def test_the_three_lines_of_the_readme_make_a_cluster_that_plays(port, plain_run, tmp_path):
    words = words_of(LINES.splitlines()[2], port)
    words[words.index("10000000")] = str(GAMES)
    words += ["--player", "random", "--barons", "--seed", str(SEED), "--json"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["digest"] == plain_run.digest
    assert (tmp_path / "runs" / "big" / "manifest.json").exists()


def test_a_worker_killed_in_the_middle_costs_no_game(port, scenario, plain_run):
    address = f"tcp://127.0.0.1:{port}"
    with client_of(address) as client:
        workers = sorted(client.run(os.getpid).values())
    assert len(workers) == 2 and os.getpid() not in workers
    killed = []

    def kill_one(progress) -> None:
        if not killed and progress.games >= GAMES // 4:
            os.kill(workers[0], signal.SIGKILL)
            killed.append(progress.games)

    run = run_games(
        scenario, GAMES, SEED, backend="dask", scheduler=address, block=100, watch=kill_one
    )
    assert killed and killed[0] < GAMES
    assert run.digest == plain_run.digest
    pd.testing.assert_frame_equal(run.table, plain_run.table)
    assert (run.traffic == plain_run.traffic).all()


def test_a_worker_that_is_slow_and_one_that_comes_later_change_no_game(
    port, scenario, plain_run, tmp_path
):
    address = f"tcp://127.0.0.1:{port}"
    more = words_of(LINES.splitlines()[1].replace("--nworkers auto", "--no-nanny"), port)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    joined: list[subprocess.Popen] = []
    with client_of(address) as client:
        client.wait_for_workers(2, timeout=PATIENCE)  # a killed one is started again
        slow, *_ = client.run(os.getpid).values()
        known = set(client.nthreads())

        def disturb(progress) -> None:
            if not joined and progress.games >= GAMES // 4:
                os.kill(slow, signal.SIGSTOP)
                joined.append(subprocess.Popen(more, **quiet))
                client.wait_for_workers(len(known) + 1, timeout=PATIENCE)
                os.kill(slow, signal.SIGCONT)

        try:
            run = run_games(
                scenario, GAMES, SEED, backend="dask", scheduler=address, block=50, watch=disturb
            )
            assert len(set(client.nthreads()) - known) == 1, "the one that came later has joined"
        finally:
            for process in joined:
                process.terminate()
                process.wait(timeout=PATIENCE)
    assert run.digest == plain_run.digest
    pd.testing.assert_frame_equal(run.table, plain_run.table)


def test_a_cluster_with_other_code_is_refused_before_anything_is_written(
    port, scenario, tmp_path, monkeypatch
):
    monkeypatch.setattr("rotwsim.core.jit.decorators.KERNEL_DIGEST", "0123456789abcdef")
    with pytest.raises(DataError, match="install the same rotwsim everywhere"):
        run_games(
            scenario,
            GAMES,
            SEED,
            backend="dask",
            scheduler=f"tcp://127.0.0.1:{port}",
            out=tmp_path / "run",
        )
    assert not list(tmp_path.iterdir())


def test_a_scheduler_that_is_gone_is_one_line_and_keeps_whole_blocks(scenario, tmp_path):
    """A small cluster of its own, in a process that is killed once some blocks are stored."""
    cluster = subprocess.Popen(
        [sys.executable, "-c", CLUSTER], stdout=subprocess.PIPE, text=True, cwd=tmp_path
    )
    address, out = cluster.stdout.readline().strip(), tmp_path / "run"

    def kill_all(progress) -> None:
        if progress.games >= GAMES // 4:
            cluster.kill()

    with pytest.raises(DataError, match=f"the Dask cluster at {address} was lost"):
        options = {"backend": "dask", "scheduler": address, "block": 50, "out": out}
        run_games(scenario, 100 * GAMES, SEED, watch=kill_all, **options)
    cluster.wait(timeout=PATIENCE)
    assert read_run(out).games >= GAMES // 4 and not list(out.glob(".*"))


CLUSTER = """
import distributed
from threading import Event
local = distributed.LocalCluster(
    n_workers=1, threads_per_worker=2, processes=False, dashboard_address=":0", silence_logs=50,
    protocol="tcp",
)
print(local.scheduler_address, flush=True)
Event().wait()
"""


def test_a_scheduler_without_workers_is_told(monkeypatch):
    from distributed import LocalCluster

    monkeypatch.setattr(cluster_module, "SECONDS_FOR_WORKERS", 0.2)
    local = LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50)
    told = pytest.raises(DataError, match="has no workers")
    with local, told, cluster_module.cluster(2, local.scheduler_address):
        pass


def test_whoever_answers_but_is_no_scheduler_is_told_and_not_waited_for():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        with pytest.raises(DataError, match="no Dask scheduler answers at"):
            cluster_module.check_scheduler(f"tcp://127.0.0.1:{door.getsockname()[1]}")
