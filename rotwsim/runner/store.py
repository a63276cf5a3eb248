"""The folder of a run: a manifest, and one Parquet file per block that is whole or not there."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rotwsim.rules.schema import DataError
from rotwsim.runner.blocks import block_file, block_in_name, read_block
from rotwsim.runner.manifest import FORMAT, identity_of, refuse_another_run
from rotwsim.runner.parallel import PlayedBlock
from rotwsim.runner.plan import Block

MANIFEST = "manifest.json"
BLOCKS = "games"
UNFINISHED = ".unfinished-"  # how files begin that are being written


class Store:
    """The open folder of one run; only one process at a time may write into it."""

    def __init__(self, folder: Path, manifest: dict):
        self.folder = folder
        self.manifest = manifest
        self.files: dict[Block, Path] = {}

    def read(self, block: Block) -> PlayedBlock | None:
        """A stored block; a damaged one is removed, and None says that it must be played again."""
        path = self.files[block]
        played = read_block(path, identity_of(self.manifest))
        if played is None:
            path.unlink()
            del self.files[block]
        return played

    def write(self, played: PlayedBlock) -> None:
        """Stores a block in one step."""
        name, content = block_file(played, identity_of(self.manifest))
        path = self.folder / BLOCKS / name
        self._write_whole(path, content)
        self.files[played.block] = path

    def remove(self, block: Block) -> None:
        """Forgets a stored block."""
        self.files.pop(block).unlink()

    def note(self, **facts) -> None:
        """Changes facts of the manifest."""
        self.manifest = {**self.manifest, **facts}
        text = json.dumps(self.manifest, indent=2, ensure_ascii=False) + "\n"
        self._write_whole(self.folder / MANIFEST, text.encode(), lasting=True)

    def _write_whole(self, path: Path, content: bytes, lasting: bool = False) -> None:
        try:
            write_whole(path, content, lasting)
        except OSError as error:
            reason = error.strerror or str(error)
            raise DataError(f"{self.folder}: {reason}; complete blocks are kept") from error


@contextmanager
def opened(folder: Path | str, manifest: dict) -> Iterator[Store]:
    """The folder of a run, new or to be continued; anything else is refused before a change."""
    folder = Path(folder)
    refuse_another_run(folder, manifest_there(folder), manifest)
    made = make_folders(folder / BLOCKS)
    with locked(folder):
        there = manifest_there(folder)  # once more, now that nobody else can change it
        refuse_another_run(folder, there, manifest)
        remove_unfinished(folder)
        store = Store(folder, there or manifest)
        store.files = block_files(folder)
        try:
            if not there:
                store.note()
            yield store
        except BaseException:
            if not there and not store.files:
                take_back(folder, made)
            raise


def read_manifest(folder: Path | str) -> dict:
    """The manifest of a stored run, or one line that says what is wrong with the folder."""
    found = manifest_there(Path(folder))
    if found is None:
        raise DataError(f"{folder} holds no run: {MANIFEST} is missing")
    return found


def manifest_there(folder: Path) -> dict | None:
    """The manifest if the folder has one; None for a new or empty folder."""
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        if manifest["format"] != FORMAT:
            raise DataError(f"{path} has format {manifest['format']}; this version reads {FORMAT}")
        identity_of(manifest)
        return manifest
    except FileNotFoundError:
        if folder.is_dir() and any(path.name != BLOCKS for path in shown_files(folder)):
            raise DataError(f"{folder} holds other files and no run; give another folder") from None
        return None
    except (json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError):
        raise DataError(f"{path} is damaged; give another folder, or remove this one") from None


def shown_files(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if not path.name.startswith(UNFINISHED)]


def block_files(folder: Path) -> dict[Block, Path]:
    """Block files in the order of their games; where two overlap the first one counts."""
    found, end = {}, 0
    for path in sorted((folder / BLOCKS).glob("*.parquet")):
        block = block_in_name(path.name)
        if block and block.first >= end:
            found[block], end = path, block.end
    return found


def write_whole(path: Path, content: bytes, lasting: bool) -> None:
    """Writes beside the place and moves in one step: nobody ever sees half a file."""
    beside = path.parent / f"{UNFINISHED}{path.name}"
    try:
        with open(beside, "wb") as file:
            file.write(content)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds the folder; the lock goes with the process, however it ends."""
    try:
        import fcntl
    except ImportError:  # no such locks on this system
        yield
        return
    handle = os.open(folder / BLOCKS, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise DataError(f"another run is writing into {folder}") from None
        yield
    finally:
        os.close(handle)


def remove_unfinished(folder: Path) -> None:
    """Clears what a killed run left half-written."""
    for path in (*folder.glob(f"{UNFINISHED}*"), *(folder / BLOCKS).glob(f"{UNFINISHED}*")):
        path.unlink()


def make_folders(folder: Path) -> list[Path]:
    """Makes a folder and those above it; returns the new ones, the innermost first."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        take_back(folder.parent, missing)
        raise
    return missing


def take_back(folder: Path, made: list[Path]) -> None:
    """Removes what was made for a run that never held a game."""
    with suppress(OSError):
        (folder / MANIFEST).unlink(missing_ok=True)
    for path in made:
        with suppress(OSError):
            path.rmdir()
