"""The Railbot's cheapest path between two cities, with all ties (S23).

The lists of routes say what a Link costs, or at least costs, between any two cities. Where that
proves the cheapest paths, nothing else is looked at; where it does not, the hexes are searched.
"""

from collections import namedtuple

import numpy as np

from rotwsim.core.jit.decorators import kernel, lowest_bit, stack_array
from rotwsim.core.state.decisions import add_choice
from rotwsim.core.state.layout import CITIES, PATH_CITIES, PATHS, STRETCHES
from rotwsim.core.track import railbot_track
from rotwsim.core.track.building import other_end
from rotwsim.core.track.railbot_search import PATH, cheapest_path, plan_journey
from rotwsim.core.track.routes import FAR

ONE = np.uint64(1)
UNDECIDED = -1
new_paths = stack_array((PATHS, 2 * STRETCHES), np.int32)
new_lengths = stack_array(PATHS, np.int64)
new_members = stack_array((2, CITIES), np.int64)
new_trail = stack_array((STRETCHES, 2), np.int64)
new_depths = stack_array(STRETCHES + 1, np.int64)

# Groups of connected cities: the node of each city, the cities of each node (see `list_members`),
# and the least that track between a node and one end of the path costs.
Nodes = namedtuple("Nodes", "of members cost")


@kernel
def offer_paths(state, rules, first, second):
    """S23: all cheapest paths between two cities as options, as many as there is room for."""
    paths = new_paths()
    lengths = new_lengths()
    count = find_cheapest_paths(state, rules, first, second, paths, lengths)
    filled = 0
    for place in range(count):
        if filled + 2 * lengths[place] > PATH_CITIES:
            state.unproven_paths += 1
            return
        for end in range(2 * lengths[place]):
            state.path_city[filled + end] = paths[place, end]
        filled += 2 * lengths[place]
        state.path_start[place + 1] = filled
        add_choice(state, place)


@kernel
def find_cheapest_paths(state, rules, first, second, paths, lengths):
    """Fills `paths` with the stretches of all cheapest paths from the first city on, two cities
    each, and `lengths` with the number of stretches; returns the number of paths.

    Nodes are groups of connected cities, so that existing Links cost nothing, or single cities
    where the ruling `railbot_path` wants the path fresh.
    """
    node_of, members, cost = railbot_track.new_nodes(), new_members(), railbot_track.new_nodes()
    railbot_track.name_nodes(state, rules, node_of)
    list_members(node_of, rules.cities, members)
    nodes = Nodes(node_of, members, cost)
    spread_costs(state, rules, nodes, node_of[first], node_of[second])
    if nodes.cost[node_of[second]] == FAR:
        return 0
    count = trace_paths(state, rules, nodes, first, second, paths, lengths)
    if count == UNDECIDED or count == 0:
        count = search_paths(state, rules, nodes, first, second, paths, lengths)
    return count


@kernel
def list_members(node_of, cities, members):
    """Chain the cities of each node: row 0 its first city, row 1 the next after a city."""
    for city in range(cities):
        members[0, city] = -1
    for city in range(cities - 1, -1, -1):
        members[1, city] = members[0, node_of[city]]
        members[0, node_of[city]] = city


@kernel
def least_price(state, rules, pair):
    """What a Link between two cities costs at least."""
    if pair >= rules.listed:
        return rules.pair_floor[pair]
    return min(state.route_price[pair], rules.pair_floor[pair])


@kernel
def spread_costs(state, rules, nodes, source, target):
    """Find the least that track from the source costs to each node up to the target (-1: all)."""
    node_of, members, cost = nodes
    for city in range(rules.cities):
        cost[city] = FAR
    cost[source] = 0
    waiting = ONE << np.uint64(source)  # nodes that are reached and not settled
    while waiting:
        node = lowest_bit(waiting)
        others = waiting & (waiting - ONE)
        while others:
            city = lowest_bit(others)
            others &= others - ONE
            if cost[city] < cost[node]:
                node = city
        if node == target:
            return
        waiting &= ~(ONE << np.uint64(node))
        city = members[0, node]
        while city >= 0:
            for entry in range(rules.near_start[city], rules.near_start[city + 1]):
                at_least = cost[node] + rules.near_price[entry]
                if target >= 0 and at_least > cost[target]:
                    break  # the pairs at a city are sorted by their price on the empty board
                other = node_of[rules.near_city[entry]]
                if at_least >= cost[other]:
                    continue
                reached = cost[node] + least_price(state, rules, rules.near_pair[entry])
                if reached < cost[other]:
                    cost[other] = reached
                    waiting |= ONE << np.uint64(other)
            city = members[1, city]


@kernel
def trace_paths(state, rules, nodes, first, second, paths, lengths):
    """Walk back over all paths at the least price; return their number, or UNDECIDED."""
    node_of, members, cost = nodes
    trail = new_trail()
    city = new_depths()  # whose pairs are tried
    entry = new_depths()  # the next of them
    left = new_depths()
    routes = railbot_track.new_stretches()
    source, target = node_of[first], node_of[second]
    left[0], city[0] = cost[target], members[0, target]
    entry[0] = rules.near_start[city[0]]
    count, depth = 0, 0
    while depth >= 0:
        here = city[depth]
        if here < 0:
            depth -= 1
            continue
        pair, rest = -1, -1
        if entry[depth] < rules.near_start[here + 1]:
            pair = rules.near_pair[entry[depth]]
            rest = left[depth] - rules.near_price[entry[depth]]
        if rest < 0:  # the pairs at a city are sorted by their price on the empty board
            city[depth] = members[1, here]
            if city[depth] >= 0:
                entry[depth] = rules.near_start[city[depth]]
            continue
        entry[depth] += 1
        there = other_end(rules, pair, here)
        rest = left[depth] - least_price(state, rules, pair)
        if rest < 0 or cost[node_of[there]] != rest or node_of[there] == node_of[here]:
            continue
        if was_visited(node_of, trail, depth, node_of[there]):
            continue
        if not railbot_track.is_proven(state, rules, pair):
            return UNDECIDED
        trail[depth, 0], trail[depth, 1] = there, here
        if node_of[there] == source:
            if count == paths.shape[0]:
                state.unproven_paths += 1
                return count
            for stretch in range(depth + 1):
                paths[count, 2 * stretch] = trail[depth - stretch, 0]
                paths[count, 2 * stretch + 1] = trail[depth - stretch, 1]
            lengths[count] = depth + 1
            if depth == 0 or is_realised(
                state, rules, node_of, paths[count], depth + 1, cost[target], routes
            ):
                count += 1
        else:
            depth += 1
            left[depth], city[depth] = rest, members[0, node_of[there]]
            entry[depth] = rules.near_start[city[depth]]
    return count


@kernel
def was_visited(node_of, trail, depth, node):
    """Where Links cost nothing two nodes can be equally far: no node comes twice."""
    for stretch in range(depth):
        if node_of[trail[stretch, 1]] == node:
            return True
    return False


@kernel
def is_realised(state, rules, node_of, cities, stretches, price, routes):
    """Whether some hexes carry all stretches at this price (B14)."""
    if railbot_track.fit_routes(state, rules, cities, stretches, routes):
        return True
    path = np.empty(PATH, np.int64)
    state.hard_paths += 1
    journey = plan_journey(node_of, cities, stretches, cities[2 * stretches - 1])
    return cheapest_path(state, rules, journey, price, path) <= price


@kernel
def search_paths(state, rules, nodes, first, second, paths, lengths):
    """Search the hexes for the least price, then for every beginning that it still allows."""
    node_of, members, cost = nodes
    state.hard_paths += 1
    path = np.empty(PATH, np.int64)
    cities = np.empty(2 * STRETCHES, np.int32)
    cities[0] = first
    price = cheapest_path(state, rules, plan_journey(node_of, cities, 0, second), FAR, path)
    if price >= FAR:
        return 0
    # from here on: what is left to pay at least
    spread_costs(state, rules, nodes, node_of[second], -1)
    city = np.empty(STRETCHES + 1, np.int64)
    entry = np.empty(STRETCHES + 1, np.int64)
    spent = np.zeros(STRETCHES + 1, np.int64)
    city[0] = members[0, node_of[first]]
    entry[0] = rules.near_start[city[0]]
    count, depth = 0, 0
    while depth >= 0:
        here = city[depth]
        if here < 0:
            depth -= 1
            continue
        if entry[depth] == rules.near_start[here + 1]:
            city[depth] = members[1, here]
            if city[depth] >= 0:
                entry[depth] = rules.near_start[city[depth]]
            continue
        pair = rules.near_pair[entry[depth]]
        entry[depth] += 1
        there = other_end(rules, pair, here)
        node = node_of[there]
        reached = spent[depth] + least_price(state, rules, pair)
        is_back = node == node_of[here]
        for stretch in range(depth):
            is_back = is_back or node == node_of[cities[2 * stretch]]
        if is_back or reached + cost[node] > price:
            continue
        cities[2 * depth], cities[2 * depth + 1] = here, there
        begun = plan_journey(node_of, cities, depth + 1, second)
        if cheapest_path(state, rules, begun, price, path) > price:
            continue
        if node != node_of[second]:
            depth += 1
            spent[depth], city[depth] = reached, members[0, node]
            entry[depth] = rules.near_start[city[depth]]
        elif count < paths.shape[0]:
            for place in range(2 * (depth + 1)):
                paths[count, place] = cities[place]
            lengths[count] = depth + 1
            count += 1
        else:
            state.unproven_paths += 1
            return count
    return count
