"""Training at tables: one small round, the same again from the same seeds, and what it writes."""

from __future__ import annotations

import numpy as np
import pytest
from click.testing import CliRunner

from rotwsim.cli import main
from rotwsim.players.learned.features import PHASES
from rotwsim.runner.parallel import Machine
from rotwsim.runner.play import LEARNED_NAMES
from rotwsim.scenario.player_numbers import LEARNED_FILES, digest_of, load_learned
from rotwsim.scenario.schema import MULTIPLAYER
from rotwsim.training import multiplayer as training
from rotwsim.training.fit_rounds import named, points_begun_with, train_rounds

pytestmark = pytest.mark.slow  # tries games out

REPORT_SEEDS = 1_000_000  # experiments and tests use smaller ones
SMALL = training.MultiplayerPlan(
    ("eastern-us",), ("eastern-us",), 2, 4, digest_of({}), seats=(2, 3)
)


def test_a_round_learns_something_and_repeats_to_the_same_digest(tmp_path):
    points, _ = points_begun_with(None, LEARNED_NAMES)
    first, again = (
        train_rounds(SMALL, points, 1, tmp_path / name, Machine(jobs))[1]
        for name, jobs in (("first", 1), ("again", 2))
    )
    assert first.rows > 50 and np.abs(first.points).sum() > 0
    assert digest_of(named(again.points, LEARNED_NAMES)) == digest_of(
        named(first.points, LEARNED_NAMES)
    )


def test_the_arms_of_a_round_have_a_learner_in_them_and_all_numbers_of_seats():
    plan = training.MultiplayerPlan(
        ("eastern-us", "sweden"), ("sweden",), 1, 4, "", seats=(2, 4, 6)
    )
    arms = plan.arms(1)
    assert [len(arm.scenario.seats) for arm in arms] == [2, 4, 6, 2, 4, 6]
    drawn = {arm.learners for number in range(1, 9) for arm in plan.arms(number)}
    assert all(drawn) and {(0, 1), (0, 1, 2, 3)} < drawn and len(drawn) > 6


def test_a_learner_sits_among_the_last_expert_whose_points_stay():
    scenario = training.Scenario.of("eastern-us", seats=["expert"] * 3)
    points = np.ones((len(PHASES), len(LEARNED_NAMES)))
    learner, last = training.with_points(training.Arm(scenario, (1,)), points)
    assert list(learner["seat_judgement"][:3]) == [1, 0, 1]
    assert learner["learned"].max() == 1.0 and (last["learned"] != learner["learned"]).any()


def test_no_seed_of_training_is_one_of_experiments_and_tests():
    rounds = range(training.TRAINING_SEED, training.TRAINING_SEED + 101)
    assert min(rounds) > REPORT_SEEDS
    assert not {training.VALIDATION_SEED, training.CONFIRMATION_SEED} & set(rounds)


def test_the_packaged_player_of_tables_says_how_it_was_found():
    learned = load_learned(LEARNED_NAMES, len(PHASES), LEARNED_FILES[MULTIPLAYER], MULTIPLAYER)
    facts = learned.training
    assert facts["digest"] == learned.digest()
    assert facts["validation"][facts["round"]] == max(facts["validation"])
    assert facts["seats"] == [2, 3, 4, 5, 6]


def test_rotwsim_train_seats_writes_a_file_that_tables_read(tmp_path):
    words = "dev train --seats 2 --board eastern-us --rounds 0 --validation-games 4 --confirm 4"
    done = CliRunner().invoke(main, [*words.split(), "--out", str(tmp_path), "--jobs", "1"])
    assert done.exit_code == 0, done.output
    file = tmp_path / "learned_multiplayer.toml"
    assert load_learned(LEARNED_NAMES, len(PHASES), file, MULTIPLAYER).training["round"] == 0
    words = ["run", "--seats", "expert,club", "--learned", str(file), "--games", "2", "--jobs", "1"]
    assert CliRunner().invoke(main, words).exit_code == 0


def test_numbers_of_seats_that_no_table_has_are_refused(tmp_path):
    done = CliRunner().invoke(main, ["dev", "train", "--seats", "1,7", "--out", str(tmp_path)])
    assert done.exit_code == 2 and "legal are 2 to 6" in done.output
