"""Training: one small round, the same again from the same seeds, and what it writes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from rotwsim.cli import main
from rotwsim.players.learned.features import NAMES, PHASES
from rotwsim.players.learned.samples import WIDTH
from rotwsim.runner.parallel import Machine, workers
from rotwsim.scenario.player_numbers import (
    FOLDERS,
    LEARNED_FILE,
    digest_of,
    load_learned,
    trained_for,
)
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import SOLO, DataError
from rotwsim.training import fit_rounds
from rotwsim.training import solo as training
from rotwsim.training.fit_rounds import (
    Round,
    RoundFolder,
    best_of,
    named,
    play_round,
    points_begun_with,
    train_rounds,
)
from rotwsim.training.solo import CONFIRMATION_SEED

pytestmark = pytest.mark.slow  # tries games out

PLAYERS = Path(__file__).parents[2] / "experiments" / "players"
PACKAGED = [LEARNED_FILE, *sorted(FOLDERS[SOLO].glob("*.toml"))]
REPORT_SEEDS = 1_000_000  # experiments and tests use smaller ones
SMALL = training.SoloPlan(("eastern-us",), ("eastern-us",), 1, 4, digest_of({}))


def small_training(folder, jobs: int = 1, rounds: int = 1) -> list[Round]:
    points, _ = points_begun_with(None, NAMES)
    return train_rounds(SMALL, points, rounds, folder, Machine(jobs))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("training")
    small_training(path)
    return path


def test_a_round_learns_something_and_repeats_to_the_same_digest(folder, tmp_path):
    first, again = small_training(folder)[1], small_training(tmp_path, jobs=2)[1]
    assert first.rows > 100 and np.abs(first.points).sum() > 0
    assert digest_of(named(again.points, NAMES)) == digest_of(named(first.points, NAMES))
    assert again.validation == first.validation


def test_a_round_that_is_in_the_folder_is_not_played_again(folder, monkeypatch):
    monkeypatch.setattr(fit_rounds, "sample_arm", lambda *given: pytest.fail("played again"))
    assert small_training(folder)[1].rows > 100


def test_another_training_is_not_mixed_into_a_folder(folder):
    points, _ = points_begun_with(None, NAMES)
    other = training.SoloPlan(("sweden",), ("sweden",), 3, 4, digest_of({}))
    with pytest.raises(DataError, match="holds another training"):
        train_rounds(other, points, 1, folder, Machine())


def test_a_training_that_goes_on_from_another_takes_small_steps_at_once():
    on = training.SoloPlan(("sweden",), ("sweden",), 3, 4, "069bbe1e32bc6660")
    assert [SMALL.now(training.STEPS, number) for number in (1, 9)] == [1.0, 0.7]
    assert on.now(training.STEPS, 1) == 0.7


def test_a_board_trained_on_alone_is_played_with_its_own_figures_half_of_the_time():
    def markers(*boards):
        plan = training.SoloPlan(boards, boards, 3, 4, digest_of({}))
        return [arm.parameters["empty_city_trigger"] for arm in plan.arms(1)]

    own = Scenario.of("portugal").parameters["empty_city_trigger"]
    assert markers("portugal").count(own) == 4 == len(markers("portugal")) / 2
    assert markers("portugal", "sweden")[::3] == [17, 17, 14, 14], "the more the fewer cities"


def test_a_player_that_comes_to_a_board_holds_lessons_back_more_until_they_gain(folder, tmp_path):
    """For this judge only lessons that are held back most gain anything."""
    asked, rows = [], iter(RoundFolder(folder, NAMES).tables(1))

    def judge(plan, points) -> float:
        asked.append(float(np.abs(points).sum()))
        return -1.0 if len(asked) in (2, 3) else float(len(asked))

    comes = replace(SMALL, start="069bbe1e32bc6660")
    points, _ = points_begun_with(None, NAMES)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(training.SoloPlan, "validate", judge)
        patched.setattr(fit_rounds, "sample_arm", lambda *given: next(rows))
        done = train_rounds(comes, points, 1, tmp_path, Machine(1))
    assert len(asked) == 4 and asked[1] > asked[2] > asked[3] > asked[0] == 0
    assert done[1].validation == 4.0 and np.abs(done[1].points).sum() == asked[3]


def test_after_a_round_that_lost_training_begins_where_that_one_did(folder, monkeypatch):
    played = []

    def tried(work, first, games, share):
        played.append(work)
        return np.zeros((0, WIDTH))

    monkeypatch.setattr(fit_rounds, "sample_arm", tried)
    monkeypatch.setattr(fit_rounds, "learn", lambda lessons, points, *ridges: 0.0 * points)
    kept = RoundFolder(folder, NAMES)
    begun, lost = kept.round(0), replace(kept.round(1), validation=-1e9)
    with workers(Machine(1)) as crew:
        monkeypatch.setattr(RoundFolder, "keep", lambda *given: None)
        now = play_round(SMALL, [begun, lost], kept, crew)
    assert now.number == 2 and played and np.array_equal(now.points, begun.points)


def test_every_board_is_trained_on_as_a_short_game_and_with_mild_and_harsh_figures():
    both = ("eastern-us", "sweden")
    plan = training.SoloPlan(both, both, 3, 4, digest_of({}))
    short, mild, harsh = (arm.parameters for arm in plan.arms(1)[:3])
    assert (short["base_exhaust"], short["empty_city_trigger"]) == (4, 9)
    assert mild["base_exhaust"] <= 3 <= harsh["base_exhaust"]
    assert mild["empty_city_trigger"] > 10 >= harsh["empty_city_trigger"]


def test_a_damaged_round_is_named(tmp_path):
    (tmp_path / "round-0.json").write_text("{")
    with pytest.raises(DataError, match="is damaged"):
        small_training(tmp_path)


def test_no_seed_of_training_is_one_of_experiments_and_tests():
    rounds = range(training.TRAINING_SEED, training.TRAINING_SEED + 101)
    assert min(rounds) > REPORT_SEEDS
    assert not {training.VALIDATION_SEED, CONFIRMATION_SEED} & set(rounds)


def test_the_best_round_on_the_boards_that_decide_is_kept():
    points = np.zeros((len(PHASES), len(NAMES)))
    rounds = [Round(place, points, mean, 0) for place, mean in enumerate((1.0, 3.0, 2.0))]
    assert best_of(rounds).number == 1


def test_rotwsim_train_writes_a_file_that_players_read(tmp_path):
    words = "dev train --board eastern-us --rounds 0 --validation-games 2 --confirm 2 --jobs 1"
    done = CliRunner().invoke(main, [*words.split(), "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    learned = load_learned(NAMES, len(PHASES), tmp_path / "learned.toml")
    assert learned.training["digest"] == learned.digest()
    assert learned.training["round"] == 0 and not learned.table(NAMES).any()


# The player that comes with the package


@pytest.mark.parametrize("file", PACKAGED, ids=lambda file: file.stem)
def test_the_packaged_player_says_how_it_was_found(file):
    learned = load_learned(NAMES, len(PHASES), file)
    facts = learned.training
    assert facts["digest"] == learned.digest()
    assert facts["validation"][facts["round"]] == max(facts["validation"])
    assert not set(facts["held_out"]) & {*facts["boards"], *facts["validation_boards"]}


def is_of_solo(file) -> bool:
    return trained_for(read_toml(file, file.name).get("training", {}), SOLO) == SOLO


def test_the_points_that_the_packaged_player_began_with_are_kept():
    solo = (file for file in PLAYERS.glob("*.toml") if is_of_solo(file))
    begun = [LEARNED_FILE, *solo]
    kept = {load_learned(NAMES, len(PHASES), file).digest() for file in begun}
    for file in PACKAGED:
        assert load_learned(NAMES, len(PHASES), file).training["begun_with"] in kept, file.name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[training]\n", "the table points is missing"),
        ("[training]\n[points]\ndelivr = [1, 2, 3, 4]\n", 'did you mean "deliver"'),
        ("[training]\n[points]\ndeliver = [1, 2, 3]\n", "deliver must be a list of 4 numbers"),
        ("[training]\n[points]\ndeliver = [1, 2, 3, nan]\n", "must be a list of 4 numbers"),
    ],
)
def test_a_wrong_file_is_refused_with_what_is_wrong(tmp_path, text, message):
    path = tmp_path / "learned.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match=message):
        load_learned(NAMES, len(PHASES), path)


def test_every_row_of_the_packaged_file_is_a_feature():
    assert LEARNED_FILE.exists() and set(load_learned(NAMES, len(PHASES)).points) == set(NAMES)
