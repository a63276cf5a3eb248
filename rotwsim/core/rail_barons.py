"""Rail Barons: secret goals, checked and paid when the game is over (R1 to R12, M41)."""

from rotwsim.core.barons import goal_reached
from rotwsim.core.codes import (
    GOAL_CONNECTED,
    GOAL_FIRST_ENGINE,
    GOAL_LARGEST_ENGINE,
    GOAL_LINKS_AT,
    GOAL_MAJOR_LINES,
    GOAL_MOST_MONEY,
    GOAL_WESTERN_LINK,
)
from rotwsim.core.goals import compared
from rotwsim.core.jit import kernel
from rotwsim.core.log import BARON, note
from rotwsim.core.network import links_at
from rotwsim.core.seats import hand_over


@kernel
def score_rail_barons(state, rules, log):
    """M41: each seat shows its Baron, in seat order."""
    for seat in range(rules.seats):
        if state.kept[seat] >= 0:
            hand_over(state, rules, seat)
            state.kept_points[seat] = points_at_end(state, rules, seat, state.kept[seat])
            note(log, state, BARON, state.kept[seat], seat, state.kept_points[seat])


@kernel
def points_at_end(state, rules, seat, baron):
    """The points of a Baron as the board lies, 0 if its goal is not met."""
    goal = rules.rail_goal[baron]
    if goal == GOAL_LINKS_AT:
        links = links_at(state, seat, rules.rail_city[baron, 0])
        return min(rules.rail_most[baron], links * rules.rail_points[baron])
    return rules.rail_points[baron] if is_met(state, rules, seat, baron, goal) else 0


@kernel
def is_met(state, rules, seat, baron, goal):
    if GOAL_MOST_MONEY <= goal <= GOAL_LARGEST_ENGINE:
        return is_ahead(state, rules, seat, goal)
    if goal == GOAL_WESTERN_LINK:
        return state.western_built[seat] > 0
    if goal == GOAL_CONNECTED:
        return are_connected(state, rules, seat, baron)
    if goal == GOAL_FIRST_ENGINE:
        return state.level_first[rules.rail_least[baron]] == seat
    if goal == GOAL_MAJOR_LINES:
        return state.lines_scored[seat] >= rules.rail_least[baron]
    return goal_reached(state, rules, seat, goal) >= rules.rail_least[baron]


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
