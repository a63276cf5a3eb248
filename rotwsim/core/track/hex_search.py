"""The cheapest track from city to city on the hexes, in one stretch or in several (S23)."""

from collections import namedtuple

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.layout import CITIES, PAIR_ROUTES, SIDES
from rotwsim.core.track import routes

# A path is its steps in order; a step into a city ends a stretch, SEA - route crosses the sea.
SEA = -1
# Columns of what is watched: the place that sets a bit, and the place that the bit bars.
SETS, BARS = range(2)

# The track from a city to another in one stretch, or from node to node in any number of them; a
# stretch must not end at a node visited.
Wanted = namedtuple("Wanted", "node_of single start target visited forbidden watched watches")

# Price of each place and the place before it; the places that wait.
Search = namedtuple("Search", "cost before queue")


@kernel
def spread_path(state, rules, wanted, limit, steps, count):
    """The price of the cheapest track that is wanted; appends its steps to those counted so far."""
    search = begin_search(rules, wanted)
    end = spread_to_target(state, rules, wanted, search, limit)
    if end == routes.NO_PLACE:
        return routes.FAR, count
    return search.cost[end], count + trace_back(rules, wanted, search, end, steps, count)


@kernel
def begin_search(rules, wanted):
    places = first_city(rules, wanted)
    cost = np.full(places + CITIES, routes.FAR, np.int64)
    before = np.empty(places + CITIES, np.int64)
    ring = rules.dearest_tile + 1
    for sea in range(rules.seas):
        ring = max(ring, rules.route_price[rules.sea_route[sea]] + 1)
    room = 3 * places + (SIDES + rules.seas + 2) * CITIES
    search = Search(cost, before, routes.new_queue(ring, room))
    reach_place(search, place_of(rules, wanted, wanted.start), 0, routes.NO_PLACE)
    return search


@kernel
def first_city(rules, wanted):
    """A place for each step into a hex and each set of bits; after these one for each city."""
    return SIDES * rules.hexes << wanted.watches


@kernel
def reach_place(search, place, price, known):
    """Note a place that is reached for less than before, and how."""
    if price < search.cost[place]:
        search.cost[place], search.before[place] = price, known
        routes.put(search.queue, price, place)


@kernel
def place_of(rules, wanted, city):
    return first_city(rules, wanted) + (city if wanted.single else wanted.node_of[city])


@kernel
def spread_to_target(state, rules, wanted, search, limit):
    """The cheapest places first; returns the target's, if it is within the limit."""
    goal = place_of(rules, wanted, wanted.target)
    spent = 0
    while search.queue.counts[routes.WAITING] > 0 and spent <= limit:
        place = routes.take(search.queue, spent)
        if place == routes.NO_PLACE:
            spent += 1
        elif search.cost[place] == spent:
            if place == goal:
                return place
            search.cost[place] = -1 - spent  # settled: its price as a number below 0
            if place >= first_city(rules, wanted):
                leave_cities(state, rules, wanted, search, place)
            else:
                go_on(state, rules, wanted, search, place)
    return routes.NO_PLACE


@kernel
def leave_cities(state, rules, wanted, search, place):
    """By land and by sea from the city, or from all cities of the node."""
    for city in range(rules.cities):
        if rules.in_play[city] == 0 or place_of(rules, wanted, city) != place:
            continue
        hex_ = rules.city_hex[city]
        mask = mask_of(wanted, hex_, SETS)
        for side in range(SIDES):
            relax(state, rules, wanted, search, place, hex_, side, mask)
        for sea in range(rules.seas):
            cross_sea(state, rules, wanted, search, place, city, rules.sea_route[sea])


@kernel
def go_on(state, rules, wanted, search, place):
    """Straight on or in a curve to either side."""
    step, mask = place >> wanted.watches, place & ((1 << wanted.watches) - 1)
    for turn in range(SIDES - 1, SIDES + 2):
        side = (step + turn) % SIDES
        relax(state, rules, wanted, search, place, step // SIDES, side, mask)


@kernel
def relax(state, rules, wanted, search, place, hex_, side, mask):
    """Tries one step on from a place."""
    if not routes.can_step(state.laid, rules, hex_, side):
        return
    there = rules.ahead[hex_, side]
    step = there * SIDES + side
    if wanted.forbidden[step] or mask & mask_of(wanted, there, BARS):
        return
    price = -1 - search.cost[place] + routes.step_price(rules, hex_, side)
    city = rules.hex_city[there]
    if city < 0:
        onward = (step << wanted.watches) + (mask | mask_of(wanted, there, SETS))
        reach_place(search, onward, price, place)
    elif may_end_at(wanted, city):
        known = place * SIDES + side  # the last hex and the side it is left through
        reach_place(search, place_of(rules, wanted, city), price, known)


@kernel
def mask_of(wanted, hex_, bound):
    """Give the bits that a stretch gets by a hex or a first city (SETS), or that bar it (BARS)."""
    mask = 0
    for place in range(wanted.watches):
        if wanted.watched[place, bound] == hex_:
            mask |= 1 << place
    return mask


@kernel
def may_end_at(wanted, city):
    if wanted.single and city != wanted.target:
        return False
    return wanted.visited[wanted.node_of[city]] == 0


@kernel
def cross_sea(state, rules, wanted, search, place, city, route):
    """Tries a route across the sea, if it begins at this city."""
    pair = route // PAIR_ROUTES
    if rules.pair_first[pair] != city and rules.pair_second[pair] != city:
        return
    if (state.blocked[pair] >> np.uint64(route % PAIR_ROUTES)) & np.uint64(1):
        return
    there = rules.pair_first[pair] + rules.pair_second[pair] - city
    if may_end_at(wanted, there):
        known = routes.NO_PLACE - 1 - (route * CITIES + place - first_city(rules, wanted))
        price = -1 - search.cost[place] + rules.route_price[route]
        reach_place(search, place_of(rules, wanted, there), price, known)


@kernel
def trace_back(rules, wanted, search, end, steps, count):
    """Writes the steps that lead to the end; returns their number."""
    places, masks = first_city(rules, wanted), 1 << wanted.watches
    before = search.before
    number, place = 0, end
    while before[place] != routes.NO_PLACE:
        known = before[place]
        if known < routes.NO_PLACE:
            known = routes.NO_PLACE - 1 - known
            steps[count + number] = SEA - known // CITIES
            number += 1
            place = places + known % CITIES
            continue
        place, side = known // SIDES, known % SIDES
        steps[count + number] = rules.ahead[place // masks // SIDES, side] * SIDES + side
        number += 1
        while place < places:
            steps[count + number] = place // masks
            number += 1
            place = before[place]
    for low in range(number // 2):
        high = number - 1 - low
        kept = steps[count + low]
        steps[count + low] = steps[count + high]
        steps[count + high] = kept
    return number
