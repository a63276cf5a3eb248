"""Show the game for 2 to 6 to one who learns: one number per action, which are legal, what is open.

As `learning_view` for the solo game. Seats are shown from the one that looks on, clockwise, so that
one network can play in every seat. No seat sees cards face down or the Rail Baron of another.
"""

import numpy as np

from rotwsim.core.jit.decorators import fast_kernel, kernel
from rotwsim.core.play.multiplayer import act, advance, answer
from rotwsim.core.play.setup import set_up_multiplayer
from rotwsim.core.rules.cities_and_goods import can_build_western_link, can_urbanize
from rotwsim.core.rules.delivery import find_deliveries, links_in, links_of
from rotwsim.core.rules.money_engine_insurance import can_upgrade
from rotwsim.core.rules.operations_and_lines import can_take
from rotwsim.core.rules.rail_barons_and_modules import can_mine
from rotwsim.core.rules.scoring_and_seats import result_of
from rotwsim.core.state import codes
from rotwsim.core.state.layout import DEALT
from rotwsim.core.state.learning_view import mark
from rotwsim.core.track.building import build_limit, can_continue, grant_saves, tiles_planned
from rotwsim.core.track.links import links_owned

CARDS = 24  # of a display, as far as they have numbers
ANSWERS = 64  # at least, with the highest bid among them
NOW = 12  # numbers about the turn and the decision
OF_A_SEAT = 10  # numbers about each seat
OF_A_CITY = codes.COLOURS + 6  # cubes, colour, accepted, marker, own hotel, others' hotels, mined
OF_A_PAIR = 3  # own Links, Links of others, price of the cheapest listed route or -1
OWN_FIRST = 16  # an own Link counts more than all Links of others together


@kernel
def multiplayer_blocks(cities, pairs):
    """Find where each block of action numbers begins, and how many numbers there are: pass and
    upgrade, cards, open track led on, Links, Links with a Land Grant, New Cities, Western Links,
    mines, deliveries, answers.
    """
    card = 2
    go_on = card + CARDS
    link = go_on + 1
    granted = link + pairs
    urbanize = granted + pairs
    western = urbanize + cities * codes.COLOURS
    mine = western + cities
    delivery = mine + cities
    answers = delivery + cities * codes.COLOURS * cities
    end = answers + 1 + max(cities * codes.COLOURS, ANSWERS)
    return card, go_on, link, granted, urbanize, western, mine, delivery, answers, end


@kernel
def multiplayer_numbers(seats, cities, pairs):
    """Count the numbers of an observation."""
    return NOW + DEALT + CARDS + seats * OF_A_SEAT + cities * OF_A_CITY + pairs * OF_A_PAIR


@kernel
def begin_multiplayer(states, rules, seed, game, mask, choices, found):
    """Begin a new game and play on to its first decision."""
    log = np.zeros((0, 1), np.int64)
    set_up_multiplayer(states[0], rules[0], seed, game, log)
    advance(states[0], rules[0], log)
    mark_choices(states[0], rules[0], mask, choices, found)


@fast_kernel
def take_multiplayer(states, rules, number, mask, choices, found):
    """Take the action with this number, and play on to the next decision."""
    log = np.zeros((0, 1), np.int64)
    state = states[0]
    choice = choices[number]
    if state.decision == codes.DECIDE_ACTION:
        action = (choice[0], choice[1], choice[2], choice[3], choice[4], choice[5])
        act(state, rules[0], action, log)
    else:
        answer(state, rules[0], choice[0], log)
    advance(state, rules[0], log)
    mark_choices(state, rules[0], mask, choices, found)


@kernel
def score_now(state, rules, seat):
    """Work out points less bonds, at the end with the Rail Baron (M41)."""
    return result_of(state, rules, seat) + state.kept_points[seat]


@kernel
def mark_choices(state, rules, mask, choices, found):
    """Fill which numbers are legal for the seat that decides, and the choice behind each."""
    mask[:] = 0
    places = multiplayer_blocks(rules.cities, rules.listed)
    if state.over:
        mask[0] = 1  # nothing follows, but a mask without any number is no mask
    elif state.decision == codes.DECIDE_ACTION:
        mark_plain(state, rules, places, mask, choices)
        mark_track(state, rules, places, mask, choices)
        mark_places(state, rules, places, mask, choices)
        mark_cubes(state, rules, places[7], mask, choices, found)
    else:
        for place in range(state.choice_count):
            mark(mask, choices, places[8] + 1 + state.choices[place], place)


@kernel
def mark_plain(state, rules, places, mask, choices):
    """Mark pass, upgrade and cards."""
    mark(mask, choices, 0, codes.PASS)
    if can_upgrade(state, rules, state.seat):
        mark(mask, choices, 1, codes.UPGRADE)
    for place in range(min(CARDS, state.display_count)):
        if can_take(rules, state.display[place]):
            mark(mask, choices, places[0] + place, codes.TAKE_CARD, place)


@kernel
def mark_track(state, rules, places, mask, choices):
    """Mark the cheapest listed route of each pair; of open track only how it goes on as planned."""
    limit, seat = build_limit(state, rules, state.seat), state.seat
    if state.open_city >= 0:
        missing = tiles_planned(state, rules) - state.open_tiles
        if missing > 0 and can_continue(state, rules):
            tiles = min(limit, missing)
            mark(mask, choices, places[1], codes.BUILD, state.open_city, state.open_aim, tiles)
        return
    for pair in range(rules.listed):
        route = state.route[pair]
        if route < 0:
            continue
        first, second = rules.pair_first[pair], rules.pair_second[pair]
        tiles = min(limit, rules.route_tiles[route])
        mark(mask, choices, places[2] + pair, codes.BUILD, first, second, tiles, 0, route)
        if state.grants[seat] > 0 and grant_saves(state, rules, first, route, tiles) > 0:
            mark(mask, choices, places[3] + pair, codes.BUILD, first, second, tiles, 1, route)


@kernel
def mark_places(state, rules, places, mask, choices):
    """Mark New Cities, Western Links and mines."""
    for city in range(rules.cities):
        if can_urbanize(state, rules, city):
            for colour in range(codes.COLOURS):
                if state.new_cities[colour] > 0:
                    number = places[4] + city * codes.COLOURS + colour
                    mark(mask, choices, number, codes.URBANIZE, city, colour)
        if can_build_western_link(state, rules, city):
            mark(mask, choices, places[5] + city, codes.WESTERN_LINK, city)
        if can_mine(state, rules, state.seat, city):
            mark(mask, choices, places[6] + city, codes.MINE, city)


@kernel
def mark_cubes(state, rules, delivery, mask, choices, found):
    """Mark deliveries, each over the chain with most own Links, then with the fewest of others."""
    for row in range(find_deliveries(state, rules, state.seat, found)):
        city, colour, goal, tally, _ = found[row]
        number = delivery + (city * codes.COLOURS + colour) * rules.cities + goal
        if mask[number] and chain_worth(choices[number, 4], state.seat) >= chain_worth(
            tally, state.seat
        ):
            continue
        mark(mask, choices, number, codes.DELIVER, city, colour, goal, tally)


@kernel
def chain_worth(tally, seat):
    own = links_of(tally, seat)
    return OWN_FIRST * own - (links_in(tally) - own)


@kernel
def observe_multiplayer(states, rules, seat, seen):
    """Show all that a seat sees, as numbers; cards by their index, -1 where there is none."""
    state, table = states[0], rules[0]
    seen[:NOW] = 0
    seen[0], seen[1], seen[2] = state.turn, state.last_turn, state.markers
    seen[3], seen[4], seen[5] = state.rounds_left, state.actions_left, state.decision
    seen[6], seen[7] = (state.seat - seat) % table.seats, state.highest
    seen[8], seen[9], seen[10], seen[11] = -1, -1, 0, state.kept[seat]
    if state.seat == seat:
        seen[8], seen[9], seen[10] = state.open_city, state.open_aim, state.open_tiles
    at = NOW
    for place in range(DEALT):  # M6: shown while one of them is to be kept
        is_asked = state.decision == codes.DECIDE_KEEP and state.seat == seat
        seen[at + place] = state.dealt[seat, place] if is_asked else -1
    at += DEALT
    for place in range(CARDS):
        seen[at + place] = state.display[place] if place < state.display_count else -1
    at += CARDS
    for steps in range(table.seats):
        observe_seat(state, table, (seat + steps) % table.seats, seen[at:])
        at += OF_A_SEAT
    for city in range(table.cities):
        observe_city(state, table, seat, city, seen[at:])
        at += OF_A_CITY
    observe_links(state, table, seat, seen[at:])


@kernel
def observe_seat(state, rules, seat, seen):
    """Show what everybody knows of a seat."""
    seen[0], seen[1], seen[2] = state.score[seat], state.cash[seat], state.bonds[seat]
    seen[3], seen[4] = state.engine[seat], links_owned(state, seat)
    seen[5], seen[6] = state.grants[seat], state.perfect[seat]
    seen[7], seen[8], seen[9] = state.bid[seat], state.passed[seat], 0
    for place in range(rules.seats):
        if state.order[place] == seat:
            seen[9] = place


@kernel
def observe_city(state, rules, seat, city, seen):
    for colour in range(codes.COLOURS):
        seen[colour] = state.goods[city, colour]
    seen[codes.COLOURS], seen[codes.COLOURS + 1] = state.colour[city], state.accepts[city]
    seen[codes.COLOURS + 2], seen[codes.COLOURS + 3] = state.marker[city], state.hotel[seat, city]
    others = 0
    for other in range(rules.seats):
        if other != seat:
            others += state.hotel[other, city]
    seen[codes.COLOURS + 4], seen[codes.COLOURS + 5] = others, state.mined[city]


@kernel
def observe_links(state, rules, seat, seen):
    """Show own Links, those of others and the price of the next one, for each listed pair."""
    for pair in range(rules.listed):
        seen[OF_A_PAIR * pair] = 0
        seen[OF_A_PAIR * pair + 1] = 0
        price = state.route_price[pair] if state.route[pair] >= 0 else -1
        seen[OF_A_PAIR * pair + 2] = price
    for link in range(state.links):
        pair = rules.pair_of[state.link_first[link], state.link_second[link]]
        if 0 <= pair < rules.listed:
            seen[OF_A_PAIR * pair + (state.link_owner[link] != seat)] += 1
