"""Judgement in the game for 2 to 6 that an experienced player asks for, position by position."""

from __future__ import annotations

import numpy as np
import pytest

from rotwsim.core.state import codes
from rotwsim.core.state.log import TRACK_REMOVED
from rotwsim.players.strategies.bidding import executive_to_take
from rotwsim.players.strategies.passive_to_expert import EXPERT_FLAGS
from rotwsim.players.value.position_value import bonds_that_cost, cost_of_bonds, turns_left
from rotwsim.players.value.rail_baron_objectives import guessed_baron, rail_spending
from rotwsim.players.value.rank_actions import rank_actions
from rotwsim.players.value.records import CANDIDATE, OUTLOOK
from rotwsim.players.value.rivals import haste
from rotwsim.players.value.weights import (
    BOND_POINTS,
    FEW_LINKS,
    GUESSED_BARONS,
    MONEY_GOALS,
    PATIENCE,
)
from rotwsim.runner.play import play, rules_of
from rotwsim.scenario.scenario import Scenario

from ..core.seats import Party
from .asking import choose_action_in_multiplayer, choose_in_multiplayer
from .test_players_rivals import Midgame

OLD_EXPERT = "experiments/players/expert_077c012.py"


# Bids


@pytest.fixture(scope="module")
def whole_order() -> Midgame:
    return Midgame("4*expert", codes.DECIDE_BID, bidding="whole_order")


@pytest.mark.parametrize("due", [0, 5, 20])
def test_M14_no_bid_is_above_the_worth_of_the_place_whatever_is_due_already(whole_order, due):
    state, seat = whole_order.state, int(whole_order.state.seat)
    state.note_bid_turn[seat] = state.turn
    state.note_place[seat, :4] = (0.0, 2.0, 4.0, 6.0)
    state.note_price[seat] = 2.5  # points of a bond: half a point for $1
    state.bid[seat] = due
    highest = 0
    for bid in range(due + 1, 60):
        state.choices[1] = bid
        if choose_in_multiplayer(state, whole_order.rules) == 1:
            highest = bid
    assert highest <= 12


def test_a_dollar_is_worth_more_the_longer_it_works():
    prices = [price_in(turn_markers) for turn_markers in (0, 7, 13)]
    assert prices[0] > prices[1] > prices[2]
    assert prices[0] / 5 == pytest.approx(1.1, abs=0.25)


def price_in(markers: int) -> float:
    """Points of a bond that a bidder counts with, with so many Empty City Markers placed."""
    party = Midgame("4*expert", codes.DECIDE_BID, far_in=0)
    party.state.markers = markers
    party.lost_by_the_last_place()
    return float(party.state.note_price[party.state.seat])


# Executives


@pytest.mark.parametrize("seats", ["4*expert", "4*club"])
def test_B45_an_open_executive_is_taken_before_anything_else(seats):
    party = Midgame(seats)
    party.show(codes.EXECUTIVE)
    kind, place, *_ = choose_action_in_multiplayer(party.state, party.rules)
    assert (kind, place) == (codes.TAKE_CARD, 0)


def test_who_bids_for_an_executive_takes_it():
    """The bid counts an Executive just where the action takes it."""
    party = Midgame("4*expert", codes.DECIDE_BID)
    worth = []
    for executives in (0, 1):
        party.show(codes.EXECUTIVE, executives)
        worth.append(party.lost_by_the_last_place())
        place = executive_to_take(party.state, party.rules[0], EXPERT_FLAGS)
        assert place == executives - 1
    assert worth[0] < worth[1]


# A second network


def test_B11_a_seat_that_is_walled_in_weighs_links_anywhere():
    party = Midgame("4*expert")
    state, rules, seat = party.state, party.rules[0], int(party.state.seat)
    rules.weights[FEW_LINKS] = 0
    assert links_apart(state, rules, seat) == 0
    rules.weights[FEW_LINKS] = 1000  # whatever the network offers is too little
    assert links_apart(state, rules, seat) > 0


def links_apart(state, rules, seat: int) -> int:
    """Links among the ranked actions that touch no city of the seat's network."""
    ranking = np.zeros(200, CANDIDATE)
    rank_actions(state, rules, seat, EXPERT_FLAGS, ranking)
    served = {
        city
        for city in range(int(rules.cities))
        if seat in state.spoke_owner[city, : state.spokes[city]].tolist()
    }
    builds = [row["action"][1:3].tolist() for row in ranking if row["action"][0] == codes.BUILD]
    return sum(not served & set(ends) for ends in builds)


# Track and last actions


def test_M17_experts_lay_no_track_that_is_removed_again():
    scenario = Scenario.of("eastern-us", seats=["4*expert"])
    for game in range(10):
        log = play(scenario, seed=11, game=game, log=True).log
        assert not (log[:, 1] == TRACK_REMOVED).any()


@pytest.mark.parametrize("kind", [codes.CITY_GROWTH, codes.NEW_INDUSTRY])
def test_the_very_last_action_takes_no_card_that_helps_only_others(kind):
    party = Midgame("4*expert", far_in=200)
    state = party.state
    state.last_turn, state.rounds_left, state.actions_left = 1, 0, 1
    party.show(kind)
    assert choose_action_in_multiplayer(state, party.rules)[0] != codes.TAKE_CARD


# Clock and money


@pytest.mark.parametrize(
    ("cash", "turns", "avoidable"), [(0, 6, 2), (6, 6, 1), (10, 6, 0), (0, 1, 0)]
)
def test_B2_a_bond_costs_more_where_the_next_income_would_do(cash, turns, avoidable):
    rules = Midgame("4*expert", far_in=0).rules[0]
    outlook = np.zeros(1, OUTLOOK)[0]
    outlook.cash, outlook.turns, outlook.score, outlook.bonds = cash, turns, 12, 4  # $14 less $4
    assert haste(rules, outlook, 10) == rules.weights[PATIENCE] * avoidable


def test_B3_each_further_bond_costs_more():
    rules = Midgame("4*expert", far_in=0).rules[0]
    costs = [cost_of_bonds(rules, float(bonds)) for bonds in range(20)]
    assert (np.diff(costs, 2) > 0).all()
    assert bonds_that_cost(rules, costs[12]) == pytest.approx(12)


@pytest.mark.parametrize(("markers", "turns"), [(0, 12.6), (7, 4.4), (9, 3.4)])
def test_the_turns_left_are_those_that_games_of_experts_last(markers, turns):
    party = Midgame("4*expert", far_in=0)
    party.state.markers = markers
    assert turns_left(party.state, party.rules[0]) == pytest.approx(turns, abs=1.1)


# Rail Barons


def test_M6_a_rail_baron_is_guessed_from_links_at_its_city():
    party = Party(seats=3)
    state, rules = party.state, party.rules
    baron = rules.rail_goal[: rules.rail_barons].tolist().index(codes.GOAL_LINKS_AT)
    city = party.names[rules.rail_city[baron, 0]]
    rules.weights[GUESSED_BARONS] = 0.5
    assert guessed_baron(state, rules, 1) == codes.NOBODY
    near = np.argsort(rules.city_distance[party.city(city), : rules.cities], kind="stable")
    first, second = [party.names[place] for place in near if party.names[place] != city][:2]
    party.link(1, first, city, second)  # two of the four Links that are paid for
    assert guessed_baron(state, rules, 1) == baron
    assert guessed_baron(state, rules, 2) == codes.NOBODY


@pytest.mark.parametrize("goal", [codes.GOAL_MOST_MONEY, codes.GOAL_FEWEST_BONDS])
def test_spending_puts_the_points_of_a_rail_baron_for_money_at_risk(goal):
    party = Midgame("4*expert")
    state, rules, seat = party.state, party.rules[0], int(party.state.seat)
    goals = rules.rail_goal[: rules.rail_barons].tolist()
    state.kept[seat] = goals.index(goal)
    state.cash[:4], state.bonds[:4] = 10, 10
    outlooks = np.zeros(1, OUTLOOK)
    outlooks[0]["seat"], outlooks[0]["turns"] = seat, 2
    assert rules.weights[MONEY_GOALS] > 0
    assert rail_spending(state, rules, outlooks[0], 15) > 0.0


# The expert before


def test_the_expert_kept_to_judge_by_has_its_own_weights_and_points():
    rules = rules_of(Scenario.of("eastern-us", seats=["expert", f"3*{OLD_EXPERT}"]))
    assert rules[0].seat_judgement[:4].tolist() == [0, 1, 1, 1]
    assert not np.array_equal(rules[0].learned, rules[1].learned)
    assert rules[1].weights[BOND_POINTS] == 1.5 and rules[1].weights[FEW_LINKS] == 0.0


@pytest.mark.slow  # compiles a player from a file
def test_the_expert_kept_to_judge_by_plays_as_at_077c012():
    played = play(Scenario.of("eastern-us", seats=[f"4*{OLD_EXPERT}"]), seed=77)
    assert played.outcome["score"][:4] == [70, 78, 83, 93]
