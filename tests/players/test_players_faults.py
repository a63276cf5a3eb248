"""Faults of judgement that replays showed in club and in earlier experts; the expert is free of
them.
"""

from __future__ import annotations

import pytest

from rotwsim.core.state import codes

from ..core.boards import line_board, map_board
from ..core.builder import Table
from .asking import SEVEN, choice
from .asking import position as position_of


def position(*network: str, **given) -> Table:
    return position_of(*network, player="expert", **given)


def test_S23_of_equally_cheap_paths_the_one_with_fewest_railbot_links_is_given():
    board = map_board("CMCMC", ".....", Kalmar="yellow", Alvesta="grey", Malmö="black")
    table = Table(board, player="expert")
    table.resolve("Kalmar Malmö")
    assert table.asked()[0][0] == codes.DECIDE_PATH
    assert table.links(codes.RAILBOT) == [("Kalmar", "Malmö")]


def test_S40_of_two_cubes_alike_the_one_that_empties_no_city_goes():
    table = position(
        *SEVEN[:5],
        engine=8,
        turns=6,
        settings={"empty_city_trigger": 1},
        without=["urbanize"],
        cubes={"Malmö": ["red"], "Ystad": ["red"] * 2},
    )
    assert choice(table) == ("deliver", "red", "Ystad", "Lund")


@pytest.mark.parametrize(
    ("owner", "insures"), [(codes.SOLO, False), (codes.RAILBOT, False), (codes.NOBODY, True)]
)
def test_S28_insurance_against_a_baron_card_only_while_a_baron_is_free(owner, insures):
    table = position(
        *SEVEN,
        engine=8,
        turns=6,
        barons=True,
        row=("Baron", "Blank middle", "Blank right"),
        without=["urbanize"],
    )
    table.barons("Sellers", "Toft")
    table.state.baron_owner[:2] = owner
    assert (choice(table)[0] == "insure") == insures


def test_S15_no_insurance_against_a_tax_of_8_dollars_at_the_beginning():
    table = position(
        "Kalmar",
        "Alvesta",
        turns=18,
        cash=5,
        score=2,
        cubes={"Malmö": ["red"], "Kalmar": ["blue", "black"], "Växjö": ["red", "yellow"]},
        row=("Taxation", "Blank middle", "Blank right"),
    )
    assert choice(table)[0] != "insure"


def test_B30_no_engine_level_is_bought_that_no_chain_of_the_network_can_use():
    assert choice(position(*SEVEN, engine=6, turns=10, cash=60)) != ("upgrade",)


def test_B48_no_western_link_is_bought_with_the_very_last_action():
    table = position(*SEVEN, engine=3, last_action=True, board=line_board(lines=()))
    assert choice(table)[0] != "western link"


def test_a_link_to_a_market_without_cubes_is_built_when_cubes_wait_for_it():
    table = position(*SEVEN[:4], engine=4, turns=3, cash=4, cubes={"Kalmar": ["purple"] * 3})
    assert choice(table) == ("build", "Lund", "Ystad")


def test_the_very_last_action_is_a_pass_where_it_can_do_nothing():
    assert choice(position(*SEVEN, engine=3, last_action=True)) == ("pass",)


def test_the_very_last_delivery_is_the_one_with_most_points():
    table = position(
        *SEVEN,
        engine=3,
        last_action=True,
        cubes={"Kalmar": ["red"], "Lund": ["black"]},
        display=("Bounty Malmö",),
    )
    assert choice(table) == ("deliver", "black", "Lund", "Malmö")
