"""Tables as CSV that a spreadsheet can open without running what a name says."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes for the start of one
GUARD = "'"


def as_csv(table: pd.DataFrame, digits: int) -> str:
    """All rows, with so many significant digits; text that begins like a formula is guarded."""
    return guarded(table).to_csv(index=False, float_format=f"%.{digits}g", lineterminator="\n")


def guarded(table: pd.DataFrame) -> pd.DataFrame:
    """The table with an apostrophe in front of every text that begins like a formula."""
    return _with_texts(table, lambda text: GUARD + text if text.startswith(FORMULA) else text)


def unguarded(table: pd.DataFrame) -> pd.DataFrame:
    """The table as it was before it was guarded."""

    def change(text: str) -> str:
        return text[1:] if text.startswith(GUARD) and text[1:].startswith(FORMULA) else text

    return _with_texts(table, change)


def _with_texts(table: pd.DataFrame, change: Callable[[str], str]) -> pd.DataFrame:
    def changed(value: object) -> object:
        return change(value) if isinstance(value, str) else value

    texts = table.select_dtypes(include=["object", "string"]).columns
    return table.assign(**{str(name): table[name].map(changed) for name in texts})
