"""The Railbot's cheapest path between two cities, with all ties (S23).

The lists of ways tell what a Link costs, or at least costs, between any two cities. Where that
proves the cheapest paths, nothing else is looked at; where it does not, the hexes are searched.
"""

import numpy as np

from rotwsim.core.codes import RAILBOT
from rotwsim.core.jit import kernel, step
from rotwsim.core.layout import CITIES, PAIR_WAYS, SIDES, STRETCHES
from rotwsim.core.log import TILE, note
from rotwsim.core.search import PATH, SEA, cheapest_path
from rotwsim.core.track import complete_link, is_free, lay_link, lay_sea, other_end, price_into
from rotwsim.core.ways import FAR, TRACK, opposite

ONE = np.uint64(1)
UNDECIDED = -1
TRIES = 1000  # listed ways put beside each other before the hexes are searched


@step
def find_cheapest_paths(state, rules, first, second, paths, lengths):
    """Fills `paths` with the stretches of all cheapest paths from the first city on, two cities
    each, and `lengths` with the number of stretches; returns the number of paths.

    Nodes are groups of connected cities, so that existing Links cost nothing, or single cities
    where the ruling `railbot_path` wants the path fresh.
    """
    node_of = np.empty(CITIES, np.int64)
    name_nodes(state, rules, node_of)
    members = list_members(node_of, rules.cities)
    cost = np.empty(CITIES, np.int64)
    spread_costs(state, rules, node_of, members, node_of[first], node_of[second], cost)
    if cost[node_of[second]] == FAR:
        return 0
    count = trace_paths(state, rules, node_of, members, cost, first, second, paths, lengths)
    if count == UNDECIDED or count == 0:
        count = search_paths(state, rules, node_of, members, cost, first, second, paths, lengths)
    return count


@kernel
def build_path(state, rules, cities, stretches, log):
    """Lays the chosen stretches over one of the cheapest sets of hexes that are legal together."""
    ways = np.empty(STRETCHES, np.int64)
    if fit_ways(state, rules, cities, stretches, ways):
        for stretch in range(stretches):
            build_listed(state, rules, cities[2 * stretch], ways[stretch], log)
        return
    node_of = np.empty(CITIES, np.int64)
    name_nodes(state, rules, node_of)
    path = np.empty(PATH, np.int64)
    target = cities[2 * stretches - 1]
    cheapest_path(state, rules, node_of, cities, stretches, target, FAR, path)
    begin, stretch = 0, 0
    for place in range(path[PATH - 1]):
        if path[place] < 0:
            build_sea(state, rules, cities[2 * stretch], SEA - path[place], log)
        elif rules.hex_city[path[place] // SIDES] >= 0:
            build_stretch(state, rules, path, begin, place + 1 - begin, log)
        else:
            continue
        begin = place + 1
        stretch += 1


@kernel
def name_nodes(state, rules, node_of):
    for city in range(rules.cities):
        node_of[city] = city if rules.path_fresh else state.group[city]


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
def least_price(state, rules, pair):
    """What a Link between two cities costs at least."""
    if pair >= rules.listed:
        return rules.pair_floor[pair]
    return min(state.way_price[pair], rules.pair_floor[pair])


@kernel
def is_proven(state, rules, pair):
    """Whether the cheapest free way of the list is the cheapest of all."""
    return pair < rules.listed and state.way_price[pair] <= rules.pair_floor[pair]


@kernel
def spread_costs(state, rules, node_of, members, source, target, cost):
    """The least that track from the source to every node can cost, until the target is known (all
    of them if it is -1).
    """
    settled = np.uint64(0)
    for city in range(rules.cities):
        cost[city] = FAR
    cost[source] = 0
    while True:
        node = -1
        for city in range(rules.cities):
            if not (settled >> np.uint64(city)) & ONE and cost[city] < FAR:
                if node < 0 or cost[city] < cost[node]:
                    node = city
        if node < 0 or node == target:
            return
        settled |= ONE << np.uint64(node)
        city = members[0, node]
        while city >= 0:
            for entry in range(rules.near_start[city], rules.near_start[city + 1]):
                pair = rules.near_pair[entry]
                if target >= 0 and cost[node] + rules.pair_price[pair] > cost[target]:
                    break  # the pairs at a city are sorted by their price on the empty board
                other = node_of[other_end(rules, pair, city)]
                if cost[node] + rules.pair_price[pair] >= cost[other]:
                    continue
                reached = cost[node] + least_price(state, rules, pair)
                if reached < cost[other]:
                    cost[other] = reached
            city = members[1, city]


@kernel
def trace_paths(state, rules, node_of, members, cost, first, second, paths, lengths):
    """Walks back from target to source over all paths that cost no more than the least; returns
    their number, or UNDECIDED where the lists prove too little.
    """
    trail = np.empty((STRETCHES, 2), np.int64)
    city = np.empty(STRETCHES + 1, np.int64)  # whose pairs are tried
    entry = np.empty(STRETCHES + 1, np.int64)  # the next of them
    left = np.empty(STRETCHES + 1, np.int64)
    ways = np.empty(STRETCHES, np.int64)
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
            rest = left[depth] - rules.pair_price[pair]
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
        if not is_proven(state, rules, pair):
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
                state, rules, node_of, paths[count], depth + 1, cost[target], ways
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
def is_realised(state, rules, node_of, cities, stretches, price, ways):
    """Whether some hexes carry all stretches at this price (B14)."""
    if fit_ways(state, rules, cities, stretches, ways):
        return True
    path = np.empty(PATH, np.int64)
    state.hard_paths += 1
    target = cities[2 * stretches - 1]
    return cheapest_path(state, rules, node_of, cities, stretches, target, price, path) <= price


@kernel
def fit_ways(state, rules, cities, stretches, ways):
    """Finds listed ways for all stretches, each of its pair's least price, that are legal together;
    returns whether it did.
    """
    if stretches == 1:
        pair = rules.pair_of[cities[0], cities[1]]
        ways[0] = state.way[pair] if is_proven(state, rules, pair) else -1
        return ways[0] >= 0
    last = np.empty(STRETCHES, np.int64)
    for stretch in range(stretches):
        pair = rules.pair_of[cities[2 * stretch], cities[2 * stretch + 1]]
        if not is_proven(state, rules, pair):
            return False
        last[stretch] = PAIR_WAYS * pair + rules.pair_ways[pair]
    ways[0] = first_listed(state, rules, cities, 0)
    depth = 0
    for _ in range(TRIES):
        way = ways[depth]
        pair = way // PAIR_WAYS if way < last[depth] else -1
        if pair < 0 or rules.way_price[way] > state.way_price[pair]:
            if depth == 0:
                return False
            depth -= 1
            ways[depth] += 1
        elif not is_free(state, way) or excludes(state, rules, way, ways, depth):
            ways[depth] += 1
        elif depth + 1 == stretches:
            return True
        else:
            depth += 1
            ways[depth] = first_listed(state, rules, cities, depth)
    return False


@kernel
def first_listed(state, rules, cities, stretch):
    """The cheapest free way of a stretch."""
    return state.way[rules.pair_of[cities[2 * stretch], cities[2 * stretch + 1]]]


@kernel
def excludes(state, rules, way, ways, count):
    """Whether a listed way cannot lie beside others (B14)."""
    for place in range(rules.way_start[way], rules.way_start[way + 1]):
        step_in = rules.way_step[place]
        hex_, side = step_in // SIDES, opposite(step_in % SIDES)
        back = rules.ahead[hex_, side] * SIDES + side
        is_city = rules.hex_city[hex_] >= 0
        tracks = state.laid[hex_] // TRACK + 1
        for other in range(count):
            for passed in range(rules.way_start[ways[other]], rules.way_start[ways[other] + 1]):
                crossed = rules.way_step[passed]
                if crossed == step_in or crossed == back:
                    return True
                if not is_city and crossed // SIDES == hex_:
                    tracks += 1
        if not is_city and tracks * TRACK > rules.full:
            return True
    return False


@kernel
def search_paths(state, rules, node_of, members, cost, first, second, paths, lengths):
    """As `find_cheapest_paths`, on the hexes: the least price first, then every beginning that can
    still be had for it.
    """
    state.hard_paths += 1
    path = np.empty(PATH, np.int64)
    cities = np.empty(2 * STRETCHES, np.int16)
    cities[0] = first
    price = cheapest_path(state, rules, node_of, cities, 0, second, FAR, path)
    if price >= FAR:
        return 0
    # from here on: what is left to pay at least
    spread_costs(state, rules, node_of, members, node_of[second], -1, cost)
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
        if cheapest_path(state, rules, node_of, cities, depth + 1, second, price, path) > price:
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


@kernel
def build_listed(state, rules, city, way, log):
    """A stretch along a listed way, from this city on."""
    start = rules.way_start[way]
    length = rules.way_start[way + 1] - start
    if length == 0:
        build_sea(state, rules, city, way, log)
        return
    steps = np.empty(length, np.int64)
    if rules.pair_first[way // PAIR_WAYS] == city:
        for place in range(length):
            steps[place] = rules.way_step[start + place]
    else:
        other = rules.pair_first[way // PAIR_WAYS]
        for place in range(length):
            turned = opposite(rules.way_step[start + length - 1 - place] % SIDES)
            hex_ = rules.city_hex[other]
            if place < length - 1:
                hex_ = rules.way_step[start + length - 2 - place] // SIDES
            steps[place] = hex_ * SIDES + turned
    build_stretch(state, rules, steps, 0, length, log)


@kernel
def build_stretch(state, rules, steps, begin, length, log):
    """Lays one stretch of the Railbot and completes its Link."""
    home = rules.ahead[steps[begin] // SIDES, opposite(steps[begin] % SIDES)]
    total = 0
    for place in range(begin, begin + length - 1):
        price = price_into(rules, steps[place])
        if place == begin + length - 2:
            price += price_into(rules, steps[place + 1])
        total += price
        entered, left = opposite(steps[place] % SIDES), steps[place + 1] % SIDES
        note(log, state, TILE, steps[place] // SIDES, entered, left, price, RAILBOT)
    lay_link(state, rules, steps, begin, length)
    end = rules.hex_city[steps[begin + length - 1] // SIDES]
    complete_link(state, rules, rules.hex_city[home], end, RAILBOT, length - 1, total, log)


@kernel
def build_sea(state, rules, city, way, log):
    """A Link of the Railbot across the sea."""
    price, tiles = rules.way_price[way], rules.way_tiles[way]
    for tile in range(tiles):
        note(log, state, TILE, -1, 0, 0, price if tile == 0 else 0, RAILBOT)
    lay_sea(state, rules, way)
    end = other_end(rules, way // PAIR_WAYS, city)
    complete_link(state, rules, city, end, RAILBOT, tiles, price, log)
