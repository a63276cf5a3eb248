"""Blocks: every game once, whatever is done already and however long a block is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rotwsim.runner.workload import (
    BLOCK_GAMES,
    BLOCK_SECONDS,
    LARGEST_LOSS_SECONDS,
    LONGEST_BLOCK_SECONDS,
    MOST_BLOCKS,
    Block,
    block_size,
    blocks_to_play,
    check_games,
    check_seed,
    gaps,
    last_block_size,
)
from rotwsim.scenario.schema import DataError


@given(
    games=st.integers(1, 200),
    size=st.integers(1, 50),
    cuts=st.lists(st.tuples(st.integers(0, 220), st.integers(1, 30)), max_size=8),
    jobs=st.integers(1, 5),
    least=st.integers(1, 60),
)
def test_done_and_planned_blocks_hold_every_game_exactly_once(games, size, cuts, jobs, least):
    done, end = [], 0
    for first, length in sorted(cuts):
        if first >= end:
            done.append(Block(first, length))
            end = first + length
    planned = list(blocks_to_play(games, done, size, jobs, least))
    played = [game for block in (*done, *planned) for game in range(block.first, block.end)]
    assert sorted(game for game in played if game < games) == list(range(games))
    assert all(block.end <= games and 1 <= block.games <= size for block in planned)


def test_without_anything_done_the_gap_is_the_whole_run():
    assert gaps(10, []) == [Block(0, 10)]
    assert gaps(10, [Block(0, 10)]) == []
    assert gaps(10, [Block(8, 4), Block(2, 3)]) == [Block(0, 2), Block(5, 3)]


def test_a_block_takes_about_half_a_second_and_more_in_a_very_long_run():
    assert block_size(10**6, games_per_second=10_000, jobs=2) == BLOCK_SECONDS * 10_000
    assert block_size(10**9, games_per_second=10_000, jobs=2) == LONGEST_BLOCK_SECONDS * 10_000
    assert block_size(10**4, games_per_second=0.1, jobs=2) == 1


def test_blocks_of_a_fast_player_stay_small_in_memory():
    assert block_size(10**6, games_per_second=40_000, jobs=2) == BLOCK_GAMES


def test_of_a_run_of_many_days_there_are_few_blocks_but_none_costs_more_than_ten_minutes():
    assert block_size(10**8, games_per_second=150, jobs=1000) == 10**8 / MOST_BLOCKS
    assert block_size(10**8, games_per_second=2, jobs=1000) == LARGEST_LOSS_SECONDS * 2


def test_a_short_run_still_keeps_all_jobs_busy():
    assert block_size(1000, games_per_second=1_000, jobs=2) == 100


@pytest.mark.parametrize("jobs", [2, 3, 8])
@pytest.mark.parametrize("games", [30_001, 60_000, 100_003])
def test_at_the_end_no_job_waits_longer_for_another_than_the_smallest_block_takes(games, jobs):
    speed = 10_000
    size, least = block_size(games, speed, jobs), last_block_size(speed, jobs)
    busy_until = [0.0] * jobs
    busy_until[0] = 0.37 * size / speed  # one job begins late
    for block in blocks_to_play(games, [], size, jobs, least):
        free = busy_until.index(min(busy_until))
        busy_until[free] += block.games / speed
    assert max(busy_until) - min(busy_until) <= least / speed + 1e-9


def test_one_job_has_nobody_to_wait_for():
    blocks = list(blocks_to_play(1_000, [], 100, jobs=1, least=1))
    assert [block.games for block in blocks] == [100] * 10


def test_games_that_take_no_longer_than_storing_them_make_one_block():
    assert block_size(30, games_per_second=1_000, jobs=2) == 30
    assert block_size(30, games_per_second=10, jobs=2) == 2


@pytest.mark.parametrize("games", [0, -1, 10**13, 1.5, True, "10"])
def test_an_impossible_number_of_games_is_refused(games):
    with pytest.raises(DataError, match="the number of games is"):
        check_games(games)


@pytest.mark.parametrize("seed", [-1, 2**63, 0.5, None, False])
def test_an_impossible_seed_is_refused(seed):
    with pytest.raises(DataError, match="the seed is"):
        check_seed(seed)


def test_the_largest_seed_is_taken():
    assert check_seed(2**63 - 1) == 2**63 - 1
