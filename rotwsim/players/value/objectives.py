# Longer than most: every goal of a Baron, and the steps of each action towards it, side by side.
"""Aims beyond deliveries: Major Lines, and steps towards the goals of Duel Barons."""

import numpy as np

from rotwsim.core.jit.decorators import kernel, stack_array
from rotwsim.core.rules.duel_barons import baron_reached, cubes_delivered, goal_reached
from rotwsim.core.rules.operations_and_lines import is_open_line
from rotwsim.core.state import codes
from rotwsim.core.track.links import ALL_PLACES, ONE, bits_in, is_counted, is_joined
from rotwsim.players.action import WITHOUT_BARONS, WITHOUT_LINES, is_banned
from rotwsim.players.value.rail_baron_objectives import kept_goal, rail_link, rail_step
from rotwsim.players.value.weights import GOAL_SHARE, LINE_SHARE

new_counts = stack_array((2, codes.COLOURS + 1), np.int64, zeros=True)  # the last one grey
NO_GOAL = -1
PAIR = 2  # colours of a set in which a cube counts in full, whichever comes first
LINE_REACH = 60  # money: a Major Line that is farther off is not counted on
RACE_SHARE = 0.4  # of the points of a Major Line that another seat is nearer to


@kernel
def measure_lines(state, rules, outlook, search):
    """List the open Major Lines; gaps[line, end]: money from one end's part to the other end."""
    search.open_lines = 0
    for line in range(rules.lines):
        if not is_open_line(state, rules, line):
            continue
        search.open_line[search.open_lines] = line
        search.open_lines += 1
        gaps, search.hope[line] = search.gaps[line], 1.0
        gaps[0] = gaps[1] = 0
        if rules.line_cities[line] == 2:
            for end in range(2):
                gaps[end] = gap_from(state, rules, outlook.seat, line, end)
            own = min(gaps[0], gaps[1])
            if outlook.multiplayer and is_behind(state, rules, outlook, line, own):
                search.hope[line] = RACE_SHARE


@kernel
def is_behind(state, rules, outlook, line, own):
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
    """Count the points of lines that a Link completes, and a share of those it brings nearer."""
    if is_banned(rules, WITHOUT_LINES):
        return 0.0
    gain = 0.0
    group = state.own_group[outlook.seat]
    for place in range(search.open_lines):
        line = search.open_line[place]
        if completes_line(rules, group, line, here, there):
            aim = step_worth(state, rules, outlook, codes.GOAL_MAJOR_LINES)
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
def objectives(state, rules, outlook):
    """Count the goals to aim for that are goals of Duel Barons, in multiplayer of a Rail Baron."""
    if outlook.multiplayer:
        return 1 if 0 <= kept_goal(state, rules, outlook.seat) < codes.GOAL_MOST_MONEY else 0
    return state.barons


@kernel
def objective(state, rules, outlook, place):
    """Give goal, colours and cities of an objective; a Baron that is claimed has no goal."""
    if outlook.multiplayer:
        kept = state.kept[outlook.seat]
        return int(rules.rail_goal[kept]), int(rules.rail_colours[kept]), ALL_PLACES
    baron = state.baron_row[place]
    goal = rules.baron_goal[baron] if state.baron_owner[place] == codes.NOBODY else NO_GOAL
    return int(goal), int(rules.baron_colours[baron]), rules.baron_cities[baron]


@kernel
def credit(state, rules, outlook, place, steps):
    """Credit steps towards an objective with a share of what the next tier adds."""
    if steps <= 0 or is_banned(rules, WITHOUT_BARONS):
        return 0.0
    if outlook.multiplayer:
        return rail_step(state, rules, outlook.seat, steps)
    baron = state.baron_row[place]
    reached = baron_reached(state, rules, outlook.seat, baron)
    share = 0.0 if is_very_last(outlook) else rules.weights[GOAL_SHARE]
    return tier_steps(rules, baron, reached, steps, share)


@kernel
def step_worth(state, rules, outlook, goal):
    """Points credited for one step towards the goals that count this."""
    worth = 0.0
    for place in range(objectives(state, rules, outlook)):
        if objective(state, rules, outlook, place)[0] == goal:
            worth += credit(state, rules, outlook, place, 1)
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
def delivery_aims(state, rules, outlook, colour, links):
    """Points credited to a delivery over these Links: its length, and its colour."""
    worth = 0.0
    for place in range(objectives(state, rules, outlook)):
        goal, colours, _ = objective(state, rules, outlook, place)
        steps = delivery_steps(state, outlook.seat, goal, colours, colour, links)
        if steps > 0:
            step = credit(state, rules, outlook, place, steps)
            worth += step / sharing(state, outlook.seat, goal, colours)
    return worth


@kernel
def delivery_steps(state, seat, goal, colours, colour, links):
    """Steps towards a goal by a delivery of a cube of this colour."""
    if goal == codes.GOAL_LONG_DELIVERY:
        return links - state.longest[seat]
    if (colours >> colour) & 1 == 0:
        return 0
    if goal == codes.GOAL_DELIVERED:
        return 1
    if goal != codes.GOAL_SETS:
        return 0
    return 1 if state.delivered[seat, colour] == cubes_delivered(state, seat, goal, colours) else 0


@kernel
def sharing(state, seat, goal, colours):
    """Cubes that share the step to the next set: one of each colour that lags behind."""
    if goal != codes.GOAL_SETS or bits_in(colours) <= PAIR:
        return 1
    fewest, lagging = cubes_delivered(state, seat, goal, colours), 0
    for colour in range(codes.COLOURS):
        if (colours >> colour) & 1 and state.delivered[seat, colour] == fewest:
            lagging += 1
    return lagging


@kernel
def link_aims(state, rules, outlook, here, there):
    """Points credited to a Link between two cities."""
    worth, count = 0.0, objectives(state, rules, outlook)
    if outlook.multiplayer and count == 0:
        return rail_link(state, rules, outlook.seat, here, there)
    for place in range(count):
        goal, colours, cities = objective(state, rules, outlook, place)
        steps = link_steps(state, rules, outlook.seat, goal, colours, cities, here, there)
        worth += credit(state, rules, outlook, place, steps)
    return worth


@kernel
def link_steps(state, rules, seat, goal, colours, cities, here, there):
    """Steps towards a goal by a Link between two cities."""
    if goal == NO_GOAL:
        return 0
    if goal == codes.GOAL_LINKS:
        is_one = is_counted(state, here, colours, cities)
        return 1 if is_one or is_counted(state, there, colours, cities) else 0
    group = state.own_group[seat]
    if group[here] == group[there]:
        is_double = is_joined(state, here, there, seat, True)
        return 1 if goal == codes.GOAL_DOUBLE_LINK and is_double else 0
    if goal != codes.GOAL_CITIES and goal != codes.GOAL_PAIRS and goal != codes.GOAL_COLOURS:
        return 0
    counts = new_counts()
    for city in range(rules.cities):
        if (cities >> np.uint64(city)) & ONE == ONE:
            if group[city] == group[here]:
                counts[0, state.colour[city]] += 1
            elif group[city] == group[there]:
                counts[1, state.colour[city]] += 1
    joined, new_pairs, together = 0, 0, 0
    for colour in range(codes.COLOURS + 1):
        if (colours >> colour) & 1:
            count = counts[0, colour] + counts[1, colour]
            joined += count
            new_pairs += counts[0, colour] == 1 and counts[1, colour] == 1
            together += count > 0
    if goal == codes.GOAL_PAIRS:
        return new_pairs
    reached = goal_reached(state, rules, seat, goal, colours, cities)
    return (joined if goal == codes.GOAL_CITIES else together) - reached


@kernel
def wants_double_link(state, rules):
    """Whether a second Link between two joined cities would please an unclaimed Baron."""
    for place in range(state.barons):
        goal = rules.baron_goal[state.baron_row[place]]
        is_wanted = goal == codes.GOAL_DOUBLE_LINK or goal == codes.GOAL_LINKS
        if is_wanted and state.baron_owner[place] == codes.NOBODY:
            return True
    return False
