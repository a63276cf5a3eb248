"""The roster: two players on the same games, and how many games each of them plays."""

from __future__ import annotations

import numpy as np
import pytest

from rotwsim.cli.show import gain_row
from rotwsim.core.state import layout
from rotwsim.core.state.log import no_log
from rotwsim.runner.bench import Gained, gained, games_elsewhere, games_of
from rotwsim.runner.play import play_games, rules_of
from rotwsim.scenario.scenario import Scenario


def test_two_players_are_compared_on_the_same_games():
    found = gained(("novice", "casual"), "sweden", True, games=6, seed=5)
    results = []
    for player in ("novice", "casual"):
        outcomes = np.zeros(6, layout.OUTCOME)
        rules = rules_of(Scenario.of("sweden", barons=True, player=player))
        play_games(rules, 5, 0, outcomes, no_log())
        results.append(outcomes["result"].astype(float))
    assert found.means == pytest.approx([each.mean() for each in results])
    spread = (results[1] - results[0]).std(ddof=1)
    assert found.half_width == pytest.approx(1.96 * spread / 6**0.5)
    assert found.title == "Sweden, Duel Barons"


def test_a_slow_player_plays_fewer_games_and_so_does_who_is_beside_it():
    assert (games_of("expert", 4_000), games_of("master", 4_000)) == (4_000, 200)
    assert games_elsewhere(("club", "expert"), 4_000) == 2_000
    assert games_elsewhere(("expert", "master"), 4_000) == 100
    assert games_elsewhere(("expert", "master"), 1) == 2


def test_the_row_says_the_gain_and_the_share():
    row = gain_row(Gained("Europe", 100, (152.0, 160.0), 1.5, (0.9, 1.0)))
    assert (row["gain"], row["gain_low"], row["gain_high"], row["reached"]) == (8, 6.5, 9.5, 0.95)


def test_no_share_is_told_of_a_mean_below_nothing():
    assert gain_row(Gained("Europe", 100, (-9.0, -4.0), 1.5, (0.0, 0.0)))["reached"] is None
