"""Where compiled kernels and computed routes are kept between runs."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass
class Compiling:
    """Who learns that a kernel is missing from the cache, and that it and all below it are made.

    This file does not import numba: a command can listen before it needs a kernel.
    """

    begin: Callable[[], None] = lambda: None
    end: Callable[[], None] = lambda: None
    depth: int = 0  # kernels under way, each for the one before it

    def enter(self) -> None:
        self.depth += 1
        if self.depth == 1:
            self.begin()

    def leave(self) -> None:
        self.depth -= 1
        if self.depth == 0:
            self.end()


COMPILING = Compiling()


def cache_folder() -> Path:
    """ROTWSIM_CACHE if set, else the user's cache folder."""
    chosen = os.environ.get("ROTWSIM_CACHE")
    if chosen:
        return Path(chosen).absolute()
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:  # a user without a home
        return _passing_cache()
    return Path(base) / "rotwsim"


@cache
def kernels_folder() -> Path:
    """Find the folder of compiled kernels, one that can be written to."""
    folder = cache_folder() / "kernels"
    if _is_writable(folder):
        return folder
    folder = _passing_cache() / "kernels"
    folder.mkdir(parents=True)
    return folder


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _passing_cache() -> Path:
    """A cache for this process and those it starts, gone when it ends."""
    folder, owner = tempfile.mkdtemp(prefix="rotwsim-cache-"), os.getpid()
    os.environ["ROTWSIM_CACHE"] = folder

    def remove() -> None:
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    return Path(folder)
