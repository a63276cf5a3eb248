"""The Railbot step: Insurance, the row, and every effect of a card (S15, S20 to S32)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from rotwsim.core.state import codes, log
from rotwsim.core.state.layout import OUTCOME
from rotwsim.runner.play import play_games, rules_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import RailbotCard

from .boards import line_board, map_board
from .builder import Table, code


def test_S15_insurance_is_what_the_first_two_actions_are_spent_on():
    table = Table()
    places = {place for _, place, *_ in table.legal(codes.INSURE)}
    assert places == {0, 1}  # section 7: the right-hand card can never be insured
    table.act(codes.INSURE, 1)
    assert table.state.actions_left == 0
    assert table.legal(codes.INSURE) == set()  # one token, and it cannot be moved


def test_S15_not_after_another_action_nor_after_the_railbot_step():
    table = Table()
    table.act(codes.PASS)
    assert table.legal(codes.INSURE) == set()
    table = Table()
    table.third_action()
    assert table.legal(codes.INSURE) == set()


def test_S15_the_token_stays_on_its_card():
    table = Table()
    table.row("Blank left", "Deadhead", "Taxation")
    table.act(codes.INSURE, 1)
    table.flip("Blank left")
    assert table.row_names()[table.state.insured] == "Deadhead"
    table.flip("Blank right")
    assert table.row_names()[table.state.insured] == "Deadhead"
    table.flip("Blank left")
    assert table.state.display_limit == 5 and table.state.insured == -1


@pytest.mark.parametrize(
    ("flipped", "resolved", "row"),
    [
        ("Exhaust Red", 0, ["Deadhead", "Taxation", "Exhaust Red"]),
        ("Exhaust Purple", 1, ["Major Line", "Taxation", "Exhaust Purple"]),
        ("Blank right", 2, ["Major Line", "Deadhead", "Blank right"]),
    ],
)
def test_S20_the_slot_selects_the_card_the_row_slides_left(flipped, resolved, row):
    table = Table()
    table.row("Major Line", "Deadhead", "Taxation")
    selected = table.state.row[resolved]
    table.flip(flipped)
    assert table.row_names() == row
    assert table.events("RESOLVE") == [("RESOLVE", resolved, selected, 0)]


def test_S21_final_evaluation_resolves_nothing():
    table = Table()
    table.row("Deadhead", "Deadhead and Taxation", "Taxation")
    table.flip("Final Evaluation")
    assert table.row_names() == ["Deadhead", "Deadhead and Taxation", "Taxation"]
    assert table.state.trigger == codes.BY_EVALUATION
    assert table.events() == [
        ("FLIP", table.railbot_card("Final Evaluation")),
        ("TRIGGER", codes.BY_EVALUATION),
    ]


def test_S22_the_pairs_of_a_card_are_taken_in_order():
    table = Table()
    table.resolve("Kalmar Alvesta Malmö")
    assert table.links(codes.RAILBOT) == [("Kalmar", "Alvesta"), ("Alvesta", "Malmö")]


def test_S22_without_the_second_citys_colour_the_player_chooses():
    table = Table()
    table.own_link("Kalmar", "Alvesta", "Malmö")
    table.cubes("Alvesta", "red", "blue")
    table.resolve("Kalmar Alvesta Malmö")
    assert table.asked() == [(codes.DECIDE_LOST_CUBE, 2)]
    assert len(table.on("Alvesta")) == 1 and table.score == 1


def test_S22_no_point_where_railbot_links_alone_connect_the_pair():
    table = Table()
    table.railbot_link("Kalmar", "Alvesta", "Malmö")
    table.cubes("Alvesta", "black")
    table.resolve("Kalmar Alvesta Malmö")
    assert table.on("Alvesta") == [] and table.score == 0


def test_S23_each_missing_stretch_becomes_a_railbot_link():
    table = Table()
    table.own_link("Växjö", "Örebro")
    table.resolve("Ystad Växjö Örebro")
    assert table.links(codes.RAILBOT) == [("Ystad", "Växjö")]


def test_S23_a_path_of_nineteen_stretches_is_built_whole():
    """Once more than sixteen built nothing, without a word."""
    names = [f"City {number}" for number in range(20)]
    board = map_board("C." * len(names), **dict.fromkeys(names, "grey"))
    card = RailbotCard("From end to end", "left", (names[0], names[-1]))
    table = Table(replace(board, railbot_cards=(card, *board.railbot_cards)))
    table.resolve("From end to end")
    assert sorted(table.links(codes.RAILBOT)) == sorted(pairwise(names))


def test_S23_through_another_city_where_that_is_cheaper():
    board = map_board("CMMMC", "..C..", Kalmar="yellow", Alvesta="grey", Malmö="black")
    table = Table(board)
    table.resolve("Kalmar Alvesta Malmö")
    assert table.links(codes.RAILBOT) == [("Kalmar", "Malmö"), ("Malmö", "Alvesta")]


def test_S23_equal_costs_are_the_players_choice():
    rows = ("#.C.", "C##C", "#.C.")  # through the north or the south for the same price
    cities = {"Lund": "grey", "Kalmar": "yellow", "Malmö": "black", "Ystad": "grey"}
    table = Table(map_board(*rows, **cities))
    table.resolve("Kalmar Malmö")
    assert table.asked() == [(codes.DECIDE_PATH, 2)]


def test_S23_the_same_cities_over_other_hexes_are_no_choice():
    rows = ("......", "CMMC.C", "......")  # past the mountains on either side for the same price
    table = Table(map_board(*rows, Kalmar="yellow", Alvesta="grey", Malmö="black"))
    table.resolve("Kalmar Alvesta Malmö")
    assert table.asked() == []


@pytest.mark.parametrize("choice", ["reuse", "fresh"])
def test_S23_existing_links_cost_nothing_or_the_path_is_built_fresh(choice):
    rows = (".......", "C..C..C", ".......")
    board = map_board(*rows, Kalmar="yellow", Alvesta="grey", Malmö="black")
    table = Table(board, rulings={"railbot_path": choice})
    table.own_link("Kalmar", "Alvesta")
    table.resolve("Kalmar Malmö")
    groups = table.state.railbot_group
    assert (groups[0] == groups[2]) == (choice == "fresh")
    assert (table.links(codes.RAILBOT) == [("Alvesta", "Malmö")]) == (choice == "reuse")


def test_S23_no_path_means_that_nothing_happens():
    table = Table()
    table.build("Alvesta", "Malmö", tiles=1)  # S13: open track blocks the only route
    table.resolve("Kalmar Malmö")
    assert table.links(codes.RAILBOT) == []


def test_S24_no_cube_in_the_first_city_no_removal_and_no_point():
    table = Table()
    table.own_link("Kalmar", "Alvesta", "Malmö")
    table.resolve("Kalmar Alvesta Malmö")
    assert table.score == 0 and table.events("CUBE_GONE") == []


def test_S24_grey_binds_no_colour_and_a_new_city_its_tiles_colour():
    table = Table()
    table.own_link("Kalmar", "Alvesta", "Malmö")
    table.cubes("Kalmar", "red", "blue")
    table.resolve("Kalmar Alvesta Malmö")
    assert table.asked() == [(codes.DECIDE_LOST_CUBE, 2)]
    table.act(codes.URBANIZE, table.city("Alvesta"), code("blue"))
    table.cubes("Kalmar", "red")
    table.resolve("Kalmar Alvesta Malmö")
    assert table.on("Kalmar") == ["red"] and ("CUBE_GONE", 0, code("blue"), 1) in table.events()


def test_S25_exhaust_takes_base_exhaust_cubes_or_fewer_if_there_are_fewer():
    table = Table()
    table.cubes("Kalmar", "purple")
    table.cubes("Lund", "purple", "purple", "red")
    table.resolve("Exhaust Purple")
    assert [row[1] for row in table.events("CUBE_GONE")] == [0, 3]
    assert table.asked() == [(codes.DECIDE_EXHAUST, 2)]  # then Lund alone is left
    table.resolve("Exhaust Purple")
    assert table.on("Lund") == ["red"] and table.state.lost_to_exhaust == 3


@pytest.mark.parametrize(
    ("tweaks", "lost"), [([], 2), (["exhaust-1"], 1), (["exhaust+1"], 3)], ids=["", "T3", "T6"]
)
def test_T3_T6_base_exhaust_is_one_less_or_one_more(tweaks, lost):
    table = Table(tweaks=tweaks)
    table.cubes("Lund", *["purple"] * 5)
    table.resolve("Exhaust Purple")
    assert table.state.lost_to_exhaust == lost


def test_S28_a_baron_icon_without_the_duel_barons_means_nothing():
    table = Table()
    table.resolve("Baron")
    assert table.events("BARON") == []


def test_S28_the_player_picks_among_the_unclaimed_barons():
    table = Table(barons=True)
    table.barons("Dainty", "Toft", "Berny")
    table.resolve("Baron")
    table.resolve("Baron")
    table.resolve("Baron")
    table.resolve("Baron")
    assert table.asked() == [(codes.DECIDE_BARON, 3), (codes.DECIDE_BARON, 2)]
    assert [row[1:3] for row in table.events("BARON")] == [
        (table.baron(name), codes.RAILBOT) for name in ("Dainty", "Toft", "Berny")
    ]


def test_S29_printed_effects_then_major_line_then_baron():
    table = Table(barons=True)
    table.state.score[codes.SOLO] = 1
    table.barons("Albertson")
    table.resolve("Deadhead and Taxation")
    table.resolve("Major Line and Baron")
    names = [row[0] for row in table.events() if row[0] not in ("FLIP", "RESOLVE")]
    assert names == ["PAID", "LIMIT", "LINE", "BARON", "LIMIT"]


def test_S30_the_player_decides_all_that_the_railbot_step_leaves_open():
    rules = rules_of(Scenario.of(barons=True, player="random"))
    asked = set()
    for game in range(40):
        rows = log.new_log()
        play_games(rules, 1, game, np.zeros(1, OUTCOME), rows)
        decisions = rows[rows[:, 1] == log.DECISION]
        assert (
            decisions[decisions[:, log.FIRST] != codes.DECIDE_ACTION][:, log.FIRST + 1] > 1
        ).all()
        asked |= set(decisions[:, log.FIRST].tolist())
    assert asked >= {
        codes.DECIDE_LOST_CUBE,
        codes.DECIDE_EXHAUST,
        codes.DECIDE_LINE,
        codes.DECIDE_BARON,
        codes.DECIDE_PATH,
    }


def test_S31_a_hotel_pays_for_each_cube_the_railbot_removes_there():
    table = Table(barons=True)
    table.hotel("Lund")
    table.cubes("Lund", "purple", "purple", "red")
    table.resolve("Exhaust Purple")
    assert table.state.points[codes.SOLO, codes.FROM_HOTELS] == 2
    table.railbot_gets("Turczi")
    assert table.state.points[codes.SOLO, codes.FROM_HOTELS] == 3


def test_S32_a_bounty_whose_city_loses_a_cube_to_the_railbot_is_discarded():
    table = Table()
    table.display("Bounty Malmö", "Bounty Lund", "Executive")
    table.cubes("Lund", "purple")
    table.resolve("Exhaust Purple")
    assert table.shown() == ["Bounty Malmö", "Executive"]
    assert table.score == 0


def test_S2_a_pair_with_a_city_not_in_play_is_skipped():
    table = Table(line_board(cities_not_in_play=("Örebro",)))
    table.resolve("Ystad Växjö Örebro")
    assert table.links(codes.RAILBOT) == [("Ystad", "Växjö")]
