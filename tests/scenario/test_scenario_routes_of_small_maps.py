"""Links on maps made for a test: cities that touch, closed sides, corridors, sea, large maps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rotwsim.core.track.routes import LENGTH, PRICE
from rotwsim.scenario.compile.routes import Route, pairs_of, routes_of
from rotwsim.scenario.schema import City, DataError, SeaRoute


def test_B11_a_route_with_fewer_build_actions_is_listed_beside_the_cheapest(eastern_us, book):
    cities = {"A": (3, 0), "B": (3, 5)}
    rows = ["." * 6] * 3 + ["C" + "M" * 4 + "C"] + ["." * 6] * 3
    (pair,) = pairs_of(small_board(eastern_us, rows, cities), book)
    assert pair.routes[0, PRICE] == 5 * 2 and pair.routes[0, LENGTH] == 5
    assert min(row[PRICE] for row in pair.routes if row[LENGTH] <= 4) == 4 * 4


def small_board(eastern_us, rows, cities, closed=None, **changes):
    """A strip of land with a few cities; only what routes look at is filled in."""
    return replace(
        eastern_us,
        name="small",
        rows=tuple(rows),
        ridges=frozenset(),
        cities=tuple(
            City(name, row, column, "red", 1, (closed or {}).get(name, ()))
            for name, (row, column) in cities.items()
        ),
        **changes,
    )


def names_of(board, routes):
    return {(board.cities[r.first].name, board.cities[r.second].name) for r in routes}


def test_B12_cities_that_touch_have_no_link_between_them(eastern_us, book):
    rows = ["........"] * 4 + ["..CC..C."] + ["........"] * 4
    board = small_board(eastern_us, rows, {"A": (4, 2), "B": (4, 3), "C": (4, 6)})
    assert names_of(board, routes_of(board, book)) == {("A", "C"), ("B", "C")}


@pytest.mark.parametrize("closed", [{"A": ("E",)}, {"B": ("W",)}], ids=["leaving", "entering"])
def test_B13_a_closed_side_bars_a_city_although_land_lies_behind_it(eastern_us, book, closed):
    """Eastern US cannot show this: there every closed side faces a hex that is not playable."""
    cities = {"A": (0, 1), "B": (0, 5)}
    assert len(routes_of(small_board(eastern_us, [".C...C."], cities), book)) == 1
    with pytest.raises(DataError, match="B cannot be reached from A by Links of at most 25 tiles"):
        routes_of(small_board(eastern_us, [".C...C."], cities, closed), book)


def test_B13_a_track_cannot_turn_back_in_a_corridor(eastern_us, book):
    """B is open only on the far side, and there is no room to turn round."""
    closed = {"B": ("W", "NE", "SE", "NW", "SW")}
    cities = {"A": (0, 0), "B": (0, 4)}
    with pytest.raises(DataError, match="B cannot be reached"):
        routes_of(small_board(eastern_us, ["C...C..."], cities, closed), book)
    wide = ["........"] * 4 + ["C...C..."] + ["........"] * 4
    board = small_board(eastern_us, wide, {"A": (4, 0), "B": (4, 4)}, closed)
    cheapest = routes_of(board, book)[0]
    assert cheapest.tiles > 6, "round B and back"


def test_B11_a_city_twenty_six_tiles_away_cannot_be_reached(eastern_us, book):
    near = small_board(eastern_us, ["C" + "." * 25 + "C"], {"A": (0, 0), "B": (0, 26)})
    assert [route.tiles for route in routes_of(near, book)] == [25]
    far = small_board(eastern_us, ["C" + "." * 26 + "C"], {"A": (0, 0), "B": (0, 27)})
    with pytest.raises(DataError, match="B cannot be reached"):
        routes_of(far, book)


def test_a_sea_route_is_a_route_without_hexes(eastern_us, book):
    board = small_board(
        eastern_us,
        ["C..C##C"],
        {"A": (0, 0), "B": (0, 3), "Island": (0, 6)},
        sea_routes=(SeaRoute(("Island", "B"), 12, 2),),
    )
    (route,) = [r for r in routes_of(board, book) if not r.hexes]
    assert (route.first, route.second, route.cost, route.tiles) == (1, 2, 12, 2)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["C" + "." * 1534 + "C"] * 2, "3072 hexes, rows times columns, are more than the 1536"),
        (["." * 1537], "1537 hexes"),
    ],
)
def test_a_map_that_is_too_large_is_refused_in_one_line(eastern_us, book, rows, words):
    with pytest.raises(DataError, match=words):
        routes_of(small_board(eastern_us, rows, {}), book)


def test_a_long_thin_map_with_as_many_cities_as_there_may_be_is_held(eastern_us, book):
    """64 cities and 1,536 hexes: pairs that get no list are searched for."""
    letters = [["."] * 128 for _ in range(12)]
    places = {f"C{n}": (3 + 6 * (n % 2), 1 + 4 * (n // 2)) for n in range(64)}
    for row, column in places.values():
        letters[row][column] = "C"
    board = small_board(eastern_us, ["".join(row) for row in letters], places)
    assert len(pairs_of(board, book)) == 64 * 63 // 2


def test_there_is_one_cheapest_route_of_each_pair(eastern_routes):
    pairs = [(route.first, route.second) for route in eastern_routes]
    assert all(isinstance(route, Route) for route in eastern_routes)
    assert len(set(pairs)) == len(pairs) and all(first < second for first, second in pairs)
