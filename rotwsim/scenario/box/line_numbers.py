"""Where a value stands in a TOML file, so that a message can name its line."""

from __future__ import annotations

import re

HEADER = re.compile(r"^\s*\[([^\[\]]+)\]\s*(?:#.*)?$")
KEY = re.compile(r"""^\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*=""")
TEXT_OR_REMARK = re.compile(r'"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*')


def line_of(content: str, table: str, key: str, entry: int | None = None) -> int | None:
    """The line, counted from 1, of a key below the header of its table, or of a text in its list.

    None if the file is written otherwise, such as with tables in one line.
    """
    within, start = "", 0
    for number, line in enumerate(content.split("\n"), start=1):
        header = HEADER.match(line)
        if header:
            within = header[1].strip()
        found = KEY.match(line)
        if found and within == table and key in found.groups():
            return number if entry is None else _line_of_entry(content, start + found.end(), entry)
        start += len(line) + 1
    return None


def _line_of_entry(content: str, start: int, entry: int) -> int | None:
    texts = [m for m in TEXT_OR_REMARK.finditer(content, start) if not m[0].startswith("#")]
    if entry >= len(texts):
        return None
    return content.count("\n", 0, texts[entry].start()) + 1
