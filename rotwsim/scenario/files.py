"""Files and folders of a user: written whole or not at all, named as seen from here."""

import os
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

DATA = Path(str(files("rotwsim") / "data"))
UNFINISHED = ".unfinished-"  # how files begin that are being written


def write_whole(path: Path, content: bytes | str, lasting: bool = False) -> None:
    """Write beside the place and move in one step: nobody ever sees half a file.

    Letters that UTF-8 lacks, from the name of a folder, become question marks. A device or a pipe
    is written to as it is.
    """
    if isinstance(content, str):
        content = content.encode("utf-8", "replace")
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    beside = path.parent / f"{UNFINISHED}{path.name}"
    try:
        with open(beside, "wb") as file:
            file.write(content)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException as error:
        with suppress(OSError):
            beside.unlink()
        if isinstance(error, OSError):
            error.filename = str(path)  # a full disk does not say which
        raise


def relative_path(text: str) -> str:
    """A file or folder as a command may name it to others: seen from here, not from the root."""
    if not os.path.isabs(text):
        return text
    try:
        return os.path.relpath(text)
    except ValueError:  # on another drive
        return text
