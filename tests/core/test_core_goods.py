"""Cities and goods: the bag, Urbanize, Empty City Markers (B20 to B24, S2, S40, T8)."""

from __future__ import annotations

import pytest

from rotwsim.core.state import codes

from .boards import line_board
from .builder import Table, code

TOTAL = 125


def test_B20_every_city_in_play_draws_its_printed_number_from_125_cubes():
    table = Table.dealt(board="eastern-us")
    printed = [city.cubes for city in table.board.cities]
    assert table.state.cubes[: len(printed)].tolist() == printed
    assert table.state.bag.sum() + sum(printed) == TOTAL
    for colour in range(codes.COLOURS):
        assert table.state.goods[:, colour].sum() + table.state.bag[colour] == 25


def test_B21_a_grey_city_accepts_no_cube():
    table = Table()
    table.cubes("Kalmar", "red", "blue", "black", "purple", "yellow")
    table.own_link("Kalmar", "Alvesta")
    assert table.deliveries() == set()


def test_B22_urbanize_costs_10_and_brings_a_colour_and_two_cubes():
    table = Table()
    table.cubes("Alvesta", "red")
    table.act(codes.URBANIZE, table.city("Alvesta"), code("blue"))
    assert table.events("PAID") == [("PAID", 10, 2, codes.PAID_URBANIZE)]
    assert table.state.colour[table.city("Alvesta")] == code("blue")
    assert len(table.on("Alvesta")) == 3
    assert table.state.new_cities[code("blue")] == 2


def test_B22_only_grey_cities_and_only_colours_with_tiles_left():
    table = Table()
    table.state.new_cities[code("black")] = 0
    options = {(city, colour) for _, city, colour, *_ in table.legal(codes.URBANIZE)}
    assert options == {(table.city("Alvesta"), code(c)) for c in ("blue", "yellow", "purple")}
    table.act(codes.URBANIZE, table.city("Alvesta"), code("blue"))
    assert table.legal(codes.URBANIZE) == set()


def test_B23_the_last_cube_leaves_a_marker_and_a_new_cube_removes_it():
    table = Table()
    table.cubes("Kalmar", "black")
    table.own_link("Kalmar", "Alvesta", "Malmö")
    table.state.engine[codes.SOLO] = 2
    table.deliver("black", "Kalmar", "Malmö", own=2)
    assert table.events("MARKER") == [("MARKER", table.city("Kalmar"), 1)]
    table.display("City Growth")
    table.take("City Growth")  # the first city is Kalmar
    assert table.events("MARKER")[1:] == [("MARKER", table.city("Kalmar"), 0)]
    assert table.state.markers == 0


def test_B23_a_city_that_never_had_a_cube_is_not_empty():
    table = Table()
    assert table.state.markers == 0 and not table.state.marker.any()


@pytest.mark.parametrize(("choice", "in_bag"), [("bag", 25), ("box", 24)])
def test_B24_removed_cubes_go_to_the_bag_or_to_the_box(choice, in_bag):
    table = Table(rulings={"removed_cubes": choice})
    table.cubes("Lund", "purple")
    table.resolve("Exhaust Purple")
    assert table.on("Lund") == []
    assert table.state.bag[code("purple")] == in_bag


def test_B24_an_empty_bag_gives_nothing():
    table = Table()
    table.state.bag[:] = 0
    table.act(codes.URBANIZE, table.city("Alvesta"), code("blue"))
    assert table.on("Alvesta") == []


def test_S2_a_city_not_in_play_has_no_cubes_gets_none_and_is_no_new_city():
    board = line_board(cities_not_in_play=("Örebro", "Kalmar"))
    table = Table.dealt(board=board)
    assert table.on("Örebro") == [] and table.on("Malmö") != []
    assert table.state.marker[table.city("Örebro")] == 0
    table.display("City Growth")
    before = table.on("Alvesta")
    table.take("City Growth")
    assert table.asked() == [(codes.DECIDE_GROWTH, 5)] and table.on("Alvesta") != before


def empty_kalmar(table: Table) -> None:
    table.cubes("Kalmar", "purple")
    table.resolve("Exhaust Purple")


def test_S40_the_maps_number_of_markers_triggers_the_end_once():
    table = Table(line_board(empty_city_trigger=2, base_exhaust=1))
    empty_kalmar(table)
    assert table.state.trigger == codes.NOT_YET
    table.cubes("Lund", "purple")
    table.resolve("Exhaust Purple")
    assert table.state.trigger == codes.BY_MARKERS
    table.display("City Growth")
    table.take("City Growth")  # Kalmar loses its marker: that does not undo the trigger
    assert (table.state.markers, table.state.trigger) == (1, codes.BY_MARKERS)
    table.cubes("Lund", "purple")
    table.resolve("Exhaust Purple")
    assert table.events("TRIGGER") == [("TRIGGER", codes.BY_MARKERS)]


def test_T8_one_or_two_markers_fewer_trigger_the_end():
    for tweak, missing in (("markers-1", 1), ("markers-2", 2)):
        table = Table(line_board(empty_city_trigger=3), tweaks=[tweak])
        assert table.rules.empty_city_trigger == 3 - missing
    table = Table(line_board(empty_city_trigger=3), tweaks=["markers-2"])
    empty_kalmar(table)
    assert table.state.trigger == codes.BY_MARKERS
