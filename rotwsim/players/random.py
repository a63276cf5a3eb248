"""random: draws the kind of action evenly among the kinds legal now, then evenly among its options.

Considers nothing. It visits every corner of the rules, which makes it the player of the audit. At
a table it draws a delivery by its city first, and passes or bids as often.
"""

import numpy as np

from rotwsim.core.cities import can_build_western_link, can_urbanize
from rotwsim.core.codes import (
    ACTIONS,
    BUILD,
    COLOURS,
    DELIVER,
    INSURE,
    MINE,
    PASS,
    TAKE_CARD,
    UPGRADE,
    URBANIZE,
    WESTERN_LINK,
)
from rotwsim.core.delivery import DELIVERIES, DELIVERY, find_deliveries, find_deliveries_from
from rotwsim.core.engine import can_upgrade
from rotwsim.core.insurance import INSURABLE, can_insure
from rotwsim.core.jit import kernel
from rotwsim.core.layout import CITIES
from rotwsim.core.mines import can_mine
from rotwsim.core.network import links_at
from rotwsim.core.operations import can_take
from rotwsim.core.streams import draw_for
from rotwsim.players.answers import an_action
from rotwsim.players.offers import draw_build


@kernel
def choose_action(state, rules, seat):
    """Tries kinds in random order until one is legal; passing always is."""
    kinds = np.empty(ACTIONS + 1, np.int64)
    for kind in range(ACTIONS):
        kinds[kind] = kind
    left = ACTIONS
    if rules.mines_each > 0:
        kinds[left] = MINE
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
    if kind == BUILD:
        return draw_build(state, rules, seat)
    if kind == DELIVER:
        return choose_delivery(state, rules, seat)
    if kind == URBANIZE:
        return choose_urbanize(state, rules)
    if kind == UPGRADE and can_upgrade(state, rules, seat):
        return an_action(UPGRADE)
    if kind == INSURE and can_insure(state, rules):
        return an_action(INSURE, draw_for(state, INSURABLE))
    if kind == TAKE_CARD:
        return choose_card(state, rules)
    if kind == WESTERN_LINK:
        return choose_western_link(state, rules)
    if kind == MINE:
        return choose_mine(state, rules, seat)
    return an_action(PASS)


@kernel
def choose_delivery(state, rules, seat):
    found = np.empty((DELIVERIES, DELIVERY), np.int64)
    if rules.seats > 1:
        count = deliveries_of_a_city(state, rules, seat, found)
    else:
        count = find_deliveries(state, rules, seat, found)
    if count == 0:
        return an_action(PASS)
    pick = found[draw_for(state, count)]
    return an_action(DELIVER, pick[0], pick[1], pick[2], pick[3], pick[4])


@kernel
def deliveries_of_a_city(state, rules, seat, found):
    """All deliveries from a city, drawn evenly among those that have any; returns their number."""
    cities = np.empty(CITIES, np.int64)
    left = 0
    for city in range(rules.cities):
        if state.cubes[city] > 0 and links_at(state, seat, city) > 0:
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
    cities = 0
    for city in range(rules.cities):
        cities += can_urbanize(state, rules, city)
    colours = 0
    for colour in range(COLOURS):
        colours += state.new_cities[colour] > 0
    if cities == 0 or colours == 0:
        return an_action(PASS)
    city_ticket = draw_for(state, cities)
    colour_ticket = draw_for(state, colours)
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


@kernel
def choose_card(state, rules):
    places = 0
    for place in range(state.display_count):
        places += can_take(rules, state.display[place])
    if places == 0:
        return an_action(PASS)
    ticket = draw_for(state, places)
    chosen = -1
    for place in range(state.display_count):
        if can_take(rules, state.display[place]):
            if ticket == 0:
                chosen = place
            ticket -= 1
    return an_action(TAKE_CARD, chosen)


@kernel
def choose_western_link(state, rules):
    cities = 0
    for city in range(rules.cities):
        cities += can_build_western_link(state, rules, city)
    if cities == 0:
        return an_action(PASS)
    ticket = draw_for(state, cities)
    chosen = -1
    for city in range(rules.cities):
        if can_build_western_link(state, rules, city):
            if ticket == 0:
                chosen = city
            ticket -= 1
    return an_action(WESTERN_LINK, chosen)


@kernel
def choose_mine(state, rules, seat):
    cities = 0
    for city in range(rules.cities):
        cities += can_mine(state, rules, seat, city)
    if cities == 0:
        return an_action(PASS)
    ticket = draw_for(state, cities)
    chosen = -1
    for city in range(rules.cities):
        if can_mine(state, rules, seat, city):
            if ticket == 0:
                chosen = city
            ticket -= 1
    return an_action(MINE, chosen)


@kernel
def choose(state, count):
    """An even choice in every other decision."""
    return draw_for(state, count)
