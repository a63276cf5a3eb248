"""The marks of a drawn board: colours, sizes, shapes, and the ink that draws them at any scale.

Lengths are in hexes, pages in inches. Longer than most: a third is a list of colours and sizes.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise, product

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Curve

from rotwsim.scenario import hexes
from rotwsim.scenario.schema import Board

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
GROUND = {".": "#f1ebd8", "r": "#e0ebdf", "w": "#c6dde4", "M": "#ddcdb0", "C": "#f1ebd8"}
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
CITY_LETTERS = {"red": "R", "blue": "B", "yellow": "Y", "black": "K", "purple": "P", "grey": ""}
NOT_IN_PLAY = ("#f1ebd8", "#9a948a")
LAYER = 1  # all marks share one, so that a later mark covers an earlier one
PLAIN: dict = {"zorder": 3, "parse_math": False}  # of what is written


def hexagon(centre: Point, radius: float) -> list[Point]:
    """Compute the corners of a pointy-top hex, counter-clockwise from the upper right."""
    x, y = centre
    angles = [math.radians(30 + 60 * corner) for corner in range(6)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def square(centre: Point, size: float) -> list[Point]:
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


def waves(centre: Point) -> list[Curve]:
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
    x, y = tail
    outline = [(0, 0.1), (-0.2, 0.1), (-0.2, 0.24), (-0.48, 0), (-0.2, -0.24), (-0.2, -0.1)]
    return [(x + dx, y + dy) for dx, dy in [*outline, (0, -0.1)]]


class Ink:
    """Draws into one axes; widths and sizes are in hexes, `points` is the size of one on paper."""

    def __init__(self, axes: Axes, points: float):
        self.axes, self.points = axes, points

    def ground(self, letter: str, centres: Iterable[Point]) -> None:
        centres = list(centres)
        shapes = [hexagon(centre, HEX_RADIUS) for centre in centres]
        self.polygons(shapes, GROUND[letter], HEX_EDGE, 0.025)
        if letter == "w":
            self.curves([wave for centre in centres for wave in waves(centre)], WAVE, 0.045)
        if letter == "M":
            halves = [half for centre in centres for half in peaks(centre)]
            self.polygons([lit for lit, _ in halves], PEAK_LIT)
            self.polygons([shaded for _, shaded in halves], PEAK_SHADED)

    def ridges(self, sides: Sequence[tuple[Point, Point]]) -> None:
        self.segments(sides, RIDGE_EDGE, RIDGE_WIDTH + 0.06)
        self.segments(sides, RIDGE, RIDGE_WIDTH)

    def city(
        self,
        centre: Point,
        colour: str,
        cubes: int,
        *,
        open_sides: Iterable[int] = (),
        letter: str = "",
        size: float = 1.0,
        in_play: bool = True,
    ) -> None:
        """Draw a city with its cubes, a letter if wanted, and track at its open sides."""
        stubs = [stub(centre, side) for side in open_sides]
        self.segments(stubs, STUB, 0.14, caps="butt")
        fill, ink = CITY_COLOURS[colour] if in_play else NOT_IN_PLAY
        shape = hexagon(centre, CITY_RADIUS * size)
        self.polygons([shape], CITY_EDGE, CITY_EDGE, 0.14 * size)
        self.polygons([shape], fill, CITY_RIM, 0.07 * size)
        words = [str(cubes)] if in_play and cubes else []
        words += [letter] if letter and in_play else []
        height = (0.46 if len(words) == 1 else 0.4) * size
        for place, word in enumerate(words):
            shift = (place - (len(words) - 1) / 2) * 0.3 * size
            at = (centre[0] + shift, centre[1] - 0.36 * height)
            self.write(at, word, ink, height, weight="normal" if word == letter else "bold")

    def badge(self, at: Point, text: str, colour: str) -> None:
        box = {"boxstyle": "round,pad=0.28,rounding_size=0.6", "facecolor": PAPER}
        box |= {"edgecolor": colour, "linewidth": self.points * 0.05}
        look = {"weight": "bold", "ha": "center", "va": "center", "bbox": box, **PLAIN}
        self.axes.text(*at, text, fontsize=self.points * 0.36, color=colour, **look)

    def write(
        self,
        at: Point,
        text: str,
        colour: str,
        height: float,
        *,
        weight: str = "normal",
        align: str = "center",
    ) -> None:
        look = {"weight": weight, "ha": align, "va": "baseline", **PLAIN}
        self.axes.text(*at, text, fontsize=self.points * height, color=colour, **look)

    def polygons(
        self, shapes: Sequence, face: str, edge: str | None = None, width: float = 0.0
    ) -> None:
        """Draw shapes of one colour as one path, which keeps SVG files small."""
        if shapes:
            outlines = [Curve([*shape, shape[0]], closed=True) for shape in shapes]
            look = {"facecolor": face, "edgecolor": edge or "none"}
            self._patch(outlines, linewidth=width * self.points, **look)

    def segments(self, segments: Sequence, colour: str, width: float, caps: str = "round") -> None:
        self.curves([Curve(segment) for segment in segments], colour, width, caps=caps)

    def curves(
        self,
        curves: Iterable[Curve],
        colour: str,
        width: float,
        *,
        dashes: Sequence[float] | None = None,
        opacity: float = 1.0,
        caps: str = "round",
    ) -> None:
        if curves := list(curves):
            look = {"linestyle": (0, dashes) if dashes else "solid", "edgecolor": colour}
            look |= {"capstyle": "butt" if dashes else caps, "alpha": opacity}
            self._patch(curves, fill=False, linewidth=width * self.points, **look)

    def _patch(self, curves: Sequence[Curve], **look) -> None:
        curve = Curve.make_compound_path(*curves)
        patch = PathPatch(curve, joinstyle="round", zorder=LAYER, **look)
        self.axes.add_artist(patch)  # not add_patch, which would measure it for limits
        patch.set_clip_on(False)


def letters_of(board: Board) -> dict[hexes.Hex, str]:
    """List the terrain of every playable hex, row by row."""
    return {
        (row, column): letter
        for row, letters in enumerate(board.rows)
        for column, letter in enumerate(letters)
        if letter != hexes.UNPLAYABLE
    }


def river_curves(board: Board) -> list[Curve]:
    """Draw the rivers: the data knows only their hexes, the course inside is ours."""
    curves = []
    for hex_, others in sorted(joined_rivers(board).items()):
        around = [hexes.neighbour(hex_, side) for side in range(6)]
        gates = [middle(hex_, other) for other in around if other in others]
        centre = hexes.centre(hex_)
        if len(gates) == 1:
            curves.append(Curve([centre, gates[0]]))
        for start, end in pairwise(gates):
            curves.append(Curve([start, centre, end], [Curve.MOVETO, Curve.CURVE3, Curve.CURVE3]))
    return curves


def joined_rivers(board: Board) -> dict[hexes.Hex, set[hexes.Hex]]:
    """Join the river hexes to a forest, through cities and into the sea where that joins more."""
    rivers = [hex_ for hex_, letter in letters_of(board).items() if letter == hexes.RIVER]
    root: dict[hexes.Hex, hexes.Hex] = {}

    def find(hex_: hexes.Hex) -> hexes.Hex:
        while root.setdefault(hex_, hex_) != hex_:
            hex_ = root[hex_]
        return hex_

    joined: dict[hexes.Hex, set[hexes.Hex]] = {hex_: set() for hex_ in rivers}
    for wanted in (hexes.RIVER, hexes.CITY, hexes.WATER):
        for hex_, side in product(rivers, range(6)):
            other = hexes.neighbour(hex_, side)
            if board.terrain(other) == wanted and find(hex_) != find(other):
                root[find(other)] = find(hex_)
                joined[hex_].add(other)
                joined.setdefault(other, set()).add(hex_)
    for hex_ in [h for h in joined if board.terrain(h) == hexes.CITY and len(joined[h]) == 1]:
        (only,) = joined.pop(hex_)
        joined[only].discard(hex_)
    return {hex_: others for hex_, others in joined.items() if others}


def middle(first: hexes.Hex, second: hexes.Hex) -> Point:
    (x1, y1), (x2, y2) = hexes.centre(first), hexes.centre(second)
    return (x1 + x2) / 2, (y1 + y2) / 2
