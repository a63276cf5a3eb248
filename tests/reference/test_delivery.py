"""Deliver: which ways are legal and what they score (B30 to B32, S14, B41, B42, B48, D2)."""

import random
from collections import Counter

import networkx as nx

from rotwsim.core.state.codes import (
    CUBE_DELIVERED,
    DELIVER,
    FROM_BOUNTIES,
    FROM_DELIVERIES,
    FROM_HOTELS,
    GREY,
    LOST_TO_RAILBOT_LINKS,
    RAILBOT,
    SOLO,
)
from rotwsim.reference.actions_and_delivery import deliver, legal_deliveries, stated_paths

from .builder import (
    ALVESTA,
    BOUNTY,
    COLOUR,
    KALMAR,
    LUND,
    MALMO,
    ORREBRO,
    VAXJO,
    YSTAD,
    cubes,
    events,
    line_game,
    me,
    own_link,
    railbot_has,
    railbot_link,
)

RED, BLACK = COLOUR["red"], COLOUR["black"]


def ways(game):
    return {choice[1:] for choice in legal_deliveries(game, me(game))}


def test_B30_at_most_as_many_links_as_the_engine_level():
    game = line_game()
    own_link(game, 0, 1)
    cubes(game, KALMAR, "black")
    assert ways(game) == set()
    me(game).engine = 2
    assert ways(game) == {(KALMAR, BLACK, MALMO, 2, 0)}


def test_B30_the_first_link_is_own_later_ones_may_be_the_railbots():
    game = line_game()
    own_link(game, 1)
    railbot_link(game, 0, 2)
    me(game).engine = 8
    cubes(game, KALMAR, "black")
    cubes(game, ALVESTA, "red")
    assert ways(game) == {(ALVESTA, RED, LUND, 1, 1)}


def test_B31_a_cube_stops_at_the_first_city_of_its_colour():
    game = line_game()
    own_link(game, 2, 3, 4, 5)
    me(game).engine = 8
    cubes(game, MALMO, "red", "blue")
    assert ways(game) == {(MALMO, RED, LUND, 1, 0), (MALMO, COLOUR["blue"], VAXJO, 3, 0)}


def test_B31_a_cube_may_leave_a_city_of_its_own_colour():
    game = line_game()
    own_link(game, 3, 4, 5)
    me(game).engine = 3
    cubes(game, LUND, "red")
    assert ways(game) == {(LUND, RED, ORREBRO, 3, 0)}


def test_B21_a_grey_city_accepts_no_cube():
    game = line_game()
    own_link(game, 0)
    cubes(game, KALMAR, "red", "blue", "yellow", "black", "purple")
    assert ways(game) == set()


def test_B32_each_own_link_scores_one_point():
    game = line_game()
    own_link(game, 2)
    cubes(game, MALMO, "red", "red")
    deliver(game, me(game), MALMO, RED, LUND, 1, 0)
    assert events(game) == [
        ("CUBE_GONE", MALMO, RED, CUBE_DELIVERED),
        ("PATH", MALMO, LUND),
        ("POINTS", 1, FROM_DELIVERIES),
    ]


def test_S14_railbot_links_cost_a_point_each_but_never_more_than_there_are():
    game = line_game()
    own_link(game, 1)
    railbot_link(game, 2, 3, 4)
    game.colours[LUND] = GREY
    cubes(game, ALVESTA, "blue", "red")
    deliver(game, me(game), ALVESTA, COLOUR["blue"], VAXJO, 1, 3)
    assert events(game, "POINTS") == [
        ("POINTS", 1, FROM_DELIVERIES),
        ("POINTS", -1, LOST_TO_RAILBOT_LINKS),
    ]
    assert (me(game).score, me(game).longest_delivery) == (0, 4)


def test_D2_an_opponent_effect_never_makes_a_delivery_negative():
    game = line_game(barons=True)
    railbot_has(game, "Dainty")
    own_link(game, 2)
    railbot_link(game, 1)
    me(game).score = 10
    cubes(game, MALMO, "red")
    cubes(game, ALVESTA, "red")
    deliver(game, me(game), MALMO, RED, LUND, 1, 0)
    assert ("POINTS", 0, FROM_DELIVERIES) in events(game)
    assert me(game).score == 10


def test_D18_D21_two_colours_score_one_point_less():
    for baron, city, destination in (("Toft", LUND, VAXJO), ("Rosenfeld", MALMO, YSTAD)):
        game = line_game(barons=True)
        railbot_has(game, baron)
        own_link(game, 2, 3, 4)
        cubes(game, city, "blue", "purple")
        deliver(game, me(game), city, game.colours[destination], destination, 2, 0)
        assert me(game).score == 1


def test_B41_hotels_and_D20_which_silences_them():
    for baron, points in ((None, 2), ("Sellers", 1)):
        game = line_game(barons=True)
        if baron:
            railbot_has(game, baron)
        own_link(game, 1)
        cubes(game, ALVESTA, "black", "black")
        me(game).hotels[MALMO] = 1
        deliver(game, me(game), ALVESTA, BLACK, MALMO, 1, 0)
        assert me(game).score == points
        assert bool(events(game, "POINTS")[1:]) == (baron is None)


def test_B42_the_first_delivery_scores_the_bounty():
    game = line_game()
    own_link(game, 2)
    game.display = [BOUNTY]
    cubes(game, MALMO, "red", "red")
    deliver(game, me(game), MALMO, RED, LUND, 1, 0)
    assert events(game)[-2:] == [("CARD_GONE", BOUNTY, 3), ("POINTS", 4, FROM_BOUNTIES)]
    assert game.display == []


def test_S14_points_come_in_the_order_links_lost_hotels_bounty():
    game = line_game()
    own_link(game, 1)
    railbot_link(game, 2)
    game.colours[MALMO] = GREY
    me(game).hotels[LUND], game.display = 1, [BOUNTY]
    cubes(game, ALVESTA, "red")
    deliver(game, me(game), ALVESTA, RED, LUND, 1, 1)
    assert events(game, "POINTS") == [
        ("POINTS", 1, FROM_DELIVERIES),
        ("POINTS", -1, LOST_TO_RAILBOT_LINKS),
        ("POINTS", 1, FROM_HOTELS),
        ("POINTS", 4, FROM_BOUNTIES),
    ]
    assert events(game)[1] == ("MARKER", ALVESTA, 1)


def test_B48_a_red_cube_from_a_western_link_brings_two_cubes():
    game = line_game(draws=[BLACK, RED])
    own_link(game, 1, 2)
    game.colours[MALMO] = GREY
    game.western_links.add(ALVESTA)
    cubes(game, ALVESTA, "red", "red")
    deliver(game, me(game), ALVESTA, RED, LUND, 2, 0)
    assert events(game)[-2:] == [("CUBE_DRAWN", LUND, BLACK), ("CUBE_DRAWN", LUND, RED)]


def test_B48_other_red_cubes_bring_nothing():
    game = line_game()
    own_link(game, 2)
    cubes(game, MALMO, "red")
    game.western_links.add(ALVESTA)
    deliver(game, me(game), MALMO, RED, LUND, 1, 0)
    assert events(game, "CUBE_DRAWN") == []


def test_B30_links_of_both_owners_between_two_cities_give_both_ways():
    game = line_game()
    own_link(game, 0, 1)
    game.network.add(RAILBOT, MALMO, ALVESTA)
    me(game).engine = 2
    cubes(game, KALMAR, "black")
    assert ways(game) == {(KALMAR, BLACK, MALMO, 2, 0), (KALMAR, BLACK, MALMO, 1, 1)}
    both, none_own = Counter({SOLO: 1, RAILBOT: 1}), Counter({RAILBOT: 2})
    delivery = game, me(game), (KALMAR,), BLACK, MALMO
    assert list(stated_paths(*delivery, both)) == [(KALMAR, ALVESTA, MALMO)]
    assert not list(stated_paths(*delivery, none_own))


def test_B31_all_ways_of_random_networks_agree_with_listing_every_simple_path():
    dice = random.Random(31)
    for _ in range(40):
        pairs = [dice.sample(range(7), 2) for _ in range(11)]
        game = line_game()
        graph = nx.MultiGraph()
        graph.add_nodes_from(range(7))
        for number, (first, second) in enumerate(pairs):
            owner = dice.choice((SOLO, SOLO, RAILBOT))
            game.network.add(owner, first, second)
            graph.add_edge(first, second, key=number, owner=owner)
        me(game).engine = dice.randint(1, 6)
        for city in range(7):
            cubes(game, city, dice.choice(list(COLOUR)[:5]), dice.choice(list(COLOUR)[:5]))
        assert ways(game) == listed_ways(game, graph)
        for city, colour, destination, own, railbot in ways(game):
            links = Counter({SOLO: own, RAILBOT: railbot})
            path = next(stated_paths(game, me(game), (city,), colour, destination, links))
            assert path[-1] == destination and len(path) == links.total() + 1
            assert nx.is_simple_path(graph, path)


def listed_ways(game, graph):
    """The same set by brute force over all simple paths of networkx."""
    found = set()
    for city in graph:
        for destination in graph:
            if city == destination:
                continue
            for path in nx.all_simple_edge_paths(graph, city, destination, cutoff=me(game).engine):
                owners = [graph.edges[edge]["owner"] for edge in path]
                reached = [edge[1] for edge in path]
                colour = game.colours[destination]
                passed = {game.colours[stop] for stop in reached[:-1]}
                if colour == GREY or not game.cubes[city][colour] or colour in passed:
                    continue
                if owners[0] == SOLO:
                    own = owners.count(SOLO)
                    found.add((city, colour, destination, own, len(owners) - own))
    return found


def test_B30_deliveries_are_actions_of_six_numbers():
    game = line_game()
    own_link(game, 2)
    cubes(game, MALMO, "red")
    assert list(legal_deliveries(game, me(game))) == [(DELIVER, MALMO, RED, LUND, 1, 0)]
