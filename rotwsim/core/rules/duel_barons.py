"""Duel Barons: their goals, claims and Opponent Effects (D1 to D21)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.engine import engine_level
from rotwsim.core.rules.scoring import score_points
from rotwsim.core.state.codes import (
    BLACK,
    BLUE,
    COLOURS,
    DECIDE_CLAIM,
    EFFECT_BLACK_PURPLE_LESS,
    EFFECT_BLUE_YELLOW_LESS,
    EFFECT_DEAR_INSURANCE,
    EFFECT_ENGINE_LOWER,
    EFFECT_NO_HOTELS,
    EFFECT_NO_PURPLE_CITIES,
    EFFECT_RED_LESS,
    FROM_BARONS,
    GOAL_BLUE_YELLOW,
    GOAL_COLOURED_CITIES,
    GOAL_DOUBLE_LINK,
    GOAL_EACH_COLOUR,
    GOAL_ENGINE,
    GOAL_HOTELS,
    GOAL_LONG_DELIVERY,
    GOAL_MAJOR_LINES,
    GOAL_PURPLE_BLACK,
    GOAL_PURPLE_LINKS,
    GOAL_RED_CITIES,
    GOAL_SAME_COLOUR_PAIRS,
    NOBODY,
    PURPLE,
    RAILBOT,
    RED,
    YELLOW,
)
from rotwsim.core.state.decisions import CLAIM_BARONS, add_choice, ask, enter
from rotwsim.core.state.log import BARON, note
from rotwsim.core.track.network import COLOURED, largest_group


@kernel
def may_claim_barons(state):
    """D1: at the start of the turn and after each action."""
    if state.barons > 0:
        enter(state, CLAIM_BARONS)


@kernel
def ask_for_claim(state, rules):
    """D1: any unclaimed Baron whose goal is met may be claimed, or none now."""
    if rules.one_baron_a_turn and state.barons_claimed > 0:
        return
    add_choice(state, -1)
    for place in range(state.barons):
        if is_claimable(state, rules, state.seat, place):
            add_choice(state, place)
    ask(state, DECIDE_CLAIM)


@kernel
def is_claimable(state, rules, seat, place):
    return state.baron_owner[place] == NOBODY and points_of_baron(state, rules, seat, place) > 0


@kernel
def claim_baron(state, rules, seat, place, log):
    """The Baron pays at the tier that holds now."""
    points = points_of_baron(state, rules, seat, place)
    state.baron_owner[place] = seat
    state.baron_turn[place] = state.turn
    state.baron_points[place] = points
    state.barons_claimed += 1
    note(log, state, BARON, state.baron_row[place], seat, points)
    score_points(state, seat, points, FROM_BARONS, log)


@kernel
def points_of_baron(state, rules, seat, place):
    """The points a Baron pays now: those of the highest tier reached, 0 if none is."""
    baron = state.baron_row[place]
    reached = goal_reached(state, rules, seat, rules.baron_goal[baron])
    points = 0
    for tier in range(rules.baron_tiers[baron]):
        if reached >= rules.baron_tier[baron, tier]:
            points = rules.baron_points[baron, tier]
    return points


@kernel
def goal_reached(state, rules, seat, goal):
    """How far the player is on a goal, in the unit of its tiers."""
    delivered = state.delivered[seat]
    if goal == GOAL_HOTELS:
        return hotels_owned(state, rules, seat)
    if goal == GOAL_ENGINE:
        return engine_level(state, seat)
    if goal == GOAL_LONG_DELIVERY:
        return state.longest[seat]
    if goal == GOAL_COLOURED_CITIES:
        return largest_group(state, rules, seat, COLOURED)  # D13
    if goal == GOAL_SAME_COLOUR_PAIRS:
        return colours_with_a_pair(state, rules, seat)
    if goal == GOAL_MAJOR_LINES:
        return lines_owned(state, rules, seat)
    if goal == GOAL_PURPLE_LINKS:
        return purple_links(state, rules, seat)
    if goal == GOAL_EACH_COLOUR:
        return min(
            min(delivered[RED], delivered[BLUE]),
            min(delivered[YELLOW], min(delivered[BLACK], delivered[PURPLE])),
        )
    if goal == GOAL_PURPLE_BLACK:
        return min(delivered[PURPLE], delivered[BLACK])
    if goal == GOAL_RED_CITIES:
        return largest_group(state, rules, seat, 1 << RED)
    if goal == GOAL_DOUBLE_LINK:
        return most_links_between_two(state, rules, seat)
    if goal == GOAL_BLUE_YELLOW:
        return min(delivered[BLUE], delivered[YELLOW])
    return 0


@kernel
def hotels_owned(state, rules, seat):
    hotels = 0
    for city in range(rules.cities):
        hotels += state.hotel[seat, city]
    return hotels


@kernel
def lines_owned(state, rules, seat):
    lines = 0
    for line in range(rules.lines):
        if state.line_owner[line] == seat:
            lines += 1
    return lines


@kernel
def colours_with_a_pair(state, rules, seat):
    """D14: colours of which two cities are connected by own Links."""
    colours = 0
    for colour in range(COLOURS):
        if largest_group(state, rules, seat, 1 << colour) >= 2:
            colours += 1
    return colours


@kernel
def purple_links(state, rules, seat):
    """D16: own Links with a purple city at an end; a Link counts once."""
    links = 0
    for link in range(state.links):
        if state.link_owner[link] == seat:
            first = state.colour[state.link_first[link]]
            if first == PURPLE or state.colour[state.link_second[link]] == PURPLE:
                links += 1
    return links


@kernel
def most_links_between_two(state, rules, seat):
    """D20: most own Links between the same two cities."""
    most = 0
    for city in range(rules.cities):
        for spoke in range(state.spokes[city]):
            same = 0
            for other in range(state.spokes[city]):
                if (
                    state.spoke_city[city, other] == state.spoke_city[city, spoke]
                    and state.spoke_owner[city, other] == seat
                ):
                    same += 1
            most = max(most, same)
    return most


@kernel
def give_baron(state, place, log):
    """S28: the Railbot has the Baron; its Opponent Effect follows."""
    state.baron_owner[place] = RAILBOT
    state.baron_turn[place] = state.turn
    note(log, state, BARON, state.baron_row[place], RAILBOT, 0)


@kernel
def lasting_effect(state, rules, place, effect):
    """The Opponent Effects that change the rest of the game; railbot has those that act at once."""
    less = rules.baron_less[state.baron_row[place]]
    if effect == EFFECT_ENGINE_LOWER:
        state.engine_lower = 1
    elif effect == EFFECT_NO_PURPLE_CITIES:
        state.new_cities[PURPLE] = 0
    elif effect == EFFECT_DEAR_INSURANCE:
        state.dear_insurance = 1
    elif effect == EFFECT_BLUE_YELLOW_LESS:
        state.colour_less[BLUE] += less
        state.colour_less[YELLOW] += less
    elif effect == EFFECT_RED_LESS:
        state.colour_less[RED] += less
    elif effect == EFFECT_NO_HOTELS:
        state.no_hotels = 1
    elif effect == EFFECT_BLACK_PURPLE_LESS:
        state.colour_less[BLACK] += less
        state.colour_less[PURPLE] += less
