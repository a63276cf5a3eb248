"""What is written on a drawn board: title, legend, and the names of cities where they fit best."""

from collections.abc import Callable, Sequence
from functools import partial
from textwrap import shorten

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path as Curve
from matplotlib.patheffects import withStroke
from matplotlib.textpath import text_to_path

from rotwsim.report.figures import board_ink
from rotwsim.report.figures.board_ink import Ink, Point
from rotwsim.scenario import hexes
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.schema import COLOURS, GREY, ORIGINS, Board, City

UNIT = 0.3  # inches per hex in the legend
TEXT = 0.46  # height of the words, in hexes of the legend
ROW = 1.25
FIRST_ROW = 0.85  # below the upper edge
COLUMNS = 5
WORDS = 0.85  # from the middle of a sample to its words
NOTE = 0.6  # above the lower edge, and between the lines of the note
LETTER_WIDTH = 0.6  # in parts of its height, more than most need
NOTE_TEXT = 0.36
ABOVE_NOTE = 1.25
SIDE = 0.9  # margin left and right

Sample = tuple[Callable[[Ink, Point], None], str]


def draw_title(figure: Figure, board: Board) -> None:
    width, height = figure.get_size_inches()
    left, base = SIDE * UNIT / width, 1 - 0.5 / height
    look = {"weight": "bold", "color": board_ink.INK, "family": "serif", "parse_math": False}
    figure.text(left, base, board.title, fontsize=23, **look)
    cubes = sum(city.cubes for city in board.cities)
    size = (
        f"{len(board.cities)} cities · {board.playable_hexes} hexes · {len(board.ridges)} ridges · "
        f"{cubes} cubes · {len(board.lines)} Major Lines"
    )
    figure.text(1 - left, base, size, fontsize=10, color=board_ink.FAINT_INK, ha="right")


def draw_legend(figure: Figure, board: Board, share: float, *, letters: bool) -> None:
    """Explain the marks and the source of the board, in the lower `share` of the page."""
    width, height = figure.get_size_inches() * (1, share) / UNIT
    axes = figure.add_axes((0, 0, 1, share))
    axes.set(xlim=(0, width), ylim=(0, height))
    axes.set_axis_off()
    ink = Ink(axes, board_ink.POINTS_PER_INCH * UNIT)
    rows = [_ground_samples(), _city_samples(board, letters)]
    if letters:
        rows.append([(partial(_draw_lettered, colour), colour) for colour in COLOURS])
    for row, samples in enumerate(rows):
        places = _places([words for _, words in samples], width - 2 * SIDE)
        for place, (draw, words) in zip(places, samples, strict=True):
            x, y = SIDE + 0.5 + place, height - FIRST_ROW - row * ROW
            draw(ink, (x, y))
            ink.write((x + WORDS, y - 0.35 * TEXT), words, board_ink.INK, TEXT, align="left")
    letters_per_line = int((width - 2 * SIDE) / (NOTE_TEXT * LETTER_WIDTH))
    source = shorten(_origins(board), letters_per_line, placeholder=" …")
    ink.write((SIDE, 2 * NOTE), source, board_ink.FAINT_INK, NOTE_TEXT, align="left")
    ink.write((SIDE, NOTE), board_ink.DISCLAIMER, board_ink.FAINT_INK, NOTE_TEXT, align="left")


def _places(texts: list[str], width: float) -> list[float]:
    """Choose where samples of a row begin: in columns, or in a row if columns are too narrow."""
    widths = [0.5 + WORDS + len(text) * TEXT * LETTER_WIDTH for text in texts]
    column = width / COLUMNS
    if max(widths) <= column:
        return [place * column for place in range(len(texts))]
    gap = max(0.0, (width - sum(widths)) / len(widths))
    return [sum(widths[:place]) + place * gap for place in range(len(widths))]


def legend_height(letters: bool) -> float:
    rows = 3 if letters else 2
    return UNIT * (FIRST_ROW + (rows - 1) * ROW + ABOVE_NOTE + 2 * NOTE)


def _origins(board: Board) -> str:
    """Say whether map, cities and lines are known, then the source of the map."""
    said = []
    for part in ("Map", "cities", "lines"):
        start = f"{part.lower()}."
        found = {one.origin for one in board.provenance if one.key.startswith(start)}
        if found:
            said.append(f"{part} {' and '.join(origin for origin in ORIGINS if origin in found)}")
    sources = [parameter.source for parameter in board.provenance if parameter.key == "map.rows"]
    return f"{', '.join(said)}. Source of the map: {', '.join(sources)}"


def _draw_lettered(colour: str, ink: Ink, at: Point) -> None:
    ink.city(at, colour, 0, letter=board_ink.CITY_LETTERS[colour])


def _ground_samples() -> list[Sample]:
    book = load_rulebook()

    def river(ink: Ink, at: Point) -> None:
        ink.ground("r", [at])
        x, y = at
        points = [(x - 0.48, y), (x - 0.16, y + 0.3), (x, y), (x + 0.16, y - 0.3), (x + 0.48, y)]
        ink.curves([Curve(points, [1, 3, 3, 3, 3])], board_ink.RIVER, 0.11)

    def ridge(ink: Ink, at: Point) -> None:
        ink.ground("M", [at])
        ink.ridges([board_ink.side(at, side) for side in (0, 5)])

    return [
        (lambda ink, at: ink.ground(".", [at]), f"plain {book.track_plain}"),
        (river, f"river {book.track_water}"),
        (lambda ink, at: ink.ground("w", [at]), f"lake, coast {book.track_water}"),
        (lambda ink, at: ink.ground("M", [at]), f"mountain {book.track_mountain}"),
        (ridge, f"ridge +{book.track_ridge}"),
    ]


def _city_samples(board: Board, letters: bool) -> list[Sample]:
    def coloured(ink: Ink, at: Point) -> None:
        letter = board_ink.CITY_LETTERS["blue"] if letters else ""
        ink.city(at, "blue", 4, open_sides=(0, 1, 3, 4), letter=letter)

    def across(at: Point) -> list[Curve]:
        return [Curve([(at[0] - 0.6, at[1]), (at[0] + 0.6, at[1])])]

    def line(ink: Ink, at: Point) -> None:
        ink.curves(across(at), board_ink.LINE, 0.075, dashes=board_ink.LINE_DASHES)
        ink.badge(at, "6", board_ink.LINE)

    def western(ink: Ink, at: Point) -> None:
        ink.polygons([board_ink.arrow_west((at[0] + 0.24, at[1]))], board_ink.WESTERN)

    def sea(ink: Ink, at: Point) -> None:
        ink.curves(across(at), board_ink.SEA_ROUTE, 0.09, dashes=board_ink.SEA_DASHES)

    samples: list[Sample] = [
        (coloured, "cubes, open sides"),
        (lambda ink, at: ink.city(at, "grey", 1), "takes no goods"),
    ]
    if board.lines:
        samples.append((line, "Major Line"))
    if board.western_link:
        samples.append((western, f"Western Link {board.western_link.price}"))
    if board.sea_routes:
        samples.append((sea, "sea route"))
    if board.cities_not_in_play:
        samples.append((lambda ink, at: ink.city(at, "grey", 0, in_play=False), "not in play"))
    return samples


FONT_SIZE = 0.37  # in hexes
HALO = 0.13
MEASURED = 40  # any font size; widths grow with it
ROUNDS = 30
# What a place costs: per square hex covered, per ridge touched, per step down the list of places.
NAME_ON_NAME, NAME_ON_CITY, NAME_ON_BADGE, NAME_OUTSIDE = 60, 40, 40, 200
NAME_ON_RIDGE, LESS_NATURAL = 0.6, 0.02

Box = tuple[float, float, float, float]  # left, bottom, right, top


def place_names(board: Board, axes: Axes, points_per_hex: float, badges: Sequence[Point]) -> None:
    halo = withStroke(linewidth=points_per_hex * HALO, foreground=board_ink.PAPER, alpha=0.9)
    look = {"fontsize": points_per_hex * FONT_SIZE, "color": board_ink.INK, "parse_math": False}
    look |= {"ha": "center", "va": "center", "path_effects": [halo]}
    boxes = _boxes(board, axes, badges)
    for city, (left, bottom, right, top) in zip(board.cities, boxes, strict=True):
        at = ((left + right) / 2, (bottom + top) / 2)
        axes.text(*at, city.name, weight=_weight(city), **look)


def _boxes(board: Board, axes: Axes, badges: Sequence[Point]) -> list[list[float]]:
    """Give each name the best of its places in turn, until none wants to move."""
    options = np.array([_name_places(city) for city in board.cities])
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
    """Price what a name should not cover: cities, badges, the edge of the map and, less, ridges."""
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    sizes = boxes[..., 2:] - boxes[..., :2]
    outside = sizes.prod(axis=-1) - _overlaps(boxes, [(left, bottom, right, top)]).sum(axis=-1)
    cities = [_square(hexes.centre(city.hex), 0.47) for city in board.cities]
    sides = np.array([board_ink.side(hexes.centre(hex_), side) for hex_, side in board.ridges])
    ridges = np.hstack([sides.min(axis=1), sides.max(axis=1) + 0.1]) if len(sides) else []
    return (
        NAME_OUTSIDE * outside
        + NAME_ON_CITY * _overlaps(boxes, cities).sum(axis=-1)
        + NAME_ON_BADGE * _overlaps(boxes, [_square(at, 0.36) for at in badges]).sum(axis=-1)
        + NAME_ON_RIDGE * (_overlaps(boxes, ridges) > 0).sum(axis=-1)
    )


def _overlaps(boxes: np.ndarray, others: np.ndarray | list[Box]) -> np.ndarray:
    boxes, others = boxes[..., None, :], np.reshape(others, (-1, 4))
    low = np.maximum(boxes[..., :2], others[:, :2])
    high = np.minimum(boxes[..., 2:], others[:, 2:])
    return (high - low).clip(0).prod(axis=-1)


def _name_places(city: City) -> list[Box]:
    """List where a name may be, the most natural place first."""
    width, height = _size_of(city.name, _weight(city))
    x, y = hexes.centre(city.hex)
    beside, above = 0.5 + width / 2, 0.5 + height / 2
    corner, low, near, slide = 0.3 + width / 2, above * 0.8, above * 0.4, width / 4
    offsets = [
        *((0, -above), (0, above), (beside, 0), (-beside, 0)),
        *((corner, -low), (corner, low), (-corner, -low), (-corner, low)),
        *((slide, -above), (-slide, -above), (slide, above), (-slide, above)),
        *((beside, near), (beside, -near), (-beside, near), (-beside, -near)),
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
