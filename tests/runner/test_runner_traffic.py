"""Traffic: what the routes and cities saw agrees with the outcomes of the games."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from rotwsim.core.state import layout
from rotwsim.core.state.log import no_log
from rotwsim.runner.play import new_traffic, play_games, rules_of
from rotwsim.runner.run_totals import cities_table, links_table
from rotwsim.scenario.schema import DataError

from .conftest import SEED


def test_links_and_deliveries_add_up_to_those_of_the_outcomes(scenario, plain_run):
    links = links_table(scenario, plain_run.traffic)
    cities = cities_table(scenario, plain_run.traffic)
    table = plain_run.table
    assert links["by_player"].sum() == table["own_links"].sum()
    assert links["by_railbot"].sum() == table["railbot_links"].sum() > 0
    assert cities["sent"].sum() == cities["received"].sum() == table["deliveries"].sum() > 0
    assert len(cities) == len(scenario.board.cities)
    assert set(links["first"]) | set(links["second"]) <= set(cities["city"])


def test_no_route_is_built_more_often_than_games_are_played(scenario, plain_run):
    links = links_table(scenario, plain_run.traffic)
    assert (links["by_player"] + links["by_railbot"]).max() <= plain_run.games


def test_a_block_adds_to_the_traffic_that_is_there(scenario):
    rules = rules_of(scenario)
    outcomes, traffic = np.zeros(20, layout.OUTCOME), new_traffic(rules)
    play_games(rules, SEED, 0, outcomes, no_log(), traffic)
    once = traffic.copy()
    play_games(rules, SEED, 0, outcomes, no_log(), traffic)
    assert (traffic == 2 * once).all() and once.any()


def test_games_with_more_track_to_search_than_there_is_room_for_end_in_one_line(
    scenario, monkeypatch
):
    monkeypatch.setattr(
        "rotwsim.runner.play.kernels_for", lambda rules: SimpleNamespace(block=lambda *block: 2)
    )
    monkeypatch.setattr("rotwsim.runner.play.is_loaded", lambda kernel: True)
    rules = rules_of(scenario)
    with pytest.raises(DataError, match="2 of the games 5 to 14 of seed 1 had more track"):
        play_games(rules, 1, 5, np.zeros(10, layout.OUTCOME), no_log(), new_traffic(rules))
