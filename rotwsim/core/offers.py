"""Offers: the cheapest Link of every pair of cities for each number of Build actions, searched for
on the hexes tile by tile (B10 to B15).
"""

import numpy as np

from rotwsim.core.jit import kernel
from rotwsim.core.layout import PAIR_WAYS, SIDES, TILES
from rotwsim.core.ways import FAR, LENGTH, PRICE, STEPS, can_step, step_price

OFFER = 4  # columns: first city, second city, Build actions, price
OFFERS = 2048  # of one city
WATCHED = 4  # hexes that a search remembers to have passed


@kernel
def list_offers(state, rules, city, limit, offers):
    """The offers of a city to cities with higher numbers, or with open track all ways to go on;
    `limit` tiles are laid by one Build action. Returns their number.
    """
    most = rules.longest_link
    if state.open_city >= 0:
        most -= state.open_tiles
    prices = np.empty((rules.cities, most + 1), np.int64)
    cost, before = spread_tiles(state, rules, city, most, np.empty(WATCHED, np.int64), 0)
    for other in range(rules.cities):
        crossing = price_end(rules, city, other, 0, cost, before, prices)
        if crossing >= 0:
            watch_crossings(state, rules, city, other, crossing, prices)
    add_seas(state, rules, city, most, prices)
    count = 0
    for other in range(rules.cities):
        if state.open_city < 0 and other <= city:
            continue
        least, builds = FAR, 1
        while (builds - 1) * limit < most:
            price = prices[other, min(builds * limit, most)]
            if price < least:
                offers[count, 0] = city
                offers[count, 1] = other
                offers[count, 2] = builds
                offers[count, 3] = price
                count += 1
                least = price
            builds += 1
    return count


@kernel
def list_cheapest(state, rules, city, ways):
    """ways[other]: price, tiles and steps of the cheapest Link to each other city, price FAR if
    there is none; sea routes left aside.
    """
    most = rules.longest_link
    prices = np.empty((rules.cities, most + 1), np.int64)
    cost, before, watches = search_tiles(state, rules, city, most, prices)
    for other in range(rules.cities):
        ways[other, PRICE] = prices[other, most]
        if prices[other, most] < FAR:
            tiles = most
            while prices[other, tiles - 1] == prices[other, most]:
                tiles -= 1
            ways[other, LENGTH] = tiles
            end = cheapest_end(rules, other, tiles, 1 << watches, cost)
            trace(tiles, end, 1 << watches, before, ways[other, STEPS:])


@kernel
def search_tiles(state, rules, city, most, prices):
    """Searches the hexes until no way crosses itself; fills the prices of `price_ends`."""
    watched = np.empty(WATCHED, np.int64)
    watches = 0
    while True:
        cost, before = spread_tiles(state, rules, city, most, watched, watches)
        crossing = price_ends(rules, city, watches, cost, before, prices)
        if crossing < 0 or watches == WATCHED:
            return cost, before, watches
        watched[watches] = crossing
        watches += 1


@kernel
def price_ends(rules, city, watches, cost, before, prices):
    """As `price_end`, for all cities; returns the first hex crossed twice, or -1."""
    for other in range(rules.cities):
        crossing = price_end(rules, city, other, watches, cost, before, prices)
        if crossing >= 0:
            return crossing
    return -1


@kernel
def price_end(rules, city, other, watches, cost, before, prices):
    """prices[other, tiles]: the cheapest Link with at most so many tiles. Returns a hex that one of
    them would cross twice, or -1.
    """
    masks = 1 << watches
    steps = np.empty(TILES + 1, np.int64)
    for tiles in range(prices.shape[1]):
        prices[other, tiles] = FAR
    if not can_join(rules, city, other):
        return -1
    for tiles in range(1, prices.shape[1]):
        prices[other, tiles] = prices[other, tiles - 1]
        end = cheapest_end(rules, other, tiles, masks, cost)
        if end >= 0 and cost[tiles, end] < prices[other, tiles]:
            trace(tiles, end, masks, before, steps)
            crossing = hex_passed_twice(steps, tiles)
            if crossing >= 0:
                return crossing
            prices[other, tiles] = cost[tiles, end]
    return -1


@kernel
def watch_crossings(state, rules, city, other, crossing, prices):
    """The prices to a city where the cheapest tiles would cross a hex twice: such hexes are
    remembered by the search, one more each time.
    """
    watched = np.empty(WATCHED, np.int64)
    most = prices.shape[1] - 1
    for watches in range(1, WATCHED + 1):
        watched[watches - 1] = crossing
        cost, before = spread_tiles(state, rules, city, most, watched, watches)
        crossing = price_end(rules, city, other, watches, cost, before, prices)
        if crossing < 0:
            return


@kernel
def add_seas(state, rules, city, most, prices):
    """A sea route is one more Link of its pair; once begun it is the only one."""
    if state.open_city >= 0 and state.open_sea < 0:
        return
    for sea in range(rules.seas):
        way = rules.sea_way[sea]
        pair = way // PAIR_WAYS
        first, second = rules.pair_first[pair], rules.pair_second[pair]
        if city != first and city != second:
            continue
        price, tiles = rules.way_price[way], rules.way_tiles[way]
        if state.open_city >= 0:
            if way != state.open_sea:
                continue
            price, tiles = 0, tiles - state.open_tiles
        elif (state.blocked[pair] >> np.uint64(way % PAIR_WAYS)) & np.uint64(1):
            continue
        for more in range(tiles, most + 1):
            other = first + second - city
            prices[other, more] = min(prices[other, more], price)


@kernel
def find_way(state, rules, aim, steps):
    """The steps of the cheapest way on to a city from where the track under construction ends, with
    the fewest tiles among equals; returns the number of its tiles, 0 if there is none.
    """
    most = rules.longest_link - state.open_tiles
    if state.open_sea >= 0 or not can_join(rules, state.open_city, aim):
        return 0
    watched = np.empty(WATCHED, np.int64)
    for watches in range(WATCHED + 1):
        masks = 1 << watches
        cost, before = spread_tiles(state, rules, state.open_city, most, watched, watches)
        least, best, length = FAR, -1, 0
        for tiles in range(1, most + 1):
            end = cheapest_end(rules, aim, tiles, masks, cost)
            if end >= 0 and cost[tiles, end] < least:
                least, best, length = cost[tiles, end], end, tiles
        if best < 0:
            return 0
        trace(length, best, masks, before, steps)
        crossing = hex_passed_twice(steps, length)
        if crossing < 0:
            return length
        if watches < WATCHED:
            watched[watches] = crossing
    return 0


@kernel
def can_join(rules, city, other):
    """B12, S2: whether a Link may join two cities at all."""
    return rules.pair_of[city, other] >= 0


@kernel
def spread_tiles(state, rules, city, most, watched, watches):
    """cost[tiles, place]: the cheapest price of just so many tiles up to a step, from the city or
    the end of the open track; before[tiles, place]: the place it comes from.

    A place is a step and, for each watched hex, a bit that tells whether it was passed.
    """
    masks = 1 << watches
    places = SIDES * rules.hexes * masks
    cost = np.full((most + 1, places), FAR, np.int64)
    before = np.empty((most + 1, places), np.int64)
    barred = np.zeros(rules.hexes, np.uint8)
    queue = np.empty((2, places), np.int64)
    count = 0
    if state.open_city >= 0 and state.open_tiles > 0:
        for tile in range(state.open_tiles):
            barred[state.open_step[tile] // SIDES] = 1
        if state.open_sea < 0:
            tip = state.open_step[state.open_tiles - 1] // SIDES
            side = state.open_step[state.open_tiles] % SIDES
            there = rules.ahead[tip, side]
            if state.laid[there] < rules.full and not barred[there]:
                start = (there * SIDES + side) * masks + mask_of(watched, watches, there)
                cost[1, start] = step_price(rules, tip, side)
                queue[1, 0] = start
                count = 1
    else:
        home = rules.city_hex[city]
        for side in range(SIDES):
            if can_step(state.laid, rules, home, side):
                there = rules.ahead[home, side]
                start = (there * SIDES + side) * masks + mask_of(watched, watches, there)
                cost[1, start] = step_price(rules, home, side)
                queue[1, count] = start
                count += 1
    for tiles in range(1, most + 1):
        following = 0
        for number in range(count):
            place = queue[tiles & 1, number]
            step, mask = place // masks, place % masks
            hex_ = step // SIDES
            for turn in range(SIDES - 1, SIDES + 2):
                side = (step + turn) % SIDES
                if not can_step(state.laid, rules, hex_, side):
                    continue
                there = rules.ahead[hex_, side]
                price = cost[tiles, place] + step_price(rules, hex_, side)
                layer = tiles + 1
                onward = (there * SIDES + side) * masks
                if rules.hex_city[there] >= 0:
                    layer = tiles
                else:
                    passed = mask_of(watched, watches, there)
                    if layer > most or barred[there] or mask & passed:
                        continue
                    onward += mask | passed
                if price < cost[layer, onward]:
                    if cost[layer, onward] == FAR and layer > tiles:
                        queue[layer & 1, following] = onward
                        following += 1
                    cost[layer, onward] = price
                    before[layer, onward] = place
        count = following
    return cost, before


@kernel
def mask_of(watched, watches, hex_):
    """The bit of a watched hex."""
    for place in range(watches):
        if watched[place] == hex_:
            return 1 << place
    return 0


@kernel
def cheapest_end(rules, city, tiles, masks, cost):
    """The cheapest step into a city after so many tiles, or -1."""
    best, least = -1, FAR
    for side in range(SIDES):
        place = (rules.city_hex[city] * SIDES + side) * masks
        if cost[tiles, place] < least:
            best, least = place, cost[tiles, place]
    return best


@kernel
def trace(tiles, end, masks, before, steps):
    """The steps of the way that a search found."""
    steps[tiles] = end // masks
    place = before[tiles, end]
    for tile in range(tiles - 1, -1, -1):
        steps[tile] = place // masks
        if tile > 0:
            place = before[tile + 1, place]


@kernel
def hex_passed_twice(steps, tiles):
    """The first hex that a way crosses twice (a Link does not cross itself), or -1."""
    for tile in range(tiles):
        for other in range(tile):
            if steps[tile] // SIDES == steps[other] // SIDES:
                return steps[tile] // SIDES
    return -1
