"""A run that is killed at any moment goes on where it was; one that is interrupted says so."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import struct
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

from rotwsim.runner import parallel
from rotwsim.runner.parallel import PlayedBlock
from rotwsim.runner.run import run_games
from rotwsim.runner.run_totals import RunTotals
from rotwsim.runner.store import block_files, read_manifest, read_run
from rotwsim.runner.workload import Block
from rotwsim.scenario.schema import DataError

pytestmark = pytest.mark.slow  # kills runs

GAMES = 5_000
BLOCK = 50
KILLED_AFTER = (0, 3)  # blocks: while it starts, and as soon as it plays
WORDS = ("run", "--player", "random", "--barons", "--seed", 5, "--block", BLOCK, "--jobs", 2)
PATIENCE = 60.0  # seconds for a process to get going on a busy machine


def stored(folder: Path) -> int:
    return len(block_files(folder))


def wait_for_blocks(process, folder: Path, blocks: int) -> None:
    """Until the process has stored so many more blocks, or has ended."""
    goal, start = stored(folder) + blocks, time.monotonic()
    while stored(folder) < goal and process.poll() is None:
        assert time.monotonic() - start < PATIENCE
        time.sleep(0.01)


def test_killed_again_and_again_the_table_equals_the_uninterrupted_one(start, scenario, tmp_path):
    folder, dice = tmp_path / "run", random.Random(1)
    for blocks in KILLED_AFTER:
        process = start(*WORDS, "--games", GAMES, "--out", folder, "--quiet")
        wait_for_blocks(process, folder, blocks)
        time.sleep(dice.uniform(0, 0.05 if blocks else 2))
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL, "it ended before it was killed"
    killed = stored(folder)
    assert 0 < killed < GAMES // BLOCK, "some blocks were kept, some were still to be played"
    process = start(*WORDS, "--games", GAMES, "--out", folder, "--json")
    told, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, complaints
    plain = run_games(scenario, GAMES, 5)
    assert json.loads(told)["digest"] == plain.digest
    read = read_run(folder)
    assert read.digest == read.manifest["digest"] == plain.digest
    assert not read.missing and not read.damaged
    assert (read.traffic == plain.traffic).all()
    pd.testing.assert_frame_equal(read.table, plain.table)


@pytest.mark.parametrize("backend", ["threads", "processes", "dask"])
def test_ctrl_c_stops_cleanly_and_keeps_what_is_done(start, scenario, tmp_path, backend):
    """Dask without a scheduler starts two workers here, as processes do; all play the same."""
    if backend == "dask":
        pytest.importorskip("distributed")
    folder = tmp_path / "run"
    words = (*WORDS, "--games", 10**7, "--out", folder, "--json", "--backend", backend)
    process = start(*words)
    wait_for_blocks(process, folder, 3)
    if Path("/proc/self/stat").exists():
        assert (len(members_of(process.pid)) > 2) == (backend != "threads"), "it has workers"
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to all processes of the group
    told, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, complaints
    assert "Traceback" not in complaints
    summary = json.loads(told)
    assert 3 * BLOCK <= summary["games"] < 10**7
    assert f"Stopped by Ctrl-C after {summary['games']:,} of 10,000,000 games." in complaints
    assert "The same command goes on from here." in complaints
    assert read_manifest(folder)["finished"] is None
    read = read_run(folder)
    assert (read.games, read.digest) == (summary["games"], summary["digest"])
    exact = run_games(scenario, read.games, 5)
    assert exact.digest == read.digest, "the games that are done are the first ones"
    pd.testing.assert_frame_equal(read.table, exact.table)


def test_interrupted_games_in_a_notebook_raise_as_usual(scenario):
    from rotwsim.runner.run import simulate

    def press_ctrl_c(progress) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)

    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        simulate(scenario, 10_000, 5, jobs=1, block=10, watch=press_ctrl_c)
    assert signal.getsignal(signal.SIGINT) is handler


def test_sigterm_stops_as_cleanly_as_ctrl_c(rotwsim, monkeypatch, tmp_path):
    """In this process, which only notes a signal that the run leaves to it."""
    missed, folder, add = [], tmp_path / "run", RunTotals.add
    usual = signal.signal(signal.SIGTERM, lambda *_: missed.append("SIGTERM"))

    def add_and_stop(totals: RunTotals, played: PlayedBlock) -> None:
        add(totals, played)
        if played.block.first == 3 * BLOCK:
            os.kill(os.getpid(), signal.SIGTERM)

    with monkeypatch.context() as while_it_runs:
        while_it_runs.setattr(RunTotals, "add", add_and_stop)
        done = rotwsim(*WORDS, "--games", 10**5, "--out", folder, "--json")
    assert signal.signal(signal.SIGTERM, usual).__name__ == "<lambda>" and not missed
    assert done.exit_code == 130 and isinstance(done.exception, SystemExit), "no traceback"
    assert "Stopped by SIGTERM after" in done.stderr and "Ctrl-C" not in done.stderr
    assert 3 * BLOCK <= json.loads(done.stdout)["games"] == read_run(folder).games < 10**5
    assert not list(folder.rglob(".*")), "nothing is left over"


def test_ctrl_c_during_the_last_block_is_not_swallowed(scenario):
    """Else a comparison of many arms would go on with the next one."""

    def press_ctrl_c(progress) -> None:
        if progress.games == progress.wanted:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)

    run = run_games(scenario, 100, 5, jobs=1, block=50, watch=press_ctrl_c)
    assert run.games == 100 and run.interrupted == "Ctrl-C"


def members_of(session: int) -> list[int]:
    """The processes that a command started, and those that these started."""
    found = []
    for name in os.listdir("/proc"):
        with contextlib.suppress(OSError):
            if name.isdigit() and os.getsid(int(name)) == session and is_running(int(name)):
                found.append(int(name))
    return found


def is_running(process: int) -> bool:
    """Whether a process is more than a line in the table that nobody has read yet."""
    state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    return state != "Z"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("backend", ["processes", "dask"])
def test_a_killed_run_leaves_no_idle_workers(start, tmp_path, backend):
    if backend == "dask":
        pytest.importorskip("distributed")
    folder = tmp_path / "run"
    process = start(*WORDS, "--games", 10**7, "--out", folder, "--backend", backend, "--quiet")
    wait_for_blocks(process, folder, 2)
    assert len(members_of(process.pid)) > 2, "it has workers"
    process.kill()
    process.wait()
    begin = time.monotonic()
    while members_of(process.pid):
        assert time.monotonic() - begin < 20, "workers outlive their run"
        time.sleep(0.1)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_killed_worker_process_is_one_line(start, tmp_path):
    folder = tmp_path / "run"
    process = start(*WORDS, "--games", 10**7, "--out", folder, "--backend", "processes", "--quiet")
    wait_for_blocks(process, folder, 2)
    workers = [
        member
        for member in members_of(process.pid)
        if b"popen_loky" in Path(f"/proc/{member}/cmdline").read_bytes()
    ]
    os.kill(workers[0], signal.SIGKILL)
    _, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert "a worker process was killed" in complaints and "Traceback" not in complaints
    assert read_run(folder).games >= 2 * BLOCK


def test_a_worker_killed_while_it_hands_a_block_over_is_an_error_that_says_what_to_do(monkeypatch):
    """Half a message in the pipe: loky alone would wait for the rest of it forever."""
    monkeypatch.setattr(parallel, "SECONDS_BETWEEN_LOOKS", 0.1)
    blocks = [Block(0, 10), Block(10, 10), Block(20, 10)]
    monkeypatch.setattr(parallel, "play_one_block", hand_over_half)
    with (
        pytest.raises(DataError, match=r"worker process was killed.*--backend threads"),
        parallel.workers(parallel.Machine(2, "processes")) as crew,
    ):
        for _ in crew.play(None, blocks):
            pass


def hand_over_half(work: None, block: Block) -> Block:
    """Write the length of a message and no more, then die as a process without memory does."""
    if block.first:
        frame = sys._getframe()
        while "result_queue" not in frame.f_locals:
            frame = frame.f_back
        os.write(frame.f_locals["result_queue"]._writer.fileno(), struct.pack("!i", 1_000))
        os.kill(os.getpid(), signal.SIGKILL)
    return block
