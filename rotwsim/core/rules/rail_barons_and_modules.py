"""Multiplayer only: Rail Barons, secret goals paid at the end (R1 to R12, M41), and the modules
City Rotors and mines (M30, M31).
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel, stack_array
from rotwsim.core.rules.cities_and_goods import add_cube, draw_cube
from rotwsim.core.rules.duel_barons import goal_reached
from rotwsim.core.rules.money_engine_insurance import pay
from rotwsim.core.rules.operations_and_lines import are_in_one_group
from rotwsim.core.rules.scoring_and_seats import hand_over
from rotwsim.core.state import codes
from rotwsim.core.state.layout import CITIES, LINKS, SPOKES
from rotwsim.core.state.log import BARON, CUBE_RETURNED, MINED, ROTOR, note
from rotwsim.core.track.links import ALL_CITIES, largest_group, links_at, links_owned, new_counts


@kernel
def score_rail_barons(state, rules, log):
    """M41: each seat shows its Baron, in seat order."""
    for seat in range(rules.seats):
        baron = state.kept[seat]
        if baron >= 0:
            hand_over(state, rules, seat)
            state.kept_points[seat] = points_at_end(state, rules, seat, baron)
            if log.shape[0] > 0:
                own, best = reached_at_end(state, rules, seat, baron), 0
                if is_compared(rules.rail_goal[baron]):
                    best = best_of_others(state, rules, seat, baron)
                note(log, state, BARON, baron, seat, state.kept_points[seat], own, best)


@kernel
def points_at_end(state, rules, seat, baron):
    """The points of a Baron on the present board, 0 if its goal is not met."""
    goal = rules.rail_goal[baron]
    if goal == codes.GOAL_LINKS_AT:
        links = reached_at_end(state, rules, seat, baron)
        return min(rules.rail_most[baron], links * rules.rail_points[baron])
    if is_compared(goal):
        return rules.rail_points[baron] if is_ahead(state, rules, seat, goal) else 0
    least = rules.rail_least[baron]
    if codes.GOAL_WESTERN_LINK <= goal <= codes.GOAL_FIRST_ENGINE:  # yes or no
        least = 1
    is_met = reached_at_end(state, rules, seat, baron) >= least
    return rules.rail_points[baron] if is_met else 0


@kernel
def is_compared(goal):
    """Say whether the goal is to have most of something."""
    return codes.GOAL_MOST_MONEY <= goal <= codes.GOAL_LARGEST_ENGINE


@kernel
def reached_at_end(state, rules, seat, baron):
    """Count how far a seat is on the goal of a Baron; 1 means yes."""
    goal = rules.rail_goal[baron]
    if is_compared(goal):
        return np.int64(compared(state, rules, seat, goal))
    if goal == codes.GOAL_LINKS_AT:
        return np.int64(links_at(state, seat, rules.rail_city[baron, 0]))
    if goal == codes.GOAL_WESTERN_LINK:
        return np.int64(state.western_built[seat])
    if goal == codes.GOAL_CONNECTED:
        return np.int64(
            are_in_one_group(
                state.own_group[seat], rules.rail_city[baron], rules.rail_cities[baron]
            )
        )
    if goal == codes.GOAL_FIRST_ENGINE:
        return np.int64(state.level_first[rules.rail_least[baron]] == seat)
    if goal == codes.GOAL_MAJOR_LINES:
        return np.int64(state.lines_scored[seat])
    return np.int64(goal_reached(state, rules, seat, goal, rules.rail_colours[baron]))


@kernel
def best_of_others(state, rules, seat, baron):
    """Count how far the best of the other seats is, for the log."""
    best = reached_at_end(state, rules, (seat + 1) % rules.seats, baron)
    for other in range(rules.seats):
        if other != seat:
            best = max(best, reached_at_end(state, rules, other, baron))
    return best


@kernel
def is_ahead(state, rules, seat, goal):
    """Most, fewest, largest: a tie fulfils the goal, or, as ruled, for none."""
    own = compared(state, rules, seat, goal)
    for other in range(rules.seats):
        if other != seat:
            theirs = compared(state, rules, other, goal)
            if theirs > own or (theirs == own and not rules.ties_shared):
                return False
    return True


new_near = stack_array((CITIES, SPOKES), np.int64)
new_used = stack_array(LINKS, np.uint8, zeros=True)
new_trail = stack_array(LINKS + 1, np.int64)


@kernel
def compared(state, rules, seat, goal):
    """The number by which seats are compared: the largest fulfils the goal."""
    if goal == codes.GOAL_MOST_MONEY:
        return state.cash[seat]
    if goal == codes.GOAL_FEWEST_BONDS:
        return -state.bonds[seat]
    if goal == codes.GOAL_MOST_LINKS:
        return links_owned(state, seat)
    if goal == codes.GOAL_MOST_CITIES:
        return largest_group(state, rules, seat, ALL_CITIES)  # R10
    if goal == codes.GOAL_LARGEST_ENGINE:
        return state.engine[seat]
    if goal == codes.GOAL_LONGEST_CHAIN:
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


NO_SECOND = -1


@kernel
def set_up_rotors(state, rules):
    """The second colour begins with the one after the city's own."""
    for city in range(rules.cities):
        state.rotor[city] = NO_SECOND
        if rules.rotor_city[city]:
            show_colour(state, city, rules.wheel[state.colour[city]])


@kernel
def show_colour(state, city, colour):
    """The wheel stops at a colour; at the city's own there is no second one."""
    state.rotor[city] = NO_SECOND if colour == state.colour[city] else colour
    state.accepts[city] = (1 << state.colour[city]) | (1 << colour)


@kernel
def turn_rotor(state, rules, city, log):
    """After each delivery to the city the wheel moves on."""
    if rules.rotor_city[city]:
        shown = state.rotor[city]
        before = state.colour[city] if shown == NO_SECOND else shown
        show_colour(state, city, rules.wheel[before])
        note(log, state, ROTOR, city, state.rotor[city])


@kernel
def can_mine(state, rules, seat, city):
    """So often per seat and game, a grey city that was never mined."""
    return (
        state.mines[seat] < rules.mines_each
        and rules.in_play[city] == 1
        and state.colour[city] == codes.GREY
        and state.mined[city] == 0
    )


@kernel
def mine(state, rules, seat, city, log):
    """Cubes are drawn one by one until a colour comes again; that cube goes back to the bag."""
    pay(state, rules, seat, rules.mine_price, codes.PAID_MINE, log)
    state.mined[city] = 1
    state.mines[seat] += 1
    note(log, state, MINED, city)
    drawn = 0  # bit set of colours
    for _ in range(rules.mine_draws):
        colour = draw_cube(state)
        if colour < 0:
            return
        if drawn & (1 << colour):
            state.bag[colour] += 1
            note(log, state, CUBE_RETURNED, city, colour)
            return
        drawn |= 1 << colour
        add_cube(state, city, colour, log)
