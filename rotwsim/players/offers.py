"""The Links on offer, and the Build actions that lay them: the one file of players that walks
routes.
"""

from rotwsim.core.codes import BUILD, COLOURS, PASS, PLAYER_STREAM
from rotwsim.core.jit import kernel, step
from rotwsim.core.paths import other_end
from rotwsim.core.streams import draw_below
from rotwsim.core.track import (
    build_limit,
    build_price,
    can_build,
    can_continue,
    is_blocked,
    tiles_missing,
)
from rotwsim.players.answers import an_action

FAR = 1 << 20  # money: dearer than any track
GRANT_WORTH_USING = 4  # money a Land Grant must save
BUILDS_TOLD_APART = 16
TRIES = 1000  # to draw a legal Build


@step
def find_offers(state, rules, search, city, offers):
    """The Links that could be built from a city, cheapest first; returns their number.

    The cheapest free route of a pair is enough for each number of Build actions.
    """
    count = 0
    for entry in range(rules.city_start[city], rules.city_start[city + 1]):
        route = rules.city_route[entry]
        if rules.route_cost[route] > search.dearest:
            break
        builds = (rules.route_tiles[route] + search.tiles - 1) // search.tiles
        there = other_end(rules, route, city)
        mark = (city + 1) * BUILDS_TOLD_APART + builds
        if builds > search.most_builds or search.seen[there] == mark or is_blocked(state, route):
            continue
        search.seen[there] = mark
        offers[count].near = city
        offers[count].far = there
        offers[count].route = route
        offers[count].builds = builds
        offers[count].price = rules.route_cost[route]
        count += 1
    return count


@step
def find_nearest(state, rules, survey, search):
    """The price of the cheapest free route from the network to each city."""
    for city in range(rules.cities):
        search.nearest[city] = FAR
    if not search.begun:
        return
    for city in range(rules.cities):
        if not survey.served[city]:
            continue
        for entry in range(rules.city_start[city], rules.city_start[city + 1]):
            route = rules.city_route[entry]
            price = rules.route_cost[route]
            if price > search.dearest:
                break
            there = other_end(rules, route, city)
            if price < search.nearest[there] and not is_blocked(state, route):
                search.nearest[there] = price


@step
def begin_link(state, rules, seat, offer):
    """The first Build action of a Link on offer; a Land Grant is used where it saves enough."""
    tiles = min(build_limit(state, rules, seat), rules.route_tiles[offer.route])
    grant = 0
    if state.grants[seat] > 0:
        full = build_price(state, rules, offer.route, 0, tiles, 0)
        if full - build_price(state, rules, offer.route, 0, tiles, 1) >= GRANT_WORTH_USING:
            grant = 1
    return an_action(BUILD, offer.route, 0, tiles, grant)


@kernel
def has_open_track(state):
    return state.open_route >= 0


@kernel
def can_go_on(state, rules):
    """Whether open track is there and can be finished."""
    return has_open_track(state) and can_continue(state, rules)


@kernel
def continue_track(state, rules, seat):
    """The next tiles of the open track."""
    tiles = min(build_limit(state, rules, seat), tiles_missing(state, rules, state.open_route))
    return an_action(BUILD, state.open_route, state.open_end, tiles)


@step
def build_cheapest(state, rules, seat):
    """The cheapest Link over which a cube of one end is wanted at the other, finished in one
    action; a pass if there is none.
    """
    limit = build_limit(state, rules, seat)
    best, least = -1, FAR
    for city in range(rules.cities):
        if state.cubes[city] == 0:
            continue
        for entry in range(rules.city_start[city], rules.city_start[city + 1]):
            route = rules.city_route[entry]
            if rules.route_cost[route] >= least:
                break
            colour = state.colour[other_end(rules, route, city)]
            if colour < COLOURS and state.goods[city, colour] > 0:
                if rules.route_tiles[route] <= limit and not is_blocked(state, route):
                    best, least = route, rules.route_cost[route]
    if best < 0:
        return an_action(PASS)
    return an_action(BUILD, best, 0, rules.route_tiles[best])


@step
def draw_build(state, rules, seat):
    """An even choice among all legal Builds, or a pass if none is found."""
    if not has_open_track(state):
        return draw_new_track(state, rules, seat)
    if not can_continue(state, rules):
        return an_action(PASS)
    missing = tiles_missing(state, rules, state.open_route)
    tiles = 1 + draw_below(state, PLAYER_STREAM, min(build_limit(state, rules, seat), missing))
    return an_action(BUILD, state.open_route, state.open_end, tiles, draw_grant(state, seat))


@step
def draw_new_track(state, rules, seat):
    """Draws route, end, tiles and grant until they are legal together; a Link laid at once counts
    from one end only.
    """
    limit = build_limit(state, rules, seat)
    for _ in range(TRIES):
        route = draw_below(state, PLAYER_STREAM, rules.routes)
        end = draw_below(state, PLAYER_STREAM, 2)
        tiles = 1 + draw_below(state, PLAYER_STREAM, limit)
        missing = rules.route_tiles[route]
        if tiles > missing or (tiles == missing and end == 1) or not can_build(state, rules, route):
            continue
        return an_action(BUILD, route, end, tiles, draw_grant(state, seat))
    return an_action(PASS)


@kernel
def draw_grant(state, seat):
    """Whether a Land Grant is used, if one is held."""
    return draw_below(state, PLAYER_STREAM, 2) if state.grants[seat] > 0 else 0
