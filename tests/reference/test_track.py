"""Build track: tiles, prices, turns, ridges, open track, what is taken (B10 to B16, B46, S13)."""

import pytest

from rotwsim.core.state.codes import BUILD, FROM_LINES, PAID_TRACK, RAILBOT, SOLO
from rotwsim.reference.building import (
    build_railbot_link,
    is_legal_build,
    legal_tiles,
    remove_open_track,
)
from rotwsim.reference.game import Track
from rotwsim.reference.hexmap import SEA_TILE
from rotwsim.reference.link_offers import CONTINUED, offers_at
from rotwsim.scenario.hexes import SIDES
from rotwsim.scenario.schema import MajorLine

from .builder import build_to, crowd, events, game_on, line_game, link_between, map_board, me

E, NE, NW, W, SW, SE = range(6)
A, B, C = range(3)
LONG = ("C..Mw..C",)  # six tiles, the third a mountain, the fourth with water


def tiles_at(game, track, aim=B):
    return {one.tile: one.price for one in legal_tiles(game, track, aim, 25)}


def legal_counts(game, begin=A, aim=B, grant=0):
    return [n for n in range(8) if is_legal_build(game, me(game), (BUILD, begin, aim, n, grant, 0))]


def test_sides_are_numbered_counter_clockwise_from_east():
    assert SIDES == ("E", "NE", "NW", "W", "SW", "SE")


def test_B10_tiles_are_paid_from_the_city_they_are_laid_from():
    first, second = game_on(map_board(*LONG)), game_on(map_board(*LONG))
    build_to(first, A, B, 3)
    build_to(second, B, A, 3)
    assert events(first) == [
        ("TILE", 1, W, E, 2, SOLO),
        ("TILE", 2, W, E, 2, SOLO),
        ("TILE", 3, W, E, 4, SOLO),
        ("TILES", A, 3, 3),
        ("PAID", 8, 2, PAID_TRACK),
    ]
    assert events(second, "PAID") == [("PAID", 7, 2, PAID_TRACK)]


def test_B10_ridges_are_paid_by_the_tile_that_crosses_them_the_last_by_the_tile_before_the_city():
    ridges = [((0, 0), "E"), ((0, 2), "E"), ((0, 3), "E")]
    paid = {}
    for begin, aim in ((A, B), (B, A)):
        game = game_on(map_board("C...C", ridges=ridges))
        build_to(game, begin, aim, 3)
        paid[begin] = [row[4] for row in events(game, "TILE")]
        assert events(game, "LINK_BUILT") == [("LINK_BUILT", SOLO, begin, aim, 3, 18)]
    assert paid == {A: [6, 2, 10], B: [6, 6, 6]}


def test_B13_a_tile_turns_by_at_most_60_degrees():
    game = game_on(map_board(".....", "C....", "....."))
    assert {tile for tile in tiles_at(game, Track(A)) if tile[0] == 6} == {
        (6, W, NE),
        (6, W, E),
        (6, W, SE),
    }


def test_B13_a_city_is_left_and_entered_only_through_open_sides():
    closed = {A: ("NE", "SE"), B: ("W",)}
    game = game_on(map_board("....", "C..C", "....", closed=closed))
    assert {tile[0] for tile in tiles_at(game, Track(A))} == {5}
    game.log.tiles = [(5, W, E), (6, W, E)]
    with pytest.raises(AssertionError, match="is not among"):
        build_to(game, A, B, 2)


def test_B12_cities_that_touch_have_no_link_between_them():
    game = game_on(map_board("CC"))
    assert tiles_at(game, Track(A)) == {}
    assert offers_at(game, me(game), A) == []


def test_S2_a_city_not_in_play_cannot_be_built_to_or_through():
    game = game_on(map_board("C.C.C", cities_not_in_play=("B",)))
    assert not is_legal_build(game, me(game), (BUILD, A, B, 1, 0, 0))
    assert tiles_at(game, Track(A)) == {}


def test_B11_a_build_lays_one_to_four_tiles_towards_another_city():
    game = game_on(map_board(*LONG))
    assert legal_counts(game) == [1, 2, 3, 4]
    assert legal_counts(game, A, A) == []
    me(game).perfect_engineering = 1
    assert legal_counts(game)[-1] == 5


def test_B46_perfect_engineering_never_lays_fewer_than_the_setting():
    game = game_on(map_board(*LONG), settings={"tiles_per_build": 6})
    me(game).perfect_engineering = 1
    assert legal_counts(game)[-1] == 6


def test_B46_land_grant_saves_the_plain_hexes_of_one_build_but_not_their_ridges():
    game = game_on(map_board(*LONG, ridges=[((0, 1), "E")]))
    assert legal_counts(game, grant=1) == []
    me(game).land_grants = 1
    assert legal_counts(game, grant=1) == [1, 2, 3, 4]
    build_to(game, A, B, 4, grant=1)
    assert [row[4] for row in events(game, "TILE")] == [2, 6, 4, 3]
    assert events(game, "PAID") == [("PAID", 11, 3, PAID_TRACK)]  # ridge 4, mountain 4, water 3
    assert me(game).land_grants == 0


def test_B46_a_free_build_writes_no_payment():
    game = line_game()
    me(game).land_grants = 1
    build_to(game, 0, 1, 1, grant=1)
    assert events(game) == [("TILE", 1, W, E, 2, SOLO), ("TILES", 0, 1, 1)]


def test_B15_open_track_is_continued_from_its_tip_and_completes_a_link():
    game = game_on(map_board("C.....C.C", lines=(MajorLine(("A", "B"), 6),)))
    build_to(game, A, B, 4)
    assert not is_legal_build(game, me(game), (BUILD, C, B, 1, 0, 0))  # one open track at a time
    assert tiles_at(game, me(game).open_track) == {(5, W, E): 2}
    build_to(game, A, B, 1)
    assert me(game).open_track is None
    assert events(game)[-5:] == [
        ("TILES", A, 1, 5),
        ("PAID", 2, 0, PAID_TRACK),
        ("LINK_BUILT", SOLO, A, B, 5, 10),
        ("LINE", 0, SOLO),
        ("POINTS", 6, FROM_LINES),
    ]


def test_B15_open_track_is_continued_to_another_city_by_another_route_than_begun_for():
    rows = ("......", "C....C", "......", "..C...")
    game = game_on(map_board(*rows))
    game.log.tiles = [(7, W, E)]
    build_to(game, A, B, 1)
    assert offers_at(game, me(game), CONTINUED) == [(A, B, 1, 6, 0, 0), (A, C, 1, 4, 0, 0)]
    game.log.tiles = [(8, W, SE), (15, NW, SW)]
    build_to(game, A, C, 2)
    assert events(game, "LINK_BUILT") == [("LINK_BUILT", SOLO, A, C, 3, 6)]


def test_B15_open_track_left_over_is_removed_and_frees_the_ground():
    game = game_on(map_board(*LONG))
    before = bytes(game.ground.is_free)
    build_to(game, A, B, 4)
    assert bytes(game.ground.is_free) != before
    remove_open_track(game, me(game))
    assert bytes(game.ground.is_free) == before
    assert not game.ground.used and not +game.ground.tracks
    assert events(game, "TRACK_REMOVED") == [("TRACK_REMOVED", A, 4)]


def test_B15_the_longest_link_has_25_tiles():
    for length, reached in ((25, [(A, B, 7, 50, 0, 0)]), (26, [])):
        game = game_on(map_board("C" + "." * length + "C"))
        assert offers_at(game, me(game), A) == reached
        track = Track(A, [(hex_, W, E) for hex_ in range(1, 26)])
        for tile in track.chain:
            game.ground.lay(tile)
        assert list(legal_tiles(game, track, B, 25)) == []
    build_railbot_link(
        game_on(map_board("C" + "." * 26 + "C")), me(game), A, B, _straight(26)
    )  # S23: no limit


def _straight(tiles):
    """Steps to the east along one row of hexes."""
    return tuple(6 * hex_ for hex_ in range(1, tiles + 2))


def test_B14_a_tile_takes_both_its_sides_at_once():
    game = game_on(map_board("....", "C..C", "...."))
    game.log.tiles = [(5, W, E)]
    build_to(game, A, B, 1)
    assert not any(tile[0] == 5 and W in tile[1:] for tile in tiles_at(game, Track(B), A))
    other = {one.tile for one in legal_tiles(game, Track(B), A, 25)}
    assert (6, E, W) not in other and (6, E, NW) in other


def test_B14_a_hex_holds_two_tracks_and_not_three():
    rows = ("CCC", "C.C", "CCC")  # all six sides of one hex are sides of cities
    game = game_on(map_board(*rows, closed={}))
    links = [(3, W, E, 4), (1, NW, SE, 6)]
    for begin, entered, left, end in links:
        assert ((4, entered, left), 2) in tiles_at(game, Track(begin), end).items()
        game.ground.lay((4, entered, left))
    assert all(tiles_at(game, Track(city)) == {} for city in range(8))


def test_B14_a_link_uses_no_hex_twice():
    game = game_on(map_board(".....", "C....", ".....", "....."))
    track = Track(A)
    for tile in [(6, W, E), (7, W, SE), (13, NW, SW), (17, NE, W), (16, E, NW)]:
        assert tile in tiles_at(game, track)
        track.chain.append(tile)
        game.ground.lay(tile)
    # north-east lies hex 6, north-west the city it began at
    assert set(tiles_at(game, track)) == {(11, SE, W)}


def test_B15_a_railbot_link_across_the_route_of_open_track_leaves_the_other_routes():
    game = game_on(map_board("C....C", "......"))
    game.log.tiles = [(1, W, E)]
    build_to(game, A, B, 1)
    crowd(game, 3, tracks=2)
    assert offers_at(game, me(game), CONTINUED) == [(A, B, 1, 8, 0, 0)]
    crowd(game, 8, tracks=2)
    assert offers_at(game, me(game), CONTINUED) == []


def test_S13_open_track_blocks_its_sides_for_the_railbot():
    game = game_on(map_board("C..C"))
    build_to(game, A, B, 1)
    assert tiles_at(game, Track(B), A) == {}


def test_B12_a_sea_route_is_paid_with_its_first_tile_and_carries_one_link():
    game = game_on(map_board("C#C", sea=[(("A", "B"), 9, 6)], closed={A: SIDES, B: SIDES}))
    assert offers_at(game, me(game), A) == [(A, B, 2, 9, 0, 0)]
    game.log.tiles = [SEA_TILE] * 4
    build_to(game, B, A, 4)
    assert tiles_at(game, Track(A)) == {}
    assert offers_at(game, me(game), CONTINUED) == [(B, A, 1, 0, 0, 0)]
    game.log.tiles = [SEA_TILE] * 2
    build_to(game, B, A, 2)
    assert events(game, "PAID", "LINK_BUILT") == [
        ("PAID", 9, 2, PAID_TRACK),
        ("LINK_BUILT", SOLO, B, A, 6, 9),
    ]
    assert offers_at(game, me(game), A) == []


def test_B15_a_sea_route_begun_and_removed_is_free_again():
    game = game_on(map_board("C#C", sea=[(("A", "B"), 9, 6)], closed={A: SIDES, B: SIDES}))
    game.log.tiles = [SEA_TILE] * 2
    build_to(game, A, B, 2)
    remove_open_track(game, me(game))
    assert events(game)[-1] == ("TRACK_REMOVED", A, 2)
    assert offers_at(game, me(game), B) == [] and len(offers_at(game, me(game), A)) == 1


def test_a_build_that_completes_a_link_at_once_has_the_price_on_offer():
    game = game_on(map_board("C.C", ".M.", "..."))
    game.log.tiles = [(3, NW, E), (4, W, NE)]
    with pytest.raises(AssertionError, match="a Link for 2, as it is on offer, not for 6"):
        build_to(game, A, B, 2)


def test_a_build_reaches_the_city_it_aims_for():
    game = game_on(map_board("C.C.C"))
    game.log.tiles = [(1, W, E)]
    with pytest.raises(AssertionError, match="a Link to city 2"):
        build_to(game, A, C, 1)


def test_B16_two_links_of_one_owner_between_the_same_cities():
    game = game_on(map_board("....", "C..C", "...."))
    link_between(game, SOLO, A, B)
    link_between(game, SOLO, A, B)
    assert game.network.links_by_pair(SOLO) == {(A, B): 2}
    assert game.network.links_by_pair(RAILBOT) == {}
