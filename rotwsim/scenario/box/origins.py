"""Origins that change when a box is filled in: figures become printed, lists get new places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rotwsim.scenario.schema import Board, Figure

PRINTED = "printed"


def with_printed(board: Board, keys: Iterable[str], source: str) -> Board:
    """The board whose figures of these keys are printed; the others keep their origin."""
    wanted = set(keys)
    figures = [
        replace(figure, origin=PRINTED, source=source) if figure.key in wanted else figure
        for figure in board.figures
    ]
    return replace(board, figures=tuple(figures))


def with_places(board: Board, key: str, old: Sequence[int | None], fields: Iterable[str]) -> Board:
    """The board whose list `key` has new places: `old` tells where each entry was, None if new.

    A new entry has these fields; what it says is printed only once `with_printed` says so.
    """
    pattern = re.compile(rf"^{re.escape(key)}\[(\d+)\]\.(\w+)$")
    own: dict[int, list[tuple[str, Figure]]] = {}
    others = []
    for figure in board.figures:
        found = pattern.match(figure.key)
        if found:
            own.setdefault(int(found[1]), []).append((found[2], figure))
        else:
            others.append(figure)
    fields = tuple(fields)
    for number, place in enumerate(old):
        entry = own.get(place, []) if place is not None else [(f, _new(board)) for f in fields]
        others += [replace(figure, key=f"{key}[{number}].{name}") for name, figure in entry]
    return replace(board, figures=tuple(others))


def with_fields(board: Board, entry: str, fields: Sequence[str]) -> Board:
    """The board whose entry, such as railbot.common[3], has figures of these fields alone."""
    own = [f"{entry}.{name}" for name in fields]
    kept = [f for f in board.figures if f.key in own or not f.key.startswith(f"{entry}.")]
    there = {figure.key for figure in kept}
    added = [replace(_new(board), key=key) for key in own if key not in there]
    return replace(board, figures=(*kept, *added))


def _new(board: Board) -> Figure:
    return Figure(board.file, "", PRINTED, "your box")
