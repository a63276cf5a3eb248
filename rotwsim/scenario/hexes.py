"""The hex grid: pointy-top hexes, odd rows shifted half a hex to the right."""

from collections.abc import Callable, Iterable
from typing import Any

SIDES = ("E", "NE", "NW", "W", "SW", "SE")  # counter-clockwise, 60 degrees apart

PLAIN, RIVER, WATER, MOUNTAIN, CITY, UNPLAYABLE = ".", "r", "w", "M", "C", "#"
TERRAIN_NAMES = {
    PLAIN: "plain",
    RIVER: "plain with a river",
    WATER: "partly lake or coast",
    MOUNTAIN: "mountain",
    CITY: "city",
    UNPLAYABLE: "not playable",
}

_EVEN_ROW = ((0, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0))
_ODD_ROW = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, 0), (1, 1))

Hex = tuple[int, int]


def neighbour(hex_: Hex, side: int) -> Hex:
    """The hex behind a side; it may lie outside the board."""
    row, column = hex_
    step_row, step_column = (_ODD_ROW if row % 2 else _EVEN_ROW)[side]
    return row + step_row, column + step_column


def opposite(side: int) -> int:
    """The same side seen from the hex behind it."""
    return (side + 3) % 6


def side_key(hex_: Hex, side: int) -> tuple[Hex, int]:
    """One name for the side that two hexes share."""
    if side in (0, 4, 5):
        return hex_, side
    return neighbour(hex_, side), opposite(side)


def distance(first: Hex, second: Hex) -> int:
    """Steps between two hexes."""
    q1, r1 = axial(first)
    q2, r2 = axial(second)
    return max(abs(q1 - q2), abs(r1 - r2), abs(q1 + r1 - q2 - r2))


def centre(hex_: Hex) -> tuple[float, float]:
    """Place a hex on the plane: neighbouring centres one unit apart, y growing northwards."""
    row, column = hex_
    return column + 0.5 * (row % 2), -row * 0.75**0.5


def reached_from(start: Any, next_to: Callable[[Any], Iterable]) -> set:
    """Give all that can be reached step by step."""
    reached, frontier = {start}, [start]
    while frontier:
        new = set(next_to(frontier.pop())) - reached
        reached |= new
        frontier += new
    return reached


def axial(hex_: Hex) -> tuple[int, int]:
    """A hex by two axes, in which distances are easy."""
    row, column = hex_
    return column - (row - row % 2) // 2, row
