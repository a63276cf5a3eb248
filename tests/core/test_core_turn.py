"""The turn, the last turn and the result (B3, S10, S21, S40, S41, T2, T7)."""

from __future__ import annotations

import numpy as np
import pytest

from rotwsim.core.rules.scoring_and_seats import record_outcome
from rotwsim.core.state import codes
from rotwsim.core.state.layout import OUTCOME
from rotwsim.core.state.log import no_log
from rotwsim.runner.play import play_games, rules_of
from rotwsim.scenario.scenario import Scenario

from .boards import line_board
from .builder import Table


def test_B3_what_can_be_done_with_an_action():
    table = Table()
    table.display("Hotel Malmö")
    table.own_link("Malmö", "Lund")
    table.cubes("Malmö", "red")
    for kind in (
        codes.PASS,
        codes.URBANIZE,
        codes.UPGRADE,
        codes.DELIVER,
        codes.TAKE_CARD,
    ):
        assert table.legal(kind)
    assert table.offers()


def test_B3_three_actions_and_the_same_kind_may_be_repeated():
    table = Table()
    table.railbot_deck("Blank left")
    table.play_turn()
    assert table.state.passes == 3


def test_S10_two_actions_the_railbot_the_third_income_a_new_card():
    table = Table()
    table.railbot_deck("Blank left")
    table.deck("City Growth")
    table.play_turn()
    rows = table.events("TURN", "DECISION", "FLIP", "RESOLVE", "INCOME", "CARD_ADDED", "STATUS")
    assert [row[0] for row in rows] == [
        "TURN",
        "DECISION",
        "DECISION",
        "FLIP",
        "RESOLVE",
        "DECISION",
        "INCOME",
        "CARD_ADDED",
        "STATUS",
    ]


def test_S21_after_final_evaluation_one_more_turn_without_a_railbot_step():
    table = Table()
    table.railbot_deck("Final Evaluation", "Deadhead")
    table.play_turn()
    assert not table.state.over
    table.play_turn()
    assert table.state.over and table.state.display_limit == 5
    assert [row[2] for row in table.events("TURN")] == [0, 1]


def test_S40_the_railbot_still_acts_in_the_turn_in_which_markers_trigger_the_end():
    table = Table(line_board(empty_city_trigger=1))
    table.own_link("Malmö", "Lund")
    table.cubes("Malmö", "red")
    table.begin_turn()
    table.deliver("red", "Malmö", "Lund", own=1)
    assert table.state.trigger == codes.BY_MARKERS
    table.row("Deadhead", "Blank middle", "Blank right")
    table.flip("Blank left")
    assert table.state.display_limit == 4
    table.end_turn()
    assert table.state.last_turn and not table.state.over
    table.play_turn()
    assert table.state.over
    assert table.events("FLIP") == [("FLIP", table.railbot_card("Blank left"))]


@pytest.mark.parametrize(
    ("options", "target"),
    [
        ({}, 125),
        ({"barons": True}, 140),
        ({"tweaks": ["target-110"]}, 110),
        ({"tweaks": ["target-110"], "barons": True}, 125),
        ({"tweaks": ["target-135"]}, 135),
        ({"tweaks": ["target-135"], "barons": True}, 150),
    ],
    ids=["plain", "Barons", "T2", "T2 Barons", "T7", "T7 Barons"],
)
@pytest.mark.parametrize("missing", [0, 1])
def test_S41_T2_T7_points_less_bonds_win_at_the_target(options, target, missing):
    table = Table(**options)
    table.state.score[codes.SOLO], table.state.bonds[codes.SOLO] = target + 7 - missing, 7
    outcomes = np.zeros(1, OUTCOME)
    record_outcome(table.state, table.rules, outcomes[0])
    outcome = outcomes[0]
    assert (outcome.result, outcome.margin, outcome.won) == (
        target - missing,
        -missing,
        not missing,
    )


@pytest.mark.parametrize("player", ["passive", "random"])
@pytest.mark.parametrize(
    ("tweaks", "turns"),
    [([], {18, 19, 20}), (["cards-1"], {17, 18, 19}), (["cards-2"], {16, 17, 18})],
    ids=["S5", "T4 one card", "T4 two cards"],
)
def test_S5_T4_how_many_turns_a_game_has_unless_markers_end_it(player, tweaks, turns):
    outcomes = np.zeros(60, OUTCOME)
    rules = rules_of(Scenario.of(tweaks=tweaks, player=player))
    play_games(rules, 1, 0, outcomes, no_log())
    by_evaluation = outcomes[outcomes["trigger"] == codes.BY_EVALUATION]
    assert set(by_evaluation["turns"].tolist()) == turns


def test_section_7_a_game_has_54_to_60_actions():
    outcomes = np.zeros(60, OUTCOME)
    play_games(rules_of(Scenario.of(player="passive")), 1, 0, outcomes, no_log())
    assert set(outcomes["passes"].tolist()) == {54, 57, 60}
