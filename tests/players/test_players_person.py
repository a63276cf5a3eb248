"""A person: the expert at knob 0, weaker beyond it, the same noise in the same position."""

from __future__ import annotations

import numpy as np
import pytest

from rotwsim.core.play.setup import set_up
from rotwsim.core.play.solo import act, advance, answer
from rotwsim.core.state import codes, layout, log
from rotwsim.players.strategies import person as strategy
from rotwsim.replay.judgement import judged_game
from rotwsim.runner.play import play, rules_of
from rotwsim.runner.run import run_games, simulate
from rotwsim.scenario.options import ERRORS
from rotwsim.scenario.scenario import Scenario

from ..core.builder import new_mind

HALF = {"noisy": 4.3, "careless": 0.4, "habit": 0.5, "hasty": 3.3}  # knobs that win about half


def person(errs: str = "noisy", knob: float | None = None, **options) -> Scenario:
    knob = HALF[errs] if knob is None else knob
    return Scenario.of(player="person", errs=errs, knob=knob, **options)


def results(scenario: Scenario, games: int = 40) -> np.ndarray:
    return simulate(scenario, games, seed=11).result.to_numpy()


@pytest.mark.parametrize(
    ("errs", "model"), [("noisy", "expert"), ("careless", "expert"), ("habit", "club")]
)
@pytest.mark.parametrize("barons", [False, True])
def test_without_errors_a_person_plays_as_its_model(errs, model, barons):
    same = results(Scenario.of(player=model, barons=barons))
    assert np.array_equal(results(person(errs, 0.0, barons=barons)), same)


def test_without_errors_a_person_bids_and_acts_as_the_expert_in_multiplayer():
    options = {"board": "sweden", "bidding": "whole_order"}
    mixed = Scenario.of(seats=["expert", "2*person"], knob=0.0, **options)
    games = [play(s, 1, 0).outcome for s in (mixed, Scenario.of(seats=["3*expert"], **options))]
    assert games[0] == games[1]


@pytest.mark.parametrize("errs", ERRORS)
def test_a_person_who_errs_more_scores_less(errs):
    means = [results(person(errs, share * HALF[errs]), 80).mean() for share in (0, 1, 2)]
    assert means == sorted(means, reverse=True)


def test_kinds_of_error_play_different_games():
    assert len({tuple(results(person(errs), 10)) for errs in ERRORS}) == len(ERRORS)


def test_every_decision_of_the_solo_game_has_noise():
    wanted = {codes.DECIDE_CLAIM, codes.DECIDE_LOST_CUBE, codes.DECIDE_EXHAUST, codes.DECIDE_LINE}
    wanted |= {codes.DECIDE_BARON, codes.DECIDE_PATH, codes.DECIDE_NEW_CITY, codes.DECIDE_GROWTH}
    seen = set()
    for game in range(60):
        seen |= decided_otherwise(game)
        if seen >= wanted:
            return
    assert seen >= wanted


def decided_otherwise(game: int) -> set[int]:
    """The kinds of decisions in which noise moves a person away from the expert's choice."""
    calm, noisy = (rules_of(person(knob=knob, barons=True))[0] for knob in (0.0, 30.0))
    (state,), rows, seen = np.zeros(1, layout.STATE), log.no_log(), set()
    set_up(state, calm, 3, game, rows)
    advance(state, calm, rows)
    while not state.over:
        if state.decision == codes.DECIDE_ACTION:
            act(state, calm, strategy.choose_action(state, calm, new_mind()), rows)
        else:
            chosen = strategy.choose(state, calm)
            if strategy.choose(state, noisy) != chosen:
                seen.add(int(state.decision))
            answer(state, calm, chosen, rows)
        advance(state, calm, rows)
    return seen


def test_the_same_position_gets_the_same_noise():
    """Until a tweak of the target is counted, the games with and without it are the same."""
    plain, target = person(), person(tweaks=["target-135"])
    assert np.array_equal(results(plain), results(target))


def test_pairs_of_games_vary_less_than_two_runs():
    before = simulate(person(), 600, seed=5).result
    after = simulate(person(tweaks=["exhaust+1"]), 600, seed=5).result
    assert (after - before).var() < 0.5 * (after.var() + before.var())


@pytest.mark.parametrize("errs", ERRORS)
def test_a_replay_finds_the_decisions_of_the_game(errs):
    scenario = person(errs, barons=True)
    rows = play(scenario, 2, 1, log=True).log[1:]
    actions = rows[(rows[:, 1] == log.DECISION) & (rows[:, log.FIRST] == codes.DECIDE_ACTION)]
    kinds = [one.chosen[0] for one in judged_game(scenario, 2, 1)]
    assert actions[:, log.FIRST + 3].tolist() == kinds


def test_the_decisions_of_a_person_are_written_for_the_games_it_plays(tmp_path):
    plain = run_games(person(), 3, seed=4)
    assert run_games(person(), 3, seed=4, decisions=tmp_path / "new").digest == plain.digest
