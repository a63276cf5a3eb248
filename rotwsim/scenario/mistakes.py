"""Collect the mistakes of a file, and find the line of each."""

import re

from rotwsim.scenario.schema import DataError

HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
KEY = re.compile(r"""^\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*=""")
KEY_OF_MESSAGE = re.compile(r"^([\w-]+)(?:\[(\d+)\])?(?:\.(\S+))?")


class Mistakes(DataError):
    """What is wrong in a file; `lines` has a message for each, the error itself names the first."""

    def __init__(self, file: str, found: list[tuple[int | None, str]]):
        ordered = sorted(found, key=lambda each: each[0] or 0)
        self.lines = [
            f"{file}: line {line}: {what}" if line else f"{file}: {what}" for line, what in ordered
        ]
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        super().__init__(self.lines[0] + more)


def lines_of(error: Exception) -> list[str]:
    """List what an error says, every mistake on its line."""
    return error.lines if isinstance(error, Mistakes) else [str(error)]


def line_of(content: str, table: str, key: str) -> int | None:
    """Find the line, from 1 on, of a key in [table], or in the nth [[table]] as table[n].

    Without the key it is the line of the head; None if the table is written otherwise.
    """
    within, rows, head = "", {}, None
    for number, line in enumerate(content.split("\n"), start=1):
        header, found = HEADER.match(line), KEY.match(line)
        if header:
            within = header[2]
            if header[1] == "[[":
                rows[within] = rows.get(within, -1) + 1
                within = f"{within}[{rows[within]}]"
            head = number if within == table else head
        elif found and within == table and key in found.groups():
            return number
        elif found and not within and table.partition("[")[0] in found.groups():
            return number  # a table in one line
    return head


def by_line(content: str, mistake: str, file: str) -> tuple[int | None, str]:
    """Find the line of a message by the key that it begins with."""
    what = mistake.removeprefix(f"{file}: ")
    found = KEY_OF_MESSAGE.match(what)
    if not found:
        return None, what
    table = found[1] if found[2] is None else f"{found[1]}[{found[2]}]"
    return line_of(content, table, (found[3] or "").split(".")[0]), what
