"""Choices of a table: City Rotors and mines (M30, M31)."""

from dataclasses import replace

from rotwsim.core.state import codes
from rotwsim.reference.actions_and_delivery import deliver, legal_actions, legal_deliveries
from rotwsim.reference.cities_and_operations import accepted_colours, legal_mines, mine, set_rotors
from rotwsim.reference.game import action
from rotwsim.scenario.schema import City

from .builder import (
    ALVESTA,
    BLACK,
    BLUE,
    COLOUR,
    KALMAR,
    LINE_TABLE,
    LUND,
    MALMO,
    ORREBRO,
    PURPLE,
    RED,
    VAXJO,
    YELLOW,
    cubes,
    line_board,
    links,
    table_game,
    tally,
    told,
)

PASS = action(codes.PASS)


def rotor_game(seats=2):
    game = table_game(seats, modules=["rotors"])
    set_rotors(game)
    return game


def test_M30_a_rotor_city_begins_with_the_colour_after_its_own():
    game = rotor_game()
    assert accepted_colours(game, KALMAR) == {YELLOW, BLACK}
    assert accepted_colours(game, LUND) == {RED, BLUE}
    assert accepted_colours(game, MALMO) == {BLACK}


def test_M30_the_second_colour_moves_on_after_each_delivery_and_rests_at_the_own_one():
    game = rotor_game()
    links(game, 1, 2)
    shown = []
    for colour in (BLUE, YELLOW, BLACK, PURPLE, RED, RED):
        cubes(game, MALMO, list(COLOUR)[colour], "purple")
        deliver(game, game.seats[1], MALMO, colour, LUND, tally(1), 0)
        shown.append(told(game, "ROTOR")[-1][2:])
    assert shown == [(LUND, colour) for colour in (YELLOW, BLACK, PURPLE, -1, BLUE, YELLOW)]
    assert accepted_colours(game, LUND) == {RED, YELLOW}


def test_M30_a_cube_of_either_colour_must_stop():
    game = rotor_game()
    links(game, 0, 1, 2, 3, 4)
    game.seats[0].engine = 8
    cubes(game, ALVESTA, "blue")
    (only,) = legal_deliveries(game, game.seats[0])
    assert only[3] == LUND  # Växjö is blue and lies behind it
    game.rotors[LUND] = YELLOW
    (only,) = legal_deliveries(game, game.seats[0])
    assert only[3] == VAXJO


def test_M30_without_the_option_no_city_has_a_second_colour():
    game = table_game(2)
    set_rotors(game)
    assert game.rotors == {} and accepted_colours(game, LUND) == {RED}


# Mines


def mine_game(draws=(), **options):
    return table_game(2, draws=draws, modules=["mines"], **options)


def test_M31_drawing_ends_with_a_colour_drawn_before_which_goes_back():
    game = mine_game([RED, BLUE, RED])
    mine(game, game.seats[1], ALVESTA)
    assert [row[1:] for row in told(game)[1:]] == [
        ("MINED", ALVESTA),
        ("CUBE_DRAWN", ALVESTA, RED),
        ("CUBE_DRAWN", ALVESTA, BLUE),
        ("CUBE_RETURNED", ALVESTA, RED),
    ]
    assert told(game, "PAID") == [(1, "PAID", 10, 2, codes.PAID_MINE)]
    assert game.cubes[ALVESTA] == [1, 1, 0, 0, 0] and game.bag == [24, 24, 25, 25, 25]


def test_M31_five_draws_at_most_and_an_empty_bag_ends_it():
    game = mine_game([RED, BLUE, YELLOW, BLACK, PURPLE])
    mine(game, game.seats[0], ALVESTA)
    assert game.cubes[ALVESTA] == [1] * 5
    game = mine_game([RED])
    game.bag = [1, 0, 0, 0, 0]
    mine(game, game.seats[0], ALVESTA)
    assert sum(game.cubes[ALVESTA]) == 1 and told(game, "CUBE_RETURNED") == []


def test_M31_a_marker_is_removed_by_the_first_cube():
    game = mine_game([RED, RED])
    game.markers.add(ALVESTA)
    mine(game, game.seats[0], ALVESTA)
    assert told(game, "MARKER") == [(0, "MARKER", ALVESTA, 0)] and game.markers == set()


def test_M31_twice_a_player_and_once_a_city_and_only_grey_ones():
    cities = (City("A", 0, 0, "grey", 0), City("B", 0, 3, "grey", 0), City("C", 0, 6, "grey", 0))
    board = line_board(
        cities=(*cities, *line_board().cities[3:]),
        lines=(),
        operations=(),
        western_link=None,
        railbot_cards=(),
        multiplayer=replace(LINE_TABLE, rotor_cities=(), rail_barons=()),
    )
    game = mine_game([RED, RED, RED, RED], board=board)
    first, second = game.seats
    assert legal_mines(game, first) == [0, 1, 2]
    mine(game, first, 0)
    assert legal_mines(game, second) == [1, 2]
    mine(game, first, 1)
    assert legal_mines(game, first) == [] and legal_mines(game, second) == [2]
    game.colours[2] = BLUE  # urbanized
    assert legal_mines(game, second) == []
    assert legal_mines(table_game(2, board=board), game.seats[0]) == []


def test_M31_a_mine_is_an_action():
    game = mine_game()
    kinds = {choice[0] for choice in legal_actions(game, game.seats[0]).choices}
    assert codes.MINE in kinds and codes.INSURE not in kinds
    assert action(codes.MINE, ALVESTA) in legal_actions(game, game.seats[0]).choices
    assert ORREBRO not in legal_mines(game, game.seats[0])
