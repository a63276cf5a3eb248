"""Rivers as flowing lines: neighbouring river hexes joined without circles, round in every hex."""

from __future__ import annotations

from itertools import pairwise

from matplotlib.path import Path as Curve

from rotwsim.scenario import hexes
from rotwsim.scenario.schema import Board


def river_curves(board: Board) -> list[Curve]:
    """The data knows only which hexes have a river; the course inside them is ours."""
    joined = joined_rivers(board)
    curves = []
    for hex_, others in sorted(joined.items()):
        gates = [_middle(hex_, other) for other in sorted(others, key=lambda h: _turn(hex_, h))]
        centre = hexes.centre(hex_)
        if len(gates) == 1:
            curves.append(Curve([centre, gates[0]]))
            continue
        for start, end in pairwise(gates):
            curves.append(Curve([start, centre, end], [Curve.MOVETO, Curve.CURVE3, Curve.CURVE3]))
    return curves


def joined_rivers(board: Board) -> dict[hexes.Hex, set[hexes.Hex]]:
    """A forest over the river hexes, led through cities and into the sea where that joins more."""
    rivers = [
        (row, column)
        for row, letters in enumerate(board.rows)
        for column, letter in enumerate(letters)
        if letter == hexes.RIVER
    ]
    root: dict[hexes.Hex, hexes.Hex] = {}

    def find(hex_: hexes.Hex) -> hexes.Hex:
        while root.setdefault(hex_, hex_) != hex_:
            hex_ = root[hex_]
        return hex_

    joined: dict[hexes.Hex, set[hexes.Hex]] = {hex_: set() for hex_ in rivers}
    for wanted in (hexes.RIVER, hexes.CITY, hexes.WATER):
        for hex_ in rivers:
            for side in range(6):
                other = hexes.neighbour(hex_, side)
                if board.terrain(other) == wanted and find(hex_) != find(other):
                    root[find(other)] = find(hex_)
                    joined[hex_].add(other)
                    joined.setdefault(other, set()).add(hex_)
    for hex_ in [h for h in joined if board.terrain(h) == hexes.CITY and len(joined[h]) == 1]:
        (only,) = joined.pop(hex_)
        joined[only].discard(hex_)
    return {hex_: others for hex_, others in joined.items() if others}


def _middle(first: hexes.Hex, second: hexes.Hex) -> tuple[float, float]:
    (x1, y1), (x2, y2) = hexes.centre(first), hexes.centre(second)
    return (x1 + x2) / 2, (y1 + y2) / 2


def _turn(hex_: hexes.Hex, other: hexes.Hex) -> int:
    return next(side for side in range(6) if hexes.neighbour(hex_, side) == other)
