"""Whole games for 2 to 6: a log that follows the rules agrees, a log changed anywhere does not."""

from functools import lru_cache

import numpy as np
import pytest

from rotwsim.core.state import codes, log
from rotwsim.reference.game import Game
from rotwsim.reference.given import Given
from rotwsim.reference.money_and_outcome import differing_fields, recompute_multiplayer
from rotwsim.reference.replay import Disagreement, replay_log
from rotwsim.reference.setup_and_turns import play_multiplayer
from rotwsim.scenario.scenario import Scenario

from .dice import DiceLog

TABLES = {
    "two": ("mexico", 2, {"bidding": "first_to_pass", "modules": ["rotors", "mines"]}),
    "three": ("portugal", 3, {"bidding": "whole_order", "rulings": {"lines": "cards"}}),
    "four": ("eastern-us", 4, {}),
    "five": ("sweden", 5, {"modules": ["mines", "fewer_markers-2"], "barons": "none"}),
    "six": ("europe", 6, {"bidding": "worst_is_first", "barons": "universal"}),
    "ties for nobody": ("western-us", 3, {"rulings": {"baron_ties": "none"}}),
    "all rotors": ("great-britain", 4, {"modules": ["rotors", "fewer_markers-4"]}),
}
CHANCE = (
    log.SET_CUBE,
    log.SET_OPERATIONS,
    log.SET_FIRST,
    log.SET_RAIL_BARON,
    log.CUBE_DRAWN,
    log.CUBE_RETURNED,
)
FREE = (*CHANCE, log.PATH, log.TILE)  # rows that may tell something else and still be legal


@lru_cache
def given_for(name: str) -> Given:
    board, seats, options = TABLES[name]
    return Given(Scenario.of(board, seats=[f"{seats}*random"], **options))


@lru_cache
def played(name: str, seed: int, eager: float) -> tuple[np.ndarray, Game]:
    """A game of the reference with itself; the log is not to be changed."""
    dice = DiceLog(seed, eager)
    game = dice.game_of(given_for(name))
    play_multiplayer(game)
    return dice.array(), game


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_a_log_that_follows_the_rules_agrees(name):
    for seed, eager in enumerate((0.3, 0.95)):
        rows, game = played(name, seed, eager)
        result = replay_log(given_for(name), rows)
        assert differing_fields(result.outcome, recompute_multiplayer(game)) == []
        assert result.rows == rows[0, 3]


@pytest.mark.parametrize("name", TABLES)
def test_B24_no_cube_is_lost_and_points_paid_are_links_used(name):
    rows, game = played(name, 1, 0.95)
    status = rows[rows[:, 1] == log.STATUS]
    assert len(status) == game.turn * len(game.seats)
    assert set(status[:, 8] + status[:, 9]) == {125}
    points = rows[rows[:, 1] == log.POINTS]
    by_links = np.isin(points[:, 4], (codes.FROM_DELIVERIES, codes.FROM_OTHERS))
    paths = rows[rows[:, 1] == log.PATH][:, 3:]
    links = sum(int(np.flatnonzero(path == -1)[0]) - 1 for path in paths)
    assert points[by_links, 3].sum() == links
    given = sum(seat.points_given for seat in game.seats)
    assert given == sum(seat.points[codes.FROM_OTHERS] for seat in game.seats)


@pytest.mark.parametrize("name", TABLES)
def test_B2_money_moves_add_up(name):
    rows, game = played(name, 1, 0.95)
    for seat in game.seats:
        own = rows[rows[:, 2] == seat.number]
        income = own[own[:, 1] == log.INCOME][:, 3].sum()
        paid = own[own[:, 1] == log.PAID]
        assert paid[:, 4].sum() == seat.bonds
        assert income + 5 * seat.bonds - paid[:, 3].sum() == seat.cash


@pytest.mark.slow
@pytest.mark.parametrize("name", ["two", "three", "four", "six"])
def test_any_change_of_an_effect_is_noticed(name):
    rows, _ = played(name, 1, 0.95)
    dice = np.random.default_rng(7)
    fixed = [row for row in range(1, rows[0, 3]) if rows[row, 1] not in FREE]
    for row in dice.choice(fixed, 16):
        changed = rows.copy()
        changed[row, dice.choice([0, 1, 2, 3, 4, 5])] += dice.choice([-1, 1])
        with pytest.raises(Disagreement) as told:
            replay_log(given_for(name), changed)
        assert told.value.row <= row


def test_a_row_left_out_or_too_many_is_noticed():
    rows, _ = played("two", 1, 0.95)
    used = rows[0, 3]
    for row in range(used // 3, used, 41):
        shorter = np.delete(rows, row, axis=0)
        shorter[0, 3] -= 1
        with pytest.raises(Disagreement):
            replay_log(given_for("two"), shorter)
    longer = rows.copy()
    longer[used] = longer[used - 1]
    longer[0, 3] += 1
    with pytest.raises(Disagreement, match="the end of the log"):
        replay_log(given_for("two"), longer)


def test_M31_M30_mines_and_rotors_come_up_and_M12_everybody_bids():
    rows, game = played("two", 1, 0.95)
    events = set(rows[:, 1].tolist())
    assert {log.MINED, log.ROTOR, log.BID, log.ORDER, log.SET_RAIL_BARON} <= events
    assert all(seat.bids_paid for seat in game.seats)


def test_M11_a_bid_that_is_not_higher_is_named():
    rows = played("four", 1, 0.95)[0].copy()
    asked = (rows[:, 1] == log.DECISION) & (rows[:, 3] == codes.DECIDE_BID) & (rows[:, 4] < 61)
    place = int(np.flatnonzero(asked)[0])
    rows[place, 6] = 1
    with pytest.raises(Disagreement, match="a legal choice of DECIDE_BID"):
        replay_log(given_for("four"), rows)
