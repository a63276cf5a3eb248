"""The Railbot's cheapest path between two cities, with all ties (S23)."""

import numpy as np

from rotwsim.core.jit import kernel, step
from rotwsim.core.layout import CITIES, STRETCHES
from rotwsim.core.track import has_bit, is_blocked

ONE = np.uint64(1)
FAR = 1 << 28
DEAREST_DETOUR = (
    60  # how much more than the cheapest a path may cost if cheaper ones exclude themselves
)


@step
def find_cheapest_paths(state, rules, first, second, paths, lengths):
    """Fills `paths` with the routes of all cheapest paths, from the first city on; returns their
    number.

    Nodes are groups of connected cities, so that existing Links cost nothing, or single cities
    where the ruling `railbot_path` wants the path fresh. Stretches of one path must not exclude
    each other.
    """
    node_of = np.empty(CITIES, np.int64)
    for city in range(rules.cities):
        node_of[city] = city if rules.path_fresh else state.group[city]
    members = list_members(node_of, rules.cities)
    source, target = node_of[first], node_of[second]
    cost = np.empty(CITIES, np.int64)
    spread_costs(state, rules, node_of, members, source, target, cost)
    if cost[target] == FAR:
        return 0
    cheapest = cost[target]
    count = trace_paths(
        state, rules, node_of, members, cost, source, target, cheapest, paths, lengths
    )
    if count == 0:
        spread_costs(state, rules, node_of, members, source, -1, cost)
        for detour in range(1, DEAREST_DETOUR):
            count = trace_paths(
                state, rules, node_of, members, cost, source, target, cheapest + detour, paths,
                lengths
            )  # fmt: skip
            if count > 0:
                break
    return count


@step
def list_members(node_of, cities):
    """The cities of each node as chains: row 0 the first city of a node, row 1 the next after a
    city.
    """
    members = np.empty((2, CITIES), np.int64)
    for city in range(cities):
        members[0, city] = -1
    for city in range(cities - 1, -1, -1):
        members[1, city] = members[0, node_of[city]]
        members[0, node_of[city]] = city
    return members


@kernel
def spread_costs(state, rules, node_of, members, source, target, cost):
    """Cheapest cost from the source to every node, until the target is known (all of them if it is
    -1).
    """
    settled = np.uint64(0)
    for city in range(rules.cities):
        cost[city] = FAR
    cost[source] = 0
    while True:
        node = -1
        for city in range(rules.cities):
            candidate = node_of[city]
            if not (settled >> np.uint64(candidate)) & ONE and cost[candidate] < FAR:
                if node < 0 or cost[candidate] < cost[node]:
                    node = candidate
        if node < 0 or node == target:
            return
        settled |= ONE << np.uint64(node)
        city = members[0, node]
        while city >= 0:
            for entry in range(rules.city_start[city], rules.city_start[city + 1]):
                route = rules.city_route[entry]
                reached = cost[node] + rules.route_cost[route]
                if target >= 0 and reached > cost[target]:
                    break  # the routes at a city are sorted by cost
                other = node_of[other_end(rules, route, city)]
                if reached < cost[other] and not is_blocked(state, route):
                    cost[other] = reached
            city = members[1, city]


@kernel
def trace_paths(state, rules, node_of, members, cost, source, target, budget, paths, lengths):
    """Walks back from target to source over all paths that cost exactly the budget; returns their
    number.
    """
    trail = np.empty(STRETCHES, np.int64)
    node = np.empty(STRETCHES, np.int64)
    city = np.empty(STRETCHES, np.int64)  # of the node, whose routes are tried
    entry = np.empty(STRETCHES, np.int64)  # the next of them
    left = np.empty(STRETCHES, np.int64)
    node[0], left[0], city[0] = target, budget, members[0, target]
    entry[0] = rules.city_start[city[0]]
    seen = ONE << np.uint64(target)
    count = 0
    depth = 0
    while depth >= 0:
        here = city[depth]
        if here < 0:
            seen &= ~(ONE << np.uint64(node[depth]))
            depth -= 1
            continue
        route, rest = -1, -1
        if entry[depth] < rules.city_start[here + 1]:
            route = rules.city_route[entry[depth]]
            rest = left[depth] - rules.route_cost[route]
        if rest < 0:  # the routes at a city are sorted by cost
            city[depth] = members[1, here]
            if city[depth] >= 0:
                entry[depth] = rules.city_start[city[depth]]
            continue
        entry[depth] += 1
        other = node_of[other_end(rules, route, here)]
        if (seen >> np.uint64(other)) & ONE or cost[other] > rest or is_blocked(state, route):
            continue
        if excludes(state, rules, route, trail, depth):
            continue
        trail[depth] = route
        if other == source:
            if rest == 0 and count < paths.shape[0]:
                lengths[count] = depth + 1
                for stretch in range(depth + 1):
                    paths[count, stretch] = trail[depth - stretch]
                count += 1
        elif depth + 1 < STRETCHES:
            depth += 1
            node[depth], left[depth], city[depth] = other, rest, members[0, other]
            entry[depth] = rules.city_start[city[depth]]
            seen |= ONE << np.uint64(other)
    return count


@kernel
def excludes(state, rules, route, trail, depth):
    """Whether a route cannot lie beside the stretches of the trail (B14)."""
    for stretch in range(depth):
        for place in range(rules.route_sides[route]):
            if has_bit(rules.side_routes[rules.route_side[route, place]], trail[stretch]):
                return True
    for place in range(rules.route_hexes[route]):
        hex_ = rules.route_hex[route, place]
        tracks = 1 if has_bit(state.hex_once, hex_) else 0
        for stretch in range(depth):
            if has_bit(rules.hex_routes[hex_], trail[stretch]):
                tracks += 1
        if tracks >= 2:
            return True
    return False


@kernel
def other_end(rules, route, city):
    """The city at the other end of a route."""
    return rules.route_first[route] + rules.route_second[route] - city
