"""Starts the slow run with every index checked beside the other tests: both compile at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rotwsim.core.cache import cache_folder

CHECKED = pytest.StashKey[subprocess.Popen]()
CONFORMANCE = Path(__file__).parent / "test_conformance.py"


def pytest_collection_finish(session: pytest.Session) -> None:
    if any(item.name == "test_every_index_is_within_its_array" for item in session.items):
        if not hasattr(session.config, "workerinput"):  # of several workers only one gets the test
            start_checked_run(session.config)


def pytest_unconfigure(config: pytest.Config) -> None:
    process = config.stash.get(CHECKED, None)
    if process and process.poll() is None:
        process.kill()


@pytest.fixture
def checked_run(pytestconfig: pytest.Config) -> subprocess.Popen:
    """The conformance tests in a process of their own, every index checked."""
    return start_checked_run(pytestconfig)


def start_checked_run(config: pytest.Config) -> subprocess.Popen:
    """Starts it, unless it runs already."""
    if CHECKED not in config.stash:
        config.stash[CHECKED] = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(CONFORMANCE)],
            # Kernels with checks must not mix with those without.
            env={
                **os.environ,
                "NUMBA_BOUNDSCHECK": "1",
                "ROTWSIM_CACHE": str(cache_folder() / "checked"),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    return config.stash[CHECKED]
