"""The end of a multiplayer game: markers, turn 40, Rail Barons, final scores, ties (M40 to M43).

Longer than a chapter: the goals of all Rail Barons stand together, as in the rulebook.
"""

import random
from dataclasses import replace
from itertools import permutations

import networkx as nx
import pytest

from rotwsim.core.state import codes
from rotwsim.reference.actions_and_delivery import deliver, upgrade
from rotwsim.reference.barons import rail_baron_points, reveal_rail_barons
from rotwsim.reference.cities_and_operations import buy_western_link, mine
from rotwsim.reference.game import action
from rotwsim.reference.money_and_outcome import recompute_multiplayer
from rotwsim.reference.network import longest_trail
from rotwsim.reference.setup_and_turns import play_multiplayer, play_multiplayer_turn
from rotwsim.scenario.board_file import load_rulebook

from .builder import (
    ALVESTA,
    AT_LUND,
    FIRST_ENGINE,
    KALMAR,
    LUND,
    LUND_OREBRO,
    MALMO,
    ORREBRO,
    START_ENGINE,
    VAXJO,
    WEST,
    YSTAD,
    cubes,
    table_game,
    told,
)

PASS = action(codes.PASS)
BARON = {baron.rule: baron for baron in load_rulebook().multiplayer.rail_barons}


def points(game, baron) -> list[int]:
    """What each seat would score with this Baron."""
    return [rail_baron_points(game, seat, baron) for seat in game.seats]


def three_seats(**options):
    return table_game(3, **options)


# The end


def quiet_game(seats: int, turns: int, **options):
    """Everybody passes, bids and actions alike, for so many turns."""
    script = ([(0,)] * seats + [PASS] * (3 * seats)) * turns
    return table_game(seats, script, draws=[*range(7), 0], **options)


def test_M4_no_card_comes_after_the_last_turn_so_no_line_pays_by_it():
    game = quiet_game(2, 1, rulings={"lines": "cards"})
    line_card = START_ENGINE + 1
    game.network.add(0, KALMAR, MALMO)
    game.operations_deck = [line_card]
    game.turn, game.trigger = 1, codes.BY_MARKERS
    play_multiplayer_turn(game)
    assert told(game, "CARD_ADDED", "LINE") == [] and game.operations_deck == [line_card]


def test_M43_a_game_that_is_not_over_after_turn_40_is_ended_there():
    game = quiet_game(2, 40)
    game.turn = 0
    play_multiplayer(game)
    outcome = recompute_multiplayer(game)
    assert (outcome["turns"], outcome["unfinished"]) == (40, 1)
    assert outcome["trigger"] == codes.UNFINISHED
    assert told(game)[-1] == (0, "TRIGGER", codes.UNFINISHED)


def test_M40_the_last_marker_ends_the_game_after_one_more_full_turn():
    game = quiet_game(2, 2)
    for link in ((MALMO, LUND), (ALVESTA, MALMO)):
        game.network.add(0, *link)
    cubes(game, MALMO, "red")
    cubes(game, ALVESTA, "black")
    # All pass the first auction, so seat 1 acts first; the second delivery empties a second city.
    game.log.decisions[3] = action(codes.DELIVER, MALMO, codes.RED, LUND, 1)
    game.log.decisions[5] = action(codes.DELIVER, ALVESTA, codes.BLACK, MALMO, 1)
    game.turn = 0
    play_multiplayer(game)
    assert game.trigger == codes.BY_MARKERS and game.turn == 2 and not game.log.decisions
    assert [row[2:] for row in told(game, "TURN")] == [(1, 0), (2, 1)]
    assert recompute_multiplayer(game)["unfinished"] == 0


def test_M40_a_removed_marker_does_not_undo_the_trigger():
    game = three_seats(modules=["mines"])
    game.network.add(0, ALVESTA, MALMO)
    game.markers = {KALMAR, YSTAD}
    cubes(game, ALVESTA, "black")
    deliver(game, game.seats[0], ALVESTA, codes.BLACK, MALMO, 1, 0)
    assert game.trigger == codes.BY_MARKERS and len(game.markers) == 3
    game.log.draws = [codes.RED, codes.RED]
    mine(game, game.seats[1], ALVESTA)
    assert game.trigger == codes.BY_MARKERS and len(game.markers) == 2


def test_M43_a_trigger_in_turn_40_leaves_no_time_for_the_last_turn():
    game = quiet_game(2, 40)
    game.network.add(0, MALMO, LUND)
    cubes(game, MALMO, "red")
    game.markers = {KALMAR}
    game.log.decisions[39 * 8 + 4] = action(codes.DELIVER, MALMO, codes.RED, LUND, 1)
    game.turn = 0
    play_multiplayer(game)
    assert [row[2] for row in told(game, "TRIGGER")] == [codes.BY_MARKERS, codes.UNFINISHED]
    assert recompute_multiplayer(game)["unfinished"] == 1 and game.turn == 40


# Scores and places


def final(game, *seats: tuple[int, int, int]) -> dict:
    """The outcome with these points, bonds and Links."""
    for seat, (score, bonds, links) in zip(game.seats, seats, strict=True):
        seat.score, seat.bonds = score, bonds
        for _ in range(links):
            game.network.add(seat.number, KALMAR, ALVESTA)
    return recompute_multiplayer(game)


def test_M41_final_score_is_points_less_bonds_and_then_the_baron():
    game = three_seats()
    game.seats[1].baron_points = 6
    outcome = final(game, (20, 3, 0), (15, 2, 0), (10, 0, 0))
    assert outcome["before_barons"] == [17, 13, 10]
    assert outcome["score"] == [17, 19, 10]
    assert outcome["place"] == [2, 1, 3] and outcome["margin"] == 2


@pytest.mark.parametrize(
    "seats, places, sharing",
    [
        ([(20, 4, 1), (18, 2, 0), (10, 0, 9)], [2, 1, 3], [0, 1, 0]),  # fewer bonds
        ([(20, 2, 1), (20, 2, 3), (10, 0, 9)], [2, 1, 3], [0, 1, 0]),  # then more Links
        ([(20, 2, 3), (20, 2, 3), (10, 0, 9)], [1, 1, 3], [2, 2, 0]),  # then shared
        ([(9, 0, 0), (9, 0, 0), (9, 0, 0)], [1, 1, 1], [3, 3, 3]),
    ],
)
def test_M42_ties_are_broken_by_bonds_then_links_then_shared(seats, places, sharing):
    outcome = final(three_seats(), *seats)
    assert outcome["place"] == places and outcome["sharing"] == sharing
    assert sum(1 / count for count in outcome["sharing"] if count) == pytest.approx(1)


def test_M41_barons_are_revealed_in_seat_order():
    game = three_seats(barons="map")
    for seat, baron in zip(game.seats, (0, 7, 1), strict=True):
        seat.rail_baron = baron
    game.seats[0].cash = 5
    game.network.add(2, KALMAR, ALVESTA)
    reveal_rail_barons(game)
    assert told(game) == [
        (0, "BARON", 0, 0, 7, 5, 0),  # the most money
        (1, "BARON", 7, 1, 0, 0, 0),
        (2, "BARON", 1, 2, 8, 1, 0),  # the longest chain
    ]


# Goals


def test_R1_most_money_is_cash_and_a_tie_fulfils_it():
    game = three_seats()
    for seat, cash in zip(game.seats, (4, 9, 9), strict=True):
        seat.cash = cash
    assert points(game, BARON["R1"]) == [0, 7, 7]


def test_R1_with_baron_ties_none_nobody_fulfils_a_tie():
    game = three_seats(rulings={"baron_ties": "none"})
    for seat, cash in zip(game.seats, (4, 9, 9), strict=True):
        seat.cash = cash
    assert points(game, BARON["R1"]) == [0, 0, 0]
    game.seats[0].cash = 10
    assert points(game, BARON["R1"]) == [7, 0, 0]


def test_R2_the_longest_chain_uses_no_link_twice_but_cities_may_come_twice():
    game = three_seats()
    figure_of_eight = [(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0)]
    star = [(5, 0), (5, 1), (5, 2), (5, 3), (5, 4), (5, 6), (6, 0)]
    for owner, network in enumerate((figure_of_eight, star)):
        for link in network:
            game.network.add(owner, *link)
    assert [longest_trail(figure_of_eight), longest_trail(star)] == [6, 5]
    assert points(game, BARON["R2"]) == [8, 0, 0]


def all_trails(links) -> int:
    """The longest chain by trying every order of Links; for few Links."""

    def walk(here, left):
        ahead = [(n, sum(links[n]) - here) for n in left if here in links[n]]
        return max((1 + walk(city, left - {n}) for n, city in ahead), default=0)

    cities = {city for pair in links for city in pair}
    return max(walk(city, frozenset(range(len(links)))) for city in cities)


@pytest.mark.slow
def test_R2_the_programme_agrees_with_trying_every_chain():
    dice = random.Random(5)
    for _ in range(60):
        cities = dice.randint(3, 8)
        links = [tuple(dice.sample(range(cities), 2)) for _ in range(dice.randint(1, 9))]
        assert longest_trail(links) == all_trails(links), links
    assert longest_trail([]) == 0
    whole = list(nx.complete_graph(7).edges)
    assert longest_trail(whole) == 21  # every city has six Links


def test_R3_own_links_at_a_city_count_two_each_and_eight_at_most():
    game = three_seats()
    for owner, count in ((0, 3), (1, 5)):
        for _ in range(count):
            game.network.add(owner, LUND, YSTAD)
    assert points(game, AT_LUND) == [6, 8, 0]


def test_R4_whoever_bought_a_western_link():
    game = three_seats()
    buy_western_link(game, game.seats[2], ALVESTA)
    assert points(game, WEST) == [0, 0, 5]


@pytest.mark.parametrize("rule", ["R5", "R6"])
def test_R5_R6_fewest_bonds(rule):
    game = three_seats()
    for seat, bonds in zip(game.seats, (4, 1, 2), strict=True):
        seat.bonds = bonds
    assert points(game, BARON[rule]) == [0, 6, 0]


def test_R7_R12_two_cities_connected_by_own_links():
    game = three_seats()
    for first, second in ((LUND, YSTAD), (YSTAD, VAXJO), (VAXJO, ORREBRO)):
        game.network.add(1, first, second)
    game.network.add(0, LUND, YSTAD)
    assert points(game, LUND_OREBRO) == [0, 6, 0]
    far = replace(LUND_OREBRO, rule="R12", cities=("Kalmar", "Lund"))
    assert points(game, far) == [0, 0, 0]


def test_R8_the_first_with_an_engine_of_level_6():
    game = three_seats()
    for seat in (game.seats[2], game.seats[0]):
        while seat.engine < 7:
            upgrade(game, seat)
    assert points(game, FIRST_ENGINE) == [0, 0, 5]


def test_R9_most_links_and_R10_most_cities_connected():
    game = three_seats()
    for owner, first, second in (
        *((0, *pair) for pair in ((0, 1), (0, 1), (0, 1), (3, 4))),
        *((1, *pair) for pair in ((0, 1), (1, 2), (2, 3))),
    ):
        game.network.add(owner, first, second)
    assert points(game, BARON["R9"]) == [6, 0, 0]
    assert points(game, BARON["R10"]) == [0, 6, 0]


def test_R10_without_links_nobody_is_ahead_of_anybody():
    assert points(three_seats(), BARON["R10"]) == [6, 6, 6]
    game = three_seats(rulings={"baron_ties": "none"})
    assert points(game, BARON["R10"]) == [0, 0, 0]


def test_R11_largest_engine():
    game = three_seats()
    for seat, engine in zip(game.seats, (3, 5, 5), strict=True):
        seat.engine = engine
    assert points(game, BARON["R11"]) == [0, 5, 5]


def universal(rule: str):
    (baron,) = [
        baron
        for baron in three_seats(barons="universal").given.scenario.rail_barons
        if baron.rule == rule
    ]
    return baron


def test_D10_to_D21_count_at_their_lowest_tier():
    game = three_seats(barons="universal")
    me, you, _ = game.seats
    me.hotels[MALMO] = 2
    assert points(game, universal("D10")) == [3, 0, 0]
    me.engine, you.engine = 8, 5
    assert points(game, universal("D11")) == [1, 0, 0]
    you.longest_delivery = 7
    assert points(game, universal("D12")) == [0, 3, 0]
    you.delivered = [2, 1, 3, 1, 4]
    assert points(game, universal("D17")) == [0, 5, 0]
    assert points(game, universal("D18")) == [0, 1, 0]
    assert points(game, universal("D21")) == [0, 1, 0]
    me.lines, you.lines = 1, 3
    assert points(game, universal("D15")) == [0, 4, 0]


def test_D13_D14_D16_D19_D20_look_at_own_links_alone():
    game = three_seats(barons="universal")
    for city in range(6):
        game.network.add(0, city, city + 1)
    game.network.add(1, LUND, ORREBRO)
    game.network.add(1, LUND, ORREBRO)
    assert points(game, universal("D19")) == [5, 5, 0]
    assert points(game, universal("D20")) == [0, 4, 0]
    assert points(game, universal("D13")) == [0, 0, 0]
    game.colours[ALVESTA] = codes.PURPLE
    assert points(game, universal("D13")) == [7, 0, 0]
    assert points(game, universal("D16")) == [2, 0, 0]
    assert points(game, universal("D14")) == [0, 0, 0]
    game.colours[VAXJO] = codes.BLACK
    assert points(game, universal("D14")) == [6, 0, 0]


def test_places_do_not_depend_on_the_seats():
    seats = [(20, 4, 1), (18, 2, 0), (10, 0, 9)]
    for order in permutations(range(3)):
        outcome = final(three_seats(), *(seats[number] for number in order))
        assert [outcome["place"][order.index(number)] for number in range(3)] == [2, 1, 3]
