"""The lab shows the numbers of `rotwsim compare`, and its verdict holds at every look."""

from __future__ import annotations

import json
import time
from pathlib import Path

import numpy as np
import pytest

from rotwsim import stats
from rotwsim.analysis.comparison import compare
from rotwsim.scenario.schema import DataError
from rotwsim.web.answer import Pairs, more_games
from rotwsim.web.pool import LivePool
from rotwsim.web.setting import question_of
from rotwsim.web.watch import DONE, Watch

ASKED = {
    "a": {"board": "eastern-us", "player": "person", "wins": 50},
    "b": {"settings": {"base_exhaust": 5}, "tweaks": ["cash"], "barons": True},
}


def asked(folder: Path, **changes):
    return question_of(json.dumps(ASKED | changes), folder)


@pytest.fixture
def pool():
    made = LivePool(2)
    yield made
    made.close()


def watched(pool, question, games: int) -> Watch:
    watch = Watch(pool, question)
    watch.start()
    end = time.monotonic() + 120
    while watch.n < games and watch.state not in (DONE, "error") and time.monotonic() < end:
        time.sleep(0.02)
    watch.cancel()
    watch.join(10)
    assert watch.n >= games, watch.note
    return watch


def test_after_n_games_the_lab_shows_what_compare_prints(pool, tmp_path):
    watch = watched(pool, asked(tmp_path), 60)
    n, question = 60, watch.question
    pairs = Pairs.of(watch.arms[0], watch.arms[-1], n)
    row = compare(question.a, [question.change], games=n, seed=question.seed).iloc[0]
    assert (pairs.rates[0].value, pairs.rates[1].value) == (row.baseline_win_rate, row.win_rate)
    assert pairs.difference.value == row.difference
    assert (pairs.only_a + pairs.only_b) / n == row.flipped


def test_a_setting_that_was_watched_before_answers_at_once(pool, tmp_path):
    watch = watched(pool, asked(tmp_path), 40)
    played = [arm.n for arm in watch.arms]
    again = Watch(pool, asked(tmp_path))
    again.start()
    end = time.monotonic() + 5
    while len(again.arms) < 2 and time.monotonic() < end:
        time.sleep(0.01)
    assert [arm.n for arm in again.arms] >= played
    again.cancel()
    again.join(10)


def test_side_b_is_the_variant_of_the_command(tmp_path):
    question = asked(tmp_path, b={"board": "mexico", "player": "expert"})
    assert question.change == "B: board=mexico, player=expert"
    assert question.b.player == "expert" and question.b.wins == 0
    assert "--variant 'B: board=mexico, player=expert'" in question.command(100)


def test_a_person_is_one_of_the_printed_game_whatever_side_a_changes(tmp_path):
    a = {"player": "person", "wins": 40, "settings": {"target": 110}}
    assert asked(tmp_path, a=a).a.on == "eastern-us"


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"a": {"board": "../secret.toml"}}, "below"),
        ({"a": {"board": "none.toml"}}, "no such file"),
        ({"a": {"board": "sweeden"}}, 'did you mean "sweden"'),
        ({"a": {"player": "evil.py"}}, "no player"),
        ({"b": {"settings": {"base_exhaus": 5}}}, 'did you mean "base_exhaust"'),
        ({"b": {"settings": {"base_exhaust": 500}}}, "legal are 0 to 20"),
        ({"precision": 0}, "above 0"),
        ({"evil": 1}, "no part of a question"),
    ],
)
def test_what_a_page_must_not_ask_is_refused_in_one_sentence(tmp_path, changes, words):
    with pytest.raises(DataError, match=words):
        asked(tmp_path, **changes)


def test_the_anytime_interval_is_wrong_in_at_most_5_of_100_watches():
    """Each watch is looked at after every 50 pairs; 400 watches of no difference."""
    draws = np.random.default_rng(33)
    wrong = 0
    for _ in range(400):
        flips = draws.choice([-1, 0, 1], 1_500, p=[0.12, 0.76, 0.12])
        b, c = np.cumsum(flips < 0)[49::50], np.cumsum(flips > 0)[49::50]
        looks = zip(b.tolist(), c.tolist(), range(50, 1_501, 50), strict=True)
        far = (look for look in looks if abs(look[1] - look[0]) > 2.2 * (look[0] + look[1]) ** 0.5)
        wrong += any(not stats.anytime_difference(*look).covers(0) for look in far)
    assert wrong <= 20


def test_the_anytime_interval_shrinks_and_has_both_signs():
    wide, narrow = (stats.anytime_difference(6 * k, 10 * k, 100 * k) for k in (1, 100))
    assert narrow.half_width < wide.half_width / 5 and narrow.low > 0
    mirrored = stats.anytime_difference(1_000, 600, 10_000)
    assert (mirrored.low, mirrored.high) == pytest.approx((-narrow.high, -narrow.low))
    assert (
        stats.verdict(narrow, 0.01) == stats.EASIER
        and stats.verdict(mirrored, 0.01) == stats.HARDER
    )


def test_the_forecast_names_the_games_that_decide():
    pairs = Pairs(300, 60, 80, 600)
    more = more_games(pairs, 0.01)
    assert more and stats.verdict(pairs.difference, 0.01) == stats.UNDECIDED
    later = pairs.times((600 + more) / 600)
    assert stats.verdict(later.difference, 0.01) == stats.EASIER
