"""Lessons: what trials taught is found again where it was put in."""

from __future__ import annotations

import numpy as np
import pytest

from rotwsim.core.state.layout import PHASES
from rotwsim.players.learned import samples
from rotwsim.players.learned.corrections import phase_of
from rotwsim.players.learned.features import (
    DELIVER_POINTS,
    EARLY,
    LATE,
    MIDDLE,
    NAMES,
    OPENING,
    UPGRADE_LEVEL,
)
from rotwsim.runner.play import rules_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.training.fit_rounds import Rows, learn

DECISIONS, CANDIDATES = 1500, 6
RIDGES = (1.0, 1.0)
SHARE = 0.5  # what a point of the player's judgement is really worth


def rows_of_trials(phase: int, missed: float, noise: float = 0.0, seed: int = 1) -> Rows:
    """Trials of a player that misses so many points for each of a delivery's."""
    draw = np.random.default_rng(seed)
    table = np.zeros((DECISIONS * CANDIDATES, samples.WIDTH))
    feature = draw.integers(0, 9, len(table))
    table[:, samples.PLACE] = np.arange(len(table)) % CANDIDATES
    table[:, samples.PHASE] = phase
    table[:, samples.WORTH] = draw.normal(100, 5, len(table))
    table[:, samples.FEATURES + DELIVER_POINTS] = feature
    luck = np.repeat(draw.normal(0, 30, DECISIONS), CANDIDATES)  # the same for all candidates
    table[:, samples.RESULT] = SHARE * (table[:, samples.WORTH] + missed * feature) + luck
    table[:, samples.RESULT] += draw.normal(0, noise, len(table))
    return Rows.of([table], np.zeros((PHASES, len(NAMES))))


@pytest.mark.parametrize(
    ("links", "turns", "phase"),
    [
        (0, 20, OPENING),
        (2, 7, OPENING),
        (2, 6, LATE),
        (3, 20, EARLY),
        (3, 13, EARLY),
        (9, 12, MIDDLE),
        (9, 7, MIDDLE),
        (9, 6, LATE),
        (3, 1, LATE),
    ],
)
def test_a_decision_belongs_to_a_phase_by_own_links_and_turns_left(links, turns, phase):
    assert phase_of(rules_of(Scenario.of(player="expert"))[0], links, turns) == phase


def test_in_multiplayer_weights_bound_the_phases():
    """The opening has up to two own Links; early ends at nine turns left, the middle at seven."""
    rules = rules_of(Scenario.of(seats=["2*expert"]))[0]
    found = [phase_of(rules, *given) for given in ((2, 13), (3, 9), (3, 7), (9, 6))]
    assert found == [OPENING, EARLY, MIDDLE, LATE]


@pytest.mark.slow
def test_what_a_player_misses_is_found_in_its_own_points():
    lessons = [rows_of_trials(phase, 1.5) for phase in range(PHASES)]
    found = learn(lessons, np.zeros((PHASES, len(NAMES))), *RIDGES)
    np.testing.assert_allclose(found[:, DELIVER_POINTS], 1.5, atol=0.02)


@pytest.mark.slow
def test_phases_are_told_apart():
    missed = [3.0, 2.0, 0.0, -1.0]
    lessons = [rows_of_trials(phase, points) for phase, points in enumerate(missed)]
    found = learn(lessons, np.zeros((PHASES, len(NAMES))), *RIDGES)
    np.testing.assert_allclose(found[:, DELIVER_POINTS], missed, atol=0.05)


@pytest.mark.slow
def test_what_was_learned_before_is_not_learned_again():
    points = np.zeros((PHASES, len(NAMES)))
    points[:, DELIVER_POINTS] = 1.5
    found = learn([rows_of_trials(phase, 1.5) for phase in range(PHASES)], points, *RIDGES)
    np.testing.assert_allclose(found, 0.0, atol=0.02)


def test_a_feature_that_never_differs_within_decisions_teaches_nothing():
    found = learn([rows_of_trials(MIDDLE, 1.0)], np.zeros((PHASES, len(NAMES))), *RIDGES)
    assert found[:, UPGRADE_LEVEL].tolist() == [0.0] * PHASES


def test_a_ridge_holds_back_what_few_rows_say():
    rows = [rows_of_trials(MIDDLE, 1.0, noise=20.0)]
    nothing = np.zeros((PHASES, len(NAMES)))
    free, held = learn(rows, nothing, *RIDGES), learn(rows, nothing, 1e6, 1e6)
    assert 0 < abs(held[MIDDLE, DELIVER_POINTS]) < 0.1 * abs(free[MIDDLE, DELIVER_POINTS])
