"""The Railbot's cheapest path searched for on the hexes, where the lists of routes cannot decide.

Stretches of one path must be legal together (B14). The cheapest path without that condition is
found first; where two of its steps exclude each other, one of them is forbidden, in one branch the
first, in the other the second, until the cheapest path of a branch is legal.
"""

from collections import namedtuple

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.layout import CITIES, HEXES, SIDES
from rotwsim.core.track.hex_search import BARS, SETS, Wanted, spread_path
from rotwsim.core.track.routes import FAR, TRACK, opposite

WATCHED = 4  # hexes, or cities that touch, remembered within a stretch
BRANCHES = 512  # tried before the search gives up
DEPTH = 64
PATH = 2 * HEXES + CITIES  # steps of a path at most, and their number

# A path to the target's node that begins with these stretches (cities[0] to cities[1], cities[2] to
# cities[3] …), or without any at the node of cities[0]. A stretch leads to another node each
# time; nodes are numbered by one of their cities.
Journey = namedtuple("Journey", "node_of cities stretches target")


@kernel
def plan_journey(node_of, cities, stretches, target):
    """A journey with numbers of one width, for which all that looks at it is compiled once."""
    return Journey(node_of, cities, stretches, target)


@kernel
def cheapest_path(state, rules, journey, limit, path):
    """Find steps, in path[-1] their number, of the cheapest legal path; return price or FAR."""
    stretches = journey.stretches
    # a step may be forbidden in one given stretch, or in all those that are free to choose
    forbidden = np.zeros((stretches + 1, SIDES * rules.hexes), np.int8)
    watched = np.empty((WATCHED, 2), np.int64)
    watches = 0
    rivals = np.empty((DEPTH, rules.full // TRACK + 2), np.int64)  # steps that exclude each other
    rival_count = np.zeros(DEPTH, np.int64)
    tried = np.zeros(DEPTH, np.int64)
    steps = np.empty(PATH, np.int64)
    best, depth, branches, least = FAR, 0, 0, 0
    while True:
        branches += 1
        price = FAR
        if branches > BRANCHES or depth == DEPTH:
            state.unproven_paths += 1
        else:
            most = min(limit, best - 1)
            price = relaxed_path(state, rules, journey, most, forbidden, watched, watches, steps)
        if depth == 0:
            least = price
        if price < FAR:
            if crosses_itself(rules, steps, watched, watches):
                if watches == WATCHED:
                    state.unproven_paths += 1
                else:
                    watches += 1
                    continue
            else:
                rival_count[depth] = find_rivals(state, rules, steps, stretches, rivals[depth])
                if rival_count[depth] == 0:
                    best = price
                    for place in range(PATH):
                        path[place] = steps[place]
                    if best == least:
                        return best
                elif rivals[depth, 0] == rivals[depth, 1]:
                    rival_count[depth] = 0
                    state.unproven_paths += 1
                else:
                    tried[depth] = 0
                    forbid(forbidden, rivals[depth, 0], 1)
                    depth += 1
                    continue
        while depth > 0:
            depth -= 1
            forbid(forbidden, rivals[depth, tried[depth]], -1)
            tried[depth] += 1
            if tried[depth] < rival_count[depth] and branches <= BRANCHES:
                forbid(forbidden, rivals[depth, tried[depth]], 1)
                depth += 1
                break
        if depth == 0:
            return best


@kernel
def forbid(forbidden, rival, more):
    steps = forbidden.shape[1]
    forbidden[rival // steps, rival % steps] += more


@kernel
def relaxed_path(state, rules, journey, limit, forbidden, watched, watches, steps):
    """As `cheapest_path`, without the condition that the stretches are legal together."""
    node_of, cities, stretches, target = journey
    spent, count = 0, 0
    visited = np.zeros(CITIES, np.uint8)
    for stretch in range(stretches):
        first, second = cities[2 * stretch], cities[2 * stretch + 1]
        wanted = Wanted(
            node_of, True, np.int64(first), np.int64(second), visited, forbidden[stretch], watched,
            watches
        )  # fmt: skip
        price, count = spread_path(state, rules, wanted, limit - spent, steps, count)
        if price == FAR:
            return FAR
        spent += price
        visited[node_of[first]] = 1
    here = cities[2 * stretches - 1] if stretches else cities[0]
    if node_of[here] != node_of[target]:
        wanted = Wanted(
            node_of, False, np.int64(here), target, visited, forbidden[stretches], watched, watches
        )
        price, count = spread_path(state, rules, wanted, limit - spent, steps, count)
        if price == FAR:
            return FAR
        spent += price
    steps[PATH - 1] = count
    return spent


@kernel
def crosses_itself(rules, steps, watched, watches):
    """Say if a stretch passes a hex twice or joins cities that touch (B12); watch that place."""
    begin = 0
    for place in range(steps[PATH - 1]):
        step = steps[place]
        if step < 0:
            begin = place + 1
            continue
        hex_ = step // SIDES
        cross = begin
        while cross < place and steps[cross] // SIDES != hex_:
            cross += 1
        if cross < place:
            if watches < WATCHED:
                watched[watches, SETS] = hex_
                watched[watches, BARS] = hex_
            return True
        city = rules.hex_city[hex_]
        if city >= 0:
            home = behind(rules, steps[begin])
            if rules.pair_of[rules.hex_city[home], city] < 0:
                if watches < WATCHED:
                    watched[watches, SETS] = home
                    watched[watches, BARS] = hex_
                return True
            begin = place + 1
    return False


@kernel
def behind(rules, step):
    """The hex that a step leaves."""
    return rules.ahead[step // SIDES, opposite(step % SIDES)]


@kernel
def find_rivals(state, rules, steps, stretches, rivals):
    """List steps that exclude each other (B14) with their stretches; return 0 if all are legal."""
    width = SIDES * rules.hexes
    for place in range(steps[PATH - 1]):
        step = steps[place]
        if step < 0:
            continue
        hex_ = step // SIDES
        back = behind(rules, step) * SIDES + (step + 3) % SIDES
        room = 0
        if rules.hex_city[hex_] < 0:
            room = (rules.full - state.laid[hex_] + TRACK - 1) // TRACK
        others = 0
        for other in range(place):
            if steps[other] == back or steps[other] == step:
                rivals[0] = part_of(rules, steps, other, stretches) * width + steps[other]
                rivals[1] = part_of(rules, steps, place, stretches) * width + step
                return 2
            if steps[other] >= 0 and steps[other] // SIDES == hex_ and rules.hex_city[hex_] < 0:
                rivals[others] = part_of(rules, steps, other, stretches) * width + steps[other]
                others += 1
                if others == room:
                    rivals[others] = part_of(rules, steps, place, stretches) * width + step
                    return others + 1
    return 0


@kernel
def part_of(rules, steps, place, stretches):
    """The number of the stretch that a step belongs to, the same for all free ones."""
    part = 0
    for earlier in range(place):
        if steps[earlier] < 0 or rules.hex_city[steps[earlier] // SIDES] >= 0:
            part += 1
    return min(part, stretches)
