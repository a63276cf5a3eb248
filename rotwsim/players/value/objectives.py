"""Aims beyond deliveries: Major Lines, and steps towards the goals of Duel Barons."""

import numpy as np

from rotwsim.core.jit.decorators import kernel, stack_array
from rotwsim.core.rules.duel_barons import goal_reached
from rotwsim.core.rules.lines import is_open_line
from rotwsim.core.state.codes import (
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
    YELLOW,
)
from rotwsim.players.action import WITHOUT_BARONS, WITHOUT_LINES, is_banned
from rotwsim.players.value.rail_baron_objectives import (
    is_duel_goal,
    kept_goal,
    rail_engine,
    rail_link,
    rail_step,
)
from rotwsim.players.value.weights import GOAL_SHARE, LINE_SHARE

new_counts = stack_array((2, COLOURS), np.int64, zeros=True)
LINE_REACH = 60  # money: a Major Line that is farther off is not counted on
RACE_SHARE = 0.4  # of the points of a Major Line that another seat is nearer to


@kernel
def measure_lines(state, rules, outlook, search):
    """Lists the open Major Lines. gaps[line, end]: the money from the part of the network at one
    end of a line between two cities to its other end.
    """
    search.open_lines = 0
    for line in range(rules.lines):
        if not is_open_line(state, rules, line):
            continue
        search.open_line[search.open_lines] = line
        search.open_lines += 1
        for end in range(2):
            search.gaps[line, end] = 0
            if rules.line_cities[line] == 2:
                search.gaps[line, end] = gap_from(state, rules, outlook.seat, line, end)
        search.hope[line] = 1.0
        if outlook.table and rules.line_cities[line] == 2:
            if is_behind(state, rules, outlook, line, search.gaps[line]):
                search.hope[line] = RACE_SHARE


@kernel
def is_behind(state, rules, outlook, line, gaps):
    """Whether another seat is nearer to a line."""
    own = min(gaps[0], gaps[1])
    for other in range(rules.seats):
        if other != outlook.seat:
            for end in range(2):
                if gap_from(state, rules, other, line, end) < own:
                    return True
    return False


@kernel
def gap_from(state, rules, seat, line, end):
    """The money from the part of a seat's network at one end of a line to its other end."""
    group = state.own_group[seat]
    start, goal = rules.line_city[line, end], rules.line_city[line, 1 - end]
    gap = rules.city_distance[start, goal]
    for city in range(rules.cities):
        if group[city] == group[start]:
            gap = min(gap, rules.city_distance[city, goal])
    return gap


@kernel
def line_gain(state, rules, outlook, search, here, there):
    """Points of the Major Lines that a Link between two cities would complete, and a share of
    those it brings nearer.
    """
    if is_banned(rules, WITHOUT_LINES):
        return 0.0
    gain = 0.0
    group = state.own_group[outlook.seat]
    for place in range(search.open_lines):
        line = search.open_line[place]
        if completes_line(rules, group, line, here, there):
            aim = step_worth(state, rules, outlook, GOAL_MAJOR_LINES, 1)
            gain += rules.line_points[line] + aim
        elif not is_very_last(outlook):
            from_here = approach(rules, group, search.gaps[line], line, here, there)
            from_there = approach(rules, group, search.gaps[line], line, there, here)
            share = rules.weights[LINE_SHARE] * max(from_here, from_there) / LINE_REACH
            gain += rules.line_points[line] * share * search.hope[line]
    return gain


@kernel
def completes_line(rules, group, line, here, there):
    """Whether all cities of a line lie in the parts of the network that a Link would join."""
    for stop in range(rules.line_cities[line]):
        part = group[rules.line_city[line, stop]]
        if part != group[here] and part != group[there]:
            return False
    return True


@kernel
def approach(rules, group, gap, line, near, far):
    """Money by which a Link from the part at one end of a line brings its other end nearer."""
    closer = 0
    for end in range(2):
        if gap[end] > 0 and gap[end] < LINE_REACH:
            if group[near] == group[rules.line_city[line, end]]:
                goal = rules.line_city[line, 1 - end]
                closer = max(closer, gap[end] - rules.city_distance[far, goal])
    return closer


@kernel
def step_worth(state, rules, outlook, goal, steps):
    """Points credited for steps towards an unclaimed Baron's goal: a share of what the next tier
    adds.
    """
    if is_banned(rules, WITHOUT_BARONS):
        return 0.0
    if outlook.table:
        return rail_step(state, rules, outlook.seat, goal, steps)
    worth = 0.0
    for place in range(state.barons):
        baron = state.baron_row[place]
        if state.baron_owner[place] == NOBODY and rules.baron_goal[baron] == goal:
            reached = goal_reached(state, rules, outlook.seat, goal)
            share = 0.0 if is_very_last(outlook) else rules.weights[GOAL_SHARE]
            worth += tier_steps(rules, baron, reached, steps, share)
    return worth


@kernel
def is_very_last(outlook):
    """Whether nothing begun can be finished later, as learned judgement sees."""
    return outlook.learned and outlook.actions == 1


@kernel
def tier_steps(rules, baron, reached, steps, share):
    """Points of the tiers that steps reach, and a share of the one they bring nearer."""
    worth = 0.0
    have = 0
    for tier in range(rules.baron_tiers[baron]):
        needed = rules.baron_tier[baron, tier] - reached
        points = rules.baron_points[baron, tier]
        if needed > steps:
            return worth + share * (points - have) * steps / needed
        if needed > 0:
            worth += points - have
        have = points
    return worth


@kernel
def engine_aim(state, rules, outlook):
    if outlook.table and not has_duel_goal(state, rules, outlook):
        return rail_engine(state, rules, outlook.seat)
    return step_worth(state, rules, outlook, GOAL_ENGINE, 1)


@kernel
def has_duel_goal(state, rules, outlook):
    """Whether there is a goal of the Duel Barons to aim for."""
    if outlook.table:
        return is_duel_goal(kept_goal(state, rules, outlook.seat))
    return state.barons > 0


@kernel
def hotel_aim(state, rules, outlook):
    return step_worth(state, rules, outlook, GOAL_HOTELS, 1)


@kernel
def delivery_aims(state, rules, outlook, colour, links):
    """Steps of a delivery over these Links: its length, and the colour that lags behind."""
    if not has_duel_goal(state, rules, outlook):
        return 0.0
    delivered = state.delivered[outlook.seat]
    worth = 0.0
    longer = links - state.longest[outlook.seat]
    if longer > 0:
        worth += step_worth(state, rules, outlook, GOAL_LONG_DELIVERY, longer)
    if colour == PURPLE or colour == BLACK:
        if delivered[colour] <= delivered[PURPLE + BLACK - colour]:
            worth += step_worth(state, rules, outlook, GOAL_PURPLE_BLACK, 1)
    if colour == BLUE or colour == YELLOW:
        if delivered[colour] <= delivered[BLUE + YELLOW - colour]:
            worth += step_worth(state, rules, outlook, GOAL_BLUE_YELLOW, 1)
    fewest, lagging = 1 << 20, 0
    for other in range(COLOURS):
        if delivered[other] < fewest:
            fewest, lagging = delivered[other], 0
        if delivered[other] == fewest:
            lagging += 1
    if delivered[colour] == fewest:
        worth += step_worth(state, rules, outlook, GOAL_EACH_COLOUR, 1) / lagging
    return worth


@kernel
def link_aims(state, rules, outlook, here, there):
    """Steps of a Link between two cities."""
    if not has_duel_goal(state, rules, outlook):
        return rail_link(state, rules, outlook.seat, here, there) if outlook.table else 0.0
    worth = 0.0
    if state.colour[here] == PURPLE or state.colour[there] == PURPLE:
        worth += step_worth(state, rules, outlook, GOAL_PURPLE_LINKS, 1)
    group = state.own_group[outlook.seat]
    if group[here] == group[there]:
        if are_linked(state, outlook, here, there):
            worth += step_worth(state, rules, outlook, GOAL_DOUBLE_LINK, 1)
        return worth
    counts = new_counts()
    count_part(state, rules, outlook, here, counts[0])
    count_part(state, rules, outlook, there, counts[1])
    if counts[0, RED] + counts[1, RED] >= 2 and counts[0, RED] < 2 and counts[1, RED] < 2:
        worth += step_worth(state, rules, outlook, GOAL_RED_CITIES, 1)
    pairs = 0
    for colour in range(COLOURS):
        if counts[0, colour] == 1 and counts[1, colour] == 1:
            pairs += 1
    if pairs > 0:
        worth += step_worth(state, rules, outlook, GOAL_SAME_COLOUR_PAIRS, pairs)
    more = counts.sum() - goal_reached(state, rules, outlook.seat, GOAL_COLOURED_CITIES)
    if more > 0:
        worth += step_worth(state, rules, outlook, GOAL_COLOURED_CITIES, more)
    return worth


@kernel
def count_part(state, rules, outlook, city, counts):
    """Cities of each colour in the player's part of the network that holds a city."""
    group = state.own_group[outlook.seat]
    for member in range(rules.cities):
        if group[member] == group[city]:
            if state.colour[member] != GREY:
                counts[state.colour[member]] += 1


@kernel
def are_linked(state, outlook, here, there):
    """Whether one of the player's Links joins two cities."""
    for spoke in range(state.spokes[here]):
        owner = state.spoke_owner[here, spoke]
        if state.spoke_city[here, spoke] == there and owner == outlook.seat:
            return True
    return False


@kernel
def wants_double_link(state, rules):
    """Whether a second Link between two joined cities would please an unclaimed Baron."""
    for place in range(state.barons):
        goal = rules.baron_goal[state.baron_row[place]]
        if state.baron_owner[place] == NOBODY and (
            goal == GOAL_DOUBLE_LINK or goal == GOAL_PURPLE_LINKS
        ):
            return True
    return False
