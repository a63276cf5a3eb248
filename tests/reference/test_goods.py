"""Cubes, bag and Empty City Markers (B20 to B24, S40)."""

from rotwsim.core.state.codes import BY_MARKERS, CUBE_DELIVERED
from rotwsim.reference.cities_and_operations import draw_cubes, remove_cube, take_cubes

from .builder import COLOUR, KALMAR, LUND, MALMO, cubes, events, game_on, line_board, line_game, me

RED, BLUE = COLOUR["red"], COLOUR["blue"]


def test_B23_the_last_cube_leaves_a_marker_and_a_new_one_removes_it():
    game = line_game(draws=[BLUE, BLUE])
    cubes(game, KALMAR, "red")
    remove_cube(game, me(game), KALMAR, RED, CUBE_DELIVERED)
    draw_cubes(game, me(game), KALMAR, 2)
    assert events(game) == [
        ("CUBE_GONE", KALMAR, RED, CUBE_DELIVERED),
        ("MARKER", KALMAR, 1),
        ("CUBE_DRAWN", KALMAR, BLUE),
        ("MARKER", KALMAR, 0),
        ("CUBE_DRAWN", KALMAR, BLUE),
    ]


def test_B24_removed_cubes_go_to_the_bag_or_to_the_box():
    for choice, left in (("bag", 25), ("box", 24)):
        game = line_game(rulings={"removed_cubes": choice})
        cubes(game, KALMAR, "red")
        remove_cube(game, me(game), KALMAR, RED, CUBE_DELIVERED)
        assert game.bag[RED] == left


def test_B24_an_empty_bag_gives_nothing():
    game = line_game(draws=[RED])
    game.bag = [1, 0, 0, 0, 0]
    draw_cubes(game, me(game), KALMAR, 3)
    assert events(game) == [("CUBE_DRAWN", KALMAR, RED)]


def test_B48_red_cubes_come_as_many_as_the_bag_holds():
    game = line_game()
    game.bag[RED] = 3
    take_cubes(game, me(game), KALMAR, RED, 4)
    assert events(game) == [("CUBE_DRAWN", KALMAR, RED)] * 3


def test_S40_markers_trigger_the_end_once():
    game = game_on(line_board(empty_city_trigger=2))
    for city in (KALMAR, LUND, MALMO):
        cubes(game, city, "red")
        remove_cube(game, me(game), city, RED, CUBE_DELIVERED)
    assert events(game, "MARKER", "TRIGGER") == [
        ("MARKER", KALMAR, 1),
        ("MARKER", LUND, 1),
        ("TRIGGER", BY_MARKERS),
        ("MARKER", MALMO, 1),
    ]


def test_T8_fewer_markers_trigger_the_end():
    game = game_on(line_board(empty_city_trigger=2), tweaks=["markers-1"])
    cubes(game, KALMAR, "red")
    remove_cube(game, me(game), KALMAR, RED, CUBE_DELIVERED)
    assert game.trigger == BY_MARKERS
