"""The board drawn in an own clean style: hexes, ridges, cities, Major Lines, and Links on request.

All sizes are in hexes, one from a hex to its neighbour, so a picture looks the same at any size.
"""

import io
import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.path import Path as Curve
from PIL import Image

from rotwsim.report.figures import board_ink, board_lettering
from rotwsim.report.figures.board_ink import Ink, Point, middle, river_curves
from rotwsim.report.figures.board_lettering import draw_legend, draw_title, legend_height
from rotwsim.scenario import hexes
from rotwsim.scenario.compile.routes import Route
from rotwsim.scenario.provenance import UNSEEN, origins_under
from rotwsim.scenario.schema import Board

PNG_COLOURS = 256  # a third of the size of a full-colour file, and the eye sees no difference
SMALL = 7  # level of a PNG: a few hundredths more than the smallest, in a fifth of the time
READ_AGAIN = {"compress_level": 1}  # of a full-colour PNG, which is there to lose its colours
AS_FILE: dict[str, dict] = {  # arguments of savefig; files of the same board are the same
    "png": {"metadata": {"Software": None}, "pil_kwargs": READ_AGAIN},
    "svg": {"metadata": {"Date": None}},
}


class DrawnLink(NamedTuple):
    """A route to draw on the map; width in hexes."""

    route: Route
    colour: str
    width: float = 0.2
    opacity: float = 1.0


def board_picture(
    board: Board, forms: Iterable[str], *, letters: bool = False, **laid
) -> dict[str, bytes]:
    """Draw the finished picture as bytes by form, "png", "svg"; `laid` as in `draw_board`."""
    figure = board_figure(board, letters=letters, **laid)
    pictures = {}
    for form in forms:
        buffer = io.BytesIO()
        with matplotlib.rc_context({"svg.hashsalt": board.name, "svg.fonttype": "path"}):
            figure.savefig(buffer, format=form, facecolor=board_ink.PAPER, **AS_FILE[form])
        if form == "png":
            full, buffer = Image.open(buffer).convert("RGB"), io.BytesIO()
            small = full.quantize(PNG_COLOURS, dither=Image.Dither.NONE)
            small.save(buffer, "png", compress_level=SMALL, dpi=(board_ink.DPI,) * 2)
        pictures[form] = buffer.getvalue()
    return pictures


def board_figure(board: Board, *, letters: bool = False, **laid) -> Figure:
    width, height = extent(board)
    unit = min(board_ink.PAGE_WIDTH / width, board_ink.MAP_HEIGHT / height)  # inches per hex
    page_width = max(width * unit, board_ink.PAGE_WIDTH * board_ink.NARROWEST)
    legend = legend_height(letters)
    page_height = height * unit + board_ink.TITLE_HEIGHT + legend
    figure = Figure(figsize=(page_width, page_height), dpi=board_ink.DPI)
    FigureCanvasAgg(figure)
    share = width * unit / page_width
    frame = ((1 - share) / 2, legend / page_height, share, height * unit / page_height)
    draw_title(figure, board)
    draw_board(board, figure.add_axes(frame), letters=letters, **laid)
    draw_legend(figure, board, legend / page_height, letters=letters)
    return figure


def draw_board(
    board: Board,
    axes: Axes,
    *,
    letters: bool = False,
    lines: bool = True,
    links: Sequence[DrawnLink] = (),
    city_sizes: Mapping[str, float] | None = None,
    cubes: Mapping[str, Sequence[str]] | None = None,
) -> None:
    """Draw the map into any axes.

    `letters` adds a letter for each city colour, `links` lays routes on the map, `city_sizes`
    makes some cities larger or smaller than 1, and `cubes` lays cubes of these colours on cities.
    """
    layers = _Layers(board, axes)
    layers.draw_ground()
    badges = layers.draw_major_lines() if lines else []
    badges += layers.draw_sea_routes()
    layers.draw_links(links)
    layers.draw_western_link()
    layers.draw_cities(letters, city_sizes or {}, has_numbers=cubes is None)
    layers.draw_cubes(cubes or {})
    board_lettering.place_names(board, axes, layers.ink.points, badges)


def city_centre(board: Board, name: str) -> Point:
    return hexes.centre(board.cities[board.city_index(name)].hex)


def link_curve(board: Board, route: Route) -> Curve:
    """Draw a Link from city to city: round through its hexes, straight over the sea."""
    start, end = (board.cities[city].hex for city in (route.first, route.second))
    track = track_curve(start, route.hexes, route.sides if route.hexes else ())
    codes = np.append(np.asarray(track.codes), Curve.LINETO)
    return Curve(np.vstack([track.vertices, hexes.centre(end)]), codes)


def track_curve(
    start: hexes.Hex, chain: Sequence[hexes.Hex], sides: Sequence[tuple[hexes.Hex, int]]
) -> Curve:
    """Draw track from a city round through its hexes, as far as it is laid."""
    gates = [middle(hex_, hexes.neighbour(hex_, side)) for hex_, side in sides]
    points = [hexes.centre(start), *gates[:1]]
    codes = [Curve.MOVETO, Curve.LINETO][: len(points)]
    for hex_, gate in zip(chain, gates[1:], strict=True):
        points += [hexes.centre(hex_), gate]
        codes += [Curve.CURVE3, Curve.CURVE3]
    return Curve(points, codes)


class _Layers:
    """One board in one axes, layer by layer from the ground up."""

    def __init__(self, board: Board, axes: Axes):
        self.board = board
        width, height = extent(board)
        left, top = -0.5 - board_ink.MARGIN, 0.5 + board_ink.MARGIN
        axes.set(xlim=(left, left + width), ylim=(top - height, top), aspect="equal")
        axes.set_axis_off()
        box, page = axes.get_position(), axes.figure.bbox
        inches = [size / axes.figure.dpi for size in (page.width, page.height)]
        scale = min(box.width * inches[0] / width, box.height * inches[1] / height)
        self.ink = Ink(axes, board_ink.POINTS_PER_INCH * scale)
        self.taken = [hexes.centre(city.hex) for city in board.cities]

    def draw_ground(self) -> None:
        board, places = self.board, board_ink.letters_of(self.board)
        shore = [
            board_ink.hexagon(hexes.centre(place), board_ink.HEX_RADIUS)
            for place in places
            if any(hexes.neighbour(place, side) not in places for side in range(6))
        ]
        for width, colour in board_ink.SHORES:
            self.ink.polygons(shore, colour, colour, width)
        for letter in hexes.TERRAIN_NAMES:
            own = [hexes.centre(place) for place, other in places.items() if other == letter]
            if letter != hexes.UNPLAYABLE:
                self.ink.ground(letter, own)
        self.ink.curves(river_curves(board), board_ink.RIVER, 0.11)
        self.ink.ridges([board_ink.side(hexes.centre(h), side) for h, side in sorted(board.ridges)])

    def draw_major_lines(self) -> list[Point]:
        """Draw arcs from city to city and a badge of points per line; return where badges are."""
        badges: list[Point] = []
        for number, line in enumerate(self.board.lines):
            if line.name in self.board.lines_not_in_play:
                continue
            ends = [city_centre(self.board, name) for name in line.cities]
            arcs = [board_ink.arc(start, end) for start, end in pairwise(ends)]
            self.ink.curves(arcs, board_ink.PAPER, 0.13, opacity=0.75)
            self.ink.curves(arcs, board_ink.LINE, 0.075, dashes=board_ink.LINE_DASHES)
            text = _priced(self.board, f"lines.list[{number}]", "points", str(line.points))
            badges.append(self._draw_badge(arcs, text, board_ink.LINE))
        return badges

    def draw_sea_routes(self) -> list[Point]:
        badges = []
        for number, sea in enumerate(self.board.sea_routes):
            start, end = (city_centre(self.board, name) for name in sea.cities)
            arc = board_ink.arc(start, end, board_ink.SEA_BEND)
            self.ink.curves([arc], board_ink.SEA_ROUTE, 0.09, dashes=board_ink.SEA_DASHES)
            text = _priced(self.board, f"sea.list[{number}]", "price", f"${sea.price}")
            badges.append(self._draw_badge([arc], text, board_ink.SEA_ROUTE))
        return badges

    def draw_links(self, links: Sequence[DrawnLink]) -> None:
        for link in links:
            curve = [link_curve(self.board, link.route)]
            self.ink.curves(curve, board_ink.PAPER, link.width + 0.08, opacity=link.opacity)
            self.ink.curves(curve, link.colour, link.width, opacity=link.opacity)

    def draw_western_link(self) -> None:
        for name in self.board.western_link.cities if self.board.western_link else ():
            x, y = city_centre(self.board, name)
            arrow = board_ink.arrow_west((x - 0.5, y))
            self.ink.polygons([arrow], board_ink.WESTERN, board_ink.PAPER, 0.05)

    def draw_cities(self, letters: bool, sizes: Mapping[str, float], has_numbers: bool) -> None:
        for city in self.board.cities:
            self.ink.city(
                hexes.centre(city.hex),
                city.colour,
                city.cubes if has_numbers else 0,
                open_sides=[n for n, name in enumerate(hexes.SIDES) if name not in city.closed],
                letter=board_ink.CITY_LETTERS[city.colour] if letters else "",
                size=sizes.get(city.name, 1.0),
                in_play=city.name not in self.board.cities_not_in_play,
            )

    def draw_cubes(self, cubes: Mapping[str, Sequence[str]]) -> None:
        step = board_ink.CUBE_STEP
        for name, colours in cubes.items():
            x, y = city_centre(self.board, name)
            left = x - step * (len(colours) - 1) / 2
            for place, colour in enumerate(colours):
                square = board_ink.square((left + place * step, y - step), board_ink.CUBE)
                fill, _ = board_ink.CITY_COLOURS[colour]
                self.ink.polygons([square], fill, board_ink.CITY_RIM, 0.03)

    def _draw_badge(self, arcs: Sequence[Curve], text: str, colour: str) -> Point:
        """Draw a badge on the longest arc, near its middle, away from cities and other badges."""
        arc = max(arcs, key=lambda arc: math.dist(*np.asarray(arc.vertices)[[0, -1]]))
        places = [board_ink.point_on_arc(arc, share) for share in board_ink.BADGE_SHARES]
        rooms = [min(math.dist(place, other) for other in self.taken) for place in places]
        first = next((n for n, room in enumerate(rooms) if room > board_ink.BADGE_ROOM), None)
        at = places[rooms.index(max(rooms)) if first is None else first]
        self.taken.append(at)
        self.ink.badge(at, text, colour)
        return at


def _priced(board: Board, entry: str, value: str, text: str) -> str:
    return f"{text}?" if origins_under(board, entry).get(value) in UNSEEN else text


def extent(board: Board) -> Point:
    """Measure width and height of the map in hexes, margins included."""
    width = len(board.rows[0]) + 0.5 + 2 * board_ink.MARGIN
    height = (len(board.rows) - 1) * board_ink.ROW_HEIGHT + 1 + 2 * board_ink.MARGIN
    return width, height
