"""Lock the folder of a run: one writer at a time, and take over from a dead one."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rotwsim.scenario.files import write_whole
from rotwsim.scenario.schema import DataError

WRITER = ".writer"  # the file that names the process writing into a folder
SIGN_OF_LIFE_SECONDS = 30
SILENT_SECONDS = 900  # without a sign, after which a writer on another host counts as dead


class Lock:
    """A locked folder; the writer regularly shows that it is alive."""

    def __init__(self, folder: Path):
        self.file = folder / WRITER
        self.shown = time.monotonic()

    def show_life(self) -> None:
        """Touch the writer's file with a block; other hosts look at its age."""
        if time.monotonic() - self.shown > SIGN_OF_LIFE_SECONDS:
            self.shown = time.monotonic()
            with suppress(OSError):
                os.utime(self.file)


@contextmanager
def locked(folder: Path, inner: Path) -> Iterator[Lock]:
    """Lock the folder by a lock on the one inside it.

    The lock ends with the process; the next run takes over what it left.
    """
    handle = os.open(inner, os.O_RDONLY)
    try:
        refuse_a_living_writer(folder, _lock(handle))
        write_whole(folder / WRITER, json.dumps(_ourselves()))
        try:
            yield Lock(folder)
        finally:
            with suppress(OSError):
                (folder / WRITER).unlink()
    finally:
        os.close(handle)


def refuse_a_living_writer(folder: Path, is_ours: bool | None) -> None:
    """Refuse a folder that another run writes into.

    Some systems lock for one host only, some not at all: there the writer's file decides.
    """
    writer = _writer_of(folder)
    if is_ours is False:
        raise DataError(f"another run is writing into {folder}{_in_words(writer)}")
    if writer is None:
        return
    if writer["host"] != socket.gethostname():
        is_alive = _age(folder / WRITER) < SILENT_SECONDS
    else:
        is_alive = is_ours is None and _runs_here(writer["process"])
    if is_alive:
        raise DataError(
            f"another run is writing into {folder}{_in_words(writer)}; if that is over, remove "
            f"{folder / WRITER}"
        )


def _lock(handle: int) -> bool | None:
    """Take the lock: whether the system gives it; None if it knows no locks."""
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return None
    return True


def _writer_of(folder: Path) -> dict | None:
    try:
        writer = json.loads((folder / WRITER).read_text(encoding="utf-8"))
        return {"process": int(writer["process"]), **{k: str(writer[k]) for k in ("host", "since")}}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _in_words(writer: dict | None) -> str:
    if writer is None:
        return ""
    return f": process {writer['process']} on {writer['host']}, since {writer['since']}"


def _ourselves() -> dict:
    since = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())
    return {"process": os.getpid(), "host": socket.gethostname(), "since": since}


def _runs_here(process: int) -> bool:
    if os.name != "posix":
        return True  # signal 0 would end the process there
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _age(path: Path) -> float:
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return SILENT_SECONDS
