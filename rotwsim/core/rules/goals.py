"""How far a seat is on the goals of Rail Barons that compare seats or look at its network (R1 to
R12).
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.jit.stack import stack_array
from rotwsim.core.state.codes import (
    GOAL_FEWEST_BONDS,
    GOAL_LARGEST_ENGINE,
    GOAL_LONGEST_CHAIN,
    GOAL_MOST_CITIES,
    GOAL_MOST_LINKS,
    GOAL_MOST_MONEY,
)
from rotwsim.core.state.layout import CITIES, LINKS, SPOKES
from rotwsim.core.track.network import ALL_CITIES, largest_group, links_owned, new_counts

new_near = stack_array((CITIES, SPOKES), np.int64)
new_used = stack_array(LINKS, np.uint8, zeros=True)
new_trail = stack_array(LINKS + 1, np.int64)


@kernel
def compared(state, rules, seat, goal):
    """The number by which seats are compared: the largest fulfils the goal."""
    if goal == GOAL_MOST_MONEY:
        return state.cash[seat]
    if goal == GOAL_FEWEST_BONDS:
        return -state.bonds[seat]
    if goal == GOAL_MOST_LINKS:
        return links_owned(state, seat)
    if goal == GOAL_MOST_CITIES:
        return largest_group(state, rules, seat, ALL_CITIES)  # R10
    if goal == GOAL_LARGEST_ENGINE:
        return state.engine[seat]
    if goal == GOAL_LONGEST_CHAIN:
        return longest_chain(state, rules, seat)
    return 0


@kernel
def longest_chain(state, rules, seat):
    """R2: most own Links in a row without using one twice; cities may come twice."""
    near, degree = new_near(), new_counts()  # Links at each city
    for link in range(state.links):
        if state.link_owner[link] == seat:
            for end in (state.link_first[link], state.link_second[link]):
                near[end, degree[end]] = link
                degree[end] += 1
    best = 0
    for city in range(rules.cities):
        if degree[city] > 0:
            best = max(best, longest_from(state, rules, seat, city, near, degree, best))
    return best


@kernel
def longest_from(state, rules, seat, start, near, degree, best):
    """The longest chain from a city if it exceeds the best so far.

    A chain that passes through a city takes two of its Links; so of the cities with an odd number
    of Links left all but the two at its ends leave one over, and one Link can serve two of them.
    """
    left, odd = count_part(state, rules, seat, start, degree)
    used, free = new_used(), new_counts()
    for city in range(rules.cities):
        free[city] = degree[city]
    at, spoke = new_trail(), new_trail()
    depth = 0
    at[0], spoke[0] = start, 0
    while depth >= 0:
        here = at[depth]
        best = max(best, depth)
        others = odd - (free[here] & 1)
        if spoke[depth] < degree[here] and depth + left - others // 2 > best:
            link = near[here, spoke[depth]]
            spoke[depth] += 1
            if not used[link]:
                there = state.link_first[link] + state.link_second[link] - here
                odd += change_of_odd(free, here, -1) + change_of_odd(free, there, -1)
                used[link] = 1
                left -= 1
                depth += 1
                at[depth] = there
                spoke[depth] = 0
        else:
            depth -= 1
            if depth >= 0:
                link = near[at[depth], spoke[depth] - 1]
                odd += change_of_odd(free, at[depth], 1) + change_of_odd(free, here, 1)
                used[link] = 0
                left += 1
    return best


@kernel
def count_part(state, rules, seat, start, degree):
    """Links of the part of the network at a city, and its cities with an odd number of them."""
    group = state.own_group[seat]
    ends, odd = 0, 0
    for city in range(rules.cities):
        if group[city] == group[start]:
            ends += degree[city]
            odd += degree[city] & 1
    return ends // 2, odd


@kernel
def change_of_odd(free, city, step_):
    """Gives back or takes a Link at a city; by how much the number of odd cities changes."""
    before = free[city] & 1
    free[city] += step_
    return 1 - 2 * before
