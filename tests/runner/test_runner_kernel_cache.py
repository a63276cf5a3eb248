"""Compiled kernels are those of the sources at hand, whether the cache can be written to or not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rotwsim
from rotwsim.core import cache

pytestmark = pytest.mark.slow  # processes that read kernels

FIRST_WORD = """
import numpy as np
from rotwsim.core import layout, streams
states = np.zeros(1, layout.STATE)
print(streams.draw_word(states[0], 0), streams.draw_word._cache.cache_path)
"""


def first_word(package: Path, **environment: str) -> tuple[str, Path]:
    """The first random word that a copy of the package draws, and where its kernel is kept."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_WORD],
        env={**os.environ, "PYTHONPATH": str(package), "NUMBA_DISABLE_JIT": "0", **environment},
        cwd=package,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    word, folder = done.stdout.split()
    return word, Path(folder)


@pytest.fixture
def package(tmp_path) -> Path:
    """A folder with a copy of the package, free to be edited."""
    ignore = shutil.ignore_patterns("__pycache__", "data", "templates")
    shutil.copytree(Path(rotwsim.__file__).parent, tmp_path / "copy" / "rotwsim", ignore=ignore)
    (tmp_path / "copy" / "rotwsim" / "__init__.py").write_text("")
    return tmp_path / "copy"


@pytest.fixture
def unwritable(tmp_path) -> str:
    """A cache that even the administrator cannot write to: it is a file."""
    (tmp_path / "a file").write_text("")
    return str(tmp_path / "a file")


def test_with_an_unwritable_cache_an_edit_is_seen_at_once(package, unwritable):
    before, folder = first_word(package, ROTWSIM_CACHE=unwritable)
    mixing = package / "rotwsim" / "core" / "log.py"
    edited = mixing.read_text().replace("0xBF58476D1CE4E5B9", "0xBF58476D1CE4E5BB")
    mixing.write_text(edited)
    after, _ = first_word(package, ROTWSIM_CACHE=unwritable)
    assert before != after
    assert not list(package.rglob("*.nbi")), "no kernel is kept beside the sources"
    assert not folder.exists(), "what one process kept is gone with it"


def test_numba_cannot_be_told_to_keep_kernels_beside_the_sources(package, tmp_path):
    _, folder = first_word(
        package, ROTWSIM_CACHE=str(tmp_path / "c"), NUMBA_CACHE_LOCATOR_CLASSES="InTreeCacheLocator"
    )
    assert folder.is_relative_to(tmp_path / "c" / "kernels")


def test_kernels_of_a_subfolder_change_the_digest_too(package, tmp_path):
    given = {"ROTWSIM_CACHE": str(tmp_path / "c")}
    _, before = first_word(package, **given)
    (package / "rotwsim" / "players" / "more").mkdir()
    (package / "rotwsim" / "players" / "more" / "bold.py").write_text('"""A player."""\n')
    _, after = first_word(package, **given)
    assert before != after


def test_a_user_without_a_home_has_a_passing_cache(monkeypatch):
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("ROTWSIM_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, "")
    monkeypatch.setattr(Path, "home", nowhere)
    folder = cache.kernels_folder("0123456789abcdef")
    try:
        assert folder.is_dir() and cache.cache_folder() == folder.parent.parent
    finally:
        shutil.rmtree(cache.cache_folder())
