"""The cheapest track from city to city on the hexes, in one stretch or in several (S23)."""

import numpy as np

from rotwsim.core.jit import kernel
from rotwsim.core.layout import CITIES, PAIR_WAYS, SIDES
from rotwsim.core.ways import FAR, can_step, step_price

# A path is its steps in order; a step into a city ends a stretch, SEA - way is one across the sea.
SEA = -1
NO_PLACE = -1
# Columns of what is watched: the place that sets a bit, and the place that the bit bars.
SETS, BARS = range(2)


@kernel
def spread_path(
    state, rules, node_of, start, single, target, visited, limit, forbidden, watched, watches,
    steps, count
):  # fmt: skip
    """The price of the cheapest track from a city to another in one stretch, or from node to node
    in any number of stretches; appends its steps to those counted so far.
    """
    masks = 1 << watches
    hexes = rules.hexes
    places = SIDES * hexes * masks  # and after these one for each city
    cost = np.full(places + CITIES, FAR, np.int64)
    before = np.empty(places + CITIES, np.int64)
    ring = rules.dearest_tile + 1
    for sea in range(rules.seas):
        ring = max(ring, rules.way_price[rules.sea_way[sea]] + 1)
    head = np.full(ring, -1, np.int64)
    room = 3 * places + (SIDES + rules.seas + 2) * CITIES
    entry_place = np.empty(room, np.int64)
    entry_next = np.full(room, -1, np.int64)
    home = places + (start if single else node_of[start])
    cost[home] = 0
    before[home] = NO_PLACE
    entry_place[0] = home
    head[0] = 0
    entries, waiting, spent, end = 1, 1, 0, -1
    goal = target if single else node_of[target]
    while waiting > 0 and spent <= limit:
        entry = head[spent % ring]
        if entry < 0:
            spent += 1
            continue
        head[spent % ring] = entry_next[entry]
        waiting -= 1
        place = entry_place[entry]
        if cost[place] != spent:
            continue
        if place == places + goal:
            end = place
            break
        cost[place] = -1 - spent  # settled
        if place >= places:
            for city in range(rules.cities):
                if (single and city != start) or (not single and node_of[city] != place - places):
                    continue
                if rules.in_play[city] == 0:
                    continue
                hex_ = rules.city_hex[city]
                mask = mask_of(watched, watches, hex_, SETS)
                for side in range(SIDES):
                    entries, waiting = relax(
                        state, rules, node_of, single, target, visited, forbidden, watched,
                        watches, hex_, side, mask, place, spent, ring, cost, before, head,
                        entry_place, entry_next, entries, waiting
                    )  # fmt: skip
                for sea in range(rules.seas):
                    way = rules.sea_way[sea]
                    pair = way // PAIR_WAYS
                    if rules.pair_first[pair] != city and rules.pair_second[pair] != city:
                        continue
                    if (state.blocked[pair] >> np.uint64(way % PAIR_WAYS)) & np.uint64(1):
                        continue
                    there = rules.pair_first[pair] + rules.pair_second[pair] - city
                    if (single and there != target) or visited[node_of[there]]:
                        continue
                    onward = places + (there if single else node_of[there])
                    price = spent + rules.way_price[way]
                    if price < cost[onward]:
                        cost[onward] = price
                        before[onward] = NO_PLACE - 1 - (way * CITIES + place - places)
                        entry_place[entries] = onward
                        entry_next[entries] = head[price % ring]
                        head[price % ring] = entries
                        entries += 1
                        waiting += 1
        else:
            step, mask = place // masks, place % masks
            for turn in range(SIDES - 1, SIDES + 2):
                entries, waiting = relax(
                    state, rules, node_of, single, target, visited, forbidden, watched, watches,
                    step // SIDES, (step + turn) % SIDES, mask, place, spent, ring, cost, before,
                    head, entry_place, entry_next, entries, waiting
                )  # fmt: skip
    if end < 0:
        return FAR, count
    return spent, count + trace_back(rules, places, masks, before, end, steps, count)


@kernel
def relax(
    state, rules, node_of, single, target, visited, forbidden, watched, watches, hex_, side, mask,
    place, spent, ring, cost, before, head, entry_place, entry_next, entries, waiting
):  # fmt: skip
    """Tries one step on from a place."""
    if not can_step(state.laid, rules, hex_, side):
        return entries, waiting
    there = rules.ahead[hex_, side]
    step = there * SIDES + side
    if forbidden[step] or mask & mask_of(watched, watches, there, BARS):
        return entries, waiting
    city = rules.hex_city[there]
    masks = 1 << watches
    places = SIDES * rules.hexes * masks
    price = spent + step_price(rules, hex_, side)
    if city < 0:
        onward = step * masks + (mask | mask_of(watched, watches, there, SETS))
        known = place
    else:
        if (single and city != target) or visited[node_of[city]]:
            return entries, waiting
        onward = places + (city if single else node_of[city])
        known = place * SIDES + side  # the last hex and the side it is left through
    if cost[onward] < 0 or price >= cost[onward]:
        return entries, waiting
    cost[onward] = price
    before[onward] = known
    entry_place[entries] = onward
    entry_next[entries] = head[price % ring]
    head[price % ring] = entries
    return entries + 1, waiting + 1


@kernel
def mask_of(watched, watches, hex_, bound):
    """The bits that a stretch gets by passing a hex or leaving a city (SETS), or that bar it
    (BARS).
    """
    mask = 0
    for place in range(watches):
        if watched[place, bound] == hex_:
            mask |= 1 << place
    return mask


@kernel
def trace_back(rules, places, masks, before, end, steps, count):
    """Writes the steps that lead to the end; returns their number."""
    number, place = 0, end
    while before[place] != NO_PLACE:
        known = before[place]
        if known < NO_PLACE:
            known = NO_PLACE - 1 - known
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
