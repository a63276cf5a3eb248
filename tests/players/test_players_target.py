"""Playing for the target: risk where it lies above what is expected, and nowhere else."""

from __future__ import annotations

import pytest

from rotwsim.players.value.position_value import WIDTH, counted

from .asking import SEVEN, choice, position

OUT_OF_REACH, REACHED = 900, 10
MUCH = {"risk_points": 1000.0}  # so that risk decides, whatever was learned
SURE = {
    "deliver": {
        "network": SEVEN[:6],
        "engine": 5,
        "score": 40,
        "cubes": {"Kalmar": ["red", "black"], "Växjö": ["yellow"]},
    },
    "insure": {
        "network": SEVEN[:4],
        "engine": 3,
        "cash": 0,
        "score": 45,
        "row": ("Taxation", "Blank middle", "Blank right"),
    },
}


def chosen(kind: str, turns: int = 5, **options) -> tuple:
    given = dict(SURE[kind])
    network = given.pop("network")
    return choice(position(*network, turns=turns, player="expert", **given, **options))


def win(target: int) -> dict:
    return {"aim": "win", "settings": {"target": target}, "weights": MUCH}


@pytest.mark.parametrize("kind", SURE)
def test_who_lies_behind_the_target_takes_no_sure_action(kind):
    assert chosen(kind)[0] == kind
    assert chosen(kind, **win(OUT_OF_REACH))[0] not in SURE


@pytest.mark.parametrize("kind", SURE)
def test_who_has_reached_the_target_plays_on_for_points(kind):
    assert chosen(kind, **win(REACHED)) == chosen(kind)


def test_in_the_last_turn_the_target_asks_for_no_risk():
    assert chosen("deliver", turns=1, **win(OUT_OF_REACH))[0] == "deliver"


def test_a_win_is_counted_by_the_target_and_near_it_a_point_is_a_point():
    rules = position(**win(100)).rules
    assert counted(rules, 100 - 9 * WIDTH) < 0.01
    assert counted(rules, 100 + 9 * WIDTH) == pytest.approx(4 * WIDTH, abs=0.01)
    assert counted(rules, 101) - counted(rules, 100) == pytest.approx(1, abs=0.01)
    assert counted(position().rules, 77) == 77
