"""The maps to practise on: each land has one, none is a board of a box or the held-out land."""

from __future__ import annotations

import tomllib

import pytest

from experiments.boards.practice import read_lands
from experiments.boards.recipe import FOLDER
from rotwsim.scenario.board_file import PRACTICE, board_names, load_board
from rotwsim.scenario.player_numbers import FOLDERS
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import SOLO


def test_every_land_has_its_map_in_the_package():
    assert board_names(PRACTICE) == sorted(read_lands())


@pytest.mark.parametrize("name", board_names(PRACTICE))
def test_a_map_is_found_by_its_name_and_has_the_cities_of_its_land(name):
    board = load_board(name)
    assert board.name == name
    assert len(board.cities) == read_lands()[name]["cities"]
    assert f"--board {name}" in Scenario.of(name).command()


def test_none_is_a_board_to_play_on_nor_land_of_the_board_that_is_held_out():
    assert not set(board_names(PRACTICE)) & set(board_names())
    countries = {country for land in read_lands().values() for country in land["countries"]}
    held_out = tomllib.loads((FOLDER / "recipes" / "great_britain.toml").read_text())["region"]
    assert not countries & {country.split(".")[0] for country in held_out["countries"]}


def test_no_map_to_practise_on_has_points_of_its_own():
    own = {path.stem for path in FOLDERS[SOLO].glob("*.toml")}
    assert own and not own & {name.replace("-", "_") for name in board_names(PRACTICE)}
