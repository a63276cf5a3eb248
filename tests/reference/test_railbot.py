"""The Railbot step, with the worked examples of the solo rulebook (S20 to S32)."""

from rotwsim.core.state.codes import (
    BY_EVALUATION,
    CUBE_EXHAUSTED,
    CUBE_LOST_TO_LINKS,
    FROM_BARONS,
    FROM_HOTELS,
    FROM_REMOVALS,
    PAID_TAXATION,
    RAILBOT,
    SOLO,
)
from rotwsim.reference.barons import offer_claims
from rotwsim.reference.railbot_cards_taxation_exhaust import (
    exhaust,
    join_pair,
    resolve_card,
    take_railbot_step,
)
from rotwsim.scenario.hexes import SIDES

from .builder import (
    ALVESTA,
    BARON,
    BOUNTY,
    COLOUR,
    DEADHEAD,
    DEADHEAD_TAXATION,
    EXHAUST_PURPLE,
    EXHAUST_RED,
    FINAL,
    HOTEL,
    KALMAR,
    LINE,
    LINKS,
    LUND,
    MALMO,
    NEW_INDUSTRY,
    ORREBRO,
    YSTAD,
    cubes,
    events,
    game_on,
    line_board,
    line_game,
    me,
    own_link,
    railbot_link,
    row_of_barons,
)

E, W = SIDES.index("E"), SIDES.index("W")
BLACK, RED, PURPLE = COLOUR["black"], COLOUR["red"], COLOUR["purple"]


def test_example_1_S22_one_pair_is_built_the_other_costs_a_black_cube():
    game = line_game()
    game.network.add(SOLO, ALVESTA, YSTAD)
    game.network.add(SOLO, YSTAD, MALMO)
    cubes(game, ALVESTA, "black", "red")
    resolve_card(game, me(game), LINKS, EXHAUST_RED)
    assert events(game) == [
        ("TILE", 1, W, E, 2, RAILBOT),
        ("TILE", 2, W, E, 2, RAILBOT),
        ("LINK_BUILT", RAILBOT, KALMAR, ALVESTA, 2, 4),
        ("CUBE_GONE", ALVESTA, BLACK, CUBE_LOST_TO_LINKS),
        ("POINTS", 1, FROM_REMOVALS),
    ]
    assert me(game).score == 1


def test_example_2_S20_the_second_card_resolves_and_the_flipped_one_waits():
    game = line_game()
    cubes(game, LUND, "purple")
    game.row = [EXHAUST_RED, DEADHEAD, LINE]
    game.railbot_deck = [EXHAUST_PURPLE]
    game.display_limit = 5
    take_railbot_step(game, me(game))
    assert game.row == [EXHAUST_RED, LINE, EXHAUST_PURPLE]
    assert events(game) == [
        ("FLIP", EXHAUST_PURPLE),
        ("RESOLVE", 1, DEADHEAD, 0),
        ("LIMIT", 4),
    ]
    assert game.cubes[LUND][PURPLE] == 1


def test_example_3_S27_a_second_deadhead_takes_the_card_in_the_fourth_space():
    game = line_game()
    game.display, game.display_limit = [BOUNTY, HOTEL, NEW_INDUSTRY, 5], 4
    resolve_card(game, me(game), DEADHEAD, EXHAUST_RED)
    assert events(game) == [("CARD_GONE", BOUNTY, 2), ("LIMIT", 3)]
    assert game.display == [HOTEL, NEW_INDUSTRY, 5]


def test_example_4_D19_D10_the_player_claims_dainty_the_railbot_kranz():
    game = line_game(script=[(0,), (1,)], barons=True)
    row_of_barons(game, "Dainty", "Benjamin", "Turczi")
    own_link(game, 3, 4, 5)
    offer_claims(game, me(game))
    assert events(game) == [("BARON", 9, SOLO, 5), ("POINTS", 5, FROM_BARONS)]
    resolve_card(game, me(game), BARON, EXHAUST_RED)
    assert game.log.offered[-1] == {(1,), (2,)}
    assert events(game)[2:] == [("BARON", 0, RAILBOT, 0), ("PAID", 14, 3, PAID_TAXATION)]
    assert me(game).taxation_paid == 14


def test_example_5_S15_an_insured_card_does_nothing_and_returns_the_token():
    game = line_game()
    game.row = [DEADHEAD_TAXATION, EXHAUST_RED, LINKS]
    game.railbot_deck, game.insured, me(game).score = [DEADHEAD], 0, 9
    take_railbot_step(game, me(game))
    assert events(game) == [("FLIP", DEADHEAD), ("RESOLVE", 0, DEADHEAD_TAXATION, 1)]
    assert game.insured is None
    assert game.display_limit == 5
    assert game.row == [EXHAUST_RED, LINKS, DEADHEAD]
    assert me(game).insurance_used == 1


def test_S15_the_token_moves_along_with_its_card():
    game = line_game()
    game.row, game.railbot_deck, game.insured = [LINE, DEADHEAD, EXHAUST_RED], [EXHAUST_RED], 1
    game.line_owner = [SOLO, SOLO]
    take_railbot_step(game, me(game))
    assert (game.insured, game.row[0]) == (0, DEADHEAD)


def test_S21_final_evaluation_resolves_nothing():
    game = line_game()
    game.railbot_deck = [FINAL]
    take_railbot_step(game, me(game))
    assert events(game) == [("FLIP", FINAL), ("TRIGGER", BY_EVALUATION)]
    assert game.row == [LINKS, DEADHEAD, EXHAUST_RED]


def test_S40_final_evaluation_after_the_markers_triggers_nothing_more():
    game = line_game()
    game.railbot_deck, game.trigger = [FINAL], 1
    take_railbot_step(game, me(game))
    assert events(game) == [("FLIP", FINAL)]


def test_S20_a_resting_railbot_discards_the_flipped_card():
    game = line_game(settings={"railbot_acts": 0})
    game.railbot_deck = [DEADHEAD]
    take_railbot_step(game, me(game))
    assert events(game) == [("FLIP", DEADHEAD)]
    assert game.row == [LINKS, DEADHEAD, EXHAUST_RED]


def test_S22_without_the_second_citys_colour_the_player_chooses():
    game = line_game(script=[(RED,)])
    own_link(game, 1)
    cubes(game, ALVESTA, "red", "purple", "purple")
    join_pair(game, me(game), ALVESTA, MALMO)
    assert game.log.offered == [{(RED,), (PURPLE,)}]
    assert events(game, "CUBE_GONE") == [("CUBE_GONE", ALVESTA, RED, CUBE_LOST_TO_LINKS)]


def test_S22_no_point_where_railbot_links_alone_connect_the_pair():
    game = line_game()
    railbot_link(game, 1)
    cubes(game, ALVESTA, "black")
    join_pair(game, me(game), ALVESTA, MALMO)
    assert events(game, "POINTS") == []
    assert events(game, "MARKER") == [("MARKER", ALVESTA, 1)]


def test_S22_a_pair_connected_over_links_of_both_sides_scores_the_point():
    game = line_game()
    railbot_link(game, 0)
    own_link(game, 1)
    cubes(game, KALMAR, "black")
    join_pair(game, me(game), KALMAR, MALMO)
    assert events(game, "POINTS") == [("POINTS", 1, FROM_REMOVALS)]


def test_S24_no_cube_no_removal_no_point():
    game = line_game()
    own_link(game, 1)
    join_pair(game, me(game), ALVESTA, MALMO)
    assert events(game) == []


def test_S24_with_the_switch_the_point_comes_without_a_cube():
    game = line_game(rulings={"point_without_cube": "yes"})
    own_link(game, 1)
    railbot_link(game, 2)
    join_pair(game, me(game), ALVESTA, MALMO)
    assert events(game) == [("POINTS", 1, FROM_REMOVALS)]
    join_pair(game, me(game), MALMO, LUND)  # connected by Railbot Links alone
    assert me(game).score == 1


def test_S28_railbot_links_claim_a_line_only_with_the_switch():
    for choice, claimed in (("icon", []), ("connected", [("LINE", 0, RAILBOT)])):
        game = line_game(rulings={"railbot_lines": choice})
        own_link(game, 3, 4)
        resolve_card(game, me(game), LINKS, EXHAUST_RED)
        assert events(game, "LINE") == claimed
        assert game.line_owner.count(RAILBOT) == len(claimed)
        join_pair(game, me(game), YSTAD, ORREBRO)  # own Links make up the rest of the other line
        assert events(game, "LINE") == claimed


def test_S24_a_new_city_counts_with_its_tiles_colour_and_grey_binds_none():
    game = line_game(script=[(PURPLE,)])
    own_link(game, 0)
    cubes(game, KALMAR, "red", "purple")
    join_pair(game, me(game), KALMAR, ALVESTA)  # grey: the player chooses
    game.colours[ALVESTA] = RED
    cubes(game, KALMAR, "purple")
    join_pair(game, me(game), KALMAR, ALVESTA)
    assert [row[2] for row in events(game, "CUBE_GONE")] == [PURPLE, RED]


def test_S2_a_pair_with_a_city_not_in_play_is_skipped():
    game = game_on(line_board(cities_not_in_play=("Alvesta",)))
    cubes(game, KALMAR, "red")
    join_pair(game, me(game), KALMAR, ALVESTA)
    assert events(game) == []


def test_S25_exhaust_takes_the_cubes_one_by_one_and_fewer_if_there_are_fewer():
    game = line_game(script=[(LUND,)])
    cubes(game, LUND, "purple")
    cubes(game, YSTAD, "purple")
    exhaust(game, me(game), PURPLE, 3)
    assert game.log.offered == [{(LUND,), (YSTAD,)}]
    assert events(game, "CUBE_GONE") == [
        ("CUBE_GONE", LUND, PURPLE, CUBE_EXHAUSTED),
        ("CUBE_GONE", YSTAD, PURPLE, CUBE_EXHAUSTED),
    ]


def test_S31_S32_a_removed_cube_spoils_the_bounty_and_pays_the_hotel():
    game = line_game()
    cubes(game, LUND, "red", "blue")
    game.display, me(game).hotels[LUND] = [HOTEL, BOUNTY], 2
    exhaust(game, me(game), RED, 1)
    assert events(game) == [
        ("CUBE_GONE", LUND, RED, CUBE_EXHAUSTED),
        ("CARD_GONE", BOUNTY, 4),
        ("POINTS", 2, FROM_HOTELS),
    ]
    assert game.display == [HOTEL]


def test_S28_the_player_picks_the_line_the_railbot_gets():
    game = line_game(script=[(1,)])
    resolve_card(game, me(game), LINE, EXHAUST_RED)
    resolve_card(game, me(game), LINE, EXHAUST_RED)  # one line left: not asked
    resolve_card(game, me(game), LINE, EXHAUST_RED)
    assert events(game) == [("LINE", 1, RAILBOT), ("LINE", 0, RAILBOT)]


def test_S28_a_baron_icon_without_barons_means_nothing():
    game = line_game()
    resolve_card(game, me(game), BARON, EXHAUST_RED)
    assert events(game) == []


def test_S29_deadhead_comes_after_taxation():
    game = line_game()
    me(game).score = 1
    resolve_card(game, me(game), DEADHEAD_TAXATION, EXHAUST_RED)
    assert events(game) == [("PAID", 6, 2, PAID_TAXATION), ("LIMIT", 4)]
