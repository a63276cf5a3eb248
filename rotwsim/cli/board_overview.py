"""Boards at a glance: the list of all, and what the check of one finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from rotwsim.cli.board_parts import NONE, add_numbers, add_texts, part, share_of, size_of, table_of
from rotwsim.scenario.compile.routes import Route
from rotwsim.scenario.provenance import Assumption, count_by_origin, owner_and_value, still_assumed
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
