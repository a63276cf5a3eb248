"""Read a table to its end in spite of mistakes, and find the line of each."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from rotwsim.scenario.reading import Reader, nearest
from rotwsim.scenario.schema import DataError

HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
KEY = re.compile(r"""^\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*=""")
TEXT_OR_REMARK = re.compile(r'"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*')
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


class PatientReader(Reader):
    """A reader that goes on after a mistake, with a harmless value, and keeps all of them."""

    def __init__(
        self, data: Any, file: str, key: str = "", *more: Any, mistakes: list | None = None
    ):
        self.mistakes: list[str] = [] if mistakes is None else mistakes
        try:
            super().__init__(data, file, key, *more)
        except DataError as error:
            self.mistakes.append(str(error))
            super().__init__({}, file, key, *more)

    def _below(self, value: Any, key: str, place: str = "") -> "PatientReader":
        about = (self.file, f"{self._path(key)}{place}", self._origin_of(key), self.provenance)
        return PatientReader(value, *about, mistakes=self.mistakes)

    def _or(self, harmless: Any, read: Callable, *given: Any) -> Any:
        try:
            return read(*given)
        except DataError as error:
            self.mistakes.append(str(error))
            return harmless

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        return self._or(low, super().integer, key, low, high, default)

    def text(self, key: str, default: str | None = None, counted: bool = True) -> str:
        return self._or("?", super().text, key, default, counted)

    def flag(self, key: str, default: bool = False) -> bool:
        return self._or(default, super().flag, key, default)

    def choice(self, key: str, legal: tuple[str, ...]) -> str:
        meant = nearest(self.peek(key), legal) or legal[0]
        return self._or(meant, super().choice, key, legal)

    def texts(
        self, key: str, default: list | None = None, weigh: Callable[[str], int] | None = None
    ) -> tuple[str, ...]:
        return self._or((), super().texts, key, default, weigh)

    def integers(self, key: str, low: int, high: int) -> tuple[int, ...]:
        return self._or((), super().integers, key, low, high)

    def table(self, key: str, optional: bool = False) -> "PatientReader":
        return self._or(self._below({}, key), super().table, key, optional)

    def tables(self, key: str, default: list | None = None) -> list:
        return self._or([], super().tables, key, default)

    def done(self, legal: Iterable[str] = ()) -> None:
        """Note every key that was not taken."""
        for key in list(self._left):
            self._or(None, super().done, legal)
            del self._left[key]

    def wrong(self, key: str, what: str, legal: Iterable[str] = (), given: object = None) -> None:
        """Note a mistake that no type shows."""
        self._or(None, self.fail, key, what, legal, given)

    def peek(self, key: str, take: bool = False) -> Any:
        """Look at a value that is read later, or elsewhere."""
        return self._left.pop(key, None) if take else self._left.get(key)

    def fill(self, before: dict) -> None:
        """Take these values for what is not given."""
        lists = {key: list(value) for key, value in before.items() if isinstance(value, tuple)}
        self._left = before | lists | self._left


def line_of(content: str, table: str, key: str, entry: int | None = None) -> int | None:
    """Find the line, from 1 on, of a key in [table], in the nth [[table]] as table[n], or of a text
    in its list. Without the key it is the line of the head; None if the table is written otherwise.
    """
    within, rows, head, start = "", {}, None, 0
    for number, line in enumerate(content.split("\n"), start=1):
        header, found = HEADER.match(line), KEY.match(line)
        if header:
            within = header[2]
            if header[1] == "[[":
                rows[within] = rows.get(within, -1) + 1
                within = f"{within}[{rows[within]}]"
            head = number if within == table else head
        elif found and within == table and key in found.groups():
            return number if entry is None else _line_of_text(content, start + found.end(), entry)
        elif found and not within and table.partition("[")[0] in found.groups():
            return number  # a table in one line
        start += len(line) + 1
    return head


def _line_of_text(content: str, start: int, entry: int) -> int | None:
    texts = [m for m in TEXT_OR_REMARK.finditer(content, start) if not m[0].startswith("#")]
    if entry >= len(texts):
        return None
    return content.count("\n", 0, texts[entry].start()) + 1


def by_line(content: str, mistake: str, file: str) -> tuple[int | None, str]:
    """Find the line of a message by the key that it begins with."""
    what = mistake.removeprefix(f"{file}: ")
    found = KEY_OF_MESSAGE.match(what)
    if not found:
        return None, what
    table = found[1] if found[2] is None else f"{found[1]}[{found[2]}]"
    return line_of(content, table, (found[3] or "").split(".")[0]), what
