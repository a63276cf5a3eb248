"""Title and legend around the drawn board."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import shorten

from matplotlib.figure import Figure
from matplotlib.path import Path as Curve

from rotwsim.report.board import style
from rotwsim.report.board.ink import Ink
from rotwsim.report.board.style import Point
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.schema import COLOURS, ORIGINS, Board

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
    """The title and the size of the board."""
    width, height = figure.get_size_inches()
    left, base = SIDE * UNIT / width, 1 - 0.5 / height
    figure.text(
        left,
        base,
        board.title,
        fontsize=23,
        weight="bold",
        color=style.INK,
        family="serif",
        parse_math=False,
    )
    cubes = sum(city.cubes for city in board.cities)
    size = (
        f"{len(board.cities)} cities · {board.playable_hexes} hexes · {len(board.ridges)} ridges · "
        f"{cubes} cubes · {len(board.lines)} Major Lines"
    )
    figure.text(1 - left, base, size, fontsize=10, color=style.FAINT_INK, ha="right")


def draw_legend(figure: Figure, board: Board, share: float, *, letters: bool) -> None:
    """What the marks mean and where the board comes from, in the lower `share` of the page."""
    width = figure.get_size_inches()[0] / UNIT
    height = figure.get_size_inches()[1] * share / UNIT
    axes = figure.add_axes((0, 0, 1, share))
    axes.set_xlim(0, width)
    axes.set_ylim(0, height)
    axes.set_axis_off()
    ink = Ink(axes, style.POINTS_PER_INCH * UNIT)
    rows = _rows(board, letters)
    for row, samples in enumerate(rows):
        places = _places([words for _, words in samples], width - 2 * SIDE)
        for place, (draw, words) in zip(places, samples, strict=True):
            x, y = SIDE + 0.5 + place, height - FIRST_ROW - row * ROW
            draw(ink, (x, y))
            ink.write((x + WORDS, y - 0.35 * TEXT), words, style.INK, TEXT, align="left")
    letters_per_line = int((width - 2 * SIDE) / (NOTE_TEXT * LETTER_WIDTH))
    source = shorten(_origins(board), letters_per_line, placeholder=" …")
    ink.write((SIDE, 2 * NOTE), source, style.FAINT_INK, NOTE_TEXT, align="left")
    ink.write((SIDE, NOTE), style.DISCLAIMER, style.FAINT_INK, NOTE_TEXT, align="left")


def _places(texts: list[str], width: float) -> list[float]:
    """Where the samples of a row begin: in columns, or in a row where columns are too narrow."""
    widths = [0.5 + WORDS + len(text) * TEXT * LETTER_WIDTH for text in texts]
    column = width / COLUMNS
    if max(widths) <= column:
        return [place * column for place in range(len(texts))]
    gap = max(0.0, (width - sum(widths)) / len(widths))
    return [sum(widths[:place]) + place * gap for place in range(len(widths))]


def legend_height(letters: bool) -> float:
    """How much of the page the legend takes, in inches."""
    rows = 3 if letters else 2
    return UNIT * (FIRST_ROW + (rows - 1) * ROW + ABOVE_NOTE + 2 * NOTE)


def _origins(board: Board) -> str:
    """Whether map, cities and lines are known, then the source of the map."""
    parts = {"Map": "map.", "cities": "cities.", "lines": "lines."}
    said = []
    for part, start in parts.items():
        found = {figure.origin for figure in board.provenance if figure.key.startswith(start)}
        if found:
            said.append(f"{part} {' and '.join(origin for origin in ORIGINS if origin in found)}")
    sources = [figure.source for figure in board.provenance if figure.key == "map.rows"]
    return f"{', '.join(said)}. Source of the map: {', '.join(sources)}"


def _rows(board: Board, letters: bool) -> list[list[Sample]]:
    return [
        _ground_samples(),
        _city_samples(board, letters),
        *([[_colour_sample(colour) for colour in COLOURS]] if letters else []),
    ]


def _colour_sample(colour: str) -> Sample:
    letter = style.CITY_LETTERS[colour]
    return lambda ink, at: ink.city(at, colour, 0, letter=letter), colour


def _ground_samples() -> list[Sample]:
    book = load_rulebook()

    def river(ink: Ink, at: Point) -> None:
        ink.ground("r", [at])
        x, y = at
        points = [(x - 0.48, y), (x - 0.16, y + 0.3), (x, y), (x + 0.16, y - 0.3), (x + 0.48, y)]
        ink.curves([Curve(points, [1, 3, 3, 3, 3])], style.RIVER, 0.11)

    def ridge(ink: Ink, at: Point) -> None:
        ink.ground("M", [at])
        ink.ridges([style.side(at, side) for side in (0, 5)])

    return [
        (lambda ink, at: ink.ground(".", [at]), f"plain {book.track_plain}"),
        (river, f"river {book.track_water}"),
        (lambda ink, at: ink.ground("w", [at]), f"lake, coast {book.track_water}"),
        (lambda ink, at: ink.ground("M", [at]), f"mountain {book.track_mountain}"),
        (ridge, f"ridge +{book.track_ridge}"),
    ]


def _city_samples(board: Board, letters: bool) -> list[Sample]:
    def coloured(ink: Ink, at: Point) -> None:
        letter = style.CITY_LETTERS["blue"] if letters else ""
        ink.city(at, "blue", 4, open_sides=(0, 1, 3, 4), letter=letter)

    def line(ink: Ink, at: Point) -> None:
        ends = Curve([(at[0] - 0.6, at[1]), (at[0] + 0.6, at[1])])
        ink.curves([ends], style.LINE, 0.075, dashes=style.LINE_DASHES)
        ink.badge(at, "6", style.LINE)

    def western(ink: Ink, at: Point) -> None:
        ink.polygons([style.arrow_west((at[0] + 0.24, at[1]))], style.WESTERN)

    def sea(ink: Ink, at: Point) -> None:
        ends = Curve([(at[0] - 0.6, at[1]), (at[0] + 0.6, at[1])])
        ink.curves([ends], style.SEA_ROUTE, 0.09, dashes=style.SEA_DASHES)

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
