"""Duel Barons: goals, tiers, claims (D1 to D21)."""

import pytest

from rotwsim.core.state.codes import FROM_BARONS, RAILBOT, SOLO
from rotwsim.reference.barons import effective_engine, goal_reached, legal_claims, offer_claims
from rotwsim.scenario.baron_words import Goal, goal_words

from .builder import (
    ALVESTA,
    COLOUR,
    KALMAR,
    MALMO,
    YSTAD,
    events,
    line_game,
    me,
    own_link,
    railbot_has,
    railbot_link,
    row_of_barons,
)

RED, BLUE, YELLOW, BLACK, PURPLE = range(5)


def goal(word: str) -> Goal:
    return Goal(goal_words()[word].does, goal_words()[word].colours, ())


def hotels(game):
    me(game).hotels[MALMO] += 2
    me(game).hotels[KALMAR] += 1


def engine(game):
    me(game).engine = 7


def long_delivery(game):
    me(game).longest_delivery = 5


def coloured_cities(game):
    game.colours[ALVESTA] = RED
    own_link(game, *range(6))


def same_colour_pairs(game):
    game.colours[:] = [RED, RED, BLUE, YELLOW, BLUE, BLACK, BLACK]
    own_link(game, 0, 2, 3, 5)


def major_lines(game):
    game.line_owner[:] = [SOLO, SOLO]


def purple_links(game):
    game.colours[:] = [PURPLE, PURPLE, RED, PURPLE, RED, RED, RED]
    own_link(game, 0, 1, 2, 3, 4)


def each_colour(game):
    me(game).delivered = [2, 3, 2, 4, 2]


def purple_black(game):
    me(game).delivered = [0, 0, 0, 2, 9]


def red_cities(game):
    own_link(game, 3, 4, 5)


def double_link(game):
    own_link(game, 0)
    game.network.add(SOLO, ALVESTA, KALMAR)


def blue_yellow(game):
    me(game).delivered = [0, 4, 3, 0, 0]


@pytest.mark.parametrize(
    ("baron", "reach", "points"),
    [
        ("Benjamin", hotels, 4),  # D10
        ("Caleb", engine, 3),  # D11
        ("Tychoon", long_delivery, 3),  # D12
        ("Turczi", coloured_cities, 7),  # D13
        ("Albertson", same_colour_pairs, 6),  # D14
        ("Howard", major_lines, 4),  # D15
        ("Berny", purple_links, 2),  # D16: four Links, the one between two purple cities once
        ("Olsen", each_colour, 10),  # D17
        ("Toft", purple_black, 2),  # D18
        ("Dainty", red_cities, 5),  # D19
        ("Sellers", double_link, 4),  # D20
        ("Rosenfeld", blue_yellow, 4),  # D21
    ],
)
def test_D10_to_D21_goals_score_at_the_tier_that_holds(baron, reach, points):
    game = line_game(script=[(0,)], barons=True)
    row_of_barons(game, baron)
    assert legal_claims(game, me(game)) == {}
    reach(game)
    assert legal_claims(game, me(game)) == {0: points}
    offer_claims(game, me(game))
    assert game.log.offered == [{(-1,), (0,)}]
    assert events(game) == [
        ("BARON", game.baron_row[0], SOLO, points),
        ("POINTS", points, FROM_BARONS),
    ]
    assert legal_claims(game, me(game)) == {}


def test_D1_asked_again_until_none_is_wanted():
    game = line_game(script=[(2,), (-1,)], barons=True)
    row_of_barons(game, "Dainty", "Turczi", "Caleb")
    red_cities(game)
    engine(game)
    offer_claims(game, me(game))
    assert game.log.offered == [{(-1,), (0,), (2,)}, {(-1,), (0,)}]


def test_D1_with_one_baron_per_turn_no_further_one_is_asked_for():
    game = line_game(script=[(2,)], barons=True, rulings={"barons_per_turn": "one"})
    row_of_barons(game, "Dainty", "Turczi", "Caleb")
    red_cities(game)
    engine(game)
    offer_claims(game, me(game))
    offer_claims(game, me(game))
    assert game.log.offered == [{(-1,), (0,), (2,)}]
    me(game).barons_claimed = 0  # the next turn
    game.log.decisions = [(-1,)]
    offer_claims(game, me(game))
    assert game.log.offered[1:] == [{(-1,), (0,)}]


def test_D2_own_means_by_the_players_links_alone():
    game = line_game(barons=True)
    own_link(game, 3, 5)
    railbot_link(game, 4)
    assert goal_reached(game, me(game), goal("red_cities")) == 1
    assert goal_reached(game, me(game), goal("coloured_cities")) == 2


def test_D12_the_engine_counts_one_lower_but_at_least_one():
    game = line_game(barons=True)
    railbot_has(game, "Tychoon")
    assert effective_engine(game, me(game)) == 1
    me(game).engine = 6
    assert goal_reached(game, me(game), goal("engine")) == 5


def test_D20_railbot_links_do_not_make_a_double_link():
    game = line_game(barons=True)
    game.network.add(SOLO, KALMAR, YSTAD)
    game.network.add(RAILBOT, KALMAR, YSTAD)
    assert goal_reached(game, me(game), goal("double_link")) == 1


def test_D14_grey_cities_are_no_pair():
    game = line_game(barons=True)
    game.colours[:] = [COLOUR["grey"]] * 7
    own_link(game, 0, 1, 2)
    assert goal_reached(game, me(game), goal("same_colour_pairs")) == 0
