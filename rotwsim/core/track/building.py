"""Track: which routes can be built, laying tiles, Links, open track (B10 to B16).

What a player asks: `state.route[pair]` and `state.route_price[pair]` are the cheapest listed route
of a pair of cities that is free now, kept up to date with every tile laid; `quicker_route` is the
cheapest with fewer tiles. Where the list ends, `found_routes.py` searches the hexes for one pair,
`links.py` for all of them.
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel, lowest_bit, stack_array
from rotwsim.core.rules.money_engine_insurance import pay
from rotwsim.core.rules.operations_and_lines import score_lines
from rotwsim.core.state.codes import PAID_TRACK
from rotwsim.core.state.layout import PAIR_ROUTES, SIDES
from rotwsim.core.state.layout import TILES as TILES_OF_LINK
from rotwsim.core.state.log import TILE, TILES, note
from rotwsim.core.track.found_routes import pair_of_route, step_at, steps_of
from rotwsim.core.track.links import complete_link, find_route
from rotwsim.core.track.routes import can_step, opposite
from rotwsim.core.track.tiles import block_route, keep_track, lay, lay_beside_open_track

ONE = np.uint64(1)
new_steps = stack_array(TILES_OF_LINK + 1, np.int64)


@kernel
def build(state, rules, seat, city, aim, tiles, grant, route, log):
    """B11, B15: lays the next tiles of one Link, pays for them, completes the Link with its last
    tile.

    Track begins at `city` along a listed route, or the cheapest there is if `route` is -1; open
    track goes on as planned, or the cheapest route to another `aim`.
    """
    if state.open_city < 0:
        begin_track(state, rules, city, aim, route)
        if tiles < tiles_planned(state, rules) and state.tracks_aside == 0:
            keep_track(state, rules)
    elif aim != state.open_aim or not can_continue(state, rules):
        plan_on(state, rules, aim)
    price, saved = 0, 0
    for tile in range(state.open_tiles, state.open_tiles + tiles):
        price += tile_price(state, rules, tile)
        if state.open_sea < 0:
            saved += rules.hex_grant[state.open_step[tile] // SIDES]  # B46
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
        if state.tracks_aside > 0:
            lay_beside_open_track(state, rules)
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
def is_free(state, route):
    """B14, S2: no side in use, no full hex and no city out of play is on a listed route."""
    return not (state.blocked[route // PAIR_ROUTES] >> np.uint64(route % PAIR_ROUTES)) & ONE


@kernel
def quicker_route(state, rules, pair, tiles):
    """Find the cheapest free route on the list with at most these tiles, or -1."""
    if rules.pair_tiles[pair] <= tiles:
        free = rules.within[pair, tiles] & ~state.blocked[pair]
        if free:
            return PAIR_ROUTES * pair + lowest_bit(free)
    return -1


@kernel
def other_end(rules, pair, city):
    """The city at the other end of a pair."""
    return rules.pair_first[pair] + rules.pair_second[pair] - city


@kernel
def grant_saves(state, rules, city, route, tiles):
    """B46: what a Land Grant would save on the first tiles of a route from a city."""
    saved = 0
    length = steps_of(state, rules, route)
    for tile in range(min(tiles, length - 1)):
        place = tile if is_first(rules, route, city) else length - 2 - tile
        saved += rules.hex_grant[step_at(state, rules, route, place) // SIDES]
    return saved


@kernel
def is_first(rules, route, city):
    """Whether the steps of a route lead away from this city."""
    return rules.pair_first[pair_of_route(route)] == city


@kernel
def begin_track(state, rules, city, aim, route):
    """Plans the steps of a new Link."""
    state.open_city = city
    state.open_aim = aim
    state.open_tiles = 0
    state.open_paid = 0
    state.open_sea = -1
    if route < 0:
        plan_on(state, rules, aim)
        return
    state.open_plan = steps_of(state, rules, route)
    if state.open_plan == 0:
        state.open_sea = route
    copy_steps(state, rules, route, city, state.open_step)


@kernel
def copy_steps(state, rules, route, city, steps):
    """The steps of a route from this city on."""
    length = steps_of(state, rules, route)
    if is_first(rules, route, city):
        for place in range(length):
            steps[place] = step_at(state, rules, route, place)
        return
    for place in range(length):
        hex_ = rules.city_hex[rules.pair_first[pair_of_route(route)]]
        if place < length - 1:
            hex_ = step_at(state, rules, route, length - 2 - place) // SIDES
        turned = opposite(step_at(state, rules, route, length - 1 - place) % SIDES)
        steps[place] = hex_ * SIDES + turned


@kernel
def plan_on(state, rules, aim):
    """B15: open track may be continued in any legal way; this is the cheapest to a city."""
    steps = new_steps()
    tiles = find_route(state, rules, aim, steps)
    state.open_aim = aim
    state.open_plan = state.open_tiles + tiles + 1
    for place in range(tiles + 1):
        state.open_step[state.open_tiles + place] = steps[place]


@kernel
def tiles_planned(state, rules):
    """Tiles of the whole Link under construction."""
    if state.open_sea >= 0:
        return rules.route_tiles[state.open_sea]
    return state.open_plan - 1


@kernel
def tiles_missing(state, rules, aim):
    """Count the tiles that open track still needs to a city, as planned or the cheapest, or 0."""
    if aim == state.open_aim and can_continue(state, rules):
        return tiles_planned(state, rules) - state.open_tiles
    return find_route(state, rules, aim, new_steps())


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
def tile_price(state, rules, tile):
    """Price ground and ridge on the way in, the last tile both ridges, the first a sea (B10)."""
    if state.open_sea >= 0:
        return rules.route_price[state.open_sea] if tile == 0 else 0
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
        block_route(state.blocked, state.route, state.route_price, rules, state.open_sea)
        return
    lay(
        state.laid, state.blocked, state.route, state.route_price, rules, state.open_step[tile],
        state.open_step[tile + 1]
    )  # fmt: skip
