"""The Railbot's cheapest path: ties, existing Links, stretches that exclude each other (S23)."""

import random
from collections import Counter

import networkx as nx

from rotwsim.core.codes import RAILBOT, SOLO
from rotwsim.reference.network import ANYONE
from rotwsim.reference.paths import cheapest_paths
from rotwsim.reference.railbot import join_pair
from rotwsim.reference.track import build

from .builder import (
    ALVESTA,
    KALMAR,
    LUND,
    MALMO,
    events,
    game_on,
    hand_route,
    line_board,
    own_link,
    railbot_link,
)


def game_with(*routes, **options):
    return game_on(line_board(), routes=routes, **options)


def test_S23_through_another_city_where_that_is_cheaper():
    game = game_with(
        hand_route(KALMAR, MALMO, 1, (4, 4)),
        hand_route(KALMAR, ALVESTA, 2, (2,)),
        hand_route(ALVESTA, MALMO, 3, (3,)),
    )
    assert cheapest_paths(game, KALMAR, MALMO) == [(1, 2)]
    assert cheapest_paths(game, MALMO, KALMAR) == [(2, 1)]


def test_S23_existing_links_of_both_sides_cost_nothing():
    routes = (
        hand_route(KALMAR, MALMO, 1, (4,)),
        hand_route(KALMAR, ALVESTA, 2, (3,)),
        hand_route(ALVESTA, MALMO, 3, (3,)),
    )
    game = game_with(*routes)
    own_link(game, 1)
    assert cheapest_paths(game, KALMAR, MALMO) == [(2,)]
    game = game_with(*routes, rulings={"railbot_path": "fresh"})
    own_link(game, 1)
    assert cheapest_paths(game, KALMAR, MALMO) == [(0,)]


def test_S23_equal_costs_are_the_players_choice():
    routes = (hand_route(KALMAR, MALMO, 1), hand_route(KALMAR, MALMO, 2))
    game = game_with(*routes, script=[(1,)])
    join_pair(game, KALMAR, MALMO)
    assert game.log.offered == [{(0,), (1,)}]
    assert events(game) == [("LINK_BUILT", RAILBOT, 1)]


def test_S23_stretches_of_one_path_do_not_exclude_each_other():
    side = (((9, 9), 0),)
    game = game_with(
        hand_route(KALMAR, ALVESTA, 1, (2,), sides=(((1, 0), 0), *side)),
        hand_route(ALVESTA, MALMO, 2, (2,), sides=(*side, ((2, 1), 0))),
        hand_route(ALVESTA, MALMO, 3, (3,)),
        hand_route(KALMAR, MALMO, 4, (5,)),
    )
    assert set(cheapest_paths(game, KALMAR, MALMO)) == {(0, 2), (3,)}


def test_B14_a_path_counts_its_own_tracks_on_a_hex():
    hexes = ((9, 9),)
    routes = (
        hand_route(KALMAR, ALVESTA, 1, (2,), hexes=hexes),
        hand_route(ALVESTA, MALMO, 2, (2,), hexes=hexes),
        hand_route(LUND, 4, 3, (2,), hexes=hexes),
    )
    game = game_with(*routes)
    assert cheapest_paths(game, KALMAR, MALMO) == [(0, 1)]
    railbot_link(game, 2)
    assert cheapest_paths(game, KALMAR, MALMO) == []
    join_pair(game, KALMAR, MALMO)
    assert events(game) == []


def test_S13_open_track_blocks_a_path_and_connects_nothing():
    game = game_with(hand_route(KALMAR, MALMO, 1), hand_route(KALMAR, MALMO, 2, (4, 4)))
    build(game, 0, 0, 1, 0)
    assert cheapest_paths(game, KALMAR, MALMO) == [(1,)]


def test_S2_no_path_leads_through_a_city_not_in_play():
    routes = (hand_route(KALMAR, ALVESTA, 1), hand_route(ALVESTA, MALMO, 2))
    game = game_on(line_board(cities_not_in_play=("Alvesta",)), routes=routes)
    assert cheapest_paths(game, KALMAR, MALMO) == []


def test_S23_random_maps_agree_with_listing_every_path():
    dice = random.Random(23)
    for trial in range(60):
        routes = tuple(_random_route(dice, name) for name in range(14))
        choice = ("reuse", "fresh")[trial % 2]
        game = game_with(*routes, rulings={"railbot_path": choice})
        for owner in (SOLO, RAILBOT):
            route = dice.randrange(14)
            if route in game.ground.buildable:
                game.ground.lay(routes[route].hexes, routes[route].sides)
                game.network.add(owner, route)
        first, second = dice.sample(range(7), 2)
        if not game.network.are_connected((first, second), ANYONE):
            assert sorted(cheapest_paths(game, first, second)) == listed(game, first, second)


def _random_route(dice, name):
    """Few hexes, so that routes get into each other's way."""
    first, second = sorted(dice.sample(range(7), 2))
    hexes = tuple((0, column) for column in dice.sample(range(10), 2))
    sides = (((name, 0), 0), ((0, dice.randrange(12)), 1), ((name, 1), 0))
    return hand_route(first, second, name, (dice.randint(1, 3), 2), hexes=hexes, sides=sides)


def listed(game, first, second):
    """Every sequence of routes by brute force, the cheapest that fit on the ground."""
    links = nx.Graph()
    links.add_nodes_from(range(7))
    if game.given.path_reuses_links:
        for route in [*game.network.routes[SOLO], *game.network.routes[RAILBOT]]:
            links.add_edge(game.given.routes[route].first, game.given.routes[route].second)
    groups = list(nx.connected_components(links))
    group = {city: number for number, members in enumerate(groups) for city in members}
    graph = nx.MultiGraph()
    graph.add_nodes_from(range(len(groups)))
    for route in game.ground.buildable:
        ends = group[game.given.routes[route].first], group[game.given.routes[route].second]
        if ends[0] != ends[1]:
            graph.add_edge(*ends, key=route)
    paths = []
    for edges in nx.all_simple_edge_paths(graph, group[first], group[second]):
        path = tuple(edge[2] for edge in edges)
        stretches = [game.given.routes[route] for route in path]
        sides = Counter(side for stretch in stretches for side in stretch.sides)
        tracks = game.ground.tracks + Counter(h for stretch in stretches for h in stretch.hexes)
        if max(sides.values()) == 1 and max(tracks.values()) <= 2:
            paths.append((sum(stretch.cost for stretch in stretches), path))
    return sorted(path for cost, path in paths if cost == min(paths)[0])
