"""Routes: the chains of tiles that can carry one Link, listed for the empty board (B10 to B14).

A step is a hex and the side it is walked through, numbered hex * 6 + side walked; the step into a
city ends a route. Sides are seen from the hex that is left, so a step arrives through the opposite
side. `laid[hex]` says what is there: a bit for each side that carries a track, and above these
the number of tracks.
"""

from collections import namedtuple

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.layout import SIDES, TILES

FAR = 1 << 28
TRACK = 1 << SIDES  # one track on a hex, above the bits of its sides
ROUTE = TILES + 3  # columns of a route: price, tiles, and its steps with the one into the city
PRICE, LENGTH, STEPS = 0, 1, 2

# Two cities, the tiles that a route between them may have, what track at each step still costs to
# the second and how many tiles it takes, and the steps tried at each side of the first at most.
Between = namedtuple("Between", "first second tiles rest rest_tiles work")


@kernel
def can_step(laid, rules, hex_, side):
    """B13, B14: whether track can leave a hex through a side, onto a hex or into a city."""
    there = rules.ahead[hex_, side]
    return there >= 0 and not (laid[hex_] >> side) & 1 and laid[there] < rules.full


@kernel
def step_price(rules, hex_, side):
    """B10: the ground of the hex ahead, nothing for a city, and the ridge in between."""
    return rules.hex_price[rules.ahead[hex_, side]] + rules.ridge[hex_, side]


@kernel
def opposite(side):
    """The same side seen from the hex behind it."""
    return side + 3 if side < 3 else side - 3


# Places that wait in a ring of lists, one for each price: prices are small whole numbers, so no
# heap is needed. Counts: entries used, places waiting.
Queue = namedtuple("Queue", "head place following counts")
ENTRIES, WAITING = range(2)
NO_PLACE = -1


@kernel
def new_queue(prices, room):
    """Make a queue for prices less than this number apart, and for its entries in all."""
    head = np.full(prices, NO_PLACE, np.int64)
    return Queue(head, np.empty(room, np.int64), np.empty(room, np.int64), np.zeros(2, np.int64))


@kernel
def put(queue, price, place):
    """Let a place wait."""
    entry, at = queue.counts[ENTRIES], price % queue.head.size
    queue.place[entry], queue.following[entry] = place, queue.head[at]
    queue.head[at] = entry
    queue.counts[ENTRIES] += 1
    queue.counts[WAITING] += 1


@kernel
def take(queue, price):
    """Take one of the places that wait with this price, or NO_PLACE."""
    at = price % queue.head.size
    entry = queue.head[at]
    if entry < 0:
        return NO_PLACE
    queue.head[at] = queue.following[entry]
    queue.counts[WAITING] -= 1
    return queue.place[entry]


@kernel
def spread_track(laid, rules, city, exits, limit, cost):
    """Find the cheapest price of track from a city up to each step, FAR above the limit; `exits`
    has a bit for each side that it may leave the city through.
    """
    queue = new_queue(rules.dearest_tile + 1, 3 * SIDES * rules.hexes + SIDES)
    for step in range(SIDES * rules.hexes):
        cost[step] = FAR
    for side in range(SIDES):
        hex_ = rules.city_hex[city]
        if (exits >> side) & 1 and can_step(laid, rules, hex_, side):
            step = rules.ahead[hex_, side] * SIDES + side
            cost[step] = step_price(rules, hex_, side)
            put(queue, cost[step], step)
    spent = 0
    while queue.counts[WAITING] > 0 and spent <= limit:
        step = take(queue, spent)
        if step == NO_PLACE:
            spent += 1
            continue
        hex_ = step // SIDES
        if cost[step] != spent or rules.hex_city[hex_] >= 0:
            continue
        for turn in range(SIDES - 1, SIDES + 2):
            side = (step + turn) % SIDES
            if not can_step(laid, rules, hex_, side):
                continue
            price = spent + step_price(rules, hex_, side)
            onward = rules.ahead[hex_, side] * SIDES + side
            if price < cost[onward] and price <= limit:
                cost[onward] = price
                put(queue, price, onward)


@kernel
def count_tiles(rules, city, tiles):
    """Count the fewest tiles from a city to each step of the empty board; at a city of the Link."""
    steps = SIDES * rules.hexes
    queue = np.empty(steps, np.int64)
    for step in range(steps):
        tiles[step] = FAR
    first, last = 0, 0
    for side in range(SIDES):
        there = rules.ahead[rules.city_hex[city], side]
        if there >= 0:
            tiles[there * SIDES + side] = 1
            queue[last] = there * SIDES + side
            last += 1
    while first < last:
        step = queue[first]
        first += 1
        for turn in range(SIDES - 1, SIDES + 2):
            side = (step + turn) % SIDES
            there = rules.ahead[step // SIDES, side]
            if there < 0 or tiles[there * SIDES + side] < FAR:
                continue
            if rules.hex_city[there] >= 0:
                tiles[there * SIDES + side] = tiles[step]
            else:
                tiles[there * SIDES + side] = tiles[step] + 1
                queue[last] = there * SIDES + side
                last += 1


@kernel
def measure_rest(rules, cost, in_tiles, rest):
    """Turn prices, or tiles, of track out of a city into what each step still needs to it."""
    for hex_ in range(rules.hexes):
        for walked in range(SIDES):
            best = FAR
            for turn in range(SIDES - 1, SIDES + 2):
                best = min(best, cost[hex_ * SIDES + opposite((walked + turn) % SIDES)])
            own = 1 if in_tiles else rules.hex_price[hex_]
            rest[hex_ * SIDES + walked] = min(FAR, best - own)


@kernel
def list_routes(rules, laid, between, cheapest, dearest, found, routes):
    """All routes between two cities from the cheapest price up, as many as there are rows; at the
    price that does not fit any more an even choice. Returns their number, and what any other way
    costs at least.
    """
    count = 0
    for price in range(cheapest, dearest + 1):
        number, complete = find_routes(rules, laid, between, price, found)
        taken = min(number, routes.shape[0] - count)
        for place in range(taken):
            for column in range(routes.shape[1]):
                routes[count, column] = found[place * number // taken, column]
            count += 1
        if taken < number or not complete:
            return count, price
    return count, dearest + 1


@kernel
def list_detours(rules, cost, second, routes):
    """For each side that leads out of the first city and each that leads into the second the
    cheapest route, where one is found; cost[side] is what `spread_track` found through a side.
    Returns their number.
    """
    count = 0
    trail = np.empty(TILES + 1, np.int64)
    for exit_ in range(SIDES):
        for side in range(SIDES):
            step = rules.city_hex[second] * SIDES + side
            price = cost[exit_, step]
            tiles = 0
            while step >= 0 and price < FAR and tiles <= rules.longest_link:
                trail[tiles] = step
                tiles += 1
                step = step_before(rules, cost[exit_], step)
            tiles -= 1
            if price >= FAR or step >= 0 or hex_passed_twice(trail, tiles + 1) >= 0:
                continue
            row = routes[count]
            row[PRICE] = price
            row[LENGTH] = tiles
            for place in range(tiles + 1):
                row[STEPS + place] = trail[tiles - place]
            count += 1
    return count


@kernel
def step_before(rules, cost, step):
    """The step that a cheapest one comes from, -1 where that is the city."""
    hex_, side = step // SIDES, step % SIDES
    came = rules.ahead[hex_, opposite(side)]
    if rules.hex_city[came] >= 0:
        return -1
    price = step_price(rules, came, side)
    for turn in range(SIDES - 1, SIDES + 2):
        before = came * SIDES + (side + turn) % SIDES
        if cost[before] + price == cost[step]:
            return before
    return -1


@kernel
def hex_passed_twice(steps, count):
    """Find the first hex that these steps enter twice (a Link never does), or -1."""
    for place in range(count):
        for other in range(place):
            if steps[place] // SIDES == steps[other] // SIDES:
                return steps[place] // SIDES
    return -1


@kernel
def find_routes(rules, laid, between, price, found):
    """List the routes of just this price; return their number, and whether they are all."""
    trail = np.empty(TILES + 1, np.int64)
    turn = np.empty(TILES + 1, np.int64)
    spent = np.empty(TILES + 1, np.int64)
    passed = np.zeros(rules.hexes, np.uint8)
    count, complete = 0, True
    start, goal = rules.city_hex[between.first], rules.city_hex[between.second]
    rest, rest_tiles, tiles = between.rest, between.rest_tiles, between.tiles
    for exit_ in range(SIDES):
        if not can_step(laid, rules, start, exit_):
            continue
        quota = (found.shape[0] - count) // (SIDES - exit_)
        number, done = 0, 0
        depth = 0
        trail[0] = rules.ahead[start, exit_] * SIDES + exit_
        spent[0] = step_price(rules, start, exit_)
        turn[0] = SIDES - 1
        if spent[0] + rest[trail[0]] > price or 1 + rest_tiles[trail[0]] > tiles:
            continue
        passed[trail[0] // SIDES] = 1
        while depth >= 0:
            hex_, walked = trail[depth] // SIDES, trail[depth] % SIDES
            if turn[depth] > SIDES + 1 or number == quota or done == between.work:
                complete = complete and turn[depth] > SIDES + 1
                passed[hex_] = 0
                depth -= 1
                continue
            side = (walked + turn[depth]) % SIDES
            turn[depth] += 1
            done += 1
            if not can_step(laid, rules, hex_, side):
                continue
            there = rules.ahead[hex_, side]
            reached = spent[depth] + step_price(rules, hex_, side)
            onward = there * SIDES + side
            if there == goal:
                if reached == price:
                    row = found[count]
                    row[PRICE] = price
                    row[LENGTH] = depth + 1
                    for place in range(depth + 1):
                        row[STEPS + place] = trail[place]
                    row[STEPS + depth + 1] = onward
                    count += 1
                    number += 1
            elif (
                rules.hex_city[there] < 0
                and not passed[there]
                and reached + rest[onward] <= price
                and depth + 2 + rest_tiles[onward] <= tiles
            ):
                depth += 1
                trail[depth] = onward
                spent[depth] = reached
                turn[depth] = SIDES - 1
                passed[there] = 1
    return count, complete
