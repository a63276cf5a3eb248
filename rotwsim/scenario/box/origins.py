"""Origins that change when a box is filled in: parameters become printed, lists get new places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rotwsim.scenario.schema import Board, Provenance

PRINTED = "printed"


def with_printed(board: Board, keys: Iterable[str], source: str) -> Board:
    """The board whose parameters of these keys are printed; the others keep their origin."""
    wanted = set(keys)
    parameters = [
        replace(parameter, origin=PRINTED, source=source) if parameter.key in wanted else parameter
        for parameter in board.provenance
    ]
    return replace(board, provenance=tuple(parameters))


def with_places(board: Board, key: str, old: Sequence[int | None], fields: Iterable[str]) -> Board:
    """The board whose list `key` has new places: `old` tells where each entry was, None if new.

    A new entry has these fields; what it says is printed only once `with_printed` says so.
    """
    pattern = re.compile(rf"^{re.escape(key)}\[(\d+)\]\.(\w+)$")
    own: dict[int, list[tuple[str, Provenance]]] = {}
    others = []
    for parameter in board.provenance:
        found = pattern.match(parameter.key)
        if found:
            own.setdefault(int(found[1]), []).append((found[2], parameter))
        else:
            others.append(parameter)
    fields = tuple(fields)
    for number, place in enumerate(old):
        entry = own.get(place, []) if place is not None else [(f, _new(board)) for f in fields]
        others += [replace(parameter, key=f"{key}[{number}].{name}") for name, parameter in entry]
    return replace(board, provenance=tuple(others))


def with_fields(board: Board, entry: str, fields: Sequence[str]) -> Board:
    """The board whose entry, such as railbot.common[3], has parameters of these fields alone."""
    own = [f"{entry}.{name}" for name in fields]
    kept = [f for f in board.provenance if f.key in own or not f.key.startswith(f"{entry}.")]
    there = {parameter.key for parameter in kept}
    added = [replace(_new(board), key=key) for key in own if key not in there]
    return replace(board, provenance=(*kept, *added))


def _new(board: Board) -> Provenance:
    return Provenance(board.file, "", PRINTED, "your box")
