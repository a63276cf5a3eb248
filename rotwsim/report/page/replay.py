"""One game as a page of its own: the board turn by turn beside the story."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from pathlib import Path

import jinja2
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.path import Path as Curve
from PIL import Image

from rotwsim.report.board import style
from rotwsim.report.board.picture import PNG_COLOURS, draw_board, link_curve
from rotwsim.rules import hexes
from rotwsim.rules.routes import Route
from rotwsim.rules.scenario import Scenario
from rotwsim.rules.schema import Board

TEMPLATES = Path(__file__).parent / "templates"
LINK_COLOURS = {"player": "#d3571f", "Railbot": "#3d4653"}
# Six colours that people with any kind of colour vision can tell apart, dark and light in turn.
SEAT_COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#56b4e9", "#1a1a1a")
INCHES = 9.0  # width of the drawn map
DPI = 130
CUBE = 0.17  # side of a cube on the map, in hexes
CUBE_STEP = 0.2
FOREVER = 99  # a turn after every last turn


def replay_page(story: dict, scenario: Scenario) -> str:
    """The page as one self-contained HTML text."""
    loader = jinja2.FileSystemLoader(TEMPLATES)
    environment = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True)
    picture, box = _map(scenario.board)
    seats = {f"seat {number}": colour for number, colour in enumerate(SEAT_COLOURS, 1)}
    return environment.get_template("table.html" if "seats" in story else "replay.html").render(
        story=story,
        picture=picture,
        box=box,
        links=_links(story, scenario.board),
        cities=list(_cities(story, scenario.board)),
        colours={name: fill for name, (fill, _) in style.CITY_COLOURS.items()},
        link_colours=seats if "seats" in story else LINK_COLOURS,
        last_turn=len(story["turns"]),
    )


def _map(board: Board) -> tuple[str, str]:
    """The empty board as a data address, and the box it fills in the coordinates of an SVG."""
    width = len(board.rows[0]) + 0.5 + 2 * style.MARGIN
    height = (len(board.rows) - 1) * style.ROW_HEIGHT + 1 + 2 * style.MARGIN
    figure = Figure(figsize=(INCHES, INCHES * height / width), dpi=DPI)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    draw_board(board, axes)
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    full, small = io.BytesIO(), io.BytesIO()
    figure.savefig(full, format="png", facecolor=style.PAPER)
    Image.open(full).convert("RGB").quantize(PNG_COLOURS).save(small, format="png", optimize=True)
    data = base64.b64encode(small.getvalue()).decode("ascii")
    return (
        f"data:image/png;base64,{data}",
        f"{left:.3f} {-top:.3f} {right - left:.3f} {top - bottom:.3f}",
    )


def _links(story: dict, board: Board) -> list[dict]:
    """The Links as paths, each with the turn in which it appears."""
    return [
        {
            "from": link["turn"],
            "to": FOREVER,
            "owner": link["owner"],
            "title": f"{'–'.join(link['cities'])}: {link['owner']}",
            "path": _svg_path(link_curve(board, _route(link, board))),
        }
        for link in story["links"]
    ]


def _route(link: dict, board: Board) -> Route:
    """The hexes of a Link and the sides that it crosses."""
    first, second = map(board.city_index, link["cities"])
    track = [tile for tile in link["track"] if tile["hex"]]
    sides = [(tuple(tile["hex"]), hexes.SIDES.index(tile["left"])) for tile in track]
    if track:
        sides.insert(0, (tuple(track[0]["hex"]), hexes.SIDES.index(track[0]["entered"])))
    price = sum(tile["price"] for tile in link["track"])
    chain = tuple(tuple(tile["hex"]) for tile in track)
    return Route(first, second, len(link["track"]), price, chain, tuple(sides))


def _svg_path(curve: Curve) -> str:
    words = []
    letters = {Curve.MOVETO: "M", Curve.LINETO: "L", Curve.CURVE3: "Q"}
    for points, code in curve.iter_segments(simplify=False, curves=True):
        pairs = " ".join(
            f"{x:.3f} {-y:.3f}" for x, y in zip(points[::2], points[1::2], strict=True)
        )
        words.append(f"{letters[code]}{pairs}")
    return "".join(words)


def _cities(story: dict, board: Board) -> Iterator[dict]:
    """Each city as it looks from one turn to another: colour, cubes, Empty City Marker."""
    for city in board.cities:
        x, y = hexes.centre(city.hex)
        look = {
            "colour": city.colour,
            "cubes": list(story["set_up"]["cubes"].get(city.name, [])),
            "marker": False,
        }
        since = 0
        for turn in story["turns"]:
            new = _after(look, city.name, turn)
            if new != look:
                yield _drawn(city.name, x, -y, look, since, turn["turn"])
                look, since = new, turn["turn"]
        yield _drawn(city.name, x, -y, look, since, FOREVER)


def _after(look: dict, city: str, turn: dict) -> dict:
    """How a city looks after a turn."""
    new = {**look, "cubes": list(look["cubes"])}
    for event in (event for part in turn["parts"] for event in part["events"]):
        if event.get("city") != city:
            continue
        name = event["event"]
        if name.startswith("cube "):
            new["cubes"].remove(event["colour"])
        elif name == "cubes come":
            new["cubes"] += event["colours"]
        elif name == "New City":
            new["colour"] = event["colour"]
        elif name.startswith("marker"):
            new["marker"] = name == "marker placed"
    return new


def _drawn(name: str, x: float, y: float, look: dict, since: int, until: int) -> dict:
    cubes = sorted(look["cubes"])
    left = x - CUBE_STEP * (len(cubes) - 1) / 2 - CUBE / 2
    words = f"{name} ({look['colour']}): {', '.join(cubes) or 'no cubes'}"
    return {
        "from": since,
        "to": until,
        "title": words,
        "colour": look["colour"],
        "marker": look["marker"],
        "x": f"{x:.3f}",
        "y": f"{y:.3f}",
        "cubes": [
            {"x": f"{left + place * CUBE_STEP:.3f}", "y": f"{y - CUBE / 2:.3f}", "colour": colour}
            for place, colour in enumerate(cubes)
        ],
        "size": CUBE,
    }
