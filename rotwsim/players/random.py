"""random: draws the kind of action evenly among the kinds legal now, then evenly among its options.

Considers nothing. It visits every corner of the rules, which makes it the player of the audit.
"""

import numpy as np

from rotwsim.core.actions import INSURABLE, can_insure, can_upgrade
from rotwsim.core.codes import (
    ACTIONS,
    BUILD,
    COLOURS,
    DELIVER,
    INSURE,
    PASS,
    PLAYER_STREAM,
    SOLO,
    TAKE_CARD,
    UPGRADE,
    URBANIZE,
    WESTERN_LINK,
)
from rotwsim.core.delivery import DELIVERIES, DELIVERY, find_deliveries
from rotwsim.core.jit import kernel, step
from rotwsim.core.layout import PAIR_WAYS
from rotwsim.core.operations import can_build_western_link, can_take, can_urbanize
from rotwsim.core.streams import draw_below
from rotwsim.core.track import build_limit, is_free, tiles_missing
from rotwsim.players.answers import an_action

TRIES = 1000  # until some track can be begun
TURNS_ASIDE = 256  # one in so many times open track is led to another city


@step
def choose_action(state, rules):
    """Tries kinds in random order until one is legal; passing always is."""
    kinds = np.empty(ACTIONS, np.int64)
    for kind in range(ACTIONS):
        kinds[kind] = kind
    left = ACTIONS
    while True:
        place = draw_below(state, PLAYER_STREAM, left)
        kind = kinds[place]
        left -= 1
        kinds[place] = kinds[left]
        action = choose_of_kind(state, rules, kind)
        if action[0] == kind:
            return action


@step
def choose_of_kind(state, rules, kind):
    """An even choice among the legal actions of a kind, or a pass if there is none."""
    if kind == BUILD:
        return choose_build(state, rules)
    if kind == DELIVER:
        return choose_delivery(state, rules)
    if kind == URBANIZE:
        return choose_urbanize(state, rules)
    if kind == UPGRADE and can_upgrade(state, rules, SOLO):
        return an_action(UPGRADE)
    if kind == INSURE and can_insure(state, rules):
        return an_action(INSURE, draw_below(state, PLAYER_STREAM, INSURABLE))
    if kind == TAKE_CARD:
        return choose_card(state, rules)
    if kind == WESTERN_LINK:
        return choose_western_link(state, rules)
    return an_action(PASS)


@step
def choose_build(state, rules):
    """Draws pair, way, end, tiles and grant until they are legal together."""
    limit = build_limit(state, rules, SOLO)
    if state.open_city >= 0:
        aim = state.open_aim
        if draw_below(state, PLAYER_STREAM, TURNS_ASIDE) == 0:
            aim = draw_below(state, PLAYER_STREAM, rules.cities)
        missing = tiles_missing(state, rules, aim)
        if missing == 0:
            return an_action(PASS)
        tiles = 1 + draw_below(state, PLAYER_STREAM, min(limit, missing))
        grant = draw_below(state, PLAYER_STREAM, 2) if state.grants[SOLO] > 0 else 0
        return an_action(BUILD, state.open_city, aim, tiles, grant)
    for _ in range(TRIES):
        pair = draw_below(state, PLAYER_STREAM, rules.listed)
        tiles = 1 + draw_below(state, PLAYER_STREAM, limit)
        if rules.pair_ways[pair] == 0:
            continue
        way = PAIR_WAYS * pair + draw_below(state, PLAYER_STREAM, rules.pair_ways[pair])
        if tiles > rules.way_tiles[way] or not is_free(state, way):
            continue
        first, second = rules.pair_first[pair], rules.pair_second[pair]
        if draw_below(state, PLAYER_STREAM, 2):
            first, second = second, first
        grant = draw_below(state, PLAYER_STREAM, 2) if state.grants[SOLO] > 0 else 0
        return an_action(BUILD, first, second, tiles, grant, way)
    return an_action(PASS)


@step
def choose_delivery(state, rules):
    found = np.empty((DELIVERIES, DELIVERY), np.int64)
    count = find_deliveries(state, rules, SOLO, found)
    if count == 0:
        return an_action(PASS)
    pick = found[draw_below(state, PLAYER_STREAM, count)]
    return an_action(DELIVER, pick[0], pick[1], pick[2], pick[3], pick[4])


@step
def choose_urbanize(state, rules):
    """City and colour are free of each other, so each is drawn on its own."""
    cities = 0
    for city in range(rules.cities):
        cities += can_urbanize(state, rules, city)
    colours = 0
    for colour in range(COLOURS):
        colours += state.new_cities[colour] > 0
    if cities == 0 or colours == 0:
        return an_action(PASS)
    city_ticket = draw_below(state, PLAYER_STREAM, cities)
    colour_ticket = draw_below(state, PLAYER_STREAM, colours)
    chosen_city, chosen_colour = -1, -1
    for city in range(rules.cities):
        if can_urbanize(state, rules, city):
            if city_ticket == 0:
                chosen_city = city
            city_ticket -= 1
    for colour in range(COLOURS):
        if state.new_cities[colour] > 0:
            if colour_ticket == 0:
                chosen_colour = colour
            colour_ticket -= 1
    return an_action(URBANIZE, chosen_city, chosen_colour)


@step
def choose_card(state, rules):
    places = 0
    for place in range(state.display_count):
        places += can_take(rules, state.display[place])
    if places == 0:
        return an_action(PASS)
    ticket = draw_below(state, PLAYER_STREAM, places)
    chosen = -1
    for place in range(state.display_count):
        if can_take(rules, state.display[place]):
            if ticket == 0:
                chosen = place
            ticket -= 1
    return an_action(TAKE_CARD, chosen)


@step
def choose_western_link(state, rules):
    cities = 0
    for city in range(rules.cities):
        cities += can_build_western_link(state, rules, city)
    if cities == 0:
        return an_action(PASS)
    ticket = draw_below(state, PLAYER_STREAM, cities)
    chosen = -1
    for city in range(rules.cities):
        if can_build_western_link(state, rules, city):
            if ticket == 0:
                chosen = city
            ticket -= 1
    return an_action(WESTERN_LINK, chosen)


@kernel
def choose(state, count):
    """An even choice in every other decision."""
    return draw_below(state, PLAYER_STREAM, count)
