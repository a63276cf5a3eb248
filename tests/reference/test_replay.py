"""Whole games: a log that follows the rules agrees, a log changed anywhere does not."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from rotwsim.core.state import codes, log
from rotwsim.core.state.layout import OUTCOME
from rotwsim.reference.game import Game, choice_digest, signed
from rotwsim.reference.given import Given
from rotwsim.reference.money_and_outcome import differing_fields, recompute_outcome
from rotwsim.reference.replay import ALL_OFFERS, Disagreement, replay_log
from rotwsim.reference.setup_and_turns import play_game
from rotwsim.scenario.board_file import load_board
from rotwsim.scenario.hexes import side_key
from rotwsim.scenario.scenario import Scenario

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
    "new switches": {
        "barons": True,
        "rulings": {
            "railbot_lines": "connected",
            "point_without_cube": "yes",
            "tychoon_price": "lower",
            "barons_per_turn": "one",
        },
    },
    "some cities out": {"barons": True, "out": ("Albany", "Memphis", "Kansas City")},
    "forced barons": {
        "barons": True,
        "barons_in": ["Mark Dainty", "Caleb V. Kranz", "Jon Eric Olsen"],
        "barons_out": ["John Berny"],
    },
}
QUICK = ("plain", "barons", "short", "no cards", "some cities out")
MARKED = [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in SCENARIOS]
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
FREE = (*CHANCE, log.PATH, log.TILE)  # rows that may tell something else and still be legal


@lru_cache
def given_for(name: str) -> Given:
    options = dict(SCENARIOS[name])
    board = replace(load_board("eastern-us"), cities_not_in_play=options.pop("out", ()))
    return Given(Scenario.of(board, **options))


@lru_cache
def played(name: str, seed: int, eager: float = 0.6) -> tuple[np.ndarray, Game]:
    """A game of the reference with itself; the log is not to be changed."""
    dice = DiceLog(seed, eager)
    game = dice.game_of(given_for(name))
    play_game(game)
    return dice.array(), game


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_log_that_follows_the_rules_agrees(name):
    for seed, eager in enumerate((0.0, 0.5, 0.95)):
        rows, game = played(name, seed, eager)
        result = replay_log(given_for(name), rows)
        assert differing_fields(result.outcome, recompute_outcome(game)) == []
        assert result.rows == rows[0, 3]
        assert result.decisions["DECIDE_ACTION"] == game.seats[0].passes + _done(rows)


def _done(rows: np.ndarray) -> int:
    """Actions other than passes, counted by the rows that each of them writes first."""
    chosen = rows[(rows[:, 1] == log.DECISION) & (rows[:, 3] == codes.DECIDE_ACTION)]
    return int(np.count_nonzero(chosen[:, 6] != codes.PASS))


@pytest.mark.parametrize("name", ["barons", "short", "some cities out"])
def test_B14_the_tiles_of_complete_links_are_the_ground_and_nothing_is_used_twice(name):
    rows, game = played(name, 5, 0.95)
    tracks, used = Counter(), Counter()
    for hexes, sides in links_told(rows, game):
        tracks.update(hexes)
        used.update(sides)
        assert len(set(hexes)) == len(hexes)
    assert max(tracks.values()) <= 2 and max(used.values()) == 1
    assert +game.ground.tracks == tracks and len(game.ground.used) == len(used)


def links_told(rows: np.ndarray, game: Game):
    """Hexes and sides of every complete Link, by the TILE rows before it, in plain geometry."""
    columns = len(game.given.scenario.board.rows[0])
    chains: dict[int, list] = {codes.SOLO: [], codes.RAILBOT: []}
    for row in rows[1 : rows[0, 3]].tolist():
        _, event, _, first, *others = row
        if event == log.TILE:
            chains[others[3]].append((divmod(first, columns), *others[:2]))
        elif event == log.TRACK_REMOVED:
            chains[codes.SOLO] = []
        elif event == log.LINK_BUILT:
            chain, chains[first] = chains[first], []
            sides = {side_key(hex_, side) for hex_, *pair in chain for side in pair}
            assert len(sides) == len(chain) + 1
            yield [hex_[0] * columns + hex_[1] for hex_, _, _ in chain], sides


@pytest.mark.parametrize("name", MARKED)
def test_S5_T4_number_of_turns_and_B24_no_cube_is_lost(name):
    rows, game = played(name, 0, 0.0)
    removed = game.given.parameters["cards_removed"]
    if game.trigger == codes.BY_EVALUATION:
        assert 18 - removed <= game.turn <= 20 - removed
    status = rows[rows[:, 1] == log.STATUS]
    assert len(status) == game.turn
    if game.given.switches["removed_cubes"] == "bag":
        assert set(status[:, 8] + status[:, 9]) == {125}
    assert (status[:, 4] >= 0).all()
    assert all(game.colours[c] != 5 for c in game.urbanized)
    assert not any(any(game.cubes[city]) for city in game.markers)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["plain", "barons", "harder"])
def test_any_change_of_an_effect_is_noticed(name):
    rows, _ = played(name, 1, 0.95)
    given = given_for(name)
    dice = np.random.default_rng(7)
    fixed = [row for row in range(1, rows[0, 3]) if rows[row, 1] not in FREE]
    for row in dice.choice(fixed, 25):
        changed = rows.copy()
        changed[row, dice.choice([0, 1, 2, 3, 4, 5])] += dice.choice([-1, 1])
        with pytest.raises(Disagreement) as told:
            replay_log(given, changed)
        assert told.value.row <= row


@pytest.mark.slow
def test_B10_a_tile_or_its_price_that_is_changed_is_noticed():
    rows, _ = played("plain", 1, 0.95)
    tiles = [row for row in range(1, rows[0, 3]) if rows[row, 1] == log.TILE]
    dice = np.random.default_rng(9)
    for row in dice.choice(tiles, 30):
        changed = rows.copy()
        changed[row, dice.integers(3, 9)] += dice.choice([-1, 1])
        with pytest.raises(Disagreement):
            replay_log(given_for("plain"), changed)


@pytest.mark.parametrize("board", ["portugal", pytest.param("sweden", marks=pytest.mark.slow)])
def test_B11_offers_are_compared_for_all_places_or_for_a_sample(board):
    given = Given(Scenario.of(board))
    dice = DiceLog(3, 0.5, offers_every=11)
    play_game(dice.game_of(given))
    rows = dice.array()
    result = replay_log(given, rows, ALL_OFFERS)
    assert result.offers_listed == result.offers_checked == (rows[:, 1] == log.OFFERS).sum()
    assert replay_log(given, rows, 0).offers_checked == 0
    sampled = replay_log(given, rows, 2, seed=5)
    assert result.offers_checked > sampled.offers_checked > 5
    place = np.flatnonzero(rows[:, 1] == log.OFFERS)[7]
    rows[place, 5] += 1
    with pytest.raises(Disagreement, match=f"row {place}: expected OFFERS"):
        replay_log(given, rows, ALL_OFFERS)
    assert replay_log(given, rows, 0).rows == result.rows


@pytest.mark.slow
def test_whatever_a_log_says_the_reference_agrees_or_disagrees():
    """Chance and decisions may have been others; nonsense is told, it never breaks the replay."""
    rows, _ = played("barons", 4, 0.95)
    dice = np.random.default_rng(11)
    disagreements = 0
    for _ in range(40):
        changed = rows.copy()
        row, column = dice.integers(1, rows[0, 3]), dice.integers(0, log.COLUMNS)
        changed[row, column] = dice.choice([-1, 0, 1, 7, 51, 200, -(1 << 40)])
        try:
            replay_log(given_for("barons"), changed)
        except Disagreement:
            disagreements += 1
    assert disagreements > 20


def test_a_row_left_out_or_too_many_is_noticed():
    rows, _ = played("barons", 2, 0.95)
    used = rows[0, 3]
    for row in range(used // 3, used, 29):
        shorter = np.delete(rows, row, axis=0)
        shorter[0, 3] -= 1
        with pytest.raises(Disagreement):
            replay_log(given_for("barons"), shorter)
    longer = rows.copy()
    longer[used] = longer[used - 1]
    longer[0, 3] += 1
    with pytest.raises(Disagreement, match="the end of the log"):
        replay_log(given_for("barons"), longer)
    cut = rows.copy()
    cut[0, 3] = used - 1
    with pytest.raises(Disagreement, match="nothing more"):
        replay_log(given_for("barons"), cut)


def test_a_log_that_was_too_short_is_refused():
    rows = played("plain", 0)[0].copy()
    rows[0, 4] = 1
    with pytest.raises(Disagreement, match="too short"):
        replay_log(given_for("plain"), rows)


def test_a_decision_without_a_choice_must_not_be_logged():
    rows = played("barons", 0, 0.95)[0]
    place = _first(rows, log.LINE) if log.LINE in rows[:, 1] else _first(rows, log.FLIP)
    asked = np.insert(rows, place, 0, axis=0)[: len(rows)]
    asked[place, :5] = rows[place, 0], log.DECISION, 0, codes.DECIDE_LINE, 1
    asked[0, 3] += 1
    with pytest.raises(Disagreement):
        replay_log(given_for("barons"), asked)


def test_an_illegal_choice_is_named():
    rows = played("plain", 0, 0.95)[0].copy()
    place = _first(rows, log.DECISION)
    rows[place, 6:12] = codes.BUILD, 0, 1, 13, 0, 0
    with pytest.raises(Disagreement, match=r"turn 1, row .*a legal choice of DECIDE_ACTION"):
        replay_log(given_for("plain"), rows)


def test_replay_takes_a_scenario_and_a_log():
    rows, game = played("forced barons", 3)
    given = game.given
    result = replay_log(given, rows)
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
    for choice in ((0, 0, 0, 0, 0, 0), (1, 77, 0, 0, 0, 0), (4, 3, 2, 51, 8, 0)):
        assert choice_digest(choice) == int(log.option_digest(np.array(choice)))
    assert signed((1 << 64) - 1) == -1
    assert choice_digest((-1,)) == 0


def _first(rows: np.ndarray, event: int) -> int:
    return int(np.flatnonzero(rows[:, 1] == event)[0])
