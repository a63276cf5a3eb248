"""The players that try no games out: passive, random, novice, casual, club and expert.

passive: always passes and takes the first legal choice, so the Railbot plays alone.

random: chooses a kind of action at random, then one of its choices: it visits every corner of the
rules for the audit. In multiplayer it chooses the city of a delivery first.

novice: delivers when it can, else builds the cheapest useful Link. It answers the Railbot at random
and never bids above 1.

casual: looks one action ahead, at deliveries, engine, Links and bonds alone.

club: compares every sensible action by the position after it (position_value.py), cards, New
Cities, Insurance, Major Lines and Duel Barons included.

expert: judges like club, corrected by what it learned from games played to the end
(data/learned/solo.toml). It chooses the first two actions of a turn together, because the Railbot
acts only after them (rank_actions.py).
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel, stack_array
from rotwsim.core.rules import delivery
from rotwsim.core.rules.cities_and_goods import can_build_western_link, can_urbanize
from rotwsim.core.rules.money_engine_insurance import INSURABLE, can_insure, can_upgrade
from rotwsim.core.rules.operations_and_lines import can_take
from rotwsim.core.rules.rail_barons_and_modules import can_mine
from rotwsim.core.state import codes
from rotwsim.core.state.layout import CITIES, DISPLAY
from rotwsim.core.state.streams import draw_for
from rotwsim.core.track.links import links_at
from rotwsim.players.action import an_action
from rotwsim.players.value import buildable_links, rank_actions

LEAST = -100  # fewer points than any delivery scores


@kernel
def novice_action(state, rules, seat):
    """The delivery with most points, else the cheapest useful Link, else a pass."""
    if buildable_links.can_go_on(state, rules):
        return buildable_links.continue_track(state, rules, seat)
    if buildable_links.has_open_track(state):
        return an_action(codes.PASS)
    found, best, most = delivery.new_found(), -1, LEAST
    for place in range(delivery.find_deliveries(state, rules, seat, found)):
        colour, goal = found[place, 1], found[place, 2]
        own, lost = delivery.own_and_lost(rules, seat, found[place])
        points = delivery.delivery_points(state, rules, seat, colour, goal, own, lost)
        if points > most:
            best, most = place, points
    if best < 0:
        return buildable_links.build_cheapest(state, rules, seat)
    return deliver(found[best])


@kernel
def deliver(pick):
    return an_action(codes.DELIVER, pick[0], pick[1], pick[2], pick[3], pick[4])


CASUAL_FLAGS = rank_actions.PRUNED
CLUB_FLAGS = rank_actions.PRUNED | rank_actions.CHANCES
EXPERT_FLAGS = rank_actions.PRUNED | rank_actions.CHANCES | rank_actions.LEARNED

new_kinds = stack_array(codes.ACTIONS + 1, np.int64)
new_colours = stack_array(codes.COLOURS, np.int64)
new_places = stack_array(max(CITIES, DISPLAY), np.int64)


@kernel
def random_action(state, rules, seat):
    """Try kinds in random order until one is legal; passing always is."""
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
        return buildable_links.draw_build(state, rules, seat)
    if kind == codes.DELIVER:
        return choose_delivery(state, rules, seat)
    if kind == codes.URBANIZE:
        return choose_urbanize(state, rules, seat)
    if kind == codes.UPGRADE and can_upgrade(state, rules, seat):
        return an_action(codes.UPGRADE)
    if kind == codes.INSURE and can_insure(state, rules):
        return an_action(codes.INSURE, draw_for(state, INSURABLE))
    if kind == codes.TAKE_CARD or kind == codes.WESTERN_LINK or kind == codes.MINE:
        return choose_place(state, rules, seat, kind)
    return an_action(codes.PASS)


@kernel
def choose_delivery(state, rules, seat):
    """Draw a delivery; in multiplayer its city first, evenly among those that have any."""
    found, cities = delivery.new_found(), new_places()
    count, left = 0, 0
    if rules.seats == 1:
        count = delivery.find_deliveries(state, rules, seat, found)
    else:
        left = list_places(state, rules, seat, codes.DELIVER, cities)
    while count == 0 and left > 0:
        place = draw_for(state, left)
        count = delivery.find_deliveries_from(state, rules, seat, cities[place], found, 0)
        left -= 1
        cities[place] = cities[left]
    if count == 0:
        return an_action(codes.PASS)
    return deliver(found[draw_for(state, count)])


@kernel
def choose_urbanize(state, rules, seat):
    """City and colour are free of each other, so each is drawn apart."""
    cities, colours, free = new_places(), new_colours(), 0
    grey = list_places(state, rules, seat, codes.URBANIZE, cities)
    for colour in range(codes.COLOURS):
        if state.new_cities[colour] > 0:
            colours[free] = colour
            free += 1
    if grey == 0 or free == 0:
        return an_action(codes.PASS)
    city = cities[draw_for(state, grey)]
    return an_action(codes.URBANIZE, city, colours[draw_for(state, free)])


@kernel
def choose_place(state, rules, seat, kind):
    """Draw a card of the display, or a city for a Western Link or a mine; pass if there is none."""
    places = new_places()
    count = list_places(state, rules, seat, kind, places)
    if count == 0:
        return an_action(codes.PASS)
    return an_action(kind, places[draw_for(state, count)])


@kernel
def list_places(state, rules, seat, kind, places):
    """List the cards of the display, or the cities, for a kind of action; return their number."""
    count = 0
    for place in range(state.display_count if kind == codes.TAKE_CARD else rules.cities):
        if is_legal_place(state, rules, seat, kind, place):
            places[count] = place
            count += 1
    return count


@kernel
def is_legal_place(state, rules, seat, kind, place):
    if kind == codes.TAKE_CARD:
        return can_take(rules, state.display[place])
    if kind == codes.WESTERN_LINK:
        return can_build_western_link(state, rules, place)
    if kind == codes.URBANIZE:
        return can_urbanize(state, rules, place)
    if kind == codes.DELIVER:
        return state.cubes[place] > 0 and links_at(state, seat, place) > 0
    return can_mine(state, rules, seat, place)
