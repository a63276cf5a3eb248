"""Build track: prices, tiles, open track, what blocks a route (B10 to B16, B46, S13)."""

import pytest

from rotwsim.core.codes import BUILD, PAID_TRACK, SOLO
from rotwsim.reference.game import OpenTrack
from rotwsim.reference.track import (
    build,
    build_railbot_link,
    can_continue,
    is_legal_build,
    legal_routes,
    remove_open_track,
)
from rotwsim.reference.turn import legal_actions

from .builder import (
    ALVESTA,
    KALMAR,
    LUND,
    MALMO,
    events,
    game_on,
    hand_route,
    line_board,
    line_game,
    own_link,
)

LONG = (2, 2, 4, 3, 2, 2)  # six tiles, the third a mountain, the fourth with water


def long_game(**options):
    routes = (hand_route(KALMAR, MALMO, 50, LONG), hand_route(MALMO, LUND, 60))
    return game_on(line_board(), routes=routes, **options)


def test_B10_tiles_are_paid_from_the_end_they_are_laid_from():
    first, second = long_game(), long_game()
    build(first, 0, 0, 3, 0)
    build(second, 0, 1, 3, 0)
    assert events(first, "PAID") == [("PAID", 8, 2, PAID_TRACK)]
    assert events(second, "PAID") == [("PAID", 7, 2, PAID_TRACK)]


def test_B11_a_build_lays_one_to_four_tiles_and_not_more_than_remain():
    game = long_game()
    legal = [tiles for tiles in range(0, 8) if is_legal_build(game, (BUILD, 0, 0, tiles, 0, 0))]
    assert legal == [1, 2, 3, 4]
    build(game, 0, 0, 4, 0)
    legal = [tiles for tiles in range(0, 8) if is_legal_build(game, (BUILD, 0, 0, tiles, 0, 0))]
    assert legal == [1, 2]


def test_B46_perfect_engineering_lays_five_tiles():
    game = long_game()
    game.perfect_engineering = 1
    assert is_legal_build(game, (BUILD, 0, 1, 5, 0, 0))
    assert not is_legal_build(game, (BUILD, 0, 1, 6, 0, 0))


def test_B46_perfect_engineering_never_lays_fewer_than_the_setting():
    game = long_game(settings={"tiles_per_build": 6})
    game.perfect_engineering = 1
    assert is_legal_build(game, (BUILD, 0, 1, 6, 0, 0))


def test_B46_land_grant_saves_the_plain_tiles_of_one_build():
    game = long_game()
    assert not is_legal_build(game, (BUILD, 0, 0, 4, 1, 0))
    game.land_grants = 1
    assert is_legal_build(game, (BUILD, 0, 0, 4, 1, 0))
    build(game, 0, 0, 4, 1)
    assert events(game, "PAID") == [("PAID", 7, 2, PAID_TRACK)]  # mountain 4, water 3
    assert game.land_grants == 0


def test_B46_a_free_build_writes_no_payment():
    game = line_game()
    game.land_grants = 1
    build(game, 0, 0, 1, 1)
    assert events(game) == [("TILES", 0, 0, 1, 1)]


def test_B15_open_track_is_continued_from_its_end_and_completes_a_link():
    game = long_game()
    build(game, 0, 1, 4, 0)
    assert legal_routes(game)[0] == {0}
    assert not is_legal_build(game, (BUILD, 0, 0, 2, 0, 0))
    build(game, 0, 1, 2, 0)
    assert game.open_track is None
    assert events(game)[-3:] == [("LINK_BUILT", SOLO, 0), ("LINE", 0, SOLO), ("POINTS", 6, 3)]


def test_B15_open_track_left_over_is_removed_and_frees_the_ground():
    game = long_game()
    before = (set(game.ground.buildable), game.ground.digest)
    build(game, 0, 0, 4, 0)
    assert 0 not in game.ground.buildable
    remove_open_track(game)
    assert (game.ground.buildable, game.ground.digest) == before
    assert not game.ground.used and not +game.ground.tracks
    assert events(game, "TRACK_REMOVED") == [("TRACK_REMOVED", 0)]


def test_B14_a_tile_takes_both_its_sides_at_once():
    side = ((7, 7), 0)
    crossing = hand_route(MALMO, LUND, 60, sides=(((60, 0), 0), side, ((60, 2), 0)))
    sides = (((50, 0), 0), side, ((50, 2), 0))
    game = game_on(line_board(), routes=(hand_route(KALMAR, ALVESTA, 50, sides=sides), crossing))
    build(game, 0, 0, 1, 0)
    assert side in game.ground.used
    assert 1 not in game.ground.buildable


def test_B14_a_hex_holds_two_tracks_and_not_three():
    shared = ((8, 8), (8, 9))
    routes = tuple(hand_route(KALMAR, MALMO, name, hexes=shared) for name in (50, 60, 70))
    game = game_on(line_board(), routes=routes)
    own_link(game, 0)
    assert game.ground.buildable == {1, 2}
    build_railbot_link(game, 1)
    assert game.ground.buildable == set()


def test_B15_a_railbot_link_across_the_rest_of_open_track_ends_it():
    across = hand_route(MALMO, LUND, 60, sides=(((60, 0), 0), ((50, 3), 0), ((60, 2), 0)))
    game = game_on(line_board(), routes=(hand_route(KALMAR, MALMO, 50, (2, 2, 2, 2)), across))
    build(game, 0, 0, 1, 0)
    assert 1 in game.ground.buildable  # the rest of the route does not block anything yet
    build_railbot_link(game, 1)
    assert not can_continue(game, game.open_track)
    assert legal_routes(game) == (set(), 0)


def test_S13_open_track_blocks_its_own_route_and_those_that_cross_it():
    game = long_game()
    build(game, 0, 0, 1, 0)
    assert game.ground.buildable == {1}


def test_S2_a_city_not_in_play_cannot_be_built_to():
    game = game_on(line_board(cities_not_in_play=("Alvesta",)))
    assert game.ground.buildable == {2, 3, 4, 5}


def test_B12_a_sea_route_takes_its_one_side_with_its_first_tile():
    sea = hand_route(KALMAR, MALMO, 50, (9, 0), hexes=((99, 99),), sides=(((-1, 2), 0),))
    sea = type(sea)(sea.first, sea.second, (), sea.sides, ((9, 0), (9, 0)), ((False, False),) * 2)
    game = game_on(line_board(), routes=(sea, sea))
    build(game, 0, 1, 1, 0)
    assert game.ground.buildable == set()
    assert can_continue(game, OpenTrack(0, 1, 1))
    build(game, 0, 1, 1, 0)
    assert events(game, "PAID", "LINK_BUILT") == [
        ("PAID", 9, 2, PAID_TRACK),
        ("LINK_BUILT", SOLO, 0),
    ]


@pytest.mark.parametrize("option", [(BUILD, 5, 2, 1, 0, 0), (BUILD, 5, 0, 1, 0, 1)])
def test_B11_nonsense_in_a_build_is_not_legal(option):
    assert not legal_actions(line_game(), 2, True).allows(option)


def test_B16_two_links_between_the_same_cities_are_legal():
    routes = (hand_route(KALMAR, ALVESTA, 50), hand_route(KALMAR, ALVESTA, 60))
    game = game_on(line_board(), routes=routes)
    build(game, 0, 0, 2, 0)
    build(game, 1, 0, 2, 0)
    assert game.network.own_links_by_pair() == {(KALMAR, ALVESTA): 2}
