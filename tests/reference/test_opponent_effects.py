"""Opponent Effects that happen when the Railbot gets a Duel Baron (D11, D13 to D16)."""

import pytest

from rotwsim.core.state.codes import RAILBOT, SOLO
from rotwsim.reference.railbot_cards_taxation_exhaust import resolve_card, take_railbot_step

from .builder import (
    BARON,
    COLOUR,
    DEADHEAD,
    EXHAUST_RED,
    LINE,
    LINKS,
    LUND,
    ORREBRO,
    cubes,
    events,
    line_game,
    me,
    row_of_barons,
)

RED, PURPLE = COLOUR["red"], COLOUR["purple"]


@pytest.mark.parametrize(
    ("row", "flipped", "third"),
    [([BARON, LINKS, DEADHEAD], EXHAUST_RED, DEADHEAD), ([LINKS, LINE, BARON], LINE, LINE)],
)
def test_D11_the_third_card_is_resolved_where_it_lies(row, flipped, third):
    game = line_game(script=[(0,)] if third == LINE else [], barons=True)
    row_of_barons(game, "Caleb")
    game.row, game.railbot_deck = list(row), [flipped]
    take_railbot_step(game, me(game))
    place = row.index(BARON)
    assert events(game)[:4] == [
        ("FLIP", flipped),
        ("RESOLVE", place, BARON, 0),
        ("BARON", 1, RAILBOT, 0),
        ("RESOLVE", 2, third, 0),
    ]
    assert events(game)[4:] == [("LIMIT", 4)] if third == DEADHEAD else [("LINE", 0, RAILBOT)]
    assert game.row == [card for card in row if card != BARON] + [flipped]


def test_D13_turczi_exhausts_one_cube_of_each_colour():
    game = line_game(script=[(ORREBRO,)], barons=True)
    row_of_barons(game, "Turczi")
    cubes(game, LUND, "red", "red", "blue")
    cubes(game, ORREBRO, "red", "purple")
    resolve_card(game, me(game), BARON, EXHAUST_RED)
    assert [row[1:3] for row in events(game, "CUBE_GONE")] == [
        (ORREBRO, RED),
        (LUND, COLOUR["blue"]),
        (ORREBRO, PURPLE),
    ]


@pytest.mark.parametrize(
    ("baron", "seen"),
    [("Albertson", [("LIMIT", 4)]), ("Howard", [("LINE", 1, RAILBOT)]), ("Berny", [])],
)
def test_D14_D15_D16_effects_that_happen_at_once(baron, seen):
    game = line_game(barons=True)
    row_of_barons(game, baron)
    game.line_owner[0] = SOLO
    resolve_card(game, me(game), BARON, EXHAUST_RED)
    assert events(game)[1:] == seen
    assert game.new_city_tiles[PURPLE] == (0 if baron == "Berny" else 3)
