"""The table of games: its columns and types, and the digest that stands for it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import rotwsim
from rotwsim.core.state import layout
from rotwsim.runner.game_columns import (
    COLUMNS,
    LIST_FIELDS,
    TRIGGERS,
    compact,
    digest_in_words,
    digest_of_games,
    table_of,
)
from rotwsim.runner.play import play

from .conftest import GAMES, SEED


@pytest.fixture
def table(plain_run) -> pd.DataFrame:
    return plain_run.table


def test_the_table_has_one_row_per_game_and_good_types(table, plain_run):
    assert list(table.columns) == ["game", *COLUMNS]
    assert table["game"].tolist() == list(range(plain_run.games))
    assert table["won"].dtype == bool
    assert list(table["trigger"].cat.categories) == list(TRIGGERS)
    others = table.drop(columns=["game", "won", "trigger"])
    assert set(others.dtypes) == {np.dtype(np.int16)}
    assert {"points_after_01", "points_after_24", "baron_turn_12", "baron_points_01"} <= set(others)


@pytest.mark.parametrize("game", [0, 7, GAMES - 1])
def test_a_row_holds_the_outcome_of_its_game(table, scenario, game):
    outcome = play(scenario, seed=SEED, game=game).outcome
    row = table.iloc[game]
    for field, value in outcome.items():
        if field in LIST_FIELDS:
            start = LIST_FIELDS[field]
            assert [row[f"{start}_{n:02d}"] for n in range(1, len(value) + 1)] == value
        elif field == "trigger":
            assert row[field] == TRIGGERS[value]
        else:
            assert row[field] == value


def digest(table):
    """Of all games of a table with all columns, whatever their order."""
    rows = [table[name].cat.codes if name == "trigger" else table[name] for name in COLUMNS]
    numbers = np.array([row.to_numpy().astype(layout.NUMBER) for row in rows])
    return digest_in_words(digest_of_games(numbers, table["game"].to_numpy()))


def test_the_digest_of_the_table_is_the_digest_of_the_run(table, plain_run):
    assert digest(table) == plain_run.digest


def test_the_digest_does_not_depend_on_the_order_of_the_games(table, plain_run):
    assert digest(table.sample(frac=1, random_state=1)) == plain_run.digest
    assert digest(table[reversed(table.columns)]) == plain_run.digest


@pytest.mark.parametrize("column", ["game", "result", "won", "trigger", "points_after_24"])
def test_the_digest_changes_with_any_value(table, plain_run, column):
    changed = table.copy()
    if column == "trigger":
        changed.loc[100, column] = "not yet"
    else:
        changed.loc[100, column] = (
            not changed.loc[100, column] if column == "won" else changed.loc[100, column] + 1
        )
    assert digest(changed) != plain_run.digest


def test_the_digest_notices_a_game_that_is_missing_or_counted_twice(table, plain_run):
    assert digest(table[:-1]) != plain_run.digest
    assert digest(pd.concat([table, table[:1]])) != plain_run.digest


def test_two_games_that_swap_a_value_change_the_digest(table, plain_run):
    changed = table.copy()
    changed.loc[[1, 2], "result"] = changed.loc[[2, 1], "result"].to_numpy()
    assert table.loc[1, "result"] != table.loc[2, "result"]
    assert digest(changed) != plain_run.digest


def test_numbers_too_large_for_narrow_columns_are_kept_whole():
    outcomes = np.zeros(3, layout.OUTCOME)
    outcomes["money"] = [1, 40_000, -40_000]
    table = table_of(compact(outcomes), np.arange(3))
    assert table["money"].tolist() == [1, 40_000, -40_000]


def test_simulate_gives_the_table_and_says_what_was_played(scenario, plain_run):
    table = rotwsim.simulate(scenario, plain_run.games, SEED, jobs=2)
    shared = [name for name in plain_run.table.columns if name in table and "_0" not in name]
    numbers = [name for name in shared if not name.startswith(("points_after", "barons_"))]
    pd.testing.assert_frame_equal(table[numbers], plain_run.table[numbers])
    assert table.attrs["digest"] == plain_run.digest
    assert table.attrs["seed"] == SEED
    assert table.attrs["scenario"] == scenario.describe()


def test_only_wanted_columns_are_kept_and_the_digest_is_still_of_all(scenario, plain_run):
    from rotwsim.runner.run import run_games

    run = run_games(scenario, plain_run.games, SEED, columns=["won", "turns"])
    assert list(run.table.columns) == ["game", "won", "turns"]
    assert run.digest == plain_run.digest
