"""The review of a game: its numbers add up, its words say what happened."""

from __future__ import annotations

import numpy as np
import pytest

from rotwsim.core.state import codes
from rotwsim.players.rollouts import deal_in_common_order
from rotwsim.replay.review import (
    Effort,
    ReviewedGame,
    ReviewedStep,
    mark_turning_points,
    reviewed_game,
)
from rotwsim.replay.review_text import profile_text, review_text, turning_words
from rotwsim.runner.judge import Stop, Value, judged_by, trace
from rotwsim.runner.judge.one_game import area_of, judge_game, keep_open_chances
from rotwsim.runner.play import rules_of
from rotwsim.scenario.scenario import Scenario

PERSON = Scenario.of("portugal", player="person", knob=6.0)
QUICK = Effort(rollouts=10, jobs=2)


@pytest.fixture(scope="module")
def found() -> ReviewedGame:
    return reviewed_game(PERSON, 5, 2, (), QUICK)


def test_start_luck_and_errors_add_up_to_the_result(found):
    judged = found.judged
    by_stream = sum(value.points for value in judged.luck_by_stream())
    total = judged.start.points + by_stream - judged.errors.points
    assert total == pytest.approx(judged.result, abs=1e-6)
    chance = judged.start.chance + sum(value.chance for value in judged.luck_by_stream())
    assert chance - judged.errors.chance == pytest.approx(float(judged.won), abs=1e-6)


@pytest.mark.slow
def test_a_game_by_hand_is_judged_as_the_same_game_of_its_player(found):
    taken = [stop.taken for stop in found.judged.decisions]
    again = judge_game(PERSON, 5, 2, taken, QUICK)
    assert again.result == found.judged.result
    assert [one.loss.points for one in again.decisions] == [
        one.loss.points for one in found.judged.decisions
    ]


def missed(points: float, error: float = 0.0, best: int = 2) -> Stop:
    gain, lost = value(points), value(points + error)
    action = codes.DECIDE_ACTION
    return Stop(
        0, 1, -1, action, error=value(error), missed=gain, loss=lost, taken=(1,), best=(best,)
    )


def value(points: float) -> Value:
    return Value(np.array([points, points / 50]), np.array([0.5, 0.01]))


def test_a_chance_missed_three_times_counts_once_where_it_is_lost():
    stops = [missed(10.0), missed(10.5, error=4.0), missed(9.0), missed(0.0, error=5.0, best=3)]
    keep_open_chances(stops)
    assert [stop.loss.points for stop in stops] == [0.0, 4.0 + 1.5, 9.0, 5.0]
    assert [stop.best == stop.taken for stop in stops] == [True, False, False, False]


def test_a_decision_is_a_turning_point_by_what_it_cost_and_names_a_choice_worth_a_point():
    def step(kind: str, chance_change: float, loss: float = 0.0) -> ReviewedStep:
        return ReviewedStep(
            step=1, turn=1, kind=kind, about="", text="Passes", value=0.0, chance=0.96,
            change=-loss, change_error=0.1, chance_change=chance_change, chance_error=0.01,
            loss=loss, loss_error=0.1, better="Deliver",
        )  # fmt: skip

    steps = [step("decision", 0.2), step("luck", 0.1), step("decision", -0.3, 9.0)]
    mark_turning_points(steps, won=True)
    assert [one.turning for one in steps] == [False, True, True]
    assert turning_words(steps[0]) == "Passes: chance to win 76 % → 96 %."
    assert "Better: Deliver, worth 9 points more; chance to win 100 % → 96" in turning_words(
        steps[2]
    )


def test_a_chance_is_open_until_the_last_decision_at_which_the_same_action_is_best():
    stops = [missed(20.0), missed(0.0, error=1.0, best=3), missed(21.0), missed(0.0, best=4)]
    keep_open_chances(stops)
    assert [stop.loss.points for stop in stops] == [0.0, 1.0, 21.0, 0.0]


@pytest.mark.slow
def test_the_expert_makes_no_errors_by_its_own_measure():
    expert = Scenario.of("portugal", player="expert")
    judged = judge_game(expert, 5, 2, effort=QUICK)
    plain = [stop for stop in judged.decisions if stop.taken == judged.traced.listed(stop.row)[0]]
    assert all(np.all(stop.error.mean == 0) for stop in plain)
    assert abs(judged.errors.points) < 30


def test_every_step_has_its_place_in_the_story_and_its_area(found):
    steps = found.review.steps
    assert [step.step for step in steps] == sorted(step.step for step in steps)
    assert all(step.text for step in steps)
    assert all(area_of(found.judged.traced, stop) for stop in found.judged.decisions)


def test_the_text_says_first_why_and_the_profile_where(found):
    lines = review_text(found.review).splitlines()
    verdict = "Won by" if found.review.won else "Lost by"
    assert lines[2].startswith(verdict)
    assert "TURNING POINTS" in lines
    assert "WHERE POINTS ARE LOST" in profile_text([found.review, found.review])


def test_a_deal_in_common_order_is_even_and_keeps_what_was_seen():
    judge = rules_of(judged_by(PERSON))
    traced, rules = trace(PERSON, judge, 5, 2), judge[0]
    middle = next(row for row in range(len(traced)) if traced.stops[row].deck_next == 5)
    places = {True: [], False: []}  # of left cards, and of all others
    for deal in range(400):
        state = traced.stops[middle : middle + 1].copy()[0]
        deal_in_common_order(state, rules, np.uint64(7), deal)
        deck = state.deck[: state.deck_count].tolist()
        assert deck[:5] == traced.stops[middle].deck[:5].tolist()
        assert len({*deck, *state.removed[: state.removed_count].tolist()}) == len(deck) + int(
            state.removed_count
        )
        for place, card in enumerate(deck[5:]):
            if card != rules.final_evaluation:
                places[bool(rules.card_slot[card] == codes.LEFT)].append(place)
    assert np.mean(places[True]) == pytest.approx(np.mean(places[False]), abs=0.5)
