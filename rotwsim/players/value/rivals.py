"""The other seats in the judgement of an action: cubes they may take first, points they gain, races
with them; in solo there are none.
"""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.money_engine_insurance import bonds_needed, income_at, upgrade_price
from rotwsim.core.state.codes import START, START_DELIVERY, START_ENGINE
from rotwsim.core.track.links import is_joined
from rotwsim.players.learned import features as at
from rotwsim.players.learned.corrections import rivals_correction
from rotwsim.players.value.position_value import next_marker_ends
from rotwsim.players.value.rail_baron_objectives import strongest_other
from rotwsim.players.value.weights import PATIENCE, RIVAL_POINT

A_LEAD = 10.0  # points
TEN = 10.0  # money
# Points that a seat makes in a turn with each level of its engine, as counted in games of experts.
POINTS_A_LEVEL = 1.5
LAST_TURNS = 2  # still to be played when the last marker is placed, this one included (M40)


@kernel
def multiplayer_delivery(state, rules, outlook, survey, city, colour):
    """Points for Start cards less what others gain; others also lose the turns that it ends."""
    values, seat, foreign = survey.features, outlook.seat, survey.foreign[city, colour]
    start = start_points(state, rules, START_DELIVERY, survey.own[city, colour] + foreign)
    given, levels = foreign, 0
    for other in range(rules.seats):
        if other != seat:
            given += state.hotel[other, survey.goal[city, colour]]
            levels += state.engine[other]
    is_last = 1.0 if state.cubes[city] == 1 else 0.0
    is_end = is_last if next_marker_ends(state, rules) else 0.0
    a_rivals_point = rules.weights[RIVAL_POINT] / (rules.seats - 1)
    bonus = start - a_rivals_point * given
    if is_end > 0.0:
        cut_off = POINTS_A_LEVEL * levels * max(0, outlook.turns - LAST_TURNS)
        bonus += a_rivals_point * cut_off
    if not outlook.learned:
        return bonus
    lead = lead_of(state, rules, seat) / A_LEAD
    values[at.DELIVER_RIVALS] = survey.rivals[city]
    values[at.DELIVER_RIVALS_T] = survey.rivals[city] * outlook.time
    values[at.DELIVER_GIVEN] = given
    values[at.DELIVER_LAST_LEAD] = is_last * lead
    values[at.DELIVER_ENDS_LEAD] = is_end * lead
    values[at.DELIVER_START] = start
    values[at.DELIVER_FLOW] = flow_of(rules, outlook)
    return bonus + rivals_correction(
        rules, outlook, survey, at.DELIVER_RIVALS, at.DELIVER_RIVALS_END
    )


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
def lead_of(state, rules, seat):
    """Points, less bonds, beyond those of the best other seat."""
    best = -(1 << 20)
    for other in range(rules.seats):
        if other != seat:
            best = max(best, state.score[other] - state.bonds[other])
    return state.score[seat] - state.bonds[seat] - best


@kernel
def flow_of(rules, outlook):
    """Work out income less interest, in tens."""
    return (income_at(rules, outlook.score) - outlook.bonds * rules.bond_interest) / TEN


@kernel
def multiplayer_upgrade(state, rules, outlook, survey, goal):
    """Points for Start cards; `goal`: those credited for the own Rail Baron, counted already."""
    start = float(start_points(state, rules, START_ENGINE, outlook.level + 1))
    if not outlook.learned:
        return start
    values, flow = survey.features, flow_of(rules, outlook)
    price = upgrade_price(state, rules, outlook.seat)
    values[at.UPGRADE_BEHIND] = strongest_other(state, rules, outlook.seat) - outlook.level
    values[at.UPGRADE_START] = start
    values[at.UPGRADE_GOAL] = goal
    values[at.UPGRADE_FLOW] = flow
    values[at.UPGRADE_BONDS_FLOW] = bonds_needed(state, rules, outlook.seat, price) * flow
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
    values, flow, seat = survey.features, flow_of(rules, outlook), outlook.seat
    near, far = survey.rivals[link.near], survey.rivals[link.far]
    contested, is_apart = 0, outlook.links > 0
    for city in (link.near, link.far):
        if not survey.served[city]:
            contested += state.cubes[city] * survey.rivals[city]
        else:
            is_apart = False
    is_free = near + far == 0 and outlook.links < at.OPENING_LINKS
    values[at.BUILD_RIVALS_NEAR] = near
    values[at.BUILD_RIVALS_FAR], values[at.BUILD_RIVALS_FAR_T] = far, far * outlook.time
    values[at.BUILD_CONTESTED] = contested
    values[at.BUILD_BESIDE] = 1.0 if is_joined(state, link.near, link.far, seat, False) else 0.0
    values[at.BUILD_GOAL] = goal
    values[at.BUILD_FLOW] = flow
    values[at.BUILD_BONDS_FLOW] = flow * bonds_needed(state, rules, seat, link.price)
    values[at.BUILD_FREE] = 1.0 if is_free else 0.0
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
    survey.features[at.CARD_WANTED] = rules.seats - 1 if state.rounds_left > 0 else 0
    survey.features[at.CARD_LEAD] = lead_of(state, rules, outlook.seat) / A_LEAD
    survey.features[at.CARD_FLOW] = flow_of(rules, outlook)
    return rivals_correction(rules, outlook, survey, at.CARD_WANTED, at.CARD_WANTED_END)
