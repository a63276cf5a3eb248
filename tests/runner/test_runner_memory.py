"""Ten million games fit into 600 MB; a fifth of them is tried here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .memory import growth

MOST_GROWTH = 4  # megabytes: what the allocator moves to and fro
MOST_BASE, MOST_BYTES = 240, 36  # megabytes of a process with a few games, bytes for each game more

needs_proc = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")


@pytest.mark.slow
@needs_proc
def test_two_million_games_fit_into_their_share_of_600_megabytes():
    games = 2_000_000
    done = subprocess.run(
        [sys.executable, "-m", "tests.runner.memory", "--games", str(games)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert MOST_BASE + 10 * MOST_BYTES == 600
    assert found["megabytes"] <= MOST_BASE + MOST_BYTES * games / 1e6


@pytest.mark.slow
@needs_proc
def test_nothing_piles_up_in_a_worker_however_many_blocks_it_plays():
    assert growth(100, games=100) <= MOST_GROWTH
