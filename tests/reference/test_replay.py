"""Whole games: a log that follows the rules agrees, a log changed anywhere does not."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from rotwsim.core import codes, log
from rotwsim.core.layout import OUTCOME
from rotwsim.reference.game import Game
from rotwsim.reference.given import Given
from rotwsim.reference.options import Options, option_digest, signed
from rotwsim.reference.replay import Disagreement, replay, replay_log
from rotwsim.reference.scoring import differing_fields, recompute_outcome
from rotwsim.reference.turn import play_game
from rotwsim.rules.load import load_board, load_rulebook
from rotwsim.rules.routes import routes_of
from rotwsim.rules.scenario import Scenario

from .dice import DiceLog

SCENARIOS = {
    "plain": {},
    "barons": {"barons": True},
    "easier": {"barons": True, "tweaks": ["cash", "target-110", "exhaust-1"]},
    "harder": {"tweaks": ["cards-2", "display-3", "exhaust+1", "target-135", "markers-2"]},
    "rulings": {"barons": True, "rulings": {"removed_cubes": "box", "railbot_path": "fresh"}},
    "short": {"settings": {"empty_city_trigger": 2, "base_exhaust": 6, "display_limit": 4}},
    "no railbot": {"settings": {"railbot_acts": 0, "empty_city_trigger": 0}},
    "no cards": {"barons": True, "settings": {"operations_used": 0}},
    "long turns": {
        "barons": True,
        "settings": {
            "actions_before_railbot": 4,
            "actions_after_railbot": 3,
            "insurance_actions": 3,
            "tiles_per_build": 6,
        },
    },
    "some cities out": {"barons": True, "out": ("Albany", "Memphis", "Kansas City")},
    "forced barons": {
        "barons": True,
        "barons_in": ["Mark Dainty", "Caleb V. Kranz", "Jon Eric Olsen"],
        "barons_out": ["John Berny"],
    },
}
CHANCE = (
    log.SET_CUBE,
    log.SET_REMOVED,
    log.SET_ROW,
    log.SET_DROPPED,
    log.SET_DECK,
    log.SET_OPERATIONS,
    log.SET_BOUNTY,
    log.SET_BARON,
    log.CUBE_DRAWN,
)


@lru_cache
def given_for(name: str) -> Given:
    options = dict(SCENARIOS[name])
    board = replace(load_board("eastern-us"), cities_not_in_play=options.pop("out", ()))
    return Given.of(Scenario.of(board, **options), routes_of(board, load_rulebook()))


@lru_cache
def played(name: str, seed: int, eager: float = 0.6) -> tuple[np.ndarray, Game]:
    """A game of the reference with itself; the log is not to be changed."""
    dice = DiceLog(seed, eager)
    game = Game.of(given_for(name), dice)
    play_game(game)
    return dice.array(), game


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_log_that_follows_the_rules_agrees(name):
    for seed, eager in enumerate((0.0, 0.5, 0.95)):
        rows, game = played(name, seed, eager)
        result = replay_log(given_for(name), rows)
        assert differing_fields(result.outcome, recompute_outcome(game)) == []
        assert result.rows == rows[0, 2]
        assert result.decisions["DECIDE_ACTION"] == game.tally.passes + _done(rows)


def _done(rows: np.ndarray) -> int:
    """Actions other than passes, counted by the rows that each of them writes first."""
    chosen = rows[(rows[:, 1] == log.DECISION) & (rows[:, 2] == codes.DECIDE_ACTION)]
    return int(np.count_nonzero(chosen[:, 5] != codes.PASS))


@pytest.mark.parametrize("name", ["barons", "short", "some cities out"])
def test_B14_the_routes_that_may_be_begun_are_those_the_ground_leaves(name):
    _, game = played(name, 5, 0.95)
    tracks, used = Counter(), Counter()
    links = [*game.network.routes[codes.SOLO], *game.network.routes[codes.RAILBOT]]
    for route in links:
        tracks.update(game.given.routes[route].hexes)
        used.update(game.given.routes[route].sides)
    assert max(tracks.values()) <= 2 and max(used.values()) == 1
    buildable = {
        number
        for number, route in enumerate(game.given.routes)
        if all(tracks[hex_] < 2 for hex_ in route.hexes)
        and not any(used[side] for side in route.sides)
        and game.given.in_play[route.first]
        and game.given.in_play[route.second]
    }
    assert game.ground.buildable == buildable
    options = Options((codes.BUILD, route, 0, 0, 0, 0) for route in buildable)
    assert game.ground.digest == options.digest()


@pytest.mark.parametrize("name", SCENARIOS)
def test_S5_T4_number_of_turns_and_B24_no_cube_is_lost(name):
    rows, game = played(name, 0, 0.0)
    removed = game.given.figures["cards_removed"]
    if game.trigger == codes.BY_EVALUATION:
        assert 18 - removed <= game.turn <= 20 - removed
    status = rows[rows[:, 1] == log.STATUS]
    assert len(status) == game.turn
    if game.given.removed_to_bag:
        assert set(status[:, 7] + status[:, 8]) == {125}
    assert (status[:, 3] >= 0).all()
    assert all(game.colours[c] != 5 for c in game.urbanized)
    assert not any(any(game.cubes[city]) for city in game.markers)


@pytest.mark.parametrize("name", ["plain", "barons", "harder"])
def test_any_change_of_an_effect_is_noticed(name):
    rows, _ = played(name, 1, 0.95)
    given = given_for(name)
    dice = np.random.default_rng(7)
    fixed = [row for row in range(1, rows[0, 2]) if rows[row, 1] not in (*CHANCE, log.PATH)]
    for row in dice.choice(fixed, 40):
        changed = rows.copy()
        changed[row, dice.choice([0, 1, 2, 3, 4])] += dice.choice([-1, 1])
        with pytest.raises(Disagreement) as told:
            replay_log(given, changed)
        assert told.value.row <= row


def test_whatever_a_log_says_the_reference_agrees_or_disagrees():
    """Chance and decisions may have been others; nonsense is told, it never breaks the replay."""
    rows, _ = played("barons", 4, 0.95)
    dice = np.random.default_rng(11)
    disagreements = 0
    for _ in range(40):
        changed = rows.copy()
        row, column = dice.integers(1, rows[0, 2]), dice.integers(0, log.COLUMNS)
        changed[row, column] = dice.choice([-1, 0, 1, 7, 51, 200, -(1 << 40)])
        try:
            replay_log(given_for("barons"), changed)
        except Disagreement:
            disagreements += 1
    assert disagreements > 20


def test_a_row_left_out_or_too_many_is_noticed():
    rows, _ = played("barons", 2, 0.95)
    used = rows[0, 2]
    for row in range(used // 3, used, 29):
        shorter = np.delete(rows, row, axis=0)
        shorter[0, 2] -= 1
        with pytest.raises(Disagreement):
            replay_log(given_for("barons"), shorter)
    longer = rows.copy()
    longer[used] = longer[used - 1]
    longer[0, 2] += 1
    with pytest.raises(Disagreement, match="the end of the log"):
        replay_log(given_for("barons"), longer)
    cut = rows.copy()
    cut[0, 2] = used - 1
    with pytest.raises(Disagreement, match="nothing more"):
        replay_log(given_for("barons"), cut)


def test_a_log_that_was_too_short_is_refused():
    rows = played("plain", 0)[0].copy()
    rows[0, 3] = 1
    with pytest.raises(Disagreement, match="too short"):
        replay_log(given_for("plain"), rows)


def test_a_decision_without_a_choice_must_not_be_logged():
    rows = played("barons", 0, 0.95)[0]
    place = _first(rows, log.LINE) if log.LINE in rows[:, 1] else _first(rows, log.FLIP)
    asked = np.insert(rows, place, 0, axis=0)[: len(rows)]
    asked[place, :4] = rows[place, 0], log.DECISION, codes.DECIDE_LINE, 1
    asked[0, 2] += 1
    with pytest.raises(Disagreement):
        replay_log(given_for("barons"), asked)


def test_an_illegal_choice_is_named():
    rows = played("plain", 0, 0.95)[0].copy()
    place = _first(rows, log.DECISION)
    rows[place, 5:11] = codes.BUILD, 0, 0, 13, 0, 0
    with pytest.raises(Disagreement, match=r"turn 1, row .*a legal option of DECIDE_ACTION"):
        replay_log(given_for("plain"), rows)


def test_replay_takes_scenario_and_routes():
    rows, game = played("forced barons", 3)
    given = game.given
    result = replay(given.scenario, given.routes, rows)
    names = [baron.name for baron in given.barons]
    for name in ("Mark Dainty", "Caleb V. Kranz", "Jon Eric Olsen"):
        assert result.outcome["barons_in_row"] >> names.index(name) & 1


def test_outcome_has_every_field_and_differences_are_named():
    outcome = recompute_outcome(played("barons", 0)[1])
    record = np.zeros(1, OUTCOME)[0]
    for name, value in outcome.items():
        if isinstance(value, list):
            record[name][: len(value)] = value
        else:
            record[name] = value
    assert differing_fields(outcome, record) == []
    record["deliveries"] += 1
    record["points_after_turn"][2] += 5
    fields = [name for name, _, _ in differing_fields(outcome, record)]
    assert fields == ["deliveries", "points_after_turn"]


def test_the_digest_of_options_is_the_one_of_the_log():
    for option in ((0, 0, 0, 0, 0, 0), (1, 77, 0, 0, 0, 0), (4, 3, 2, 51, 8, 0)):
        assert option_digest(option) == int(log.option_digest(*option))
    assert signed((1 << 64) - 1) == -1
    assert option_digest((-1,)) == 0


def _first(rows: np.ndarray, event: int) -> int:
    return int(np.flatnonzero(rows[:, 1] == event)[0])
