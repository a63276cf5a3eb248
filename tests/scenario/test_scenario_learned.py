"""A file of learned points is data: what cannot be points is refused in one line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rotwsim.scenario.board_file import load_board
from rotwsim.scenario.player_numbers import FOLDERS, LEARNED_FILE, file_for, load_learned
from rotwsim.scenario.schema import MULTIPLAYER, SOLO, DataError

NAMES = ("deliver", "build")


def test_points_stand_by_phase_and_what_is_not_named_is_worth_nothing(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("[training]\n[points]\ndeliver = [1, 2.5, -3]\n", encoding="utf-8")
    learned = load_learned(NAMES, 3, path)
    assert learned.points == {"deliver": (1.0, 2.5, -3.0), "build": (0.0, 0.0, 0.0)}


@pytest.mark.parametrize(
    "values", ["[1, 2]", "[1, 2, nan]", "[1, 2, inf]", "[1, 2, true]", f"[1, 2, {10**400}]", "7"]
)
def test_what_cannot_be_points_is_refused(tmp_path, values):
    path = tmp_path / "mine.toml"
    path.write_text(f"[training]\n[points]\ndeliver = {values}\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"mine\.toml"):
        load_learned(NAMES, 3, path)


def test_an_unknown_feature_names_the_nearest_one_on_one_line(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[training]\n[points]\n"deli\\nver" = [1, 2, 3]\n', encoding="utf-8")
    with pytest.raises(DataError) as refused:
        load_learned(NAMES, 3, path)
    assert "\n" not in str(refused.value) and "no feature is called" in str(refused.value)


# The map decides what the expert knows


def test_on_a_map_it_knows_the_expert_plays_by_what_it_learned_there():
    assert file_for(load_board("portugal")) == FOLDERS[SOLO] / "portugal.toml"
    assert file_for(load_board("great-britain")) == LEARNED_FILE, "held out of all training"


def test_a_map_is_known_whatever_parameters_a_file_lays_over_it(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('extends = "portugal"\n[solo]\norigin = "printed: my box"\nbase_exhaust = 3\n')
    assert file_for(load_board(path)) == FOLDERS[SOLO] / "portugal.toml"


def test_another_map_is_not_known_by_its_name():
    portugal = load_board("portugal")
    redrawn = replace(portugal, rows=(portugal.rows[0].replace("M", "."), *portugal.rows[1:]))
    assert file_for(redrawn) == LEARNED_FILE


@pytest.mark.parametrize(
    ("facts", "game", "message"),
    [
        (
            'boards = ["sweden"]\nseats = [2]',
            SOLO,
            "was learned at the multiplayer game, not at the solo game",
        ),
        (
            'boards = ["sweden"]',
            MULTIPLAYER,
            "was learned at the solo game, not at the multiplayer game",
        ),
    ],
)
def test_what_was_learned_at_another_game_is_refused(tmp_path, facts, game, message):
    path = tmp_path / "learned.toml"
    path.write_text(f"[training]\n{facts}\n[points]\n", "utf-8")
    with pytest.raises(DataError, match=message):
        load_learned(NAMES, 3, path, game)
