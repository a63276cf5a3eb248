"""Steps towards the goal of one's own Rail Baron, which nobody else sees (M6, R1 to R12)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.duel_barons import goal_reached
from rotwsim.core.rules.money_engine_insurance import bonds_needed
from rotwsim.core.state import codes
from rotwsim.core.track.links import links_at
from rotwsim.players.action import WITHOUT_BARONS, is_banned
from rotwsim.players.value.weights import GOAL_SHARE, GUESSED_BARONS, MONEY_GOALS

REACH = 60  # money: cities that lie farther apart are not expected to be connected
LINK_SHARE = 0.1  # of the points of a goal that counts Links, for one Link
ENGINE_SHARE = 0.4  # of the points of the largest engine, for a level that draws even or leads
MONEY_TURNS = 3  # left, in which cash is kept for the goal of most money
MONEY_WIDTH = 30  # money: half of it ahead of the others is taken as certain …
BONDS_WIDTH = 12  # … and half as many bonds fewer


@kernel
def kept_goal(state, rules, seat):
    """The goal of the Rail Baron that a seat keeps, or -1."""
    kept = state.kept[seat]
    return rules.rail_goal[kept] if kept >= 0 else -1


@kernel
def guessed_baron(state, rules, seat):
    """Guess the secret Rail Baron of another seat from what it builds, or NOBODY.

    Only goals about places show before the end. A goal already met asks for nothing more.
    """
    found, most = codes.NOBODY, rules.weights[GUESSED_BARONS]
    if most <= 0.0:
        return found
    for baron in range(rules.rail_barons):
        progress = shown_progress(state, rules, seat, baron)
        if most <= progress < 1.0:
            found, most = baron, progress
    return found


@kernel
def shown_progress(state, rules, seat, baron):
    """Measure how far the Links of a seat are on the goal of a Rail Baron, from 0 to 1."""
    goal = rules.rail_goal[baron]
    if goal == codes.GOAL_LINKS_AT:
        links = links_at(state, seat, rules.rail_city[baron, 0])
        return links * rules.rail_points[baron] / max(1, rules.rail_most[baron])
    if goal != codes.GOAL_CONNECTED:
        return 0.0
    group = state.own_group[seat]
    first, last = rules.rail_city[baron, 0], rules.rail_city[baron, 1]
    if links_at(state, seat, first) + links_at(state, seat, last) == 0:
        return 0.0
    return 1.0 - gap_between(rules, group, first, last) / max(1, rules.city_distance[first, last])


@kernel
def rail_step(state, rules, seat, steps):
    """Points credited for steps towards a goal of the Duel Barons that the own Rail Baron has."""
    if steps <= 0 or is_banned(rules, WITHOUT_BARONS):
        return 0.0
    kept = state.kept[seat]
    goal, reached = rules.rail_goal[kept], state.lines_scored[seat]
    if goal != codes.GOAL_MAJOR_LINES:
        reached = goal_reached(state, rules, seat, goal, rules.rail_colours[kept])
    needed = rules.rail_least[kept] - reached
    if needed <= 0:
        return 0.0
    if steps >= needed:
        return float(rules.rail_points[kept])
    return rules.weights[GOAL_SHARE] * rules.rail_points[kept] * steps / needed


@kernel
def rail_link(state, rules, seat, here, there):
    """Points credited to a Link between two cities."""
    goal, kept = kept_goal(state, rules, seat), state.kept[seat]
    if goal == codes.GOAL_LINKS_AT:
        city, each = rules.rail_city[kept, 0], rules.rail_points[kept]
        paid = links_at(state, seat, city) * each
        if (here == city or there == city) and paid < rules.rail_most[kept]:
            return float(each)
    elif goal == codes.GOAL_CONNECTED:
        return rules.rail_points[kept] * closer_by(state, rules, seat, kept, here, there)
    elif goal in (codes.GOAL_MOST_LINKS, codes.GOAL_MOST_CITIES, codes.GOAL_LONGEST_CHAIN):
        return LINK_SHARE * rules.rail_points[kept]
    return 0.0


@kernel
def closer_by(state, rules, seat, kept, here, there):
    """The share of the way between the two cities of a goal that a Link saves."""
    group = state.own_group[seat]
    first, last = rules.rail_city[kept, 0], rules.rail_city[kept, 1]
    gap = gap_between(rules, group, first, last)
    if gap == 0 or gap > REACH:
        return 0.0
    left = gap
    for near, far in ((here, there), (there, here)):
        if group[near] == group[first]:
            left = min(left, gap_between(rules, group, far, last))
        if group[near] == group[last]:
            left = min(left, gap_between(rules, group, far, first))
    return (gap - left) / gap


@kernel
def gap_between(rules, group, first, last):
    """The money from one part of the network to another."""
    if group[first] == group[last]:
        return 0
    gap = rules.city_distance[first, last]
    for here in range(rules.cities):
        if group[here] == group[first]:
            for there in range(rules.cities):
                if group[there] == group[last]:
                    gap = min(gap, rules.city_distance[here, there])
    return gap


@kernel
def rail_engine(state, rules, seat):
    """Points credited to one engine level more."""
    goal, kept = kept_goal(state, rules, seat), state.kept[seat]
    level = state.engine[seat] + 1
    if goal == codes.GOAL_FIRST_ENGINE:
        least = rules.rail_least[kept]
        if level <= least and state.level_first[least] == codes.NOBODY:
            return rules.rail_points[kept] / (1.0 + least - level)
    elif goal == codes.GOAL_LARGEST_ENGINE:
        if level - 1 <= strongest_other(state, rules, seat) <= level:
            return ENGINE_SHARE * rules.rail_points[kept]
    return 0.0


@kernel
def strongest_other(state, rules, seat):
    strongest = 0
    for other in range(rules.seats):
        if other != seat:
            strongest = max(strongest, state.engine[other])
    return strongest


@kernel
def rail_spending(state, rules, outlook, price):
    """Points put at risk by a payment: the own Rail Baron wants most money or fewest bonds."""
    seat = outlook.seat
    goal = kept_goal(state, rules, seat)
    if goal == codes.GOAL_MOST_MONEY and outlook.turns <= MONEY_TURNS:
        lead, less, width = least_lead(rules, seat, state.cash, 1), price, MONEY_WIDTH
    elif goal == codes.GOAL_FEWEST_BONDS:
        lead, width = least_lead(rules, seat, state.bonds, -1), BONDS_WIDTH
        less = bonds_needed(state, rules, seat, price)
    else:
        return 0.0
    risk = chance_with(lead, width) - chance_with(lead - less, width)
    return rules.weights[MONEY_GOALS] * rules.rail_points[state.kept[seat]] * risk


@kernel
def least_lead(rules, seat, held, sign):
    """Count what a seat has more than the best of the others; sign -1: what it has less."""
    lead = 1 << 20
    for other in range(rules.seats):
        if other != seat:
            lead = min(lead, sign * (held[seat] - held[other]))
    return lead


@kernel
def chance_with(lead, width):
    """Estimate the chance to end ahead: even without a lead, certain with one of half the width."""
    return min(1.0, max(0.0, 0.5 + lead / width))


@kernel
def rail_western(state, rules, seat):
    if kept_goal(state, rules, seat) != codes.GOAL_WESTERN_LINK or state.western_built[seat] > 0:
        return 0.0
    return float(rules.rail_points[state.kept[seat]])
