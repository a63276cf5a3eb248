"""A run that stops at a precision stops at the same game however it is cut into blocks."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from rotwsim.runner.game_columns import COLUMNS
from rotwsim.runner.parallel import PlayedBlock
from rotwsim.runner.run import run_games
from rotwsim.runner.run_totals import LOOK_EVERY, Stopping
from rotwsim.runner.store import block_files, read_manifest
from rotwsim.runner.workload import Block

from .conftest import GAMES, SEED


def played(first: int, won: list[int]) -> PlayedBlock:
    numbers = np.zeros((len(COLUMNS), len(won)), np.int16)
    numbers[COLUMNS.index("won")] = won
    return PlayedBlock(Block(first, len(won)), numbers, np.zeros((0, 2), np.int64))


def at_least_fifty_wins(wins, games):
    return wins >= 50


@pytest.mark.parametrize("size", [7, 100, 130, 1000])
def test_the_stop_is_at_the_first_look_at_which_the_rule_holds(size):
    won = [game % 5 == 0 for game in range(1000)]
    stopping = Stopping(at_least_fifty_wins)
    for first in range(0, 1000, size):
        stopping.add(played(first, won[first : first + size]))
    assert stopping.at == 300  # 50 wins after 246 games; the next look is at 300


def test_a_look_waits_for_all_games_before_it():
    stopping = Stopping(at_least_fifty_wins)
    stopping.add(played(100, [1] * 100))
    assert stopping.at is None
    stopping.add(played(0, [1] * 100))
    assert stopping.at == 100


def thousand_or_more(wins, games):
    return games >= 1_000


@pytest.mark.slow
@pytest.mark.parametrize("block", [1_700, 77])
def test_a_stopped_run_holds_exactly_the_games_before_the_stop(
    scenario, plain_run, block, tmp_path
):
    folder = tmp_path / "run"
    options = {"stop": thousand_or_more, "out": folder, "block": block}
    run = run_games(scenario, GAMES, SEED, jobs=2, **options)
    exact = run_games(scenario, 1_000, SEED)
    assert run.stopped and run.games == 1_000 and 1_000 % LOOK_EVERY == 0
    assert run.digest == exact.digest
    assert (run.traffic == exact.traffic).all()
    pd.testing.assert_frame_equal(run.table, plain_run.table[:1_000])
    assert sum(stored.games for stored in block_files(folder)) == 1_000
    assert read_manifest(folder)["games"] == 1_000


@pytest.mark.slow
def test_a_stopped_run_asked_for_again_plays_nothing(scenario, tmp_path):
    options = {"stop": thousand_or_more, "out": tmp_path / "run"}
    first = run_games(scenario, GAMES, SEED, **options)
    again = run_games(scenario, GAMES, SEED, **options)
    assert again.played == 0 and again.digest == first.digest


@pytest.mark.slow
def test_a_less_strict_rule_does_not_cut_off_what_is_paid_for(scenario, tmp_path):
    first = run_games(scenario, GAMES, SEED, stop=thousand_or_more, out=tmp_path / "run")
    again = run_games(scenario, GAMES, SEED, stop=lambda w, n: n >= 200, out=tmp_path / "run")
    assert again.games == 1_000 and again.played == 0 and again.digest == first.digest


@pytest.mark.slow
def test_a_stopped_run_can_be_made_longer(scenario, plain_run, tmp_path):
    run_games(scenario, GAMES, SEED, stop=thousand_or_more, out=tmp_path / "run")
    longer = run_games(scenario, GAMES, SEED, out=tmp_path / "run")
    assert longer.played == GAMES - 1_000 and longer.digest == plain_run.digest


@pytest.mark.parametrize("block", [70, 250, 600])
def test_counted_columns_hold_the_games_before_the_stop_and_no_others(scenario, plain_run, block):
    run = run_games(
        scenario,
        1_000,
        SEED,
        stop=lambda wins, games: games >= 600,
        columns=(),
        counted=("result", "turns"),
        jobs=2,
        block=block,
    )
    assert (run.games, run.outcomes.numbers.size) == (600, 0)
    for name, counts in run.counts.items():
        values, times = np.unique(plain_run.table[name][:600], return_counts=True)
        assert (counts[0].tolist(), counts[1].tolist()) == (values.tolist(), times.tolist())
