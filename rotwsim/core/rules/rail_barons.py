"""Rail Barons: secret goals, checked and paid when the game is over (R1 to R12, M41)."""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.duel_barons import goal_reached
from rotwsim.core.rules.goals import compared
from rotwsim.core.rules.seats import hand_over
from rotwsim.core.state.codes import (
    GOAL_CONNECTED,
    GOAL_FIRST_ENGINE,
    GOAL_LARGEST_ENGINE,
    GOAL_LINKS_AT,
    GOAL_MAJOR_LINES,
    GOAL_MOST_MONEY,
    GOAL_WESTERN_LINK,
)
from rotwsim.core.state.log import BARON, note
from rotwsim.core.track.network import links_at


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
    """The points of a Baron as the board lies, 0 if its goal is not met."""
    goal = rules.rail_goal[baron]
    if goal == GOAL_LINKS_AT:
        links = reached_at_end(state, rules, seat, baron)
        return min(rules.rail_most[baron], links * rules.rail_points[baron])
    if is_compared(goal):
        is_met = is_ahead(state, rules, seat, goal)
    else:
        is_met = reached_at_end(state, rules, seat, baron) >= asked_for(rules, baron, goal)
    return rules.rail_points[baron] if is_met else 0


@kernel
def is_compared(goal):
    """Say whether the goal is to have most of something."""
    return GOAL_MOST_MONEY <= goal <= GOAL_LARGEST_ENGINE


@kernel
def reached_at_end(state, rules, seat, baron):
    """Count how far a seat is on the goal of a Baron; 1 means yes."""
    goal = rules.rail_goal[baron]
    if is_compared(goal):
        return np.int64(compared(state, rules, seat, goal))
    if goal == GOAL_LINKS_AT:
        return np.int64(links_at(state, seat, rules.rail_city[baron, 0]))
    if goal == GOAL_WESTERN_LINK:
        return np.int64(state.western_built[seat])
    if goal == GOAL_CONNECTED:
        return np.int64(are_connected(state, rules, seat, baron))
    if goal == GOAL_FIRST_ENGINE:
        return np.int64(state.level_first[rules.rail_least[baron]] == seat)
    if goal == GOAL_MAJOR_LINES:
        return np.int64(state.lines_scored[seat])
    return np.int64(goal_reached(state, rules, seat, goal))


@kernel
def asked_for(rules, baron, goal):
    """Look up how far a seat must be on a goal that compares nobody."""
    if goal == GOAL_WESTERN_LINK or goal == GOAL_CONNECTED or goal == GOAL_FIRST_ENGINE:
        return np.int64(1)
    return np.int64(rules.rail_least[baron])


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


@kernel
def are_connected(state, rules, seat, baron):
    """Whether own Links connect all cities that a goal names."""
    group = state.own_group[seat]
    for place in range(1, rules.rail_cities[baron]):
        if group[rules.rail_city[baron, place]] != group[rules.rail_city[baron, 0]]:
            return False
    return True
