"""The turn, its actions, Insurance and the last turn (B3, B33, S10, S15, S40, D17)."""

import pytest

from rotwsim.core.state.codes import (
    BUILD,
    INSURE,
    PAID_ENGINE,
    PASS,
    TAKE_CARD,
    UPGRADE,
    URBANIZE,
    WESTERN_LINK,
)
from rotwsim.reference.actions_and_delivery import legal_actions, legal_insurance
from rotwsim.reference.game import action
from rotwsim.reference.setup_and_turns import play_turn, take_actions

from .builder import (
    BARON,
    DEADHEAD,
    EXECUTIVE,
    EXHAUST_RED,
    FINAL,
    HOTEL,
    LINE,
    cheapest_tiles,
    events,
    line_game,
    me,
    railbot_has,
)


def kinds(game, actions=2, railbot_to_come=True):
    insurance = legal_insurance(game, me(game), actions) if railbot_to_come else ()
    return {choice[0] for choice in legal_actions(game, me(game), insurance).choices}


def turn_game(*script, deck=(EXHAUST_RED,), **options):
    game = line_game(script=list(script), **options)
    game.turn, game.railbot_deck = 0, list(deck)
    game.row = [LINE, DEADHEAD, EXHAUST_RED]
    game.line_owner = [0, 0]
    return game


def test_B3_the_actions_of_an_empty_board():
    game = line_game()
    game.display = [HOTEL]
    assert kinds(game) == {PASS, URBANIZE, UPGRADE, TAKE_CARD, INSURE, WESTERN_LINK}


def test_B3_builds_are_allowed_but_not_counted():
    choices = legal_actions(game := line_game(), me(game))
    assert BUILD not in kinds(game)
    assert choices.allows((BUILD, 3, 4, 2, 0, 0))
    assert not choices.allows((BUILD, 3, 3, 2, 0, 0))
    assert not choices.allows((BUILD, 3, 4, 5, 0, 0))
    assert not choices.allows((BUILD, 3, 7, 2, 0, 0))


def test_B11_offers_are_told_before_every_nth_action():
    game = line_game(script=[action(PASS)] * 5)
    game.log.offers_every = 2
    take_actions(game, me(game), 5, railbot_to_come=False)
    assert [row[1] for row in events(game, "OFFERS")] == [*range(7)] * 3


def test_B33_the_highest_engine_cannot_be_upgraded():
    game = line_game(script=[action(UPGRADE)] * 7)
    take_actions(game, me(game), 7, railbot_to_come=False)
    assert [row[1] for row in events(game, "PAID")] == [5, 10, 10, 15, 15, 20, 20]
    assert events(game)[:2] == [("PAID", 5, 1, PAID_ENGINE), ("ENGINE", 2)]
    assert UPGRADE not in kinds(game)


@pytest.mark.parametrize(
    ("choice", "paid"),
    [("printed", [5, 10, 10, 15, 15, 20, 20]), ("lower", [5, 5, 10, 10, 15, 15, 20])],
)
def test_D12_the_price_of_the_next_level_follows_the_printed_or_the_lower_level(choice, paid):
    game = line_game([action(UPGRADE)] * 7, barons=True, rulings={"tychoon_price": choice})
    railbot_has(game, "Tychoon")
    take_actions(game, me(game), 7, railbot_to_come=False)
    assert [row[1] for row in events(game, "PAID")] == paid


def test_S10_two_actions_the_railbot_the_third_action_income():
    game = turn_game(action(PASS), action(PASS), action(UPGRADE))
    play_turn(game, me(game))
    assert [row[0] for row in events(game)] == [
        "TURN",
        "FLIP",
        "RESOLVE",
        "PAID",
        "ENGINE",
        "INCOME",
        "PAID",
        "STATUS",
    ]
    assert me(game).passes == 2
    assert events(game)[-1] == ("STATUS", 0, 4, 2, 2, 0, 0, 125)


def test_S15_insurance_takes_the_two_actions_before_the_railbot():
    game = turn_game(action(INSURE, 1), action(PASS))
    play_turn(game, me(game))
    assert [row[0] for row in events(game)][:3] == ["TURN", "INSURANCE", "FLIP"]
    assert game.insured == 0  # the card slid left with its token
    assert INSURE not in kinds(game)  # one token


def test_S15_insurance_is_only_the_first_thing_of_a_turn_with_a_railbot_step():
    game = line_game()
    assert INSURE in kinds(game)
    assert INSURE not in kinds(game, actions=1)
    assert INSURE not in kinds(game, railbot_to_come=False)
    me(game).actions_done = 1
    assert INSURE not in kinds(game)
    assert INSURE not in kinds(line_game(settings={"railbot_acts": 0}))


def test_D17_dear_insurance_also_costs_the_third_action():
    game = turn_game(action(INSURE, 0), barons=True)
    railbot_has(game, "Olsen")
    play_turn(game, me(game))
    assert game.log.decisions == []
    game.railbot_deck = [BARON]
    game.log.decisions = [action(PASS)] * 3
    play_turn(game, me(game))  # the next turn has its third action again
    assert game.log.decisions == []


def test_B45_executive_actions_come_on_the_same_side():
    game = turn_game(action(PASS), action(TAKE_CARD, 0), *[action(PASS)] * 3)
    game.display = [EXECUTIVE]
    play_turn(game, me(game))
    assert game.log.decisions == []
    assert me(game).passes == 4


def test_B15_open_track_is_removed_after_the_last_action():
    game = turn_game(action(PASS), action(PASS), (BUILD, 3, 4, 1, 0, 0))
    game.log.tiles = cheapest_tiles(game, 3, 4)
    play_turn(game, me(game))
    assert events(game, "TILES", "TRACK_REMOVED", "INCOME") == [
        ("TILES", 3, 1, 1),
        ("TRACK_REMOVED", 3, 1),
        ("INCOME", 0),
    ]


def test_S21_after_final_evaluation_one_turn_without_a_railbot_step():
    game = turn_game(*[action(PASS)] * 6, deck=(FINAL,))
    play_turn(game, me(game))
    assert not game.last_turn
    play_turn(game, me(game))
    assert game.last_turn
    assert events(game, "TURN", "FLIP") == [("TURN", 1, 0), ("FLIP", FINAL), ("TURN", 2, 1)]
