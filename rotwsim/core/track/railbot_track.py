"""The stretches of a Railbot path: routes that are legal together, and building them (S23)."""

import numpy as np

from rotwsim.core.jit.decorators import kernel, stack_array
from rotwsim.core.rules.operations_and_lines import claim_connected_lines
from rotwsim.core.state.codes import RAILBOT
from rotwsim.core.state.layout import CITIES, PAIR_ROUTES, SIDES, STRETCHES, TILES
from rotwsim.core.state.log import TILE, note
from rotwsim.core.track.building import copy_steps, is_free, other_end, price_into
from rotwsim.core.track.hex_search import SEA
from rotwsim.core.track.links import complete_link
from rotwsim.core.track.railbot_search import PATH, cheapest_path, plan_journey
from rotwsim.core.track.routes import FAR, TRACK, opposite
from rotwsim.core.track.tiles import lay_link, lay_sea

new_stretches = stack_array(STRETCHES, np.int64)
new_nodes = stack_array(CITIES, np.int64)
new_steps = stack_array(TILES + 1, np.int64)
TRIES = 1000  # listed routes put beside each other before the hexes are searched


@kernel
def build_path(state, rules, cities, stretches, log):
    """Lays the chosen stretches over one of the cheapest sets of hexes that are legal together."""
    routes = new_stretches()
    if fit_routes(state, rules, cities, stretches, routes):
        for stretch in range(stretches):
            build_listed(state, rules, cities[2 * stretch], routes[stretch], log)
        return
    node_of = new_nodes()
    name_nodes(state, rules, node_of)
    path = np.empty(PATH, np.int64)
    journey = plan_journey(node_of, cities, stretches, cities[2 * stretches - 1])
    cheapest_path(state, rules, journey, FAR, path)
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


@kernel
def fit_routes(state, rules, cities, stretches, routes):
    """Find listed routes for all stretches at the least price, legal together, if there are any."""
    if stretches == 1:
        pair = rules.pair_of[cities[0], cities[1]]
        routes[0] = state.route[pair] if is_proven(state, rules, pair) else -1
        return routes[0] >= 0
    last = new_stretches()
    for stretch in range(stretches):
        pair = rules.pair_of[cities[2 * stretch], cities[2 * stretch + 1]]
        if not is_proven(state, rules, pair):
            return False
        last[stretch] = PAIR_ROUTES * pair + rules.pair_routes[pair]
    routes[0] = first_listed(state, rules, cities, 0)
    depth = 0
    for _ in range(TRIES):
        route = routes[depth]
        pair = route // PAIR_ROUTES if route < last[depth] else -1
        if pair < 0 or rules.route_price[route] > state.route_price[pair]:
            if depth == 0:
                return False
            depth -= 1
            routes[depth] += 1
        elif not is_free(state, route) or excludes(state, rules, route, routes, depth):
            routes[depth] += 1
        elif depth + 1 == stretches:
            return True
        else:
            depth += 1
            routes[depth] = first_listed(state, rules, cities, depth)
    return False


@kernel
def is_proven(state, rules, pair):
    """Whether the cheapest free route of the list is the cheapest of all."""
    return pair < rules.listed and state.route_price[pair] <= rules.pair_floor[pair]


@kernel
def first_listed(state, rules, cities, stretch):
    """The cheapest free route of a stretch."""
    return state.route[rules.pair_of[cities[2 * stretch], cities[2 * stretch + 1]]]


@kernel
def excludes(state, rules, route, routes, count):
    """Whether a listed route cannot lie beside others (B14)."""
    for place in range(rules.route_start[route], rules.route_start[route + 1]):
        step_in = rules.route_step[place]
        hex_, side = step_in // SIDES, opposite(step_in % SIDES)
        back = rules.ahead[hex_, side] * SIDES + side
        is_city = rules.hex_city[hex_] >= 0
        tracks = state.laid[hex_] // TRACK + 1
        for other in range(count):
            for passed in range(
                rules.route_start[routes[other]], rules.route_start[routes[other] + 1]
            ):
                crossed = rules.route_step[passed]
                if crossed == step_in or crossed == back:
                    return True
                if not is_city and crossed // SIDES == hex_:
                    tracks += 1
        if not is_city and tracks * TRACK > rules.full:
            return True
    return False


@kernel
def build_listed(state, rules, city, route, log):
    """A stretch along a listed route, from this city on."""
    start = rules.route_start[route]
    length = rules.route_start[route + 1] - start
    if length == 0:
        build_sea(state, rules, city, route, log)
        return
    steps = new_steps()
    copy_steps(state, rules, route, city, steps)
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
    claim_connected_lines(state, rules, log)


@kernel
def build_sea(state, rules, city, route, log):
    """A Link of the Railbot across the sea."""
    price, tiles = rules.route_price[route], rules.route_tiles[route]
    for tile in range(tiles):
        note(log, state, TILE, -1, 0, 0, price if tile == 0 else 0, RAILBOT)
    lay_sea(state, rules, route)
    end = other_end(rules, route // PAIR_ROUTES, city)
    complete_link(state, rules, city, end, RAILBOT, tiles, price, log)
    claim_connected_lines(state, rules, log)
