"""Two processes never write into one folder, and what a dead one left does not stop the next."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from rotwsim.runner import run_folder
from rotwsim.scenario.schema import DataError

HOLD = """
import sys, time
from pathlib import Path
from rotwsim.runner.run_folder import locked
with locked(Path(sys.argv[1]), Path(sys.argv[1]) / "games"):
    print("held", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def folder(tmp_path) -> Path:
    (tmp_path / "games").mkdir()
    return tmp_path


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_disk_is_named_and_leaves_no_lock_behind(folder, monkeypatch):
    def opened(path, form):
        """Makes the file, as a full disk does, and has no room for what is in it."""
        Path(path).touch()
        return Path("/dev/full").open(form)

    monkeypatch.setattr("builtins.open", opened)
    with pytest.raises(OSError) as refused, hold(folder):
        pass
    assert refused.value.filename == str(folder / run_folder.WRITER)
    assert [path.name for path in folder.iterdir()] == ["games"]


def hold(folder: Path):
    return run_folder.locked(folder, folder / "games")


@pytest.fixture
def other_process(folder):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


def test_the_second_of_two_is_told_who_the_first_is(folder, other_process):
    told = f"process {other_process.pid} on {socket.gethostname()}, since 2"
    with pytest.raises(DataError, match=f"another run is writing into .*: {told}"), hold(folder):
        pass


def test_a_lock_left_by_a_killed_process_is_taken_over(folder, other_process):
    other_process.send_signal(signal.SIGKILL)
    other_process.wait()
    assert (folder / run_folder.WRITER).exists(), "it could not tidy up"
    with hold(folder):
        assert f"process {os.getpid()} on" in (folder / run_folder.WRITER).read_text()
    assert not (folder / run_folder.WRITER).exists()


@pytest.mark.parametrize("text", ["", "process 1 on this host"])
def test_a_file_that_a_writer_left_stops_nobody(folder, text):
    (folder / run_folder.WRITER).write_text(text)
    with hold(folder):
        pass


def test_a_folder_held_by_this_very_process_is_refused_too(folder):
    with hold(folder), pytest.raises(DataError, match="another run is writing into"), hold(folder):
        pass
