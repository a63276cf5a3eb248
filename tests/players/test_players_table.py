"""Players in multiplayer: bids, what they may not know, and that seats do not disturb others."""

from __future__ import annotations

import numpy as np
import pytest

from rotwsim.core.play.multiplayer import advance
from rotwsim.core.play.setup import set_up_multiplayer
from rotwsim.core.state import codes, layout, log
from rotwsim.runner.play import play, rules_of
from rotwsim.scenario.scenario import Scenario

from .asking import choose_in_multiplayer

SET_UP = (log.SET_CUBE, log.SET_OPERATIONS, log.SET_RAIL_BARON, log.SET_FIRST, log.CARD_ADDED)


def rows_of(scenario: Scenario, seed: int = 1, game: int = 0) -> np.ndarray:
    return play(scenario, seed, game, log=True).log[1:]


def dealt(scenario: Scenario) -> list[list[int]]:
    """All that is dealt before the first turn."""
    rows = rows_of(scenario)
    return [row for row in rows[rows[:, 0] == 0].tolist() if row[1] in SET_UP]


def bids_of(rows: np.ndarray) -> list[int]:
    return rows[rows[:, 1] == log.BID][:, log.FIRST].tolist()


def test_novice_never_bids_above_1():
    bids = [bid for game in range(5) for bid in bids_of(rows_of(table("3*novice"), game=game))]
    assert set(bids) == {0, 1}


def test_random_passes_as_often_as_it_bids():
    rows = rows_of(table("4*random"))
    asked = rows[(rows[:, 1] == log.DECISION) & (rows[:, log.FIRST] == codes.DECIDE_BID)]
    passes = np.mean(asked[:, log.FIRST + 3] == 0)
    assert 0.35 < passes < 0.65
    assert asked[:, log.FIRST + 3].max() > 30


@pytest.mark.parametrize("player", ["casual", "club", "expert"])
def test_bids_are_made_now_and_then_and_little(player):
    bids = [bid for game in range(3) for bid in bids_of(rows_of(table(f"4*{player}"), game=game))]
    assert 0 < np.mean(np.array(bids) > 0) < 0.8
    assert max(bids) <= 30


@pytest.mark.parametrize("player", ["casual", "club", "expert"])
def test_no_hidden_card_and_no_random_word_influences_a_bid(player):
    scenario = table(f"4*{player}")
    rules = rules_of(scenario)
    answers = []
    for hidden in range(3):
        states = np.zeros(1, layout.STATE)
        state = states[0]
        set_up_multiplayer(state, rules[0], 1, 0, log.no_log())
        advance(state, rules[0], log.no_log())
        while state.decision == codes.DECIDE_KEEP:
            keep_first(state, rules[0])
        cards = state.operations[state.operations_next : state.operations_count]
        cards[:] = np.roll(cards, hidden)
        state.dealt[1:4] = np.roll(state.dealt[1:4], hidden, axis=0)
        state.kept[1:4] = np.roll(state.kept[1:4], hidden)
        state.streams[:4] += np.uint64(hidden)
        state.seat, state.player = 0, rules[0].seat_player[0]
        answers.append(
            (choose_in_multiplayer(state, rules), state.note_place[0].tolist(), state.note_price[0])
        )
    assert answers[0] == answers[1] == answers[2]


def keep_first(state, rules) -> None:
    from rotwsim.core.play.multiplayer import answer

    answer(state, rules, 0, log.no_log())
    advance(state, rules, log.no_log())


@pytest.mark.parametrize(
    "other",
    [
        {"seats": ["casual", "random", "novice", "casual"]},
        {"bidding": "first_to_pass"},
        {"modules": ["rotors"]},
    ],
)
def test_another_player_or_style_leaves_cubes_cards_and_deals_alike(other):
    scenario = table("4*casual")
    assert dealt(scenario.varied(**other)) == dealt(scenario)


def test_a_seat_draws_from_a_stream_of_its_own():
    """What one random seat draws in its first go does not depend on who sits elsewhere."""
    first = first_action(rows_of(table("random,passive,passive")), 0)
    assert first == first_action(rows_of(table("random,novice,casual")), 0)


def first_action(rows: np.ndarray, seat: int) -> list[int]:
    kept = rows[(rows[:, 1] == log.DECISION) & (rows[:, 2] == seat)]
    return kept[kept[:, log.FIRST] == codes.DECIDE_KEEP][0].tolist()


def table(seats: str) -> Scenario:
    return Scenario.of("eastern-us", seats=seats.split(","))
