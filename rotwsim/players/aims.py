"""Aims beyond deliveries: Major Lines, and steps towards the goals of Duel Barons."""

import numpy as np

from rotwsim.core.barons import goal_reached
from rotwsim.core.codes import (
    BLACK,
    BLUE,
    COLOURS,
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
    GREY,
    NOBODY,
    PURPLE,
    RED,
    SOLO,
    YELLOW,
)
from rotwsim.core.jit import kernel, step
from rotwsim.core.lines import is_open_line
from rotwsim.players.bans import WITHOUT_BARONS, WITHOUT_LINES, is_banned
from rotwsim.players.weights import GOAL_SHARE, LINE_SHARE

LINE_REACH = 60  # money: a Major Line that lies farther off is not counted on


@step
def measure_lines(state, rules, gaps):
    """gaps[line, end]: the money from the part of the network at one end of a Major Line to its
    other end; of the lines between two cities that are open.
    """
    for line in range(rules.lines):
        for end in range(2):
            gaps[line, end] = 0
            if rules.line_cities[line] == 2 and is_open_line(state, rules, line):
                goal = rules.line_city[line, 1 - end]
                part = state.own_group[SOLO, rules.line_city[line, end]]
                gaps[line, end] = rules.city_distance[rules.line_city[line, end], goal]
                for city in range(rules.cities):
                    if state.own_group[SOLO, city] == part:
                        gaps[line, end] = min(gaps[line, end], rules.city_distance[city, goal])


@step
def line_gain(state, rules, gaps, here, there):
    """Points of the Major Lines that a Link between two cities would complete, and a share of
    those it brings nearer.
    """
    if is_banned(rules, WITHOUT_LINES):
        return 0.0
    gain = 0.0
    group = state.own_group[SOLO]
    for line in range(rules.lines):
        if is_open_line(state, rules, line):
            complete = True
            for stop in range(rules.line_cities[line]):
                part = group[rules.line_city[line, stop]]
                if part != group[here] and part != group[there]:
                    complete = False
            if complete:
                gain += rules.line_points[line] + step_worth(state, rules, GOAL_MAJOR_LINES, 1)
            else:
                nearer = max(
                    approach(state, rules, gaps, line, here, there),
                    approach(state, rules, gaps, line, there, here),
                )
                share = rules.weights[LINE_SHARE] * nearer / LINE_REACH
                gain += rules.line_points[line] * share
    return gain


@kernel
def approach(state, rules, gaps, line, near, far):
    """Money by which a Link from the part at one end of a line brings its other end nearer."""
    closer = 0
    for end in range(2):
        if gaps[line, end] > 0 and gaps[line, end] < LINE_REACH:
            at_end = state.own_group[SOLO, rules.line_city[line, end]]
            if state.own_group[SOLO, near] == at_end:
                goal = rules.line_city[line, 1 - end]
                closer = max(closer, gaps[line, end] - rules.city_distance[far, goal])
    return closer


@kernel
def step_worth(state, rules, goal, steps):
    """Points credited for steps towards an unclaimed Baron's goal: a share of what the next tier
    adds.
    """
    if is_banned(rules, WITHOUT_BARONS):
        return 0.0
    worth = 0.0
    for place in range(state.barons):
        baron = state.baron_row[place]
        if state.baron_owner[place] != NOBODY or rules.baron_goal[baron] != goal:
            continue
        reached = goal_reached(state, rules, SOLO, goal)
        have = 0
        for tier in range(rules.baron_tiers[baron]):
            needed = rules.baron_tier[baron, tier] - reached
            points = rules.baron_points[baron, tier]
            if needed <= 0:
                have = points
                continue
            if steps >= needed:
                worth += points - have
                have = points
            else:
                worth += rules.weights[GOAL_SHARE] * (points - have) * steps / needed
                return worth
    return worth


@step
def engine_aim(state, rules):
    return step_worth(state, rules, GOAL_ENGINE, 1) if state.barons > 0 else 0.0


@step
def hotel_aim(state, rules):
    return step_worth(state, rules, GOAL_HOTELS, 1) if state.barons > 0 else 0.0


@step
def delivery_aims(state, rules, colour, links):
    """Steps of a delivery over so many Links: its length, and the colour that lags behind."""
    if state.barons == 0:
        return 0.0
    delivered = state.delivered[SOLO]
    worth = 0.0
    if links > state.longest[SOLO]:
        worth += step_worth(state, rules, GOAL_LONG_DELIVERY, links - state.longest[SOLO])
    if colour == PURPLE or colour == BLACK:
        if delivered[colour] <= delivered[PURPLE + BLACK - colour]:
            worth += step_worth(state, rules, GOAL_PURPLE_BLACK, 1)
    if colour == BLUE or colour == YELLOW:
        if delivered[colour] <= delivered[BLUE + YELLOW - colour]:
            worth += step_worth(state, rules, GOAL_BLUE_YELLOW, 1)
    fewest, lagging = 1 << 20, 0
    for other in range(COLOURS):
        if delivered[other] < fewest:
            fewest, lagging = delivered[other], 0
        if delivered[other] == fewest:
            lagging += 1
    if delivered[colour] == fewest:
        worth += step_worth(state, rules, GOAL_EACH_COLOUR, 1) / lagging
    return worth


@step
def link_aims(state, rules, here, there):
    """Steps of a Link between two cities."""
    if state.barons == 0:
        return 0.0
    worth = 0.0
    if state.colour[here] == PURPLE or state.colour[there] == PURPLE:
        worth += step_worth(state, rules, GOAL_PURPLE_LINKS, 1)
    if state.own_group[SOLO, here] == state.own_group[SOLO, there]:
        if are_linked(state, here, there):
            worth += step_worth(state, rules, GOAL_DOUBLE_LINK, 1)
        return worth
    counts = np.zeros((2, COLOURS + 1), np.int64)
    count_part(state, rules, here, counts[0])
    count_part(state, rules, there, counts[1])
    coloured = 0
    pairs = 0
    for colour in range(COLOURS):
        coloured += counts[0, colour] + counts[1, colour]
        if counts[0, colour] == 1 and counts[1, colour] == 1:
            pairs += 1
    if counts[0, RED] + counts[1, RED] >= 2 and counts[0, RED] < 2 and counts[1, RED] < 2:
        worth += step_worth(state, rules, GOAL_RED_CITIES, 1)
    if pairs > 0:
        worth += step_worth(state, rules, GOAL_SAME_COLOUR_PAIRS, pairs)
    more = coloured - goal_reached(state, rules, SOLO, GOAL_COLOURED_CITIES)
    if more > 0:
        worth += step_worth(state, rules, GOAL_COLOURED_CITIES, more)
    return worth


@kernel
def count_part(state, rules, city, counts):
    """Cities of each colour in the player's part of the network that holds a city."""
    for member in range(rules.cities):
        if state.own_group[SOLO, member] == state.own_group[SOLO, city]:
            if state.colour[member] != GREY:
                counts[state.colour[member]] += 1


@step
def are_linked(state, here, there):
    """Whether one of the player's Links joins two cities."""
    for spoke in range(state.spokes[here]):
        if state.spoke_city[here, spoke] == there and state.spoke_owner[here, spoke] == SOLO:
            return True
    return False


@step
def wants_double_link(state, rules):
    """Whether a second Link between two joined cities would please an unclaimed Baron."""
    for place in range(state.barons):
        goal = rules.baron_goal[state.baron_row[place]]
        if state.baron_owner[place] == NOBODY and (
            goal == GOAL_DOUBLE_LINK or goal == GOAL_PURPLE_LINKS
        ):
            return True
    return False
