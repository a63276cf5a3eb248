"""Lay tiles: what each uses, which routes it blocks, and open track (B14, B15, M17).

The fields `open_…` of the state belong to the seat whose turn it is. Those of the other seats wait
beside them. The board without any open track is kept while there is some.
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel, lowest_bit
from rotwsim.core.state.layout import PAIR_ROUTES, SIDES, TILES
from rotwsim.core.state.log import TRACK_REMOVED, note
from rotwsim.core.track.found_routes import forget_finds
from rotwsim.core.track.routes import FAR, TRACK, opposite

ONE = np.uint64(1)


@kernel
def set_up_track(state, rules):
    """The empty board."""
    for pair in range(rules.listed):
        state.blocked[pair] = rules.barred[pair]
        state.route[pair] = rules.first_route[pair]
        state.route_price[pair] = rules.first_price[pair]
    state.open_city = -1


@kernel
def lay_link(state, rules, steps, start, length):
    """All tiles of a Link at once, as the Railbot builds; open track is none of its business."""
    for place in range(start, start + length - 1):
        lay(
            state.laid, state.blocked, state.route, state.route_price, rules, steps[place],
            steps[place + 1]
        )  # fmt: skip
        if state.open_city >= 0:
            lay(
                state.kept_laid, state.kept_blocked, state.kept_route, state.kept_price, rules,
                steps[place], steps[place + 1]
            )  # fmt: skip


@kernel
def lay_sea(state, rules, route):
    """The Railbot's Link across the sea."""
    block_route(state.blocked, state.route, state.route_price, rules, route)
    if state.open_city >= 0:
        block_route(state.kept_blocked, state.kept_route, state.kept_price, rules, route)


@kernel
def lay(laid, blocked, routes, prices, rules, step_in, step_out):
    """A tile uses its hex and both sides it joins (B14)."""
    hex_ = step_in // SIDES
    use_side(laid, blocked, routes, prices, rules, hex_, opposite(step_in % SIDES))
    use_side(laid, blocked, routes, prices, rules, hex_, step_out % SIDES)
    laid[hex_] += TRACK
    if laid[hex_] >= rules.full:
        first, last = rules.full_start[hex_], rules.full_start[hex_ + 1]
        block_routes(blocked, routes, prices, rules, first, last)


@kernel
def use_side(laid, blocked, routes, prices, rules, hex_, side):
    """B14: each hex side carries at most one track."""
    if (laid[hex_] >> side) & 1:
        return
    behind, seen = rules.ahead[hex_, side], opposite(side)
    laid[hex_] |= 1 << side
    laid[behind] |= 1 << seen
    name = min(hex_ * SIDES + side, behind * SIDES + seen)
    block_routes(blocked, routes, prices, rules, rules.side_start[name], rules.side_start[name + 1])


@kernel
def block_routes(blocked, routes, prices, rules, first, last):
    """Routes that cross a side in use or a full hex are blocked; pairs look for their next one."""
    for touch in range(first, last):
        pair, bits = rules.touch_pair[touch], rules.touch_bits[touch]
        before = blocked[pair]
        blocked[pair] = before | bits
        if bits & ~before & (before + ONE):  # the lowest that was free
            choose_route(blocked, routes, prices, rules, pair)


@kernel
def block_route(blocked, routes, prices, rules, route):
    """A sea route carries one Link."""
    pair = route // PAIR_ROUTES
    blocked[pair] |= ONE << np.uint64(route % PAIR_ROUTES)
    choose_route(blocked, routes, prices, rules, pair)


@kernel
def choose_route(blocked, routes, prices, rules, pair):
    """The cheapest listed route that is free is the first whose bit is not set."""
    free = ~blocked[pair]
    if free:
        routes[pair] = PAIR_ROUTES * pair + lowest_bit(free)
        prices[pair] = rules.route_price[routes[pair]]
    else:
        routes[pair] = -1
        prices[pair] = FAR


@kernel
def keep_track(state, rules):
    """Remembers the board without the open track that is begun now."""
    for hex_ in range(rules.hexes):
        state.kept_laid[hex_] = state.laid[hex_]
    for pair in range(rules.listed):
        state.kept_blocked[pair] = state.blocked[pair]
        state.kept_route[pair] = state.route[pair]
        state.kept_price[pair] = state.route_price[pair]


@kernel
def bring_back_board(state, rules):
    """Bring back the board without open track."""
    for hex_ in range(rules.hexes):
        state.laid[hex_] = state.kept_laid[hex_]
    for pair in range(rules.listed):
        state.blocked[pair] = state.kept_blocked[pair]
        state.route[pair] = state.kept_route[pair]
        state.route_price[pair] = state.kept_price[pair]
    forget_finds(state, rules)


@kernel
def remove_open_track(state, rules, log):
    """B15: open track left at the end of the turn's actions is removed, its money is lost."""
    if state.open_city >= 0:
        take_off_track(state, log)
        bring_back_board(state, rules)


@kernel
def take_off_track(state, log):
    """Give up the open track of the seat whose turn it is."""
    if state.open_city >= 0:
        note(log, state, TRACK_REMOVED, state.open_city, state.open_tiles)
        state.open_city = -1


@kernel
def lay_beside_open_track(state, rules):
    """M17: a complete Link stays where the open track of others will be removed."""
    if state.open_sea >= 0:
        block_route(state.kept_blocked, state.kept_route, state.kept_price, rules, state.open_sea)
        return
    for tile in range(state.open_tiles):
        lay(
            state.kept_laid, state.kept_blocked, state.kept_route, state.kept_price, rules,
            state.open_step[tile], state.open_step[tile + 1]
        )  # fmt: skip


@kernel
def put_aside(state, seat):
    """The open track of a seat waits for its next go."""
    state.aside_city[seat] = state.open_city
    if state.open_city < 0:
        return
    state.tracks_aside += 1
    state.aside_aim[seat] = state.open_aim
    state.aside_tiles[seat] = state.open_tiles
    state.aside_paid[seat] = state.open_paid
    state.aside_sea[seat] = state.open_sea
    state.aside_plan[seat] = state.open_plan
    for place in range(TILES + 1):
        state.aside_step[seat, place] = state.open_step[place]


@kernel
def take_up(state, seat):
    """The open track of a seat is built on."""
    state.open_city = state.aside_city[seat]
    if state.open_city < 0:
        return
    state.tracks_aside -= 1
    state.open_aim = state.aside_aim[seat]
    state.open_tiles = state.aside_tiles[seat]
    state.open_paid = state.aside_paid[seat]
    state.open_sea = state.aside_sea[seat]
    state.open_plan = state.aside_plan[seat]
    for place in range(TILES + 1):
        state.open_step[place] = state.aside_step[seat, place]
