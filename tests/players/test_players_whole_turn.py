"""The first two actions of a turn are chosen together, and what is meant is done."""

from __future__ import annotations

import numpy as np
import pytest

from rotwsim.core.play.setup import set_up
from rotwsim.core.play.solo import act, advance, answer
from rotwsim.core.rules.scoring_and_seats import record_outcome, result_of
from rotwsim.core.state import codes, layout
from rotwsim.core.state.log import no_log
from rotwsim.players import registry
from rotwsim.players.action import NOTHING_YET
from rotwsim.players.strategies.passive_to_expert import EXPERT_FLAGS
from rotwsim.players.value.buildable_links import can_go_on
from rotwsim.players.value.rank_actions import (
    CANDIDATES,
    TRY_WITHIN_POINTS,
    another_follows,
    is_plain,
    rank_actions,
    rank_by_turn,
)
from rotwsim.players.value.records import CANDIDATE
from rotwsim.runner.play import play_games, rules_of
from rotwsim.scenario.scenario import Scenario

from ..core.builder import choose_action

SEED, GAMES = 71, 3


def decisions(rules, game):
    """Every position of a game in which the expert is asked for an action, then its end."""
    states = np.zeros(1, layout.STATE)
    state, log = states[0], no_log()
    set_up(state, rules[0], SEED, game, log)
    advance(state, rules[0], log)
    while not state.over:
        if state.decision == codes.DECIDE_ACTION:
            yield states.copy()
            act(state, rules[0], choose_action(state, rules[0]), log)
        else:
            answer(state, rules[0], registry.choose(state, rules[0]), log)
        advance(state, rules[0], log)
    yield state


@pytest.fixture(scope="module")
def rules():
    return rules_of(Scenario.of("sweden", player="expert"))


@pytest.fixture(scope="module")
def games(rules):
    return [list(decisions(rules, game)) for game in range(GAMES)]


def ranked(by, states, rules):
    best = np.zeros(CANDIDATES, CANDIDATE)
    by(states.copy()[0], rules[0], codes.SOLO, EXPERT_FLAGS, best)
    return best


def test_what_is_meant_for_the_next_action_is_what_would_be_chosen_anew(rules, games):
    outcomes = np.zeros(GAMES, layout.OUTCOME)
    play_games(rules, SEED, 0, outcomes, no_log())
    ends = [result_of(game[-1], rules[0], codes.SOLO) for game in games]
    assert outcomes["result"].tolist() == ends


@pytest.mark.parametrize(("board", "barons"), [("mexico", False), ("eastern-us", True)])
def test_a_game_retold_action_by_action_is_the_game_that_was_played(board, barons):
    """Also in the answers of the Railbot step, which rest on what was noted with an action."""
    rules = rules_of(Scenario.of(board, player="expert", barons=barons))
    outcomes, retold = np.zeros((2, 25), layout.OUTCOME)
    play_games(rules, SEED, 0, outcomes, no_log())
    for game, outcome in enumerate(retold):
        *_, state = decisions(rules, game)
        record_outcome(state, rules[0], outcome)
    assert outcomes.tobytes() == retold.tobytes()


def test_what_is_credited_to_an_action_is_its_own(rules, games):
    """And not that of one looked at before: to a card nothing is if nothing was learned, and to a
    pass nothing ever.
    """
    unlearned = rules.copy()
    unlearned["learned"] = 0.0
    best, kinds = np.zeros(10, CANDIDATE), set()
    for states in games[0][:-1]:
        rank_actions(states.copy()[0], unlearned[0], codes.SOLO, EXPERT_FLAGS, best)
        for row in best[best["worth"] > NOTHING_YET]:
            kind = row["action"][0]
            kinds.add(kind)
            assert row["credit"] == 0.0 or kind not in (codes.TAKE_CARD, codes.PASS)
    assert {codes.TAKE_CARD, codes.PASS} <= kinds


def first_actions(rules, games):
    """Positions with two actions before the Railbot and a choice between them."""
    for states in (states for game in games for states in game[:-1]):
        if another_follows(states[0], rules[0]) and not can_go_on(states[0], rules[0]):
            yield states, ranked(rank_actions, states, rules), ranked(rank_by_turn, states, rules)


def test_a_first_action_may_be_better_for_the_second_that_it_allows(rules, games):
    changed = [
        (alone, by_turn)
        for _, alone, by_turn in first_actions(rules, games)
        if alone[0]["action"].tolist() != by_turn[0]["action"].tolist()
    ]
    assert changed
    for alone, by_turn in changed:
        considered = [row["action"].tolist() for row in alone]
        place = considered.index(by_turn[0]["action"].tolist())
        assert (
            is_plain(alone[place]) and alone[place]["worth"] > alone[0]["worth"] - TRY_WITHIN_POINTS
        )


def test_the_ranking_by_turn_is_in_order_and_holds_the_same_actions(rules, games):
    for _, alone, by_turn in first_actions(rules, games):
        assert (np.diff(by_turn["worth"]) <= 0).all()
        kept = sorted(row["action"].tolist() for row in by_turn)
        assert kept == sorted(row["action"].tolist() for row in alone)


def test_looking_behind_an_action_leaves_the_position_as_it_is(rules, games):
    for states, _, _ in first_actions(rules, games):
        looked = states.copy()
        rank_by_turn(looked[0], rules[0], codes.SOLO, EXPERT_FLAGS, np.zeros(4, CANDIDATE))
        for name in states.dtype.names:
            if not name.startswith(("note_", "find_", "kept_")):
                assert np.array_equal(looked[name], states[name]), name
