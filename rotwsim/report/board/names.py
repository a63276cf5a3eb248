"""Puts the names of the cities on the map so that they overlap as little as possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.patheffects import withStroke
from matplotlib.textpath import text_to_path

from rotwsim.report.board import style
from rotwsim.rules import hexes
from rotwsim.rules.schema import GREY, Board, City

FONT_SIZE = 0.37  # in hexes
HALO = 0.13
MEASURED = 40  # any font size; widths grow with it
ROUNDS = 30
# What a place costs: per square hex covered, per ridge touched, per step down the list of places.
NAME_ON_NAME, NAME_ON_CITY, NAME_ON_BADGE, NAME_OUTSIDE = 60, 40, 40, 200
NAME_ON_RIDGE, LESS_NATURAL = 0.6, 0.02

Point = tuple[float, float]


@dataclass(frozen=True)
class _Box:
    left: float
    bottom: float
    right: float
    top: float

    def overlap(self, other: _Box) -> float:
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        return width * height if width > 0 and height > 0 else 0.0

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2


def place_names(
    board: Board, axes: Axes, points_per_hex: float, badges: Sequence[Point] = ()
) -> None:
    """Writes every name next to its city, with a pale halo."""
    for city, box in zip(board.cities, _boxes(board, axes, badges), strict=True):
        axes.text(
            *box.middle,
            city.name,
            fontsize=points_per_hex * FONT_SIZE,
            color=style.INK,
            weight=_weight(city),
            ha="center",
            va="center",
            parse_math=False,
            path_effects=[
                withStroke(linewidth=points_per_hex * HALO, foreground=style.PAPER, alpha=0.9)
            ],
        )


def _boxes(board: Board, axes: Axes, badges: Sequence[Point]) -> list[_Box]:
    """Each name takes the best of its places in turn, until none wants to move."""
    still = _Obstacles(board, axes, badges)
    options = [_places(city) for city in board.cities]
    fixed = [
        [rank * LESS_NATURAL + still.cost(box) for rank, box in enumerate(boxes)]
        for boxes in options
    ]
    chosen = [boxes[costs.index(min(costs))] for boxes, costs in zip(options, fixed, strict=True)]
    for _ in range(ROUNDS):
        before = list(chosen)
        for place, boxes in enumerate(options):
            others = chosen[:place] + chosen[place + 1 :]
            costs = [
                cost + NAME_ON_NAME * sum(box.overlap(other) for other in others)
                for box, cost in zip(boxes, fixed[place], strict=True)
            ]
            chosen[place] = boxes[costs.index(min(costs))]
        if chosen == before:
            break
    return chosen


class _Obstacles:
    """What a name should not cover: other cities, badges, the edge of the map and, less, ridges."""

    def __init__(self, board: Board, axes: Axes, badges: Sequence[Point]):
        (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
        self.frame = _Box(left, bottom, right, top)
        self.cities = [_square(hexes.centre(city.hex), 0.47) for city in board.cities]
        self.badges = [_square(at, 0.36) for at in badges]
        self.ridges = []
        for hex_, side in board.ridges:
            (x1, y1), (x2, y2) = style.side(hexes.centre(hex_), side)
            self.ridges.append(_Box(min(x1, x2), min(y1, y2), max(x1, x2) + 0.1, max(y1, y2) + 0.1))

    def cost(self, box: _Box) -> float:
        area = (box.right - box.left) * (box.top - box.bottom)
        return (
            NAME_OUTSIDE * (area - box.overlap(self.frame))
            + NAME_ON_CITY * sum(box.overlap(square) for square in self.cities)
            + NAME_ON_BADGE * sum(box.overlap(square) for square in self.badges)
            + NAME_ON_RIDGE * sum(box.overlap(ridge) > 0 for ridge in self.ridges)
        )


def _places(city: City) -> list[_Box]:
    """Where a name may stand, the most natural place first."""
    width, height = _size_of(city.name, _weight(city))
    x, y = hexes.centre(city.hex)
    beside, above = 0.5 + width / 2, 0.5 + height / 2
    corner = 0.3 + width / 2
    slide = width / 4
    offsets = [
        (0, -above),
        (0, above),
        (beside, 0),
        (-beside, 0),
        (corner, -above * 0.8),
        (corner, above * 0.8),
        (-corner, -above * 0.8),
        (-corner, above * 0.8),
        (slide, -above),
        (-slide, -above),
        (slide, above),
        (-slide, above),
        (beside, above * 0.4),
        (beside, -above * 0.4),
        (-beside, above * 0.4),
        (-beside, -above * 0.4),
    ]
    return [
        _Box(x + dx - width / 2, y + dy - height / 2, x + dx + width / 2, y + dy + height / 2)
        for dx, dy in offsets
    ]


def _size_of(text: str, weight: str) -> Point:
    """Width and height of a name in hexes, the same for all names in height."""
    font = FontProperties(weight=weight, size=MEASURED)
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return width * FONT_SIZE / MEASURED + 0.1, FONT_SIZE


def _weight(city: City) -> str:
    return "normal" if city.colour == GREY else "bold"


def _square(at: Point, half: float) -> _Box:
    return _Box(at[0] - half, at[1] - half, at[0] + half, at[1] + half)
