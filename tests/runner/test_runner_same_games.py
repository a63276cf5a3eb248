"""The same games come out wherever and however they are played."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from rotwsim.runner.parallel import Work, play_one_block
from rotwsim.runner.play import rules_of
from rotwsim.runner.run import run_games
from rotwsim.runner.workload import Block
from rotwsim.scenario.schema import DataError

from .conftest import GAMES, SEED

pytestmark = pytest.mark.slow  # starts processes


def assert_same(run, plain_run) -> None:
    assert run.digest == plain_run.digest
    assert (run.traffic == plain_run.traffic).all()
    pd.testing.assert_frame_equal(run.table, plain_run.table)


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("block", [None, 1_000, 123, GAMES])
def test_jobs_and_block_size_change_nothing(scenario, plain_run, jobs, block):
    assert_same(run_games(scenario, GAMES, SEED, jobs=jobs, block=block), plain_run)


def test_single_games_as_blocks_change_nothing(scenario, plain_run):
    run = run_games(scenario, 100, SEED, jobs=2, block=1)
    pd.testing.assert_frame_equal(run.table, plain_run.table[:100])


def test_processes_play_the_same_games(scenario, plain_run):
    run = run_games(scenario, GAMES, SEED, jobs=2, backend="processes", block=500)
    assert_same(run, plain_run)


def test_a_worker_with_other_code_refuses_to_play(scenario):
    work = Work(rules_of(scenario), SEED)
    other = replace(work, kernels="0123456789abcdef")
    with pytest.raises(DataError, match="install the same rotwsim everywhere"):
        play_one_block(other, Block(0, 1))


def test_other_seeds_give_other_games(scenario, plain_run):
    assert run_games(scenario, GAMES, SEED + 1).digest != plain_run.digest
