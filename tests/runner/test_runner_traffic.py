"""Traffic: what the routes and cities saw agrees with the outcomes of the games."""

from __future__ import annotations

import numpy as np

from rotwsim.core import layout
from rotwsim.core.log import no_log
from rotwsim.runner.play import play_block, rules_of
from rotwsim.runner.traffic import cities_table, links_table, new_traffic

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
    play_block(rules, SEED, 0, outcomes, no_log(), traffic)
    once = traffic.copy()
    play_block(rules, SEED, 0, outcomes, no_log(), traffic)
    assert (traffic == 2 * once).all() and once.any()
