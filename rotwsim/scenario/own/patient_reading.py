"""Read a table to its end in spite of mistakes, and keep all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rotwsim.scenario.reading import Reader, one_line
from rotwsim.scenario.schema import DataError


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

    def _below(self, value: Any, key: str, place: str = "") -> PatientReader:
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
        return self._or(legal[0], super().choice, key, legal)

    def texts(
        self, key: str, default: list | None = None, weigh: Callable[[str], int] | None = None
    ) -> tuple[str, ...]:
        return self._or((), super().texts, key, default, weigh)

    def integers(self, key: str, low: int, high: int) -> tuple[int, ...]:
        return self._or((low,), super().integers, key, low, high)

    def table(self, key: str, optional: bool = False) -> PatientReader:
        return self._or(self._below({}, key), super().table, key, optional)

    def tables(self, key: str, default: list | None = None) -> list:
        return self._or([], super().tables, key, default)

    def done(self, legal: Iterable[str] = ()) -> None:
        """Note every key that was not taken."""
        for key in list(self._left):
            self._or(None, super().done, legal)
            del self._left[key]

    def wrong(self, key: str, what: str) -> None:
        """Note a mistake that no type shows."""
        self.mistakes.append(one_line(f"{self.file}: {self._path(key)} {what}"))

    def peek(self, key: str) -> Any:
        """Look at a value that is read later."""
        return self._left.get(key)

    def fill(self, before: dict) -> None:
        """Take these values for what is not given."""
        lists = {key: list(value) for key, value in before.items() if isinstance(value, tuple)}
        self._left = before | lists | self._left

    def is_table(self, key: str) -> bool:
        """Whether a value is a table."""
        return isinstance(self._left.get(key), dict)

    def done_with(self, keys: Iterable[str]) -> None:
        """Leave aside keys that are read elsewhere."""
        for key in keys:
            self._left.pop(key, None)
