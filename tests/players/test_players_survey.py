"""What a player sees: chains, the survey of the network, gains of a Link, time left, ranking."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rotwsim.core.rules.delivery import DELIVERIES, DELIVERY, delivery_points, find_deliveries
from rotwsim.core.state import codes
from rotwsim.core.state.layout import CITIES, LEVELS
from rotwsim.players.action import action_of, an_action, floor_of, offer, start_with_a_pass
from rotwsim.players.value.links import count_with_link, find_gains, start_gains
from rotwsim.players.value.network import end_of, links_of, pack_chain, stops_on, survey_network
from rotwsim.players.value.position_value import (
    Prospect,
    actions_left,
    after,
    best_deliveries,
    final_bonds,
    look_ahead,
    turns_left,
)
from rotwsim.players.value.records import CANDIDATE, OUTLOOK, SEARCH, SURVEY
from rotwsim.players.value.weights import RAMP
from rotwsim.runner.play import rules_of
from rotwsim.scenario.scenario import Scenario

from ..core.builder import Table, code
from .asking import SEAT, position


class View:
    """Outlook and survey of a table; the arrays are kept, as a record does not keep its own."""

    def __init__(self, table: Table):
        self.table = table
        self._outlooks, self._surveys = np.zeros(1, OUTLOOK), np.zeros(1, SURVEY)
        self.outlook, self.survey = self._outlooks[0], self._surveys[0]
        self._surveys.view(np.uint8)[:] = 85  # whatever stood there before
        look_ahead(table.state, table.rules, SEAT, self.outlook)
        survey_network(table.state, table.rules, self.outlook, self.survey)


# Chains


@given(
    st.integers(0, CITIES - 1),
    st.integers(1, LEVELS - 1),
    st.sets(st.integers(0, codes.COLOURS - 1)),
)
def test_a_packed_chain_keeps_its_end_its_links_and_the_colours_between(end, links, between):
    chain = pack_chain(end, links, sum(1 << colour for colour in between))
    assert (end_of(chain), links_of(chain)) == (end, links)
    assert {colour for colour in range(codes.COLOURS) if stops_on(chain, colour)} == between


def test_chains_go_over_own_links_only_and_know_what_lies_between():
    table = position("Malmö", "Lund", "Ystad")
    table.railbot_link("Ystad", "Växjö")
    survey = View(table).survey
    malmo = table.city("Malmö")
    chains = survey.chain[malmo, : survey.chains[malmo]]
    assert [table.names[end_of(chain)] for chain in chains] == ["Lund", "Ystad"]
    assert [bool(stops_on(chain, codes.RED)) for chain in chains] == [False, True]


# The survey


def test_B31_a_cube_arrives_at_the_first_city_of_its_colour_and_scores_its_links():
    table = position("Kalmar", "Alvesta", "Malmö", "Lund", "Ystad", "Växjö", "Örebro", engine=2)
    survey = View(table).survey
    kalmar, red = table.city("Kalmar"), code("red")
    assert survey.reach[kalmar, red] == 1 << 3  # Lund; Örebro lies beyond it
    assert survey.worth[kalmar, red].tolist() == [0, 0, 0, 3, 3, 3, 3, 3, 3]
    assert survey.points[kalmar, red] == 0  # the engine is too weak now


def test_S14_a_railbot_link_costs_a_point_in_the_survey_too():
    table = position("Kalmar", "Alvesta", "Malmö", engine=3)
    table.railbot_link("Malmö", "Lund")
    survey = View(table).survey
    kalmar, red = table.city("Kalmar"), code("red")
    assert survey.points[kalmar, red] == 2 - 1
    assert (survey.own[kalmar, red], survey.foreign[kalmar, red]) == (2, 1)
    assert survey.reach[kalmar, red] == 0


def test_cubes_are_counted_by_their_points_at_each_engine_level():
    table = position("Kalmar", "Alvesta", "Malmö", cubes={"Kalmar": ["black"] * 3, "Lund": ["red"]})
    counts = View(table).survey.counts
    assert counts[1, 0] == 3 and counts[1, 1:].sum() == 0
    assert counts[2, 2] == counts[8, 2] == 3  # Lund is not served: its cube is not counted


@pytest.mark.parametrize("game", range(4))
def test_the_best_delivery_of_every_cube_is_the_best_legal_one(game):
    """Over at most one Railbot Link, which is all that a player looks at."""
    table = Table.dealt(game=game, board="eastern-us", player="expert", barons=True)
    while not table.state.over:
        table.play_turn()
        if table.state.turn % 5 == 0:
            assert surveyed(table) == legal(table)


def surveyed(table: Table) -> dict:
    state, survey = table.state, View(table).survey
    return {
        (city, colour): survey.points[city, colour]
        for city in range(table.rules.cities)
        for colour in range(codes.COLOURS)
        if state.goods[city, colour] and survey.points[city, colour] > 0
    }


def legal(table: Table) -> dict:
    state, rules = table.state, table.rules
    found = np.zeros((DELIVERIES, DELIVERY), np.int64)
    count = find_deliveries(state, rules, SEAT, found)
    best = {}
    for city, colour, to, own, railbot in found[:count].tolist():
        points = delivery_points(state, rules, SEAT, colour, to, own, railbot)
        if railbot <= 1 and points > 0:
            best[city, colour] = max(points, best.get((city, colour), 0))
    return best


# The gains of a Link


@pytest.mark.parametrize("seed", range(3))
def test_the_gains_of_a_link_between_two_parts_are_what_building_it_gives(seed):
    random = np.random.default_rng(seed)
    table = Table.dealt(board="eastern-us", player="expert", seed=seed)
    while table.state.links < 12:
        table.own_link(*pair_to_join(table, random))
    view = View(table)
    levels = range(view.outlook.level, view.outlook.ahead + 1)
    gained = 0
    for _ in range(10):
        first, second = pair_to_join(table, random)
        searches = np.zeros(1, SEARCH)
        search, ends = searches[0], (table.city(first), table.city(second))
        start_gains(table.rules, search)
        find_gains(table.state, view.outlook, view.survey, search, *ends)
        for level in levels:
            count_with_link(table.state, view.survey, search, level)
        before = table.state.copy()
        table.own_link(first, second)
        built = View(table).survey
        table._states[0] = before
        assert (view.survey.counts_after[levels, 1:] == built.counts[levels, 1:]).all()
        gained += int(search.gain[levels[-1]] > 0)
    assert gained > 2


def pair_to_join(table: Table, random: np.random.Generator) -> tuple[str, str]:
    """Two cities near each other that own Links do not connect yet."""
    state, rules, listed = table.state, table.rules, table.rules.listed
    first, second = rules.pair_first[:listed], rules.pair_second[:listed]
    group = state.own_group[SEAT]
    is_apart = group[first] != group[second]
    is_near = rules.city_distance[first, second] <= 10
    pair = random.choice(np.flatnonzero(is_apart & is_near & (state.route[:listed] >= 0)))
    return table.names[first[pair]], table.names[second[pair]]


# Time left, prospects and plans


def test_S40_turns_left_count_the_deck_the_trigger_and_the_last_turn():
    table = position(turns=9)
    assert turns_left(table.state, table.rules) == 9
    table.state.before_railbot = 0
    assert turns_left(table.state, table.rules) == 10
    table.state.trigger = codes.BY_MARKERS
    assert turns_left(table.state, table.rules) == 2
    table.state.last_turn = 1
    assert turns_left(table.state, table.rules) == 1


def test_S10_actions_left_are_two_and_one_a_turn():
    table = position()
    assert actions_left(table.state, table.rules, 1) == 3
    assert actions_left(table.state, table.rules, 4) == 12
    table.state.actions_forfeit = 1  # D17
    assert actions_left(table.state, table.rules, 1) == 2


def test_a_prospect_is_the_outlook_changed_by_what_an_action_spends_and_gains():
    outlook = View(position("Kalmar", "Alvesta", engine=2, turns=5)).outlook
    plain = after(outlook)
    assert (plain.level, plain.links, plain.actions, plain.turns) == (2, 1, 14, 5)
    assert (plain.cash, plain.bonds, plain.score, plain.points) == (20, 0, 20, 0)
    bought = after(outlook, actions=2, money=15, levels=1, links=1, points=4)
    assert (bought.level, bought.links, bought.actions) == (3, 2, 13)
    assert (bought.cash, bought.score, bought.points) == (5, 24, 4)


@given(st.lists(st.integers(1, 15), max_size=12), st.integers(0, 15))
@settings(max_examples=50)
def test_the_best_deliveries_are_the_dearest_cubes_that_the_actions_allow(cubes, actions):
    counts = View(position()).survey.counts
    counts[:] = 0
    for points in cubes:
        counts[4, points] += 1
    best = sorted(cubes, reverse=True)[:actions]
    idle = 0.25 * (actions - len(best))
    assert best_deliveries(counts, 4, actions, 0.25) == sum(best) + idle


@pytest.fixture(scope="module")
def expert_rules() -> np.ndarray:
    return rules_of(Scenario.of(player="expert"))


@settings(max_examples=300)
@given(
    score=st.integers(-20, 150),
    cash=st.integers(-40, 60),
    bonds=st.integers(0, 25),
    turns=st.integers(1, 24),
    spending=st.sampled_from([0.0, 5.0, 15.0, 50.0]),
    points=st.floats(0.0, 150.0),
    ramp=st.sampled_from([0.0, 0.7, 1.5164, 3.0]),
)
def test_debt_that_cannot_grow_any_more_is_not_projected_further(
    expert_rules, score, cash, bonds, turns, spending, points, ramp
):
    """Where income may rise again after it fell, all turns are gone through."""
    shorter, to_the_end = expert_rules.copy(), expert_rules.copy()
    shorter[0].weights[RAMP] = to_the_end[0].weights[RAMP] = ramp
    assert shorter[0].one_peak
    to_the_end[0].one_peak = 0
    prospect = Prospect(3, 5, 30, turns, cash, bonds, score, 0, 0, LEVELS)
    owed = [final_bonds(r[0], prospect, spending, points, 1e9) for r in (shorter, to_the_end)]
    assert owed[0] == owed[1]


# The ranking


@given(st.lists(st.integers(-5, 5), max_size=12), st.integers(1, 5))
def test_the_ranking_keeps_the_best_and_of_equals_the_first(worths, rows):
    best, surveys = np.zeros(rows, CANDIDATE), np.zeros(1, SURVEY)
    start_with_a_pass(best, -100.0)
    for number, worth in enumerate(worths):
        offer(best, surveys[0], float(worth), 0.0, an_action(codes.TAKE_CARD, number))
    order = sorted(range(len(worths)), key=lambda number: -worths[number])[:rows]
    kept = [action_of(best, row) for row in range(min(rows, len(order)))]
    assert [action[1] for action in kept] == order
    if len(order) == rows:
        assert floor_of(best) == worths[order[-1]]
    else:
        assert action_of(best, len(order))[0] == codes.PASS
