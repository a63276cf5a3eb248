"""Files and folders of a user: written whole or not at all, as TOML, named as seen from here."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

DATA = Path(str(files("rotwsim") / "data"))
BARE = re.compile(r"[A-Za-z0-9_-]+")  # a key without quotes
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


def toml_lines(content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the lines of a TOML file, each with the key it is about; tables come last."""
    tables: list[tuple[str, str]] = []
    for name, value in content.items():
        rows = value if isinstance(value, list) else [value]
        if not rows or not all(isinstance(row, dict) for row in rows):
            yield f"{toml_key(name)} = {toml_value(value)}", name
            continue
        for place, row in enumerate(rows):
            is_list = rows is value
            at = f"{name}[{place}]" if is_list else name
            tables += [
                ("", at),
                (f"[[{toml_key(name)}]]" if is_list else f"[{toml_key(name)}]", at),
            ]
            tables += [(f"{toml_key(key)} = {toml_value(row[key])}", f"{at}.{key}") for key in row]
    yield from tables


def toml_key(name: str) -> str:
    """Write a key, in quotes where it needs them."""
    return name if BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def toml_value(value: object) -> str:
    """Write a text, number, truth, list or table; all but tables are as in JSON."""
    if isinstance(value, dict):
        inside = ", ".join(f"{toml_key(key)} = {toml_value(entry)}" for key, entry in value.items())
        return f"{{ {inside} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    return json.dumps(value, ensure_ascii=False)
