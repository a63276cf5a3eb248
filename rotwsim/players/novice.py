"""novice: delivers when it can, else builds the cheapest Link that allows a delivery.

Considers neither engine nor money, cards or Insurance; decides evenly at random in the Railbot
step.
"""

import numpy as np

from rotwsim.core.codes import BUILD, COLOURS, DELIVER, PASS, SOLO
from rotwsim.core.delivery import DELIVERIES, DELIVERY, delivery_points, find_deliveries
from rotwsim.core.jit import kernel, step
from rotwsim.core.track import (
    build_limit,
    end_of,
    other_end,
    quicker_way,
    tiles_missing,
)
from rotwsim.players.answers import an_action


@kernel
def choose_action(state, rules):
    """The delivery with most points, else the cheapest useful Link, else a pass."""
    if state.open_city >= 0:
        missing = tiles_missing(state, rules, state.open_aim)
        if missing == 0:
            return an_action(PASS)
        tiles = min(build_limit(state, rules, SOLO), missing)
        return an_action(BUILD, state.open_city, state.open_aim, tiles)
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
    best, least, start = -1, 1 << 20, -1
    for city in range(rules.cities):
        if state.cubes[city] == 0:
            continue
        for entry in range(rules.near_start[city], rules.near_start[city + 1]):
            pair = rules.near_pair[entry]
            if rules.pair_price[pair] >= least:
                break
            there = other_end(rules, pair, city)
            colour = state.colour[there]
            if colour < COLOURS and state.goods[city, colour] > 0 and pair < rules.listed:
                way = quicker_way(state, rules, pair, limit)
                if way >= 0 and rules.way_price[way] < least:
                    best, least, start = way, rules.way_price[way], city
    if best < 0:
        return an_action(PASS)
    return an_action(BUILD, start, end_of(rules, best, start), rules.way_tiles[best], 0, best)
