"""A run of any length fits into 250 MB."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .memory import growth

MOST_GROWTH = 4  # megabytes: what the allocator moves to and fro
MOST = 250  # megabytes of the process that counts and stores

needs_proc = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")


@pytest.mark.slow
@needs_proc
@pytest.mark.parametrize(
    "games, stored",
    [(10**7, ()), (5 * 10**4, ("--stored",))],
    ids=["ten million are counted", "played and stored"],
)
def test_ten_times_the_games_need_no_more_memory(games, stored):
    words = [sys.executable, "-m", "tests.runner.memory", "--games", str(games), *stored]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["megabytes"] <= min(MOST, found["megabytes_after_a_tenth"] + MOST_GROWTH)


@pytest.mark.slow
@needs_proc
def test_nothing_piles_up_in_a_worker_however_many_blocks_it_plays():
    assert growth(100, games=100) <= MOST_GROWTH
