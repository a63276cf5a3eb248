"""The Railbot's cheapest path: ties, existing Links, stretches that exclude each other (S23)."""

import pytest

from rotwsim.core.state.codes import RAILBOT, SOLO
from rotwsim.reference import railbot_paths as paths_chapter
from rotwsim.reference.hexmap import SEA_TILE
from rotwsim.reference.railbot_cards_taxation_exhaust import join_pair
from rotwsim.reference.railbot_paths import cheapest_paths, groups_of
from rotwsim.reference.track_search import Spread
from rotwsim.scenario.hexes import SIDES

from .builder import build_to, crowd, events, game_on, link_between, map_board, me

E, NE, NW, W, SW, SE = range(6)
A, B, C, D = range(4)
# B and C touch. The cheapest walk goes from B over hex 2 into A and back over the same hex to C.
TURNING = (".C.C", ".#C.", "#...")


def paths(game, first, second):
    found = cheapest_paths(game, first, second)
    return found.price, set(found.paths)


def test_S23_through_another_city_where_that_is_cheaper():
    game = game_on(map_board("C.C.C", "MMMMM"))
    assert paths(game, A, C) == (4, {((A, B), (B, C))})
    assert paths(game, C, A) == (4, {((C, B), (B, A))})


def test_S23_existing_links_of_both_sides_cost_nothing_or_are_not_used():
    rows = (".....", "C.C.C", ".....")
    for owner in (SOLO, RAILBOT):
        game = game_on(map_board(*rows))
        link_between(game, owner, A, B)
        assert paths(game, A, C) == (2, {((B, C),)})
        assert cheapest_paths(game, C, A).paths.keys() == {((C, B),)}
        game = game_on(map_board(*rows), rulings={"railbot_path": "fresh"})
        link_between(game, owner, A, B)
        price, found = paths(game, A, C)
        assert price > 2 and all(path[0][0] == A for path in found)


def test_S23_equal_costs_are_the_players_choice():
    # From A to D over B, over C, or straight: two plain hexes each.
    game = game_on(map_board("C.C", ".#.", "C.C"), script=[((A, C), (C, D))])
    north, south, straight = ((A, B), (B, D)), ((A, C), (C, D)), ((A, D),)
    join_pair(game, me(game), A, D)
    assert game.log.offered == [{north, south, straight}]
    assert events(game) == [
        ("TILE", 3, NW, SW, 2, RAILBOT),
        ("LINK_BUILT", RAILBOT, A, C, 1, 2),
        ("TILE", 7, W, E, 2, RAILBOT),
        ("LINK_BUILT", RAILBOT, C, D, 1, 2),
    ]


def test_S23_the_same_sequence_over_other_hexes_is_the_same_option():
    game = game_on(map_board("....", "C..C", "...."))
    crowd(game, 5, tracks=2)  # the straight route is full
    price, found = paths(game, A, B)
    assert found == {((A, B),)} and price > 4


def test_S23_no_tile_limit_and_no_money_is_paid():
    game = game_on(map_board("C" + "." * 30 + "C"))
    join_pair(game, me(game), A, B)
    assert events(game)[-1] == ("LINK_BUILT", RAILBOT, A, B, 30, 60)
    assert (me(game).cash, me(game).bonds) == (0, 0)


def test_S23_a_path_by_sea_is_one_stretch():
    sea = [(("A", "B"), 5, 2), (("B", "C"), 9, 1)]
    game = game_on(map_board("C#C.C", sea=sea), rulings={"railbot_path": "fresh"})
    join_pair(game, me(game), A, C)
    assert events(game) == [
        ("TILE", -1, 0, 0, 5, RAILBOT),
        ("TILE", -1, 0, 0, 0, RAILBOT),
        ("LINK_BUILT", RAILBOT, A, B, 2, 5),
        ("TILE", 3, W, E, 2, RAILBOT),
        ("LINK_BUILT", RAILBOT, B, C, 1, 2),
    ]
    assert paths(game, B, C)[0] == 9  # on land the hex side is taken
    game.ground.lay(SEA_TILE, 1)
    assert paths(game, B, C) == (0, set())


def test_S22_nothing_happens_where_there_is_no_path():
    game = game_on(map_board("C.#.C"))
    join_pair(game, me(game), A, B)
    assert events(game) == []


def test_S13_open_track_blocks_a_path_and_connects_nothing():
    game = game_on(map_board("C..C", "...."))
    straight = paths(game, A, B)
    game.log.tiles = [(1, W, E)]
    build_to(game, A, B, 1)
    assert straight == (4, {((A, B),)})
    assert paths(game, A, B) == (6, {((A, B),)})  # by the hexes of the other row


def test_S13_a_second_track_may_pass_over_open_track():
    game = game_on(map_board("#C##", "C..C", "##C#"))
    game.log.tiles = [(5, W, E)]
    build_to(game, B, C, 1)
    assert paths(game, A, D) == (2, {((A, D),)})


def test_S2_no_path_leads_through_a_city_not_in_play():
    game = game_on(map_board("C.C.C", cities_not_in_play=("B",)))
    assert paths(game, A, C) == (0, set())


@pytest.mark.parametrize("tries", [paths_chapter.TRIES, 0])
def test_B14_no_side_is_used_twice_by_the_same_path(tries, monkeypatch):
    """With no tries left the integer programme decides every sequence; it must say the same."""
    monkeypatch.setattr(paths_chapter, "TRIES", tries)
    game = game_on(map_board(*TURNING))
    groups = groups_of(game)
    assert Spread(game, groups, groups[B], groups[C]).group_cost[groups[C]] == 4
    assert paths(game, B, C) == (8, {((B, A), (A, C))})
    join_pair(game, me(game), B, C)
    assert events(game, "LINK_BUILT") == [
        ("LINK_BUILT", RAILBOT, B, A, 1, 2),
        ("LINK_BUILT", RAILBOT, A, C, 3, 6),
    ]


def test_B14_a_path_counts_its_own_tracks_on_a_hex():
    # From city 3 to 6 by sea between 2 and 1; both stretches on land come through hex 4.
    open_at = {1: "SE", 2: "SW", 3: "E", 6: "NE"}
    closed = {city: set(SIDES) - {open_at.get(city)} for city in range(8)}
    board = map_board("CCC", "C.C", "CCC", closed=closed, sea=[(("C", "B"), 1, 1)])
    game = game_on(board)
    assert paths(game, 3, 6) == (5, {((3, 2), (2, 1), (1, 6))})
    crowd(game, 4, tracks=1)
    assert paths(game, 3, 2) == (2, {((3, 2),)})
    assert paths(game, 3, 6) == (0, set())


def test_S23_where_every_path_excludes_itself_nothing_is_built():
    game = game_on(map_board(".C.C", ".#C#", "####"))
    join_pair(game, me(game), B, C)
    assert events(game) == []


@pytest.mark.parametrize(("steps", "offered"), [(2, 4), (6, 64), (7, 65)])
def test_S23_ties_are_all_found_but_no_more_than_one_beyond_the_64_on_offer(steps, offered):
    """Sea routes of equal price: in each of some steps one of two cities is passed."""
    sea, cities = [], 3 * steps + 1
    for step in range(steps):
        begin, north, south, end = (chr(ord("A") + 3 * step + place) for place in range(4))
        sea += [((begin, north), 1, 1), ((begin, south), 1, 1)]
        sea += [((north, end), 1, 1), ((south, end), 1, 1)]
    game = game_on(map_board("C#" * cities, sea=sea, closed=dict.fromkeys(range(cities), SIDES)))
    found = cheapest_paths(game, 0, cities - 1)
    assert (found.price, len(found.paths)) == (2 * steps, offered)
    path = next(iter(found.paths))
    assert found.is_path(path)
    for nonsense in (path[1:], path[:-1], path[::-1], (*path, *path), ((0, 999),), ()):
        assert not found.is_path(nonsense)
