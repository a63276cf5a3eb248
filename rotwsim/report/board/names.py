"""Puts the names of the cities on the map so that they overlap as little as possible."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.patheffects import withStroke
from matplotlib.textpath import text_to_path

from rotwsim.report.board import style
from rotwsim.scenario import hexes
from rotwsim.scenario.schema import GREY, Board, City

FONT_SIZE = 0.37  # in hexes
HALO = 0.13
MEASURED = 40  # any font size; widths grow with it
ROUNDS = 30
# What a place costs: per square hex covered, per ridge touched, per step down the list of places.
NAME_ON_NAME, NAME_ON_CITY, NAME_ON_BADGE, NAME_OUTSIDE = 60, 40, 40, 200
NAME_ON_RIDGE, LESS_NATURAL = 0.6, 0.02

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, bottom, right, top


def place_names(
    board: Board, axes: Axes, points_per_hex: float, badges: Sequence[Point] = ()
) -> None:
    """Writes every name next to its city, with a pale halo."""
    for city, (left, bottom, right, top) in zip(
        board.cities, _boxes(board, axes, badges), strict=True
    ):
        axes.text(
            (left + right) / 2,
            (bottom + top) / 2,
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


def _boxes(board: Board, axes: Axes, badges: Sequence[Point]) -> list[list[float]]:
    """Each name takes the best of its places in turn, until none wants to move."""
    options = np.array([_places(city) for city in board.cities])
    fixed = _cost_of_ground(options, board, axes, badges)
    fixed += LESS_NATURAL * np.arange(options.shape[1])
    places = np.arange(len(options))
    chosen = fixed.argmin(axis=1)
    for _ in range(ROUNDS):
        before = chosen.copy()
        for place in places:
            others = options[places, chosen][places != place]
            costs = fixed[place] + NAME_ON_NAME * _overlaps(options[place], others).sum(axis=-1)
            chosen[place] = costs.argmin()
        if (chosen == before).all():
            break
    return options[places, chosen].tolist()


def _cost_of_ground(
    boxes: np.ndarray, board: Board, axes: Axes, badges: Sequence[Point]
) -> np.ndarray:
    """What a name should not cover: other cities, badges, the edge of the map and, less, ridges."""
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    sizes = boxes[..., 2:] - boxes[..., :2]
    outside = sizes.prod(axis=-1) - _overlaps(boxes, [(left, bottom, right, top)]).sum(axis=-1)
    cities = [_square(hexes.centre(city.hex), 0.47) for city in board.cities]
    ridges = []
    for hex_, side in sorted(board.ridges):
        (x1, y1), (x2, y2) = style.side(hexes.centre(hex_), side)
        ridges.append((min(x1, x2), min(y1, y2), max(x1, x2) + 0.1, max(y1, y2) + 0.1))
    return (
        NAME_OUTSIDE * outside
        + NAME_ON_CITY * _overlaps(boxes, cities).sum(axis=-1)
        + NAME_ON_BADGE * _overlaps(boxes, [_square(at, 0.36) for at in badges]).sum(axis=-1)
        + NAME_ON_RIDGE * (_overlaps(boxes, ridges) > 0).sum(axis=-1)
    )


def _overlaps(boxes: np.ndarray, others: np.ndarray | list[Box]) -> np.ndarray:
    """The area that each box shares with each of the others."""
    boxes, others = boxes[..., None, :], np.reshape(others, (-1, 4))
    low = np.maximum(boxes[..., :2], others[:, :2])
    high = np.minimum(boxes[..., 2:], others[:, 2:])
    return (high - low).clip(0).prod(axis=-1)


def _places(city: City) -> list[Box]:
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
        (x + dx - width / 2, y + dy - height / 2, x + dx + width / 2, y + dy + height / 2)
        for dx, dy in offsets
    ]


def _size_of(text: str, weight: str) -> Point:
    """Width and height of a name in hexes, the same for all names in height."""
    font = FontProperties(weight=weight, size=MEASURED)
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return width * FONT_SIZE / MEASURED + 0.1, FONT_SIZE


def _weight(city: City) -> str:
    return "normal" if city.colour == GREY else "bold"


def _square(at: Point, half: float) -> Box:
    return (at[0] - half, at[1] - half, at[0] + half, at[1] + half)
