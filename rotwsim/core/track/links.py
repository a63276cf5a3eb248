"""The Links on offer to a player, and the network that built Links form (B10 to B16)."""

import numpy as np

from rotwsim.core.jit.decorators import count_bits, kernel, stack_array
from rotwsim.core.state.codes import COLOURS, GREY, RAILBOT
from rotwsim.core.state.layout import CITIES, PAIR_ROUTES, TILES
from rotwsim.core.state.log import LINK_BUILT, note
from rotwsim.core.track import tile_search
from rotwsim.core.track.routes import FAR, LENGTH, PRICE, STEPS, hex_passed_twice

OFFER = 4  # columns: first city, second city, Build actions, price
OFFERS = 2048  # of one city


@kernel
def list_offers(state, rules, city, limit, offers):
    """The offers of a city to cities with higher numbers, or with open track all routes to go on;
    `limit` tiles are laid by one Build action. Returns their number.
    """
    most = rules.longest_link
    if state.open_city >= 0:
        most -= state.open_tiles
    prices = np.empty((rules.cities, most + 1), np.int64)
    price_links(state, rules, city, prices)
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
def price_links(state, rules, city, prices):
    """prices[other, tiles]: the cheapest Link of a city with at most these tiles."""
    most = prices.shape[1] - 1
    watched = np.empty(tile_search.WATCHED, np.int64)
    start = tile_search.end_of_track(state) if state.open_city >= 0 else city
    search = tile_search.spread_tiles(state, rules, start, tile_search.NO_AIM, most, watched[:0])
    for other in range(rules.cities):
        crossing = price_end(rules, city, other, search, prices)
        watches = 0
        while crossing >= 0 and watches < tile_search.WATCHED:
            watched[watches] = crossing
            watches += 1
            closer = tile_search.spread_tiles(
                state, rules, start, tile_search.NO_AIM, most, watched[:watches]
            )
            crossing = price_end(rules, city, other, closer, prices)
        if crossing >= 0:
            price_around(state, rules, start, other, watched, prices[other])


@kernel
def price_around(state, rules, start, other, watched, prices):
    """prices[tiles]: as `price_links`, where more hexes must be watched."""
    steps = np.empty(TILES + 1, np.int64)
    for tiles in range(1, prices.size):
        prices[tiles] = tile_search.route_around(state, rules, start, other, tiles, watched, steps)[
            0
        ]


@kernel
def price_end(rules, city, other, search, prices):
    """prices[other, tiles]: the cheapest Link; return a hex that one would cross twice, or -1."""
    steps = np.empty(TILES + 1, np.int64)
    cost = search[0]
    for tiles in range(prices.shape[1]):
        prices[other, tiles] = FAR
    if rules.pair_of[city, other] < 0:
        return -1
    for tiles in range(1, prices.shape[1]):
        prices[other, tiles] = prices[other, tiles - 1]
        end = tile_search.cheapest_end(rules, other, tiles, search)
        if end >= 0 and cost[tiles, end] < prices[other, tiles]:
            tile_search.trace(search, tiles, end, steps)
            crossing = hex_passed_twice(steps, tiles)
            if crossing >= 0:
                return crossing
            prices[other, tiles] = cost[tiles, end]
    return -1


@kernel
def add_seas(state, rules, city, most, prices):
    """A sea route is one more Link of its pair; once begun it is the only one."""
    if state.open_city >= 0 and state.open_sea < 0:
        return
    for sea in range(rules.seas):
        route = rules.sea_route[sea]
        pair = route // PAIR_ROUTES
        first, second = rules.pair_first[pair], rules.pair_second[pair]
        if city != first and city != second:
            continue
        price, tiles = rules.route_price[route], rules.route_tiles[route]
        if state.open_city >= 0:
            if route != state.open_sea:
                continue
            price, tiles = 0, tiles - state.open_tiles
        elif (state.blocked[pair] >> np.uint64(route % PAIR_ROUTES)) & np.uint64(1):
            continue
        for more in range(tiles, most + 1):
            other = first + second - city
            prices[other, more] = min(prices[other, more], price)


@kernel
def list_cheapest(state, rules, city, routes):
    """routes[other]: price (FAR if there is none), tiles and steps of the cheapest Link by land."""
    most = rules.longest_link
    nothing_watched = np.empty(0, np.int64)
    search = tile_search.spread_tiles(state, rules, city, tile_search.NO_AIM, most, nothing_watched)
    for other in range(rules.cities):
        routes[other, PRICE] = FAR
        if rules.pair_of[city, other] >= 0:
            route = tile_search.route_to(state, rules, city, other, search, routes[other, STEPS:])
            routes[other, PRICE], routes[other, LENGTH] = route


@kernel
def find_route(state, rules, aim, steps):
    """Find the cheapest route on from open track, then the shortest; return its tiles, or 0."""
    city, most = state.open_city, rules.longest_link - state.open_tiles
    if state.open_sea >= 0 or rules.pair_of[city, aim] < 0:
        return 0
    start = tile_search.end_of_track(state)
    search = tile_search.spread_tiles(state, rules, start, aim, most, np.empty(0, np.int64))
    return tile_search.route_to(state, rules, start, aim, search, steps)[1]


new_counts = stack_array(CITIES, np.int64, zeros=True)
COLOURED = (1 << COLOURS) - 1
ALL_CITIES = COLOURED | 1 << GREY
ALL_PLACES = np.uint64(2**64 - 1)  # every city, by its number
ONE = np.uint64(1)


@kernel
def complete_link(state, rules, first, second, owner, tiles, price, log):
    """A Link joins two cities; the groups of connected cities grow."""
    state.link_first[state.links] = first
    state.link_second[state.links] = second
    state.link_owner[state.links] = owner
    state.links += 1
    add_spoke(state, first, second, owner)
    add_spoke(state, second, first, owner)
    join(state.group, rules.cities, first, second)
    if owner == RAILBOT:
        join(state.railbot_group, rules.cities, first, second)
    else:
        join(state.own_group[owner], rules.cities, first, second)
    note(log, state, LINK_BUILT, owner, first, second, tiles, price)


@kernel
def add_spoke(state, city, other, owner):
    """The city remembers where its Links lead."""
    state.spoke_city[city, state.spokes[city]] = other
    state.spoke_owner[city, state.spokes[city]] = owner
    state.spokes[city] += 1


@kernel
def join(group, cities, first, second):
    """Two groups of connected cities become one."""
    kept, lost = group[first], group[second]
    if kept == lost:
        return
    for city in range(cities):
        if group[city] == lost:
            group[city] = kept


@kernel
def largest_group(state, rules, seat, colours, cities=ALL_PLACES):
    """Count most of these cities, by colour and place, in one group of a seat's own Links."""
    counts = new_counts()
    most = 0
    for city in range(rules.cities):
        if is_counted(state, city, colours, cities):
            counts[state.own_group[seat, city]] += 1
            most = max(most, counts[state.own_group[seat, city]])
    return most


@kernel
def is_counted(state, city, colours, cities):
    """Whether a city has one of the colours and is one of the cities whose bits are set."""
    if (colours >> state.colour[city]) & 1 == 0:
        return False
    return (cities >> np.uint64(city)) & ONE == ONE


@kernel
def colours_together(state, rules, seat, colours):
    """Most of these colours among the cities of one group of a seat's own Links."""
    found = new_counts()
    most = 0
    for city in range(rules.cities):
        if is_counted(state, city, colours & COLOURED, ALL_PLACES):
            group = state.own_group[seat, city]
            found[group] |= 1 << state.colour[city]
            most = max(most, bits_in(found[group]))
    return most


@kernel
def bits_in(bits):
    """Count the colours of a bit set."""
    return count_bits(np.uint64(bits))


@kernel
def links_owned(state, seat):
    links = 0
    for link in range(state.links):
        if state.link_owner[link] == seat:
            links += 1
    return links


@kernel
def is_joined(state, here, there, seat, by_seat):
    """Say whether a Link of the seat, or of somebody else, joins two cities."""
    for spoke in range(state.spokes[here]):
        is_own = state.spoke_owner[here, spoke] == seat
        if state.spoke_city[here, spoke] == there and is_own == by_seat:
            return True
    return False


@kernel
def links_at(state, seat, city):
    """A seat's Links at a city."""
    links = 0
    for spoke in range(state.spokes[city]):
        if state.spoke_owner[city, spoke] == seat:
            links += 1
    return links
