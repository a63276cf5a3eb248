"""Track: which routes can be built, laying tiles, Links, open track (B10 to B16)."""

import numpy as np

from rotwsim.core.codes import PAID_TRACK, RAILBOT
from rotwsim.core.jit import kernel, step
from rotwsim.core.layout import HEX_WORDS, SIDE_WORDS
from rotwsim.core.lines import score_lines
from rotwsim.core.log import LINK_BUILT, TILES, TRACK_REMOVED, note
from rotwsim.core.money import pay

ONE = np.uint64(1)


@step
def build(state, rules, seat, route, end, tiles, grant, log):
    """B11, B15: lays the next tiles of one Link, pays for them, completes the Link with its last
    tile.
    """
    if state.open_route < 0:
        state.open_route = route
        state.open_end = end
        state.open_tiles = 0
    end = state.open_end
    price = build_price(state, rules, route, end, tiles, grant)
    for tile in range(state.open_tiles, state.open_tiles + tiles):
        lay_tile(state, rules, route, end, tile)
    state.open_tiles += tiles
    if grant:
        state.grants[seat] -= 1
    note(log, state, TILES, route, end, tiles, state.open_tiles)
    pay(state, rules, seat, price, PAID_TRACK, log)
    if state.open_tiles == rules.route_tiles[route]:
        state.open_route = -1
        state.open_tiles = 0
        complete_link(state, rules, route, seat, log)
        score_lines(state, rules, seat, log)


@kernel
def can_build(state, rules, route):
    """Whether a route can be begun now, or continued if it is the open track."""
    if state.open_route >= 0:
        return route == state.open_route and can_continue(state, rules)
    return not is_blocked(state, route)


@kernel
def is_blocked(state, route):
    """B14, S2: a side in use, a hex with two tracks or a city not in play lies on the route."""
    return (state.blocked[route >> 6] >> np.uint64(route & 63)) & ONE != 0


@kernel
def can_continue(state, rules):
    """Whether all remaining tiles of the open track can still be laid."""
    route = state.open_route
    for tile in range(state.open_tiles, rules.route_tiles[route]):
        if rules.route_hexes[route] == 0:
            continue
        hex_ = rules.route_hex[route, tile_place(rules, route, state.open_end, tile)]
        if has_bit(state.hex_full, hex_):
            return False
        if has_bit(state.side_used, exit_side(rules, route, state.open_end, tile)):
            return False
    return True


@kernel
def build_limit(state, rules, seat):
    """B11, B46: tiles per Build action."""
    if state.perfect[seat] > 0:
        return max(rules.tiles_with_perfect, rules.tiles_per_build)
    return rules.tiles_per_build


@kernel
def tiles_missing(state, rules, route):
    """Tiles that a route still needs to become a Link."""
    if route == state.open_route:
        return rules.route_tiles[route] - state.open_tiles
    return rules.route_tiles[route]


@kernel
def build_price(state, rules, route, end, tiles, grant):
    """B10, B46: the price of the next tiles laid from an end; a Land Grant pays the plain hexes."""
    laid = 0
    if route == state.open_route:
        laid = state.open_tiles
    price = 0
    for tile in range(laid, laid + tiles):
        price += rules.tile_cost[route, end, tile]
        if grant:
            price -= rules.tile_grant[route, end, tile]
    return price


@kernel
def complete_link(state, rules, route, owner, log):
    """A Link joins two cities; the groups of connected cities grow."""
    first = rules.route_first[route]
    second = rules.route_second[route]
    state.link_route[state.links] = route
    state.link_owner[state.links] = owner
    state.links += 1
    add_spoke(state, first, second, owner)
    add_spoke(state, second, first, owner)
    join(state.group, rules.cities, first, second)
    if owner == RAILBOT:
        join(state.railbot_group, rules.cities, first, second)
    else:
        join(state.own_group[owner], rules.cities, first, second)
    note(log, state, LINK_BUILT, owner, route)


@kernel
def lay_route(state, rules, route):
    """All tiles of a route at once, as the Railbot builds."""
    for tile in range(rules.route_tiles[route]):
        lay_tile(state, rules, route, 0, tile)


@kernel
def lay_tile(state, rules, route, end, tile):
    """A tile uses its hex and both sides it joins (B14)."""
    if rules.route_hexes[route] == 0:  # a sea route lies on no hexes
        use_side(state, rules, rules.route_side[route, 0])
        return
    if tile == 0:
        entry = rules.route_sides[route] - 1 if end else 0
        use_side(state, rules, rules.route_side[route, entry])
    use_side(state, rules, exit_side(rules, route, end, tile))
    use_hex(state, rules, rules.route_hex[route, tile_place(rules, route, end, tile)])


@kernel
def tile_place(rules, route, end, tile):
    """Where the tile, counted from an end, stands in the route."""
    return rules.route_tiles[route] - 1 - tile if end else tile


@kernel
def exit_side(rules, route, end, tile):
    """The side a tile leaves through, when tiles are laid from an end."""
    place = rules.route_sides[route] - 2 - tile if end else tile + 1
    return rules.route_side[route, place]


@kernel
def use_side(state, rules, side):
    """B14: each hex side carries at most one track."""
    if has_bit(state.side_used, side):
        return
    set_bit(state.side_used, side)
    for word in range(rules.words):
        state.blocked[word] |= rules.side_routes[side, word]


@kernel
def use_hex(state, rules, hex_):
    """B14: a hex holds at most two tracks."""
    if not has_bit(state.hex_once, hex_):
        set_bit(state.hex_once, hex_)
        return
    set_bit(state.hex_full, hex_)
    for word in range(rules.words):
        state.blocked[word] |= rules.hex_routes[hex_, word]


@kernel
def remove_open_track(state, rules, log):
    """B15: open track left at the end of the turn's actions is removed, its money is lost."""
    if state.open_route < 0:
        return
    note(log, state, TRACK_REMOVED, state.open_route)
    state.open_route = -1
    state.open_tiles = 0
    for word in range(SIDE_WORDS):
        state.side_used[word] = 0
    for word in range(HEX_WORDS):
        state.hex_once[word] = 0
        state.hex_full[word] = 0
    for word in range(rules.words):
        state.blocked[word] = rules.barred[word]
    for link in range(state.links):
        lay_route(state, rules, state.link_route[link])


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
def has_bit(bits, place):
    return (bits[place >> 6] >> np.uint64(place & 63)) & ONE != 0


@kernel
def set_bit(bits, place):
    bits[place >> 6] |= ONE << np.uint64(place & 63)
