"""The Links on offer, and the Build actions that lay them: only this file looks at routes."""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.codes import BUILD, COLOURS, GREY, PASS
from rotwsim.core.state.streams import draw_for
from rotwsim.core.track import building, found_routes
from rotwsim.players.action import an_action
from rotwsim.players.value.position_value import actions_this_turn
from rotwsim.players.value.records import NOT_YET
from rotwsim.players.value.weights import DETOUR, SURE_TRACK

ONE = np.uint64(1)
TILES_AT, SWITCHES_AT = 8, 4  # bits for the tiles of a Build action, and for yes or no
FAR = 1 << 20  # money: dearer than any track
GRANT_WORTH_USING = 4  # money a Land Grant must save
TRIES = 1000  # to draw a legal Build
TURNS_ASIDE = 256  # one in this number of times drawn track is led to another city …
MULTIPLAYER_TURNS_ASIDE = 1024  # … in multiplayer, where open track is common


@kernel
def list_offers(state, rules, outlook, survey, search):
    """List the Links that make sense, by city and the cheapest pairs first, or keep the list.

    For each other city the cheapest route that is free, then the cheapest for fewer Build actions.
    """
    search.avoid = cities_to_avoid(state, rules, outlook, survey, search)
    if outlook.known and is_as_listed(state, rules, outlook, survey, search):
        return
    survey.offers_bounds, survey.offers_avoid = bounds_of(outlook, search), search.avoid
    for pair in range(rules.listed):
        survey.offers_blocked[pair] = state.blocked[pair]
    find_nearest(state, rules, survey, search)
    survey.offers = 0
    is_searched = False
    for city in range(rules.cities):
        if survey.served[city] or not search.begun:
            is_searched |= list_offers_from(state, rules, outlook, survey, search, city)
    if is_searched:  # the routes found are kept in this state alone
        survey.offers_bounds = NOT_YET


@kernel
def list_offers_from(state, rules, outlook, survey, search, city):
    """List the Links from a city; return whether the hexes were searched for a route."""
    is_searched = False
    for entry in range(rules.near_start[city], rules.near_start[city + 1]):
        if rules.near_price[entry] > search.dearest:
            break
        pair, far = rules.near_pair[entry], rules.near_city[entry]
        if pair >= rules.listed or rules.pair_tiles[pair] > search.most_tiles:
            continue
        if not is_sensible(state, outlook, survey, search, city, far):
            continue
        dearest = search.dearest
        if outlook.pruned and search.begun and not survey.served[far]:
            dearest = min(dearest, survey.nearest[far] + int(rules.weights[DETOUR]))
        if min(state.route_price[pair], rules.pair_floor[pair]) > dearest:
            continue  # whatever a search on the hexes would find
        is_searched |= not found_routes.is_listed_cheapest(state, rules, pair)
        route = found_routes.route_now(state, rules, pair)
        while route >= 0 and found_routes.price_of(state, rules, route) <= dearest:
            tiles = found_routes.tiles_of(state, rules, route)
            if tiles <= search.most_tiles:
                link = survey.offer[survey.offers]
                link.near, link.far, link.route = city, far, route
                link.builds = (tiles + search.tiles - 1) // search.tiles
                link.price = found_routes.price_of(state, rules, route)
                survey.offers += 1
            fewer = min((tiles - 1) // search.tiles * search.tiles, search.most_tiles)
            route = building.quicker_route(state, rules, pair, fewer) if fewer > 0 else -1
    return is_searched


@kernel
def is_as_listed(state, rules, outlook, survey, search):
    """Say whether chains, bounds, cities to avoid and blocked routes are as they were listed."""
    if survey.offers_bounds != bounds_of(outlook, search):
        return False
    changed = survey.offers_avoid ^ search.avoid
    for pair in range(rules.listed):
        changed |= survey.offers_blocked[pair] ^ state.blocked[pair]
    return changed == 0


@kernel
def bounds_of(outlook, search):
    """The bounds of a search for Links in one number."""
    switches = search.begun | search.double << 1 | outlook.pruned << 2 | search.elsewhere << 3
    bounds = (search.dearest << TILES_AT | search.tiles) << TILES_AT | search.most_tiles
    return bounds << SWITCHES_AT | switches


@kernel
def cities_to_avoid(state, rules, outlook, survey, search):
    """The cities that bring the network nothing: no cubes, and no market that it waits for."""
    found = np.uint64(0)
    if outlook.pruned and search.begun:
        for city in range(rules.cities):
            if state.cubes[city] == 0 and not survey.served[city]:
                colour = state.colour[city]
                is_market = outlook.learned and colour != GREY and survey.waiting[colour] > 0
                if not is_market:
                    found |= ONE << np.uint64(city)
    return found


@kernel
def is_sensible(state, outlook, survey, search, near, far):
    """Whether a Link between two cities is worth judging."""
    is_apart = not survey.served[near] and not survey.served[far]
    if search.elsewhere and not is_apart:
        return False
    group = state.own_group[outlook.seat]
    if group[near] == group[far] and not search.double:
        return False
    if (search.avoid >> np.uint64(far)) & ONE:
        return False
    return near <= far or not is_apart  # on offer from both ends, and looked at from one


@kernel
def find_nearest(state, rules, survey, search):
    """The price of the cheapest free route from the network to each city."""
    for city in range(rules.cities):
        survey.nearest[city] = FAR
    for city in range(rules.cities):
        if not search.begun or not survey.served[city]:
            continue
        for entry in range(rules.near_start[city], rules.near_start[city + 1]):
            if rules.near_price[entry] > search.dearest:
                break
            pair = rules.near_pair[entry]
            if pair < rules.listed and state.route_price[pair] <= search.dearest:
                there = rules.near_city[entry]
                survey.nearest[there] = min(survey.nearest[there], state.route_price[pair])


@kernel
def begin_link(state, rules, seat, offer):
    """Begin a Link on offer at its pair's first city, with a Land Grant where that saves enough."""
    route, grant = offer.route, 0
    pair = found_routes.pair_of_route(route)
    first, second = rules.pair_first[pair], rules.pair_second[pair]
    limit = building.build_limit(state, rules, seat)
    tiles = min(limit, found_routes.tiles_of(state, rules, route))
    if state.grants[seat] > 0:
        saved = building.grant_saves(state, rules, first, route, tiles)
        grant = 1 if saved >= GRANT_WORTH_USING else 0
    return an_action(BUILD, first, second, tiles, grant, route)


@kernel
def has_open_track(state):
    return state.open_city >= 0


@kernel
def can_go_on(state, rules):
    """Say whether open track can be finished, where it must be sure in this turn (M17)."""
    if not has_open_track(state):
        return False
    missing = building.tiles_missing(state, rules, state.open_aim)
    if rules.weights[SURE_TRACK] > 0.0:
        actions = actions_this_turn(state, rules)
        return 0 < missing <= actions * building.build_limit(state, rules, state.seat)
    return missing > 0


@kernel
def continue_track(state, rules, seat):
    """The next tiles of the open track, towards the city it was begun for."""
    missing = building.tiles_missing(state, rules, state.open_aim)
    tiles = min(building.build_limit(state, rules, seat), missing)
    return an_action(BUILD, state.open_city, state.open_aim, tiles)


@kernel
def build_cheapest(state, rules, seat):
    """Build the cheapest Link of one action over which a cube is wanted, or pass."""
    limit = building.build_limit(state, rules, seat)
    best, least, start = -1, FAR, -1
    for city in range(rules.cities):
        if state.cubes[city] == 0:
            continue
        for entry in range(rules.near_start[city], rules.near_start[city + 1]):
            if rules.near_price[entry] >= least:
                break
            pair = rules.near_pair[entry]
            accepted = state.accepts[rules.near_city[entry]]
            if pair < rules.listed and holds_one_of(state, city, accepted):
                route = building.quicker_route(state, rules, pair, limit)
                if route >= 0 and rules.route_price[route] < least:
                    best, least, start = route, rules.route_price[route], city
    if best < 0:
        return an_action(PASS)
    end = building.other_end(rules, found_routes.pair_of_route(best), start)
    return an_action(BUILD, start, end, rules.route_tiles[best], 0, best)


@kernel
def holds_one_of(state, city, colours):
    for colour in range(COLOURS):
        if state.goods[city, colour] > 0 and colours & (1 << colour):
            return True
    return False


@kernel
def draw_build(state, rules, seat):
    """A Build drawn by pair, route, end, tiles and grant, or a pass if none is found."""
    if not has_open_track(state):
        return draw_new_track(state, rules, seat)
    aim = state.open_aim
    if draw_for(state, TURNS_ASIDE if rules.seats == 1 else MULTIPLAYER_TURNS_ASIDE) == 0:
        aim = draw_for(state, rules.cities)
    elif rules.seats > 1 and not building.can_continue(state, rules):
        return an_action(PASS)  # others are in the way, and the search for another costs most
    missing = building.tiles_missing(state, rules, aim)
    if missing == 0:
        return an_action(PASS)
    tiles = 1 + draw_for(state, min(building.build_limit(state, rules, seat), missing))
    return an_action(BUILD, state.open_city, aim, tiles, draw_grant(state, seat))


@kernel
def draw_new_track(state, rules, seat):
    """Draw pair, tiles, and the cheapest route of all or of one action, until they are legal."""
    limit = building.build_limit(state, rules, seat)
    for _ in range(TRIES):
        pair = draw_for(state, rules.listed)
        tiles = 1 + draw_for(state, limit)
        route = state.route[pair]
        if draw_for(state, 2):
            route = building.quicker_route(state, rules, pair, limit)
        if route < 0 or tiles > rules.route_tiles[route]:
            continue
        if rules.route_price[route] > rules.pair_floor[pair]:
            continue
        first, second = rules.pair_first[pair], rules.pair_second[pair]
        if draw_for(state, 2):
            first, second = second, first
        return an_action(BUILD, first, second, tiles, draw_grant(state, seat), route)
    return an_action(PASS)


@kernel
def draw_grant(state, seat):
    return draw_for(state, 2) if state.grants[seat] > 0 else 0
