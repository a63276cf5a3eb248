"""Several things wrong in one file, told together, each by its line."""

from __future__ import annotations

from rotwsim.rules.schema import DataError


class Mistakes(DataError):
    """What is wrong in a file; `lines` has a message for each, the error itself names the first."""

    def __init__(self, file: str, found: list[tuple[int | None, str]]):
        ordered = sorted(found, key=lambda each: each[0] or 0)
        self.lines = [
            f"{file}: line {line}: {what}" if line else f"{file}: {what}" for line, what in ordered
        ]
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        super().__init__(self.lines[0] + more)
