"""Track: which ways can be built, laying tiles, Links, open track (B10 to B16).

What a player asks: `state.way[pair]` and `state.way_price[pair]` are the cheapest listed way of a
pair of cities that is free now, kept up to date with every tile laid; `quicker_way` is the cheapest
with fewer tiles, `way_around` one that costs no more and spares some hexes. `offers.py` searches
the hexes where the list ends.
"""

import numpy as np

from rotwsim.core.codes import PAID_TRACK
from rotwsim.core.jit import kernel, step
from rotwsim.core.layout import PAIR_WAYS, SIDES
from rotwsim.core.lines import score_lines
from rotwsim.core.log import LINK_BUILT, TILE, TILES, TRACK_REMOVED, note
from rotwsim.core.money import pay
from rotwsim.core.offers import find_way
from rotwsim.core.ways import FAR, TRACK, can_step, opposite

ONE = np.uint64(1)
NO_WAY = -1  # not on the list: to be searched for on the hexes


@step
def build(state, rules, seat, city, aim, tiles, grant, way, log):
    """B11, B15: lays the next tiles of one Link, pays for them, completes the Link with its last
    tile.

    Track begins at `city` along a listed way, or the cheapest there is if `way` is NO_WAY; open
    track goes on as planned, or the cheapest way to another `aim`.
    """
    if state.open_city < 0:
        begin_track(state, rules, city, aim, way)
        if tiles < tiles_planned(state, rules):
            keep_track(state, rules)
    elif aim != state.open_aim or not can_continue(state, rules):
        plan_on(state, rules, aim)
    price, saved = 0, 0
    for tile in range(state.open_tiles, state.open_tiles + tiles):
        price += tile_price(state, rules, tile)
        saved += tile_grant(state, rules, tile)
        note_tile(log, state, rules, tile, seat)
        lay_tile(state, rules, tile)
    state.open_tiles += tiles
    state.open_paid += price
    if grant:  # B46
        price -= saved
        state.grants[seat] -= 1
    note(log, state, TILES, state.open_city, tiles, state.open_tiles)
    pay(state, rules, seat, price, PAID_TRACK, log)
    if state.open_tiles == tiles_planned(state, rules):
        first, second = state.open_city, state.open_aim
        state.open_city = -1
        complete_link(state, rules, first, second, seat, state.open_tiles, state.open_paid, log)
        score_lines(state, rules, seat, log)


@kernel
def build_limit(state, rules, seat):
    """B11, B46: tiles per Build action."""
    if state.perfect[seat] > 0:
        return max(rules.tiles_with_perfect, rules.tiles_per_build)
    return rules.tiles_per_build


@kernel
def is_free(state, way):
    """B14, S2: no side in use, no full hex and no city out of play lies on a listed way."""
    return not (state.blocked[way // PAIR_WAYS] >> np.uint64(way % PAIR_WAYS)) & ONE


@kernel
def quicker_way(state, rules, pair, tiles):
    """The cheapest free way on the list with at most so many tiles, or -1."""
    if rules.pair_tiles[pair] <= tiles:
        free = rules.within[pair, tiles] & ~state.blocked[pair]
        if free:
            return PAIR_WAYS * pair + lowest_bit(free)
    return -1


@kernel
def ways_at(state, rules, city, limit, dearest, ways):
    """The ways that a player would look at from a city: for each other city the cheapest that is
    free, then the cheapest for fewer Build actions of `limit` tiles; returns their number.
    """
    count = 0
    for entry in range(rules.near_start[city], rules.near_start[city + 1]):
        pair = rules.near_pair[entry]
        if rules.pair_price[pair] > dearest:
            break
        if pair >= rules.listed:
            continue
        way = state.way[pair]
        while way >= 0 and rules.way_price[way] <= dearest and count < ways.shape[0]:
            ways[count] = way
            count += 1
            fewer = (rules.way_tiles[way] - 1) // limit * limit
            way = quicker_way(state, rules, pair, fewer) if fewer > 0 else -1
    return count


@kernel
def end_of(rules, way, city):
    """The city that a listed way leads to from a city."""
    return other_end(rules, way // PAIR_WAYS, city)


@kernel
def way_around(state, rules, pair, way, spared):
    """A free way of the pair on none of the spared hexes that costs no more than `way` and takes as
    few tiles, or -1.
    """
    for other in range(PAIR_WAYS * pair, PAIR_WAYS * pair + rules.pair_ways[pair]):
        if rules.way_price[other] > rules.way_price[way]:
            return -1
        if rules.way_tiles[other] <= rules.way_tiles[way] and is_free(state, other):
            crosses = False
            for place in range(rules.way_start[other], rules.way_start[other + 1] - 1):
                crosses = crosses or spared[rules.way_step[place] // SIDES] != 0
            if not crosses:
                return other
    return -1


@kernel
def other_end(rules, pair, city):
    """The city at the other end of a pair."""
    return rules.pair_first[pair] + rules.pair_second[pair] - city


@kernel
def grant_saves(rules, city, way, tiles):
    """B46: what a Land Grant would save on the first tiles of a listed way from a city."""
    saved = 0
    start, length = rules.way_start[way], rules.way_start[way + 1] - rules.way_start[way]
    for tile in range(min(tiles, length - 1)):
        place = tile if is_first(rules, way, city) else length - 2 - tile
        saved += rules.hex_grant[rules.way_step[start + place] // SIDES]
    return saved


@kernel
def is_first(rules, way, city):
    """Whether the steps of a listed way lead away from this city."""
    return rules.pair_first[way // PAIR_WAYS] == city


@kernel
def begin_track(state, rules, city, aim, way):
    """Plans the steps of a new Link."""
    state.open_city = city
    state.open_aim = aim
    state.open_tiles = 0
    state.open_paid = 0
    state.open_sea = -1
    if way < 0:
        state.open_plan = find_way(state, rules, aim, rules.longest_link)
        return
    start = rules.way_start[way]
    length = rules.way_start[way + 1] - start
    state.open_plan = length
    if length == 0:
        state.open_sea = way
    elif is_first(rules, way, city):
        for place in range(length):
            state.open_step[place] = rules.way_step[start + place]
    else:
        for place in range(length):
            turned = opposite(rules.way_step[start + length - 1 - place] % SIDES)
            hex_ = rules.city_hex[aim]
            if place < length - 1:
                hex_ = rules.way_step[start + length - 2 - place] // SIDES
            state.open_step[place] = hex_ * SIDES + turned


@kernel
def plan_on(state, rules, aim):
    """B15: open track may be continued in any legal way."""
    state.open_aim = aim
    state.open_plan = find_way(state, rules, aim, rules.longest_link)


@kernel
def tiles_planned(state, rules):
    """Tiles of the whole Link under construction."""
    if state.open_sea >= 0:
        return rules.way_tiles[state.open_sea]
    return state.open_plan - 1


@kernel
def tiles_missing(state, rules):
    """Tiles that the open track still needs to become the Link that is planned."""
    return tiles_planned(state, rules) - state.open_tiles


@kernel
def can_continue(state, rules):
    """Whether all remaining tiles of the open track can still be laid as planned."""
    if state.open_sea >= 0:
        return True
    for tile in range(state.open_tiles, state.open_plan - 1):
        hex_, side = state.open_step[tile] // SIDES, state.open_step[tile + 1] % SIDES
        if state.laid[hex_] >= rules.full or not can_step(state.laid, rules, hex_, side):
            return False
    return True


@kernel
def price_of_next(state, rules, tiles):
    """B10: the price of the next tiles of the open track as planned."""
    price = 0
    for tile in range(state.open_tiles, state.open_tiles + tiles):
        price += tile_price(state, rules, tile)
    return price


@kernel
def tile_price(state, rules, tile):
    """B10: ground and the ridge on the way in; the last tile also pays the ridge at the far city,
    the first of a sea route its whole price.
    """
    if state.open_sea >= 0:
        return rules.way_price[state.open_sea] if tile == 0 else 0
    price = price_into(rules, state.open_step[tile])
    if tile == state.open_plan - 2:
        price += price_into(rules, state.open_step[tile + 1])
    return price


@kernel
def price_into(rules, a_step):
    """The price of a step: the ground it leads to and the ridge that it crosses."""
    hex_, side = a_step // SIDES, opposite(a_step % SIDES)
    return rules.hex_price[hex_] + rules.ridge[hex_, side]


@kernel
def tile_grant(state, rules, tile):
    """B46: what a Land Grant saves on a tile."""
    if state.open_sea >= 0:
        return 0
    return rules.hex_grant[state.open_step[tile] // SIDES]


@kernel
def note_tile(log, state, rules, tile, owner):
    price = tile_price(state, rules, tile)
    if state.open_sea >= 0:
        note(log, state, TILE, -1, 0, 0, price, owner)
    else:
        entered = opposite(state.open_step[tile] % SIDES)
        left = state.open_step[tile + 1] % SIDES
        note(log, state, TILE, state.open_step[tile] // SIDES, entered, left, price, owner)


@kernel
def lay_tile(state, rules, tile):
    """The next tile of the Link under construction (B14)."""
    if state.open_sea >= 0:
        block_way(state.blocked, state.way, state.way_price, rules, state.open_sea)
        return
    lay(
        state.laid, state.blocked, state.way, state.way_price, rules, state.open_step[tile],
        state.open_step[tile + 1]
    )  # fmt: skip


@kernel
def lay_link(state, rules, steps, start, length):
    """All tiles of a Link at once, as the Railbot builds; open track is none of its business."""
    for place in range(start, start + length - 1):
        lay(
            state.laid, state.blocked, state.way, state.way_price, rules, steps[place],
            steps[place + 1]
        )  # fmt: skip
        if state.open_city >= 0:
            lay(
                state.kept_laid, state.kept_blocked, state.kept_way, state.kept_price, rules,
                steps[place], steps[place + 1]
            )  # fmt: skip


@kernel
def lay_sea(state, rules, way):
    """The Railbot's Link across the sea."""
    block_way(state.blocked, state.way, state.way_price, rules, way)
    if state.open_city >= 0:
        block_way(state.kept_blocked, state.kept_way, state.kept_price, rules, way)


@kernel
def lay(laid, blocked, ways, prices, rules, step_in, step_out):
    """A tile uses its hex and both sides it joins (B14)."""
    hex_ = step_in // SIDES
    use_side(laid, blocked, ways, prices, rules, hex_, opposite(step_in % SIDES))
    use_side(laid, blocked, ways, prices, rules, hex_, step_out % SIDES)
    laid[hex_] += TRACK
    if laid[hex_] >= rules.full:
        first, last = rules.full_start[hex_], rules.full_start[hex_ + 1]
        block_ways(blocked, ways, prices, rules, first, last)


@kernel
def use_side(laid, blocked, ways, prices, rules, hex_, side):
    """B14: each hex side carries at most one track."""
    if (laid[hex_] >> side) & 1:
        return
    behind, seen = rules.ahead[hex_, side], opposite(side)
    laid[hex_] |= 1 << side
    laid[behind] |= 1 << seen
    name = min(hex_ * SIDES + side, behind * SIDES + seen)
    block_ways(blocked, ways, prices, rules, rules.side_start[name], rules.side_start[name + 1])


@kernel
def block_ways(blocked, ways, prices, rules, first, last):
    """Ways that cross a side in use or a full hex are blocked; pairs look for their next one."""
    for touch in range(first, last):
        pair, bits = rules.touch_pair[touch], rules.touch_bits[touch]
        before = blocked[pair]
        blocked[pair] = before | bits
        if bits & ~before & (before + ONE):  # the lowest that was free
            choose_way(blocked, ways, prices, rules, pair)


@kernel
def block_way(blocked, ways, prices, rules, way):
    """A sea route carries one Link."""
    pair = way // PAIR_WAYS
    blocked[pair] |= ONE << np.uint64(way % PAIR_WAYS)
    choose_way(blocked, ways, prices, rules, pair)


@kernel
def choose_way(blocked, ways, prices, rules, pair):
    """The cheapest listed way that is free is the first whose bit is not set."""
    free = ~blocked[pair]
    if free:
        ways[pair] = PAIR_WAYS * pair + lowest_bit(free)
        prices[pair] = rules.way_price[ways[pair]]
    else:
        ways[pair] = -1
        prices[pair] = FAR


@kernel
def lowest_bit(bits):
    """The place of the lowest bit that is set."""
    place = 0
    for half in (32, 16, 8, 4, 2, 1):
        if not bits & ((ONE << np.uint64(half)) - ONE):
            bits >>= np.uint64(half)
            place += half
    return place


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
    if owner < state.cash.shape[0]:
        join(state.own_group[owner], rules.cities, first, second)
    else:
        join(state.railbot_group, rules.cities, first, second)
    note(log, state, LINK_BUILT, owner, first, second, tiles, price)


@kernel
def set_up_track(state, rules):
    """The empty board."""
    for pair in range(rules.listed):
        state.blocked[pair] = rules.barred[pair]
        state.way[pair] = rules.first_way[pair]
        state.way_price[pair] = rules.first_price[pair]
    state.open_city = -1


@kernel
def keep_track(state, rules):
    """Remembers the board without the open track that is begun now."""
    for hex_ in range(rules.hexes):
        state.kept_laid[hex_] = state.laid[hex_]
    for pair in range(rules.listed):
        state.kept_blocked[pair] = state.blocked[pair]
        state.kept_way[pair] = state.way[pair]
        state.kept_price[pair] = state.way_price[pair]


@kernel
def remove_open_track(state, rules, log):
    """B15: open track left at the end of the turn's actions is removed, its money is lost."""
    if state.open_city < 0:
        return
    note(log, state, TRACK_REMOVED, state.open_city, state.open_tiles)
    state.open_city = -1
    for hex_ in range(rules.hexes):
        state.laid[hex_] = state.kept_laid[hex_]
    for pair in range(rules.listed):
        state.blocked[pair] = state.kept_blocked[pair]
        state.way[pair] = state.kept_way[pair]
        state.way_price[pair] = state.kept_price[pair]


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
