"""The tables of an answer for the terminal, and as plain data for JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence

from rich import box
from rich.console import Console
from rich.table import Table

MINUS = "−"


def show_table(
    title: str, rows: Iterable[Sequence[str]], heads: Sequence[str], texts: Iterable[str] = ()
) -> None:
    """Prints one table; columns named in `texts` are text and may be broken into lines."""
    table = Table(
        box=box.SIMPLE_HEAD,
        title=title,
        title_justify="left",
        title_style="bold",
        pad_edge=False,
        padding=(0, 0),
    )
    for head in heads:
        is_text = head in texts
        table.add_column(
            head,
            justify="left" if is_text else "right",
            no_wrap=not is_text or head == "verdict",
            overflow="fold",
        )
    for row in rows:
        table.add_row(*row)
    Console(highlight=False).print(table)


def show_notes(notes: Iterable[str]) -> None:
    """Prints sentences, one a line."""
    console = Console(highlight=False, soft_wrap=True)
    for note in notes:
        console.print(note[:1].upper() + note[1:] + ("" if note.endswith(".") else "."))


def percent(share: float) -> str:
    """A share as a number of percent; the head of the column says so."""
    return plain(100 * share)


def share_between(share: float, low: float, high: float) -> str:
    """A share in percent with its interval: "42.1 (41.3 to 42.8)"."""
    return f"{percent(share)} ({percent(low)} to {percent(high)})"


def points_between(difference: float, low: float, high: float) -> str:
    """A difference of win rates in points with its interval: "−4.1 (−4.9 to −3.3)"."""
    ends = f"{signed(100 * low)} to {signed(100 * high)}"
    return f"{signed(100 * difference)} ({ends})"


def signed(number: float, digits: int = 1) -> str:
    if not math.isfinite(number):
        return "-"
    shown = f"{number:+.{digits}f}"
    return shown[1:] if float(shown) == 0 else shown.replace("-", MINUS)


def plain(number: float, digits: int = 1) -> str:
    return "-" if not math.isfinite(number) else f"{number:.{digits}f}".replace("-", MINUS)


def chance(p_value: float) -> str:
    return "<0.001" if p_value < 0.001 else f"{p_value:.3f}"


def as_json(content: Mapping) -> str:
    """One JSON object; what is not a number is null."""
    return json.dumps(_finite(content), indent=2, ensure_ascii=False)


def records(tables: Mapping) -> dict:
    """Every table as a list of rows."""
    return {name: table.to_dict("records") for name, table in tables.items()}


def _finite(value):
    if isinstance(value, Mapping):
        return {str(key): _finite(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(entry) for entry in value]
    if hasattr(value, "item"):  # a number of numpy
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
