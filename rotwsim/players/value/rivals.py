"""The other seats of a table in the judgement of an action: cubes they may take first, points they
gain, races with them; in solo there are none.
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.money_engine_insurance import bonds_needed, income_at, upgrade_price
from rotwsim.core.state.codes import START, START_DELIVERY, START_ENGINE
from rotwsim.core.track.links import is_joined
from rotwsim.players.learned import features as at
from rotwsim.players.value.position_value import next_marker_ends
from rotwsim.players.value.rail_baron_objectives import strongest_other
from rotwsim.players.value.weights import CONTEST, PATIENCE, RIVAL_POINT

OWNERS = 256  # bit sets of owners, the Railbot included
SEATS_IN = np.array([bin(owners).count("1") for owners in range(OWNERS)])
A_LEAD = 10.0  # points
TEN = 10.0  # money
OPENING_LINKS = 3
# Points that a seat makes in a turn with each level of its engine, as counted in games of experts.
POINTS_A_LEVEL = 1.5
LAST_TURNS = 2  # still to be played when the last marker is placed, this one included (M40)


@kernel
def share_cities(state, rules, outlook, survey):
    """The rivals of every city, and the share of its cubes that can be counted on."""
    for city in range(rules.cities):
        survey.rivals[city] = 0
        survey.share[city] = 1.0
        if outlook.multiplayer:
            survey.rivals[city] = rivals_at(state, outlook.seat, city)
            survey.share[city] = 1.0 / (1.0 + rules.weights[CONTEST] * survey.rivals[city])


@kernel
def rivals_at(state, seat, city):
    """Other seats with a Link at a city."""
    owners = 0
    for spoke in range(state.spokes[city]):
        if state.spoke_owner[city, spoke] != seat:
            owners |= 1 << state.spoke_owner[city, spoke]
    return SEATS_IN[owners]


@kernel
def multiplayer_delivery(state, rules, outlook, survey, city, colour):
    """Points for Start cards less what others gain; others also lose the turns that it ends."""
    goal, foreign = survey.goal[city, colour], survey.foreign[city, colour]
    start = start_points(state, rules, START_DELIVERY, survey.own[city, colour] + foreign)
    given = foreign + hotels_of_others(state, rules, outlook, goal)
    is_last = 1.0 if state.cubes[city] == 1 else 0.0
    is_end = is_last if next_marker_ends(state, rules) else 0.0
    bonus = start - a_rivals_point(rules) * given
    if is_end > 0.0:
        bonus += a_rivals_point(rules) * points_cut_off(state, rules, outlook)
    if outlook.learned:
        values, lead = survey.features, lead_of(state, rules, outlook.seat) / A_LEAD
        values[at.DELIVER_RIVALS] = survey.rivals[city]
        values[at.DELIVER_RIVALS_T] = survey.rivals[city] * outlook.time
        values[at.DELIVER_GIVEN] = given
        values[at.DELIVER_LAST_LEAD] = is_last * lead
        values[at.DELIVER_ENDS_LEAD] = is_end * lead
        values[at.DELIVER_START] = start
        values[at.DELIVER_FLOW] = flow_of(rules, outlook)
        bonus += rivals_correction(rules, outlook, survey, at.DELIVER_RIVALS, at.DELIVER_RIVALS_END)
    return bonus


@kernel
def a_rivals_point(rules):
    """What a point costs that one of the other seats gains."""
    return rules.weights[RIVAL_POINT] / (rules.seats - 1)


@kernel
def start_points(state, rules, goal, reached):
    """B47: points of the open Start cards that these Links, or such an engine, fulfil."""
    points = 0
    for place in range(state.display_count):
        card = state.display[place]
        if rules.operation_kind[card] == START and rules.operation_goal[card] == goal:
            if reached >= rules.operation_level[card]:
                points += rules.operation_points[card]
    return points


@kernel
def hotels_of_others(state, rules, outlook, city):
    hotels = 0
    for other in range(rules.seats):
        if other != outlook.seat:
            hotels += state.hotel[other, city]
    return hotels


@kernel
def points_cut_off(state, rules, outlook):
    """What all other seats would make in the turns that an end now takes from them."""
    levels = 0
    for other in range(rules.seats):
        if other != outlook.seat:
            levels += state.engine[other]
    return POINTS_A_LEVEL * levels * max(0, outlook.turns - LAST_TURNS)


@kernel
def lead_of(state, rules, seat):
    """Points, less bonds, beyond those of the best other seat."""
    best = -(1 << 20)
    for other in range(rules.seats):
        if other != seat:
            best = max(best, state.score[other] - state.bonds[other])
    return state.score[seat] - state.bonds[seat] - best


@kernel
def rivals_correction(rules, outlook, survey, first, last):
    """Points that were learned for the features of multiplayer."""
    survey.rivals_first, survey.rivals_last = first, last
    total = 0.0
    for feature in range(first, last):
        total += rules.learned[outlook.phase, feature] * survey.features[feature]
    return total


@kernel
def flow_of(rules, outlook):
    """Work out income less interest, in tens."""
    owed = outlook.bonds * rules.bond_interest
    return (income_at(rules, outlook.score) - owed) / TEN


@kernel
def multiplayer_upgrade(state, rules, outlook, survey, goal):
    """Points for Start cards; `goal`: those credited for the own Rail Baron, counted already."""
    start = float(start_points(state, rules, START_ENGINE, outlook.level + 1))
    if not outlook.learned:
        return start
    strongest = strongest_other(state, rules, outlook.seat)
    survey.features[at.UPGRADE_BEHIND] = strongest - outlook.level
    survey.features[at.UPGRADE_START] = start
    survey.features[at.UPGRADE_GOAL] = goal
    flow = flow_of(rules, outlook)
    needed = bonds_needed(state, rules, outlook.seat, upgrade_price(state, rules, outlook.seat))
    survey.features[at.UPGRADE_FLOW] = flow
    survey.features[at.UPGRADE_BONDS_FLOW] = needed * flow
    return start + rivals_correction(
        rules, outlook, survey, at.UPGRADE_BEHIND, at.UPGRADE_BEHIND_END
    )


@kernel
def haste(rules, outlook, price):
    """Points lost by paying now with bonds what the next income would pay."""
    missing = price - outlook.cash
    if missing <= 0 or outlook.turns < 2:
        return 0.0
    gained = income_at(rules, outlook.score) - outlook.bonds * rules.bond_interest
    pays = rules.bond_pays
    later = (max(0, missing - max(0, gained)) + pays - 1) // pays
    return rules.weights[PATIENCE] * ((missing + pays - 1) // pays - later)


@kernel
def multiplayer_link(state, rules, outlook, survey, link, goal):
    """What was learned about a Link where other seats are."""
    contested = 0
    for city in (link.near, link.far):
        if not survey.served[city]:
            contested += state.cubes[city] * survey.rivals[city]
    values = survey.features
    values[at.BUILD_RIVALS_NEAR] = survey.rivals[link.near]
    values[at.BUILD_RIVALS_FAR] = survey.rivals[link.far]
    values[at.BUILD_RIVALS_FAR_T] = survey.rivals[link.far] * outlook.time
    values[at.BUILD_CONTESTED] = contested
    values[at.BUILD_BESIDE] = (
        1.0 if is_joined(state, link.near, link.far, outlook.seat, False) else 0.0
    )
    values[at.BUILD_GOAL] = goal
    flow = flow_of(rules, outlook)
    values[at.BUILD_FLOW] = flow
    values[at.BUILD_BONDS_FLOW] = flow * bonds_needed(state, rules, outlook.seat, link.price)
    rivals = survey.rivals[link.near] + survey.rivals[link.far]
    values[at.BUILD_FREE] = 1.0 if rivals == 0 and outlook.links < OPENING_LINKS else 0.0
    is_apart = outlook.links > 0 and not (survey.served[link.near] or survey.served[link.far])
    values[at.BUILD_APART] = 1.0 if is_apart else 0.0
    values[at.BUILD_APART_T] = outlook.time if is_apart else 0.0
    return rivals_correction(rules, outlook, survey, at.BUILD_RIVALS_NEAR, at.BUILD_RIVALS_END)


@kernel
def multiplayer_new_city(rules, outlook, survey, city):
    survey.features[at.URBANIZE_RIVALS] = survey.rivals[city]
    survey.features[at.URBANIZE_FLOW] = flow_of(rules, outlook)
    return rivals_correction(rules, outlook, survey, at.URBANIZE_RIVALS, at.URBANIZE_RIVALS_END)


@kernel
def multiplayer_card(state, rules, outlook, survey):
    """What was learned about cards, which the next to act may take."""
    before = rules.seats - 1 if state.rounds_left > 0 else 0
    survey.features[at.CARD_WANTED] = before
    survey.features[at.CARD_LEAD] = lead_of(state, rules, outlook.seat) / A_LEAD
    survey.features[at.CARD_FLOW] = flow_of(rules, outlook)
    return rivals_correction(rules, outlook, survey, at.CARD_WANTED, at.CARD_WANTED_END)
