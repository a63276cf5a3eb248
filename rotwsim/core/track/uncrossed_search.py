"""The cheapest route to one city that does not cross itself (B10 to B15).

Hexes that the tiles would cross twice are watched, one more each time. For a few of them
`reach.spread_tiles` has a place for every set of watched hexes passed; beyond that only the sets
that tracks come by are kept, so there is room for as many hexes as a word has bits.
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.layout import SIDES
from rotwsim.core.track.routes import FAR, can_step, step_price
from rotwsim.core.track.tile_search import (
    WATCHED,
    cheapest_of_all,
    hex_passed_twice,
    lay_first,
    mask_of,
    rest_at_least,
    spread_tiles,
    trace,
    under_construction,
)

MOST_WATCHED = 62
ROOM = 1024  # for tracks at first
# Columns of a track: its last step, its price, the track that it goes on from, and the next one of
# as many tiles with the same last step.
STEP, SPENT, BEFORE, NEXT = range(4)


@kernel
def route_to(state, rules, start, aim, search, steps):
    """Fills `steps` with the cheapest route that a search has found to a city, the one with the
    fewest tiles among equals; returns its price, FAR if there is none, and its tiles.
    """
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
    """Fills `steps` with the cheapest track to a city that passes no watched hex twice, the one
    with the fewest tiles among equals; returns its price, FAR if there is none, and its tiles.
    """
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
    """Whether a known track with the same last step costs no more and has passed no watched hex but
    those of the mask.
    """
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
