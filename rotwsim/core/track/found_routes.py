"""Routes found in the game: where the list of a pair has run out, the cheapest Link is searched for
on the hexes and kept in the state for as long as it can be laid (B10 to B14).

Track only ever makes Links dearer, so a route once found stays the cheapest while it is free, and
where none was found there is none later. Each pair has room for one, so no game runs out of it; its
number follows those of the listed routes.
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.layout import PAIR_ROUTES, ROUTES, SIDES, TILES
from rotwsim.core.track import routes
from rotwsim.core.track.tile_search import rest_at_least, route_to, spread_tiles

# A route found is one number: its tiles, the side it begins with, and for each tile whether the
# track turns to one side, goes straight on or turns to the other.
FIRST_SIDE, TURNS = 5, 8  # bits before these
NOT_SEARCHED, NO_LINK = 0, (1 << FIRST_SIDE) - 1


@kernel
def route_now(state, rules, pair):
    """The cheapest route of a listed pair that is free now, on the list or found, or -1."""
    listed = state.route[pair]
    if is_listed_cheapest(state, rules, pair):
        return listed
    find = state.find[pair]
    if find == NOT_SEARCHED or (find != NO_LINK and not is_find_free(state, rules, pair)):
        search_pair(state, rules, pair)
    return listed if state.find_price[pair] >= state.route_price[pair] else ROUTES + pair


@kernel
def is_listed_cheapest(state, rules, pair):
    """Whether no route off the list can be cheaper than the cheapest on it that is free."""
    return state.route_price[pair] <= rules.pair_floor[pair] or rules.pair_floor[pair] > rules.bound


@kernel
def price_of(state, rules, route):
    return rules.route_price[route] if route < ROUTES else state.find_price[route - ROUTES]


@kernel
def tiles_of(state, rules, route):
    return rules.route_tiles[route] if route < ROUTES else tiles_found(state, route - ROUTES)


@kernel
def tiles_found(state, pair):
    return state.find[pair] & NO_LINK


@kernel
def pair_of_route(route):
    return route // PAIR_ROUTES if route < ROUTES else route - ROUTES


@kernel
def steps_of(state, rules, route):
    """How many steps a route has, the one into the city included; none across the sea."""
    if route < ROUTES:
        return rules.route_start[route + 1] - rules.route_start[route]
    return tiles_found(state, route - ROUTES) + 1


@kernel
def step_at(state, rules, route, place):
    """A step of a route, counted from the first city of its pair."""
    if route < ROUTES:
        return rules.route_step[rules.route_start[route] + place]
    pair = route - ROUTES
    step = first_step(state, rules, pair)
    for tile in range(place):
        step = step_after(state, rules, pair, step, tile)
    return step


@kernel
def first_step(state, rules, pair):
    """The step with which the route found for a pair leaves the first city."""
    side = (state.find[pair] >> FIRST_SIDE) & 7
    return rules.ahead[rules.city_hex[rules.pair_first[pair]], side] * SIDES + side


@kernel
def step_after(state, rules, pair, step, tile):
    """The step by which the route found for a pair leaves a tile that it entered by `step`."""
    side = (step + SIDES - 1 + ((state.find[pair] >> (TURNS + 2 * tile)) & 3)) % SIDES
    return rules.ahead[step // SIDES, side] * SIDES + side


@kernel
def forget_finds(state, rules):
    """Where open track is removed, Links may be cheaper again."""
    for pair in range(rules.listed):
        state.find[pair] = NOT_SEARCHED


@kernel
def is_find_free(state, rules, pair):
    """Whether every tile of the route found for a pair can still be laid."""
    step = first_step(state, rules, pair)
    for tile in range(tiles_found(state, pair)):
        laid = state.laid[step // SIDES]
        if laid >= rules.full or (laid >> routes.opposite(step % SIDES)) & 1:
            return False
        step = step_after(state, rules, pair, step, tile)
    return not (state.laid[step // SIDES] >> routes.opposite(step % SIDES)) & 1


@kernel
def search_pair(state, rules, pair):
    """Searches for the cheapest Link of a pair up to the bound, and keeps it."""
    steps = np.empty(TILES + 1, np.int64)
    price, tiles = search_route(state, rules, pair, steps)
    if tiles > 0 and routes.hex_passed_twice(steps, tiles) >= 0:
        start, aim = rules.pair_first[pair], rules.pair_second[pair]
        search = spread_tiles(state, rules, start, aim, TILES, np.empty(0, np.int64))
        price, tiles = route_to(state, rules, start, aim, search, steps)
        if price > rules.bound:
            price = routes.FAR
    state.find_price[pair] = price
    if price == routes.FAR:
        state.find[pair] = NO_LINK
        return
    state.find[pair] = tiles + (steps[0] % SIDES << FIRST_SIDE)
    for tile in range(tiles):
        turn = (steps[tile + 1] - steps[tile] + 1) % SIDES
        state.find[pair] += turn << (TURNS + 2 * tile)


@kernel
def search_route(state, rules, pair, steps):
    """Fill `steps` with the cheapest route from the first city of a pair to the second; return its
    price, FAR above the bound, and its tiles.

    Steps wait by the least price of a Link that they may become part of.
    """
    aim = rules.pair_second[pair]
    home, goal = rules.city_hex[rules.pair_first[pair]], rules.city_hex[aim]
    # A step is reached from three others at most.
    queue = routes.new_queue(rules.bound + 1, 3 * SIDES * rules.hexes + SIDES)
    cost = np.full(SIDES * rules.hexes, routes.FAR, np.int32)
    before = np.empty(SIDES * rules.hexes, np.int32)
    for side in range(SIDES):
        if routes.can_step(state.laid, rules, home, side):
            there = rules.ahead[home, side]
            least = routes.step_price(rules, home, side) + rest_at_least(rules, there, aim)
            if least <= rules.bound:
                step = there * SIDES + side
                cost[step], before[step] = routes.step_price(rules, home, side), -1
                routes.put(queue, least, step)
    least = 0
    while least <= rules.bound:
        step = routes.take(queue, least)
        if step == routes.NO_PLACE:
            least += 1
            continue
        hex_ = step // SIDES
        if hex_ == goal:
            return trace_back(before, step, cost[step], steps)
        if rules.hex_city[hex_] >= 0 or cost[step] + rest_at_least(rules, hex_, aim) < least:
            continue
        for turn in range(SIDES - 1, SIDES + 2):
            side = (step + turn) % SIDES
            if not routes.can_step(state.laid, rules, hex_, side):
                continue
            there = rules.ahead[hex_, side]
            onward = there * SIDES + side
            price = cost[step] + routes.step_price(rules, hex_, side)
            whole = price + rest_at_least(rules, there, aim)
            if price < cost[onward] and whole <= rules.bound:
                cost[onward], before[onward] = price, step
                routes.put(queue, whole, onward)
    return routes.FAR, 0


@kernel
def trace_back(before, last, price, steps):
    """The steps that a search found, with their price and tiles."""
    tiles, step = -1, last
    while step >= 0:
        tiles += 1
        step = before[step]
    step = last
    for place in range(tiles, -1, -1):
        steps[place] = step
        step = before[step]
    return price, tiles
