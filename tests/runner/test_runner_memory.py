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
def test_ten_million_games_need_no_more_memory_than_a_million():
    few, many = (megabytes_for(games) for games in (10**6, 10**7))
    assert few <= MOST and many <= few + MOST_GROWTH


@pytest.mark.slow
@needs_proc
def test_games_played_and_stored_fit_too():
    assert megabytes_for(2 * 10**5, "--stored") <= MOST


def megabytes_for(games: int, *options: str) -> int:
    done = subprocess.run(
        [sys.executable, "-m", "tests.runner.memory", "--games", str(games), *options],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["megabytes"]


@pytest.mark.slow
@needs_proc
def test_nothing_piles_up_in_a_worker_however_many_blocks_it_plays():
    assert growth(100, games=100) <= MOST_GROWTH
