"""random: draws the kind of action evenly among the kinds legal now, then evenly among its options.

Considers nothing. It visits every corner of the rules, which makes it the player of the audit. At
a table it draws a delivery by its city first, and passes or bids as often.
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel, stack_array
from rotwsim.core.rules.cities_and_goods import can_build_western_link, can_urbanize
from rotwsim.core.rules.delivery import (
    find_deliveries,
    find_deliveries_from,
    has_own_link,
    new_found,
)
from rotwsim.core.rules.money_engine_insurance import INSURABLE, can_insure, can_upgrade
from rotwsim.core.rules.operations_and_lines import can_take
from rotwsim.core.rules.rail_barons_and_modules import can_mine
from rotwsim.core.state import codes
from rotwsim.core.state.layout import CITIES, DISPLAY
from rotwsim.core.state.streams import draw_for
from rotwsim.players.action import an_action
from rotwsim.players.value.buildable_links import draw_build

new_kinds = stack_array(codes.ACTIONS + 1, np.int64)
new_cities = stack_array(CITIES, np.int64)
new_colours = stack_array(codes.COLOURS, np.int64)
new_places = stack_array(max(CITIES, DISPLAY), np.int64)


@kernel
def choose_action(state, rules, seat):
    """Tries kinds in random order until one is legal; passing always is."""
    kinds = new_kinds()
    for kind in range(codes.ACTIONS):
        kinds[kind] = kind
    left = codes.ACTIONS
    if rules.mines_each > 0:
        kinds[left] = codes.MINE
        left += 1
    while True:
        place = draw_for(state, left)
        kind = kinds[place]
        left -= 1
        kinds[place] = kinds[left]
        action = choose_of_kind(state, rules, seat, kind)
        if action[0] == kind:
            return action


@kernel
def choose_of_kind(state, rules, seat, kind):
    """An even choice among the legal actions of a kind, or a pass if there is none."""
    if kind == codes.BUILD:
        return draw_build(state, rules, seat)
    if kind == codes.DELIVER:
        return choose_delivery(state, rules, seat)
    if kind == codes.URBANIZE:
        return choose_urbanize(state, rules)
    if kind == codes.UPGRADE and can_upgrade(state, rules, seat):
        return an_action(codes.UPGRADE)
    if kind == codes.INSURE and can_insure(state, rules):
        return an_action(codes.INSURE, draw_for(state, INSURABLE))
    if kind == codes.TAKE_CARD:
        return choose_card(state, rules)
    if kind == codes.WESTERN_LINK:
        return choose_western_link(state, rules)
    if kind == codes.MINE:
        return choose_mine(state, rules, seat)
    return an_action(codes.PASS)


@kernel
def choose_delivery(state, rules, seat):
    found = new_found()
    if rules.seats > 1:
        count = deliveries_of_a_city(state, rules, seat, found)
    else:
        count = find_deliveries(state, rules, seat, found)
    if count == 0:
        return an_action(codes.PASS)
    pick = found[draw_for(state, count)]
    return an_action(codes.DELIVER, pick[0], pick[1], pick[2], pick[3], pick[4])


@kernel
def deliveries_of_a_city(state, rules, seat, found):
    """All deliveries from a city, drawn evenly among those that have any; returns their number."""
    cities = new_cities()
    left = 0
    for city in range(rules.cities):
        if state.cubes[city] > 0 and has_own_link(state, seat, city):
            cities[left] = city
            left += 1
    while left > 0:
        place = draw_for(state, left)
        count = find_deliveries_from(state, rules, seat, cities[place], found, 0)
        if count > 0:
            return count
        left -= 1
        cities[place] = cities[left]
    return 0


@kernel
def choose_urbanize(state, rules):
    """City and colour are free of each other, so each is drawn on its own."""
    cities, colours = new_cities(), new_colours()
    grey, free = 0, 0
    for city in range(rules.cities):
        if can_urbanize(state, rules, city):
            cities[grey] = city
            grey += 1
    for colour in range(codes.COLOURS):
        if state.new_cities[colour] > 0:
            colours[free] = colour
            free += 1
    if grey == 0 or free == 0:
        return an_action(codes.PASS)
    city = cities[draw_for(state, grey)]
    return an_action(codes.URBANIZE, city, colours[draw_for(state, free)])


@kernel
def choose_card(state, rules):
    places, count = new_places(), 0
    for place in range(state.display_count):
        if can_take(rules, state.display[place]):
            places[count] = place
            count += 1
    return choose_one(state, codes.TAKE_CARD, places, count)


@kernel
def choose_western_link(state, rules):
    cities, count = new_places(), 0
    for city in range(rules.cities):
        if can_build_western_link(state, rules, city):
            cities[count] = city
            count += 1
    return choose_one(state, codes.WESTERN_LINK, cities, count)


@kernel
def choose_mine(state, rules, seat):
    cities, count = new_places(), 0
    for city in range(rules.cities):
        if can_mine(state, rules, seat, city):
            cities[count] = city
            count += 1
    return choose_one(state, codes.MINE, cities, count)


@kernel
def choose_one(state, kind, found, count):
    """A kind of action with one of what was found, or a pass if nothing was."""
    if count == 0:
        return an_action(codes.PASS)
    return an_action(kind, found[draw_for(state, count)])


@kernel
def choose(state, count):
    """An even choice in every other decision."""
    return draw_for(state, count)
