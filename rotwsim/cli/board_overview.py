"""Boards at a glance: the list of all, and what the check of one finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from rotwsim.cli.tables import as_json as as_text
from rotwsim.cli.tables import console, narrowest
from rotwsim.scenario import hexes
from rotwsim.scenario.compile.routes import Route
from rotwsim.scenario.provenance import (
    ASSUMED,
    UNSEEN,
    Assumption,
    count_by_origin,
    in_words,
    owner_and_value,
    still_assumed,
)
from rotwsim.scenario.schema import ORIGINS, Board

SHOWN_EXAMPLES = 3


def list_of_boards(boards: Sequence[Board]) -> Group:
    """One line per board; shares count single values, a hex or a price each as one."""
    counts = [count_by_origin(board.provenance) for board in boards]
    origins = [o for o in ORIGINS if o != "ruling" or any(count[o] for count in counts)]
    table = table_of("name", "title", wide=("title",))
    table.padding = (0, 0)  # many columns on 80 letters
    add_numbers(table, "cities", "hexes", "cubes", "lines", *origins)
    for board, count in zip(boards, counts, strict=True):
        table.add_row(
            board.name,
            board.title,
            *map(str, size_of(board).values()),
            *(share_of(count[origin], sum(count.values())) for origin in origins),
        )
    notes = "Shares are of single values: each hex, cube count or price is one."
    return part("Boards", "", table, f"{notes}\nrotwsim board check NAME lists what is assumed.")


def verdict(
    board: Board, routes: Sequence[Route], order: Sequence[str] = ()
) -> list[RenderableType]:
    """The answer of `board check`: valid, its size, and the assumed values in the given order."""
    head = Text.assemble((board.file, "bold"), " is a valid board: ", (board.title, "bold"), ",")
    counted = ", ".join(f"{number:,} {what}" for what, number in size_of(board).items())
    size = f"{counted}, {len(routes):,} pairs of cities that one Link can join."
    assumptions = still_assumed(board.provenance, order)
    if not assumptions:
        return [head, size, "Nothing in it is assumed."]
    return [head, size, _assumptions(board, assumptions)]


def verdict_as_data(board: Board, order: Sequence[str] = ()) -> dict:
    """The same as plain data."""
    assumptions = still_assumed(board.provenance, order)
    return {
        "file": board.file,
        "title": board.title,
        **size_of(board),
        "assumed": [
            {"key": each.key, "values": each.values, "source": each.source} for each in assumptions
        ],
    }


def _assumptions(board: Board, assumptions: Sequence[Assumption]) -> Group:
    table = table_of("key")
    add_numbers(table, "values")
    add_texts(table, "now, and why", wide=("now, and why",))
    for assumption in assumptions:
        now = Text(_examples(board, assumption))
        now.append(f"\n({assumption.source})", style="dim")
        table.add_row(assumption.key, str(assumption.values), now)
    values = sum(assumption.values for assumption in assumptions)
    total = sum(figure.count for figure in board.provenance)
    return part(f"Still assumed: {values:,} of {total:,} values", "", table)


def _examples(board: Board, assumption: Assumption) -> str:
    """What the assumed values are now: how often each occurs, or the first few by name."""
    found = [
        (owner, _plain(value))
        for owner, value in (owner_and_value(board, figure.key) for figure in assumption.parameters)
    ]
    counted = Counter(value for _, value in found)
    if len(found) > len(counted) and len(counted) <= SHOWN_EXAMPLES:
        return ", ".join(f"{count} × {value}" for value, count in counted.items())
    texts = [
        owner if value.lower() in owner.lower() else f"{owner} {value}".strip()
        for owner, value in found
    ]
    more = [f"… {len(texts) - SHOWN_EXAMPLES} more"] if len(texts) > SHOWN_EXAMPLES else []
    return "; ".join(texts[:SHOWN_EXAMPLES] + more)


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | frozenset):
        return " / ".join(map(str, value)) or NONE
    return str(value)


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


OF_TABLE_CARDS = ("title", "goal", "tier", "line")  # empty for every card of a board file


def as_json(board: Board, routes: Sequence[Route]) -> str:
    """Everything that `board show` prints, for other programs."""
    return as_text(_board(board, routes))


def _board(board: Board, routes: Sequence[Route]) -> dict:
    values = asdict(board)
    figures = values.pop("provenance")
    values["ridges"] = [
        {"row": row, "column": column, "side": hexes.SIDES[side]}
        for (row, column), side in sorted(board.ridges)
    ]
    for card in values["operations"]:
        for key in OF_TABLE_CARDS:
            del card[key]
    values["playable_hexes"] = board.playable_hexes
    values["cubes"] = sum(city.cubes for city in board.cities)
    values["routes"] = _routes(board, routes)
    values["provenance"] = {"values": count_by_origin(board.provenance), "figures": figures}
    return values


def _routes(board: Board, routes: Sequence[Route]) -> dict:
    return {
        "pairs": len(routes),
        "cheapest": [
            {
                "cities": [board.cities[route.first].name, board.cities[route.second].name],
                "tiles": route.tiles,
                "cost": route.cost,
            }
            for route in routes
        ],
    }
