"""Ridges: long chains of hex sides that run with the mountains, the highest ground first.

On the printed board they do not follow single crests, which are finer than a hex; they run along
the strike of the range, side by side, about 1.1 of them per mountain hex.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.ndimage import gaussian_filter

from experiments.boards import sources
from experiments.boards.plane import ROW_STEP, Plane, side_ends
from rotwsim.scenario import hexes

RASTER = 0.1  # hexes
MARGIN = 4.0
SMOOTH = 0.2  # hexes: what is finer than this has no strike
STRIKE_REACH = 4.0  # hexes over which the direction of a range is taken
HEIGHT_REACH = 0.4
SHORTEST_CHAIN = 3
ACROSS = 0.1  # a side this little along the strike (cosine squared) ends a chain

Side = tuple[hexes.Hex, int]


def lay_ridges(letter: np.ndarray, plane: Plane, per_mountain: float) -> list[Side]:
    """Chains of sides between mountain hexes, until there are so many per mountain hex."""
    sides = _sides(letter, plane)
    wanted = round(per_mountain * int((letter == hexes.MOUNTAIN).sum()))
    at_corner: dict[tuple, list[Side]] = {}
    for key, side in sides.items():
        for corner in side.corners:
            at_corner.setdefault(corner, []).append(key)
    laid: set[Side] = set()
    touched: dict[tuple, int] = {}
    too_short: set[Side] = set()
    for seed in sorted(sides, key=lambda key: (-sides[key].worth, key)):
        if len(laid) >= wanted:
            break
        if seed in laid or seed in too_short or any(touched.get(c) for c in sides[seed].corners):
            continue
        chain = _chain(seed, sides, at_corner, laid, touched)
        if len(chain) < SHORTEST_CHAIN:
            too_short.update(chain)
            continue
        for key in chain[: max(SHORTEST_CHAIN, wanted - len(laid))]:
            laid.add(key)
            for corner in sides[key].corners:
                touched[corner] = touched.get(corner, 0) + 1
    return sorted(laid)


@dataclass(frozen=True)
class _Side:
    corners: tuple[tuple[int, int], tuple[int, int]]
    along: float  # how far it runs with the strike, cosine squared
    worth: float


def _sides(letter: np.ndarray, plane: Plane) -> dict[Side, _Side]:
    """Every side between two mountain hexes, judged by direction and height."""
    relief = _Relief(letter.shape, plane)
    heights, found = {}, {}
    for row, column in zip(*np.nonzero(letter == hexes.MOUNTAIN), strict=True):
        for side in (0, 4, 5):
            hex_ = (int(row), int(column))
            behind = hexes.neighbour(hex_, side)
            if _letter_at(letter, behind) == hexes.MOUNTAIN:
                first, second = side_ends(hex_, side)
                middle = (first + second) / 2
                direction = math.atan2((second - first).imag, (second - first).real)
                along = math.cos(direction - relief.strike(middle)) ** 2
                heights[hex_, side] = relief.height(middle)
                found[hex_, side] = ((_corner(first), _corner(second)), along)
    ordered = sorted(heights.values())
    return {
        key: _Side(corners, along, along + np.searchsorted(ordered, heights[key]) / len(ordered))
        for key, (corners, along) in found.items()
    }


def _chain(seed: Side, sides: dict, at_corner: dict, laid: set, touched: dict) -> list[Side]:
    """The seed and what follows it at both ends."""
    used = set(sides[seed].corners)

    def onward(corner: tuple[int, int]) -> list[Side]:
        """At each corner by the worthier side, until it meets another chain or would run across."""
        way = []
        while not touched.get(corner):
            open_ways = [
                key
                for key in at_corner[corner]
                if key not in laid
                and sides[key].along >= ACROSS
                and _far(sides[key], corner) not in used
            ]
            if not open_ways:
                break
            way.append(min(open_ways, key=lambda key: (-sides[key].worth, key)))
            corner = _far(sides[way[-1]], corner)
            used.add(corner)
        return way

    first, second = sides[seed].corners
    return [*reversed(onward(first)), seed, *onward(second)]


def _far(side: _Side, corner: tuple[int, int]) -> tuple[int, int]:
    return side.corners[1] if side.corners[0] == corner else side.corners[0]


def _corner(point: complex) -> tuple[int, int]:
    """One name for a corner that several sides share."""
    return round(point.real * 4), round(point.imag * 12)


def _letter_at(letter: np.ndarray, hex_: hexes.Hex) -> str:
    row, column = hex_
    inside = 0 <= row < letter.shape[0] and 0 <= column < letter.shape[1]
    return letter[row, column] if inside else hexes.UNPLAYABLE


class _Relief:
    """Height and the direction of the ranges, on a raster over the board."""

    def __init__(self, shape: tuple[int, int], plane: Plane):
        self.west, self.north = -MARGIN, MARGIN
        x = np.arange(self.west, shape[1] + MARGIN, RASTER)
        y = np.arange(self.north, -shape[0] * ROW_STEP - MARGIN, -RASTER)
        height = sources.elevation(*plane.to_earth(x[None, :] + 1j * y[:, None]))
        down, right = np.gradient(gaussian_filter(height, SMOOTH / RASTER))
        right_right, right_up, up_up = (
            gaussian_filter(product, STRIKE_REACH / RASTER)
            for product in (right * right, -right * down, down * down)
        )
        # the axis along which the ground changes most; ranges run across it
        slope = 0.5 * np.arctan2(2 * right_up, right_right - up_up)
        self._strike = slope + np.pi / 2
        self._height = gaussian_filter(height, HEIGHT_REACH / RASTER)

    def strike(self, point: complex) -> float:
        return float(self._strike[self._place(point)])

    def height(self, point: complex) -> float:
        return float(self._height[self._place(point)])

    def _place(self, point: complex) -> tuple[int, int]:
        row = round((self.north - point.imag) / RASTER)
        column = round((point.real - self.west) / RASTER)
        return row, column
