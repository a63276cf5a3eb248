"""The Railbot's cheapest path searched for on the hexes, where the lists of ways cannot decide.

Stretches of one path must be legal together (B14). The cheapest path without that condition is
found first; where two of its steps exclude each other, one of them is forbidden, in one branch the
first, in the other the second, until the cheapest path of a branch is legal.
"""

import numpy as np

from rotwsim.core.jit import kernel
from rotwsim.core.layout import CITIES, HEXES, PAIR_WAYS, SIDES
from rotwsim.core.ways import FAR, TRACK, can_step, step_price

WATCHED = 4  # hexes, or cities that touch, remembered within a stretch
BRANCHES = 512  # tried before the search gives up
DEPTH = 64
# A path is its steps in order; a step into a city ends a stretch, SEA - way is one across the sea.
PATH = 2 * HEXES + CITIES
SEA = -1
NO_PLACE = -1


@kernel
def cheapest_path(state, rules, node_of, cities, stretches, target, limit, path):
    """The price of the cheapest legal path of at most `limit` to the target's node that begins
    with these stretches (cities[0] to cities[1], cities[2] to cities[3] …), FAR if there is none;
    without stretches it begins at the node of cities[0]. Fills `path`, and the number of its steps
    in path[-1].

    A stretch leads to another node each time; nodes are numbered by one of their cities.
    """
    # a step may be forbidden in one given stretch, or in all those that are free to choose
    forbidden = np.zeros((stretches + 1, SIDES * rules.hexes), np.int8)
    watched = np.empty((WATCHED, 2), np.int64)
    watches = 0
    rivals = np.empty((DEPTH, rules.full // TRACK + 2), np.int64)  # steps that exclude each other
    rival_count = np.zeros(DEPTH, np.int64)
    tried = np.zeros(DEPTH, np.int64)
    steps = np.empty(PATH, np.int64)
    best, depth, branches, least = FAR, 0, 0, 0
    while True:
        branches += 1
        price = FAR
        if branches > BRANCHES or depth == DEPTH:
            state.unproven_paths += 1
        else:
            price = relaxed_path(
                state, rules, node_of, cities, stretches, target, min(limit, best - 1), forbidden,
                watched, watches, steps
            )  # fmt: skip
        if depth == 0:
            least = price
        if price < FAR:
            if crosses_itself(rules, steps, watched, watches):
                if watches == WATCHED:
                    state.unproven_paths += 1
                else:
                    watches += 1
                    continue
            else:
                rival_count[depth] = find_rivals(state, rules, steps, stretches, rivals[depth])
                if rival_count[depth] == 0:
                    best = price
                    path[:] = steps
                    if best == least:
                        return best
                elif rivals[depth, 0] == rivals[depth, 1]:
                    rival_count[depth] = 0
                    state.unproven_paths += 1
                else:
                    tried[depth] = 0
                    forbid(forbidden, rivals[depth, 0], 1)
                    depth += 1
                    continue
        while depth > 0:
            depth -= 1
            forbid(forbidden, rivals[depth, tried[depth]], -1)
            tried[depth] += 1
            if tried[depth] < rival_count[depth] and branches <= BRANCHES:
                forbid(forbidden, rivals[depth, tried[depth]], 1)
                depth += 1
                break
        if depth == 0:
            return best


@kernel
def forbid(forbidden, rival, more):
    steps = forbidden.shape[1]
    forbidden[rival // steps, rival % steps] += more


@kernel
def relaxed_path(
    state, rules, node_of, cities, stretches, target, limit, forbidden, watched, watches, steps
):
    """As `cheapest_path`, without the condition that the stretches are legal together."""
    spent, count = 0, 0
    visited = np.zeros(CITIES, np.uint8)
    for stretch in range(stretches):
        first, second = cities[2 * stretch], cities[2 * stretch + 1]
        price, count = spread_path(
            state, rules, node_of, first, True, second, visited, limit - spent, forbidden[stretch],
            watched, watches, steps, count
        )  # fmt: skip
        if price == FAR:
            return FAR
        spent += price
        visited[node_of[first]] = 1
    here = cities[2 * stretches - 1] if stretches else cities[0]
    if node_of[here] != node_of[target]:
        price, count = spread_path(
            state, rules, node_of, here, False, target, visited, limit - spent,
            forbidden[stretches], watched, watches, steps, count
        )  # fmt: skip
        if price == FAR:
            return FAR
        spent += price
    steps[PATH - 1] = count
    return spent


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
                mask = mask_set(watched, watches, hex_)
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
    if forbidden[step] or mask & mask_barred(watched, watches, there):
        return entries, waiting
    city = rules.hex_city[there]
    masks = 1 << watches
    places = SIDES * rules.hexes * masks
    price = spent + step_price(rules, hex_, side)
    if city < 0:
        onward = step * masks + (mask | mask_set(watched, watches, there))
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
def mask_set(watched, watches, hex_):
    """The bits that a stretch gets by passing a hex or leaving a city."""
    mask = 0
    for place in range(watches):
        if watched[place, 0] == hex_:
            mask |= 1 << place
    return mask


@kernel
def mask_barred(watched, watches, hex_):
    """The bits that bar a hex or a city."""
    mask = 0
    for place in range(watches):
        if watched[place, 1] == hex_:
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


@kernel
def crosses_itself(rules, steps, watched, watches):
    """Whether a stretch passes a hex twice or joins two cities that touch (B12); if so, the next
    place to watch is noted.
    """
    begin = 0
    for place in range(steps[PATH - 1]):
        step = steps[place]
        if step < 0:
            begin = place + 1
            continue
        hex_ = step // SIDES
        cross = begin
        while cross < place and steps[cross] // SIDES != hex_:
            cross += 1
        if cross < place:
            if watches < WATCHED:
                watched[watches, 0] = hex_
                watched[watches, 1] = hex_
            return True
        city = rules.hex_city[hex_]
        if city >= 0:
            home = behind(rules, steps[begin])
            if rules.pair_of[rules.hex_city[home], city] < 0:
                if watches < WATCHED:
                    watched[watches, 0] = home
                    watched[watches, 1] = hex_
                return True
            begin = place + 1
    return False


@kernel
def behind(rules, step):
    """The hex that a step leaves."""
    side = step % SIDES
    return rules.ahead[step // SIDES, side + 3 if side < 3 else side - 3]


@kernel
def find_rivals(state, rules, steps, stretches, rivals):
    """Steps that exclude each other (B14), each with the given stretch it belongs to; returns their
    number, 0 if the path is legal.
    """
    width = SIDES * rules.hexes
    for place in range(steps[PATH - 1]):
        step = steps[place]
        if step < 0:
            continue
        hex_ = step // SIDES
        back = behind(rules, step) * SIDES + (step + 3) % SIDES
        room = 0
        if rules.hex_city[hex_] < 0:
            room = (rules.full - state.laid[hex_] + TRACK - 1) // TRACK
        others = 0
        for other in range(place):
            if steps[other] == back or steps[other] == step:
                rivals[0] = part_of(rules, steps, other, stretches) * width + steps[other]
                rivals[1] = part_of(rules, steps, place, stretches) * width + step
                return 2
            if steps[other] >= 0 and steps[other] // SIDES == hex_ and rules.hex_city[hex_] < 0:
                rivals[others] = part_of(rules, steps, other, stretches) * width + steps[other]
                others += 1
                if others == room:
                    rivals[others] = part_of(rules, steps, place, stretches) * width + step
                    return others + 1
    return 0


@kernel
def part_of(rules, steps, place, stretches):
    """The number of the stretch that a step belongs to, the same for all free ones."""
    part = 0
    for earlier in range(place):
        if steps[earlier] < 0 or rules.hex_city[steps[earlier] // SIDES] >= 0:
            part += 1
    return min(part, stretches)
