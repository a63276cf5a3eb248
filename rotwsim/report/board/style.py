"""Colours, sizes and shapes of the drawn board; lengths are in hexes, pages in inches."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.path import Path as Curve

Point = tuple[float, float]

DPI = 150
POINTS_PER_INCH = 72
PAGE_WIDTH = 10.0
MAP_HEIGHT = 12.6
NARROWEST = 0.75  # of the page width, for tall maps: the legend needs room
TITLE_HEIGHT = 0.72
MARGIN = 0.45
HEX_RADIUS = 1 / math.sqrt(3)
ROW_HEIGHT = math.sqrt(3) / 2
CITY_RADIUS = 0.42
CUBE = 0.17  # side of a cube
CUBE_STEP = 0.2
RIDGE_WIDTH = 0.13
BADGE_SHARES = (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7)  # of an arc, best first
BADGE_ROOM = 1.3

DISCLAIMER = (
    "Costs in $1,000; numbers with ? are assumed. Unofficial; an own drawing, no publisher artwork."
)
PAPER = "#fbfaf6"
INK = "#2d2a26"
FAINT_INK = "#6f6a61"
SHORES = ((0.62, "#e6eef0"), (0.34, "#cfdfe4"), (0.12, "#a9c3cc"))  # width and colour, outside in
GROUND = {
    ".": "#f1ebd8",
    "r": "#e0ebdf",
    "w": "#c6dde4",
    "M": "#ddcdb0",
    "C": "#f1ebd8",
}
HEX_EDGE = "#d8cfb9"
RIVER = "#7fb2c9"
WAVE = "#7ba6b8"
PEAK_LIT = "#c4ab83"
PEAK_SHADED = "#9c8058"
PEAKS = ((-0.12, -0.2, 0.42, 0.22), (0.17, -0.2, 0.28, 0.17))  # shift, foot, height, half width
RIDGE = "#6e4020"
RIDGE_EDGE = "#f1e3cd"
LINE = "#1d6b57"
LINE_DASHES = (2.4, 1.5)
SEA_ROUTE = "#2f6f8f"
SEA_DASHES = (1.0, 1.0)
SEA_BEND = 0.04  # flatter than a Major Line, which may join the same cities
WESTERN = "#c4443a"
STUB = "#57524a"
CITY_EDGE = "#3a352e"
CITY_RIM = "#ffffff"
CITY_COLOURS = {  # fill and ink, distinguished also by people who see few colours
    "red": ("#c8382f", "#ffffff"),
    "blue": ("#2c6fb7", "#ffffff"),
    "yellow": ("#f2c230", "#2d2a26"),
    "black": ("#2b2b2e", "#ffffff"),
    "purple": ("#8f56a8", "#ffffff"),
    "grey": ("#c9c6bf", "#2d2a26"),
}
CITY_LETTERS = {
    "red": "R",
    "blue": "B",
    "yellow": "Y",
    "black": "K",
    "purple": "P",
    "grey": "",
}
NOT_IN_PLAY = ("#f1ebd8", "#9a948a")


def hexagon(centre: Point, radius: float) -> list[Point]:
    """Compute the corners of a pointy-top hex, counter-clockwise from the upper right."""
    x, y = centre
    angles = [math.radians(30 + 60 * corner) for corner in range(6)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def square(centre: Point, size: float) -> list[Point]:
    """Compute the corners of a square."""
    (x, y), half = centre, size / 2
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def side(centre: Point, number: int) -> tuple[Point, Point]:
    """Find the two corners of a hex side; side 0 is the eastern one."""
    corners = hexagon(centre, HEX_RADIUS)
    return corners[(number + 5) % 6], corners[number]


def stub(centre: Point, number: int) -> tuple[Point, Point]:
    """Draw a short piece of track from a city towards an open side."""
    x, y = centre
    across, up = math.cos(math.radians(60 * number)), math.sin(math.radians(60 * number))
    return (x + 0.3 * across, y + 0.3 * up), (x + 0.5 * across, y + 0.5 * up)


def arc(start: Point, end: Point, bend: float = 0.12) -> Curve:
    """Bend a line; `bend` is how far it leaves the straight one, in parts of its length."""
    (x1, y1), (x2, y2) = start, end
    control = ((x1 + x2) / 2 - 2 * bend * (y2 - y1), (y1 + y2) / 2 + 2 * bend * (x2 - x1))
    return Curve([start, control, end], [Curve.MOVETO, Curve.CURVE3, Curve.CURVE3])


def point_on_arc(curve: Curve, share: float) -> Point:
    """Find the point after a share of the arc, from 0 to 1."""
    rest = 1 - share
    x, y = np.array([rest**2, 2 * share * rest, share**2]) @ np.asarray(curve.vertices)
    return float(x), float(y)


def span_of_arc(curve: Curve) -> float:
    """Measure how far its ends are apart."""
    start, _, end = np.asarray(curve.vertices)
    return math.dist(start, end)


def waves(centre: Point) -> list[Curve]:
    """Draw two small waves, the sign of lake and coast."""
    curves = []
    for shift, drop in ((-0.1, 0.13), (0.1, -0.13)):
        left, level = centre[0] + shift - 0.2, centre[1] + drop
        points = [(left, level)]
        for start in (left, left + 0.2):
            points += [(start + 0.05, level + 0.09), (start + 0.1, level)]
            points += [(start + 0.15, level - 0.09), (start + 0.2, level)]
        curves.append(Curve(points, [Curve.MOVETO] + [Curve.CURVE3] * 8))
    return curves


def peaks(centre: Point) -> list[tuple[list[Point], list[Point]]]:
    """Draw two peaks, the sign of a mountain; each is a lit and a shaded half."""
    halves = []
    for shift, foot, height, half in PEAKS:
        x, base = centre[0] + shift, centre[1] + foot
        top = (x, base + height)
        halves.append(([top, (x - half, base), (x, base)], [top, (x, base), (x + half, base)]))
    return halves


def arrow_west(tail: Point) -> list[Point]:
    """Outline an arrow that leaves a city to the west."""
    x, y = tail
    outline = [(0, 0.1), (-0.2, 0.1), (-0.2, 0.24), (-0.48, 0), (-0.2, -0.24), (-0.2, -0.1)]
    return [(x + dx, y + dy) for dx, dy in [*outline, (0, -0.1)]]
