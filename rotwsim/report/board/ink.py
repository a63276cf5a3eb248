"""The marks of a drawn board and its legend, at any scale; rivers as flowing lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Curve

from rotwsim.report.board import style
from rotwsim.report.board.style import Point
from rotwsim.scenario import hexes
from rotwsim.scenario.schema import Board

LAYER = 1  # all marks share one, so that a later mark covers an earlier one
WRITING = 3


class Ink:
    """Draws into one axes; widths and sizes are in hexes, `points` is the size of one on paper."""

    def __init__(self, axes: Axes, points: float):
        self.axes, self.points = axes, points

    def ground(self, letter: str, centres: Iterable[Point]) -> None:
        """Draw hexes of one terrain with its sign."""
        centres = list(centres)
        shapes = [style.hexagon(centre, style.HEX_RADIUS) for centre in centres]
        self.polygons(shapes, style.GROUND[letter], style.HEX_EDGE, 0.025)
        if letter == "w":
            waves = [wave for centre in centres for wave in style.waves(centre)]
            self.curves(waves, style.WAVE, 0.045)
        if letter == "M":
            peaks = [peak for centre in centres for peak in style.peaks(centre)]
            self.polygons([lit for lit, _ in peaks], style.PEAK_LIT)
            self.polygons([shaded for _, shaded in peaks], style.PEAK_SHADED)

    def ridges(self, sides: Sequence[tuple[Point, Point]]) -> None:
        self.segments(sides, style.RIDGE_EDGE, style.RIDGE_WIDTH + 0.06)
        self.segments(sides, style.RIDGE, style.RIDGE_WIDTH)

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
        stubs = [style.stub(centre, side) for side in open_sides]
        self.segments(stubs, style.STUB, 0.14, caps="butt")
        fill, ink = style.CITY_COLOURS[colour] if in_play else style.NOT_IN_PLAY
        shape = style.hexagon(centre, style.CITY_RADIUS * size)
        self.polygons([shape], style.CITY_EDGE, style.CITY_EDGE, 0.14 * size)
        self.polygons([shape], fill, style.CITY_RIM, 0.07 * size)
        words = [str(cubes)] if in_play and cubes else []
        words += [letter] if letter and in_play else []
        height = (0.46 if len(words) == 1 else 0.4) * size
        for place, word in enumerate(words):
            shift = (place - (len(words) - 1) / 2) * 0.3 * size
            at = (centre[0] + shift, centre[1] - 0.36 * height)
            self.write(at, word, ink, height, weight="normal" if word == letter else "bold")

    def badge(self, at: Point, text: str, colour: str) -> None:
        self.axes.text(
            *at,
            text,
            fontsize=self.points * 0.36,
            color=colour,
            weight="bold",
            ha="center",
            va="center",
            zorder=WRITING,
            parse_math=False,
            bbox={
                "boxstyle": "round,pad=0.28,rounding_size=0.6",
                "facecolor": style.PAPER,
                "edgecolor": colour,
                "linewidth": self.points * 0.05,
            },
        )

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
        """Write text on a base line."""
        self.axes.text(
            *at,
            text,
            fontsize=self.points * height,
            color=colour,
            weight=weight,
            ha=align,
            va="baseline",
            zorder=WRITING,
            parse_math=False,
        )

    def polygons(
        self, shapes: Sequence, face: str, edge: str | None = None, width: float = 0.0
    ) -> None:
        """Draw shapes of one colour as one path, which keeps SVG files small."""
        if shapes:
            outlines = [Curve([*shape, shape[0]], closed=True) for shape in shapes]
            self._patch(
                Curve.make_compound_path(*outlines),
                facecolor=face,
                edgecolor=edge or "none",
                linewidth=width * self.points,
            )

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
        curves = list(curves)
        if curves:
            self._patch(
                Curve.make_compound_path(*curves),
                fill=False,
                edgecolor=colour,
                linewidth=width * self.points,
                linestyle=(0, dashes) if dashes else "solid",
                capstyle="butt" if dashes else caps,
                alpha=opacity,
            )

    def _patch(self, curve: Curve, **look) -> None:
        patch = PathPatch(curve, joinstyle="round", zorder=LAYER, **look)
        self.axes.add_artist(patch)  # not add_patch, which would measure it for limits
        patch.set_clip_on(False)


def river_curves(board: Board) -> list[Curve]:
    """Draw the rivers: the data knows only their hexes, the course inside is ours."""
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
    """Join the river hexes to a forest, through cities and into the sea where that joins more."""
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
