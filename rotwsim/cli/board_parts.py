"""What the tables of boards are made of: columns, marks of assumed values, titles with sources."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from rotwsim.cli.tables import console, narrowest
from rotwsim.scenario.provenance import ASSUMED, UNSEEN, in_words
from rotwsim.scenario.schema import Board

MARK = "?"  # behind every value that nobody here has seen
ORIGIN_STYLES = {
    "printed": "green",
    "reported": "cyan",
    "ruling": "blue",
    **dict.fromkeys(UNSEEN, "yellow"),
}
NONE = "none"


def show(*parts: RenderableType) -> None:
    """Prints the parts as wide as the terminal, or as their names and numbers need."""
    screen = console()
    for each in parts:
        screen.width = max(screen.width, widest(each, screen))
        screen.print(each)


def widest(shown: RenderableType, screen: Console) -> int:
    """The letters that the tables of a part need at least."""
    tables = shown.renderables if isinstance(shown, Group) else [shown]
    return max((narrowest(t, screen) for t in tables if isinstance(t, Table)), default=0)


def size_of(board: Board) -> dict[str, int]:
    return {
        "cities": len(board.cities),
        "hexes": board.playable_hexes,
        "cubes": sum(city.cubes for city in board.cities),
        "lines": len(board.lines),
    }


def origin_of(origins: dict[str, str]) -> Text:
    words = in_words(origins)
    return Text(
        words, style=ORIGIN_STYLES[ASSUMED] if any(word in words for word in UNSEEN) else ""
    )


def marked(value: object, origin: str | None) -> str:
    text = str(value)
    return f"{text} {MARK}" if text and origin in UNSEEN else text


def share_of(count: int, total: int) -> str:
    if 0 < count < total / 100:
        return "<1 %"
    if total * 99 / 100 < count < total:
        return ">99 %"
    return f"{100 * count / total:.0f} %" if total else "-"


def part(title: str, source: str, table: Table, note: str = "") -> Group:
    parts: list[RenderableType] = [Text(title, style="bold")]
    if source:
        parts.append(Text(source, style="dim"))
    parts.append(table)
    if note:
        parts.append(Text(f"{note}\n", style="dim"))
    return Group(*parts)


def table_of(*texts: str, wide: Sequence[str] = ()) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    add_texts(table, *texts, wide=wide)
    return table


def add_texts(table: Table, *names: str, wide: Sequence[str] = ()) -> None:
    """Columns of text; only those named in `wide` are broken into lines on a narrow terminal."""
    for name in names:
        table.add_column(name, no_wrap=name not in wide, overflow="fold")


def add_numbers(table: Table, *names: str) -> None:
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
