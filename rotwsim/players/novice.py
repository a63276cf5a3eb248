"""novice: delivers when it can, else builds the cheapest Link that allows a delivery.

Considers neither engine nor money, cards or Insurance; decides evenly at random in the Railbot
step.
"""

import numpy as np

from rotwsim.core.codes import BUILD, COLOURS, DELIVER, PASS, SOLO
from rotwsim.core.delivery import DELIVERIES, DELIVERY, delivery_points, find_deliveries
from rotwsim.core.jit import kernel, step
from rotwsim.core.paths import other_end
from rotwsim.core.track import build_limit, can_continue, is_blocked, tiles_missing
from rotwsim.players.answers import an_action


@kernel
def choose_action(state, rules):
    """The delivery with most points, else the cheapest useful Link, else a pass."""
    if state.open_route >= 0:
        if not can_continue(state, rules):
            return an_action(PASS)
        tiles = min(build_limit(state, rules, SOLO), tiles_missing(state, rules, state.open_route))
        return an_action(BUILD, state.open_route, state.open_end, tiles)
    found = np.empty((DELIVERIES, DELIVERY), np.int64)
    count = find_deliveries(state, rules, SOLO, found)
    best, most = -1, -100
    for place in range(count):
        points = delivery_points(
            state, rules, SOLO, found[place, 1], found[place, 2], found[place, 3], found[place, 4]
        )
        if points > most:
            best, most = place, points
    if best >= 0:
        pick = found[best]
        return an_action(DELIVER, pick[0], pick[1], pick[2], pick[3], pick[4])
    return build_cheapest(state, rules)


@step
def build_cheapest(state, rules):
    """The cheapest Link over which a cube of one end is wanted at the other, finished in one
    action.
    """
    limit = build_limit(state, rules, SOLO)
    best, least = -1, 1 << 20
    for city in range(rules.cities):
        if state.cubes[city] == 0:
            continue
        for entry in range(rules.city_start[city], rules.city_start[city + 1]):
            route = rules.city_route[entry]
            if rules.route_cost[route] >= least:
                break
            there = other_end(rules, route, city)
            colour = state.colour[there]
            if colour < COLOURS and state.goods[city, colour] > 0:
                if rules.route_tiles[route] <= limit and not is_blocked(state, route):
                    best, least = route, rules.route_cost[route]
    if best < 0:
        return an_action(PASS)
    return an_action(BUILD, best, 0, rules.route_tiles[best])
