"""The drawn board: the same bytes for the same board, any shape of map, Links on request."""

from __future__ import annotations

from dataclasses import replace

import networkx
import pytest
from matplotlib.figure import Figure

from rotwsim.report.figures.board_ink import joined_rivers
from rotwsim.report.figures.board_picture import (
    DrawnLink,
    board_figure,
    board_picture,
    draw_board,
    link_curve,
)
from rotwsim.scenario import hexes
from rotwsim.scenario.schema import City, SeaRoute

pytestmark = pytest.mark.slow  # draws many boards


def texts_of(figure: Figure) -> list[str]:
    return [text.get_text() for axes in figure.axes for text in axes.texts]


@pytest.fixture(scope="module")
def figure(eastern_us):
    return board_figure(eastern_us, letters=True)


def test_every_city_is_named_once(figure, eastern_us):
    words = texts_of(figure)
    for city in eastern_us.cities:
        assert words.count(city.name) == 1


def test_names_do_not_overlap_each_other(figure, eastern_us):
    names = {city.name for city in eastern_us.cities}
    renderer = figure.canvas.get_renderer()
    boxes = [t.get_window_extent(renderer) for t in figure.axes[0].texts if t.get_text() in names]
    overlaps = [
        (first, second)
        for place, first in enumerate(boxes)
        for second in boxes[place + 1 :]
        if first.shrunk(0.95, 0.6).overlaps(second.shrunk(0.95, 0.6))
    ]
    assert len(boxes) == 52 and not overlaps


def test_assumed_points_carry_a_question_mark_on_the_map(figure, eastern_us):
    points = [word for word in texts_of(figure) if word.rstrip("?").isdigit()]
    assert points.count("6?") == 1 and points.count("5?") == 1 and points.count("10") == 2


def test_letters_tell_the_colours_apart(figure, eastern_us):
    plain, lettered = texts_of(board_figure(eastern_us)), texts_of(figure)
    for letter, colour in {"R": "red", "B": "blue", "Y": "yellow", "K": "black"}.items():
        assert letter not in plain
        cities = sum(city.colour == colour for city in eastern_us.cities)
        assert lettered.count(letter) >= cities


def test_the_same_board_gives_the_same_bytes(eastern_us):
    small = replace(eastern_us, rows=eastern_us.rows[:6], cities=eastern_us.cities[:7], lines=())
    small = replace(small, ridges=frozenset(r for r in small.ridges if r[0][0] < 5))
    small = replace(small, western_link=None)
    first = board_picture(small, ["png", "svg"])
    assert first == board_picture(small, ["png", "svg"])


def test_a_link_runs_from_city_to_city_through_its_hexes(eastern_us, eastern_routes):
    for route in eastern_routes[:40]:
        curve = link_curve(eastern_us, route)
        ends = [hexes.centre(eastern_us.cities[c].hex) for c in (route.first, route.second)]
        assert tuple(curve.vertices[0]) == ends[0] and tuple(curve.vertices[-1]) == ends[1]
        passed = {tuple(point) for point in curve.vertices}
        assert all(hexes.centre(hex_) in passed for hex_ in route.hexes)


def test_links_can_be_drawn_into_any_axes(eastern_us, eastern_routes):
    figure = Figure(figsize=(4, 3))
    axes = figure.add_subplot(1, 2, 1)
    links = [DrawnLink(route, "#c8382f", 0.3) for route in eastern_routes[:5]]
    draw_board(eastern_us, axes, links=links, lines=False, city_sizes={"Boston": 2})
    assert len(axes.patches) > len(links)
    figure.canvas.draw()


@pytest.mark.parametrize("rows", [["C....C"], ["C", ".", ".", ".", ".", "C"], ["C..C#C"]])
def test_maps_of_any_shape_with_odd_names_are_drawn(rows, eastern_us):
    places = [(r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter == "C"]
    names = ["$x_1$", "Ø^{2}", "A very long name of a city indeed"]
    cities = tuple(
        City(name, *place, "purple", 0) for name, place in zip(names, places, strict=False)
    )
    board = replace(
        eastern_us,
        title="$broken",
        rows=tuple(rows),
        ridges=frozenset(),
        cities=cities,
        lines=(),
        western_link=None,
        cities_not_in_play=(cities[0].name,),
        sea_routes=(SeaRoute((cities[0].name, cities[1].name), 5),),
    )
    assert board_picture(board, ["png"])["png"].startswith(b"\x89PNG")


def test_rivers_have_no_circles(eastern_us):
    rivers = networkx.Graph(
        (hex_, other) for hex_, others in joined_rivers(eastern_us).items() for other in others
    )
    assert networkx.is_forest(rivers)
    wet = sum(row.count(hexes.RIVER) for row in eastern_us.rows)
    assert sum(eastern_us.terrain(hex_) == hexes.RIVER for hex_ in rivers) > 0.9 * wet
