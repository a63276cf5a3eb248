"""The Railbot's cheapest path between two cities, with all ties (S23)."""

import numpy as np

from rotwsim.core.jit import kernel, step
from rotwsim.core.layout import CITIES, STRETCHES, WORDS
from rotwsim.core.track import has_bit, set_bit

ONE = np.uint64(1)
FAR = 1 << 28


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
    spread_costs(state.blocked, rules, node_of, members, source, target, cost)
    if cost[target] == FAR:
        return 0
    count = trace_paths(state, rules, node_of, members, cost, source, target, paths, lengths)
    limit = cost[target]  # what is cheaper excludes itself: look a little farther
    while count == 0 and limit < FAR:
        count, dearer = find_detours(
            state, rules, node_of, members, source, target, limit, paths, lengths
        )
        limit = dearer + dearer // 4
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
def spread_costs(blocked, rules, node_of, members, source, target, cost):
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
                if reached < cost[other] and not has_bit(blocked, route):
                    cost[other] = reached
            city = members[1, city]


@kernel
def trace_paths(state, rules, node_of, members, cost, source, target, paths, lengths):
    """Walks back from target to source over all cheapest paths; returns their number."""
    trail = np.empty(STRETCHES, np.int64)
    city = np.empty(STRETCHES, np.int64)  # whose routes are tried
    entry = np.empty(STRETCHES, np.int64)  # the next of them
    left = np.empty(STRETCHES, np.int64)
    left[0], city[0] = cost[target], members[0, target]
    entry[0] = rules.city_start[city[0]]
    count = 0
    depth = 0
    while depth >= 0:
        here = city[depth]
        if here < 0:
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
        if cost[other] != rest or has_bit(state.blocked, route):
            continue
        if excludes(state, rules, route, trail, depth):
            continue
        trail[depth] = route
        if other == source:
            if count < paths.shape[0]:
                lengths[count] = depth + 1
                for stretch in range(depth + 1):
                    paths[count, stretch] = trail[depth - stretch]
                count += 1
        elif depth + 1 < STRETCHES:
            depth += 1
            left[depth], city[depth] = rest, members[0, other]
            entry[depth] = rules.city_start[city[depth]]
    return count


@kernel
def find_detours(state, rules, node_of, members, source, target, limit, paths, lengths):
    """As `find_cheapest_paths`, where the cheapest paths exclude themselves (B14), up to a limit;
    returns also what costs more than that at least.

    Stretches are joined to either end of the path, always where fewer are possible. Each removes
    from the map the routes that it excludes and the place that it leaves, so what the rest costs
    at least is known anew.
    """
    blocked = np.empty((STRETCHES + 1, WORDS), np.uint64)
    cost = np.empty((STRETCHES, CITIES), np.int64)
    trail = np.empty(STRETCHES, np.int64)
    spent = np.zeros(STRETCHES, np.int64)
    ends = np.empty((STRETCHES, 2), np.int64)  # the nodes still to be joined
    side = np.empty(STRETCHES, np.int64)  # which of them a stretch begins at
    city = np.empty(STRETCHES, np.int64)
    entry = np.empty(STRETCHES, np.int64)
    cheapest, dearer = limit, FAR
    blocked[0] = state.blocked
    ends[0, 0], ends[0, 1] = source, target
    count = 0
    depth = 0
    begun = False
    while depth >= 0:
        if not begun:
            side[depth] = narrow_end(rules, members, blocked[depth], ends[depth])
            here, there = ends[depth, side[depth]], ends[depth, 1 - side[depth]]
            spread_costs(blocked[depth], rules, node_of, members, there, -1, cost[depth])
            city[depth] = members[0, here]
            entry[depth] = rules.city_start[city[depth]]
            begun = True
        if city[depth] < 0:
            depth -= 1
            continue
        if entry[depth] == rules.city_start[city[depth] + 1]:
            city[depth] = members[1, city[depth]]
            if city[depth] >= 0:
                entry[depth] = rules.city_start[city[depth]]
            continue
        route = rules.city_route[entry[depth]]
        entry[depth] += 1
        other = node_of[other_end(rules, route, city[depth])]
        reached = spent[depth] + rules.route_cost[route]
        if has_bit(blocked[depth], route) or cost[depth, other] == FAR:
            continue
        if reached + cost[depth, other] > cheapest:
            dearer = min(dearer, reached + cost[depth, other])
            continue
        trail[depth] = route
        if other == ends[depth, 1 - side[depth]]:
            if reached < cheapest:
                cheapest, count = reached, 0
            if count < paths.shape[0]:
                join_ends(trail, side, depth + 1, paths[count])
                lengths[count] = depth + 1
                count += 1
        elif depth + 1 < STRETCHES:
            left_behind = ends[depth, side[depth]]
            narrow_map(
                state, rules, members, trail, depth + 1, left_behind, blocked[depth],
                blocked[depth + 1]
            )  # fmt: skip
            ends[depth + 1] = ends[depth]
            ends[depth + 1, side[depth]] = other
            spent[depth + 1] = reached
            depth += 1
            begun = False
    return count, dearer


@kernel
def narrow_end(rules, members, blocked, ends):
    """The end of an unfinished path where fewer stretches are possible."""
    possible = np.zeros(2, np.int64)
    for side in range(2):
        city = members[0, ends[side]]
        while city >= 0:
            for entry in range(rules.city_start[city], rules.city_start[city + 1]):
                possible[side] += not has_bit(blocked, rules.city_route[entry])
            city = members[1, city]
    return 1 if possible[1] < possible[0] else 0


@kernel
def narrow_map(state, rules, members, trail, length, left_behind, blocked, narrowed):
    """Blocks what the stretches of an unfinished path exclude, and the place that the last of them
    leaves.
    """
    narrowed[:] = blocked
    for route in range(rules.routes):
        if not has_bit(blocked, route) and excludes(state, rules, route, trail, length):
            set_bit(narrowed, route)
    city = members[0, left_behind]
    while city >= 0:
        for entry in range(rules.city_start[city], rules.city_start[city + 1]):
            set_bit(narrowed, rules.city_route[entry])
        city = members[1, city]


@kernel
def join_ends(trail, side, length, path):
    """Puts the stretches joined to either end in the order of the path."""
    front, back = 0, length - 1
    for stretch in range(length):
        if side[stretch] == 0:
            path[front] = trail[stretch]
            front += 1
        else:
            path[back] = trail[stretch]
            back -= 1


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
