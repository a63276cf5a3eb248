# Longer than most: one search, first with few watched hexes and then with as many as needed.
"""Search the hexes, tile by tile: where the tiles lead, at what price, without crossing themselves
(B10 to B15).

Hexes that the tiles would cross twice are watched, one more each time. For a few of them
`spread_tiles` has a place for every set of watched hexes passed; beyond that only the sets that
tracks come by are kept, so there is room for as many hexes as a word has bits.
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.layout import SIDES
from rotwsim.core.track.routes import FAR, can_step, hex_passed_twice, step_price

WATCHED = 7  # hexes that such a search remembers to have passed; more in route_around
NO_AIM = -1
OPEN_TRACK = -1  # in place of a city to start from: where the open track ends


@kernel
def spread_tiles(state, rules, start, aim, most, watched):
    """A search: cost[tiles, place] is the cheapest price of exactly these tiles up to a step, from
    a city or the end of the open track; before[tiles, place] the place it comes from; then the
    number of places a step has, and up to how many tiles there is anything.

    A place is a step and, for each watched hex, a bit that says whether it was passed. With an aim
    nothing is followed that cannot be the cheapest.
    """
    masks = 1 << watched.size
    places = SIDES * rules.hexes * masks
    cost = np.empty((most + 1, places), np.int32)
    before = np.empty((most + 1, places), np.int32)
    queue = np.empty((2, places), np.int32)
    barred = under_construction(state, rules, start)
    cost[:2] = FAR
    count = 0
    if most > 0:
        count = lay_first(state, rules, start, watched, barred, cost[1], queue[1])
    least, last = FAR, 0
    while count > 0:
        last += 1
        if last < most:
            cost[last + 1] = FAR
        following = 0
        for number in range(count):
            place = queue[last & 1, number]
            step, mask = place // masks, place % masks
            hex_ = step // SIDES
            for turn in range(SIDES - 1, SIDES + 2):
                side = (step + turn) % SIDES
                if not can_step(state.laid, rules, hex_, side):
                    continue
                there = rules.ahead[hex_, side]
                price = cost[last, place] + step_price(rules, hex_, side)
                layer, onward = last, (there * SIDES + side) * masks
                if rules.hex_city[there] < 0:
                    passed = mask_of(watched, there)
                    if last == most or barred[there] or mask & passed:
                        continue
                    more = tiles_at_least(rules, there, aim)
                    if last + 1 + more > most or price + rules.cheapest_tile * more >= least:
                        continue
                    layer, onward = last + 1, onward + (mask | passed)
                elif rules.hex_city[there] == aim:
                    least = min(least, price)
                if price < cost[layer, onward]:
                    if cost[layer, onward] == FAR and layer > last:
                        queue[layer & 1, following] = onward
                        following += 1
                    cost[layer, onward] = price
                    before[layer, onward] = place
        count = following
    return cost, before, masks, last


@kernel
def under_construction(state, rules, start):
    """The hexes that the Link crosses already: it does not cross itself."""
    barred = np.zeros(rules.hexes, np.uint8)
    if start == OPEN_TRACK:
        for tile in range(state.open_tiles):
            barred[state.open_step[tile] // SIDES] = 1
    return barred


@kernel
def lay_first(state, rules, start, watched, barred, cost, queue):
    """The first tiles: next to the city, or where the open track points. Returns their number."""
    masks = 1 << watched.size
    if start != OPEN_TRACK:
        count, home = 0, rules.city_hex[start]
        for side in range(SIDES):
            if can_step(state.laid, rules, home, side):
                there = rules.ahead[home, side]
                queue[count] = (there * SIDES + side) * masks + mask_of(watched, there)
                cost[queue[count]] = step_price(rules, home, side)
                count += 1
        return count
    if state.open_sea >= 0:
        return 0
    tip = state.open_step[state.open_tiles - 1] // SIDES
    side = state.open_step[state.open_tiles] % SIDES
    there = rules.ahead[tip, side]
    if state.laid[there] >= rules.full or barred[there]:
        return 0
    queue[0] = (there * SIDES + side) * masks + mask_of(watched, there)
    cost[queue[0]] = step_price(rules, tip, side)
    return 1


@kernel
def mask_of(watched, hex_):
    """The bit of a watched hex."""
    for place in range(watched.size):
        if watched[place] == hex_:
            return 1 << place
    return 0


@kernel
def rest_at_least(rules, hex_, aim):
    """The least that the tiles between a hex and the city aimed for can cost."""
    return rules.cheapest_tile * tiles_at_least(rules, hex_, aim)


@kernel
def tiles_at_least(rules, hex_, aim):
    """How many tiles lie at least between a hex and the city aimed for."""
    if aim == NO_AIM:
        return 0
    goal = rules.city_hex[aim]
    across = rules.axial[hex_, 0] - rules.axial[goal, 0]
    down = rules.axial[hex_, 1] - rules.axial[goal, 1]
    return max(0, max(abs(across), max(abs(down), abs(across + down))) - 1)


@kernel
def cheapest_of_all(rules, aim, search):
    """Price, end and tiles of the cheapest route of a search into a city, whatever its length."""
    least, best, length = FAR, -1, 0
    cost, _, _, last = search
    for tiles in range(1, last + 1):
        end = cheapest_end(rules, aim, tiles, search)
        if end >= 0 and cost[tiles, end] < least:
            least, best, length = cost[tiles, end], end, tiles
    return least, best, length


@kernel
def cheapest_end(rules, city, tiles, search):
    """The cheapest step into a city after exactly this number of tiles, or -1."""
    cost, _, masks, last = search
    best, least = -1, FAR
    if tiles > last:
        return best
    for side in range(SIDES):
        place = (rules.city_hex[city] * SIDES + side) * masks
        if cost[tiles, place] < least:
            best, least = place, cost[tiles, place]
    return best


@kernel
def trace(search, tiles, end, steps):
    """The steps of the route that a search found."""
    _, before, masks, _ = search
    steps[tiles] = end // masks
    place = before[tiles, end]
    for tile in range(tiles - 1, -1, -1):
        steps[tile] = place // masks
        if tile > 0:
            place = before[tile + 1, place]


@kernel
def end_of_track(state):
    """Where the Link under construction goes on from."""
    return OPEN_TRACK if state.open_tiles > 0 else state.open_city


MOST_WATCHED = 62
ROOM = 1024  # for tracks at first
# Columns of a track: its last step, its price, the track that it goes on from, and the next one of
# as many tiles with the same last step.
STEP, SPENT, BEFORE, NEXT = range(4)


@kernel
def route_to(state, rules, start, aim, search, steps):
    """Find the cheapest, then shortest, route of a search; return price, or FAR, and tiles."""
    watched = np.empty(WATCHED, np.int64)
    watches, most = 0, search[0].shape[0] - 1
    while True:
        price, end, tiles = cheapest_of_all(rules, aim, search)
        if end < 0:
            return FAR, 0
        trace(search, tiles, end, steps)
        crossing = hex_passed_twice(steps, tiles)
        if crossing < 0:
            return price, tiles
        if watches == WATCHED:
            return route_around(state, rules, start, aim, most, watched, steps)
        watched[watches] = crossing
        watches += 1
        search = spread_tiles(state, rules, start, aim, most, watched[:watches])


@kernel
def route_around(state, rules, start, aim, most, known, steps):
    """As `route_to`, up to this number of tiles; these hexes are watched already."""
    watched, watches = np.empty(MOST_WATCHED, np.int64), known.size
    for place in range(watches):
        watched[place] = known[place]
    while True:
        price, tiles = follow_tracks(state, rules, start, aim, most, watched[:watches], steps)
        crossing = hex_passed_twice(steps, tiles)
        if crossing < 0:
            return price, tiles
        if watches == MOST_WATCHED:
            state.searches_cut += 1
            return FAR, 0
        watched[watches] = crossing
        watches += 1


@kernel
def follow_tracks(state, rules, start, aim, most, watched, steps):
    """Find the cheapest track that passes no watched hex twice; return price, or FAR, and tiles."""
    barred = under_construction(state, rules, start)
    tracks, masks = np.empty((ROOM, 4), np.int64), np.empty(ROOM, np.int64)
    last_with = np.full(SIDES * rules.hexes, -1, np.int64)
    begin, count = 0, begin_tracks(state, rules, start, most, watched, barred, tracks, masks)
    least, length, best = FAR, 0, -1
    tiles = 1
    while begin < count:
        end = count
        for track in range(begin, end):
            step, mask = tracks[track, STEP], masks[track]
            hex_ = step // SIDES
            for turn in range(SIDES - 1, SIDES + 2):
                side = (step + turn) % SIDES
                if not can_step(state.laid, rules, hex_, side):
                    continue
                there = rules.ahead[hex_, side]
                onward = there * SIDES + side
                price = tracks[track, SPENT] + step_price(rules, hex_, side)
                if rules.hex_city[there] == aim and price < least:
                    least, length, best = price, tiles, track
                    steps[tiles] = onward
                passed = mask_of(watched, there)
                if rules.hex_city[there] >= 0 or tiles == most or barred[there] or mask & passed:
                    continue
                if price + rest_at_least(rules, there, aim) >= least:
                    continue
                if is_no_better(tracks, masks, last_with[onward], price, mask | passed):
                    continue
                if count == masks.size:
                    tracks, masks = with_more_room(tracks, masks)
                tracks[count, STEP], tracks[count, SPENT] = onward, price
                tracks[count, BEFORE], tracks[count, NEXT] = track, last_with[onward]
                masks[count] = mask | passed
                last_with[onward] = count
                count += 1
        for track in range(end, count):
            last_with[tracks[track, STEP]] = -1
        begin, tiles = end, tiles + 1
    for tile in range(length - 1, -1, -1):
        steps[tile] = tracks[best, STEP]
        best = tracks[best, BEFORE]
    return least, length


@kernel
def begin_tracks(state, rules, start, most, watched, barred, tracks, masks):
    """The tracks of one tile; returns their number."""
    if most == 0:
        return 0
    cost, queue = np.empty(SIDES * rules.hexes, np.int32), np.empty(SIDES, np.int32)
    count = lay_first(state, rules, start, watched[:0], barred, cost, queue)
    for track in range(count):
        step = queue[track]
        tracks[track, STEP], tracks[track, SPENT] = step, cost[step]
        tracks[track, BEFORE], tracks[track, NEXT] = -1, -1
        masks[track] = mask_of(watched, step // SIDES)
    return count


@kernel
def is_no_better(tracks, masks, known, price, mask):
    """Say whether a track to the same step costs no more and has passed no other watched hex."""
    while known >= 0:
        if tracks[known, SPENT] <= price and masks[known] & ~mask == 0:
            return True
        known = tracks[known, NEXT]
    return False


@kernel
def with_more_room(tracks, masks):
    count = masks.size
    more, more_masks = np.empty((2 * count, 4), np.int64), np.empty(2 * count, np.int64)
    for row in range(count):  # an array into a slice would bring numba's texts of errors with it
        more_masks[row] = masks[row]
        for part in range(tracks.shape[1]):
            more[row, part] = tracks[row, part]
    return more, more_masks
