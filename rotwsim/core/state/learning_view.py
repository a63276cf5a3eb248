"""A solo game as one who learns sees it: one number per action, which are legal, what is open.

The actions of a board have fixed numbers, block after block (see `blocks`). A delivery means
the one with most points between two cities, a Build lays as many tiles as it may along the
cheapest listed route, and a decision that is not about an action is answered by the option itself.
"""

import numpy as np

from rotwsim.core.jit.decorators import fast_kernel, kernel
from rotwsim.core.play.setup import set_up
from rotwsim.core.play.solo import act, advance, answer
from rotwsim.core.play.turn_actions import ACTION
from rotwsim.core.rules.cities_and_goods import can_build_western_link, can_urbanize
from rotwsim.core.rules.delivery import delivery_points, find_deliveries
from rotwsim.core.rules.money_engine_insurance import INSURABLE, can_insure, can_upgrade
from rotwsim.core.rules.operations_and_lines import can_take
from rotwsim.core.rules.scoring_and_seats import result_of
from rotwsim.core.state import codes
from rotwsim.core.state.layout import BARON_ROW, PATHS
from rotwsim.core.track.building import build_limit, can_continue, grant_saves, tiles_planned

CARDS = 8  # of a display, at most
PAIR_FIGURES = 3  # own Links, Railbot Links, price of the cheapest listed route or -1
CITY_FIGURES = (
    codes.COLOURS + 5
)  # cubes by colour, colour, colours accepted, marker, hotel, Western Link
FIGURES = 21  # see `observe_figures`


@kernel
def blocks(cities, pairs):
    """Where each block of action numbers begins, and how many numbers there are: pass, upgrade,
    Insurance, cards, open track led on, Links, Links with a Land Grant, New Cities, Western Links,
    deliveries, answers.
    """
    insure = 2
    card = insure + INSURABLE
    go_on = card + CARDS
    link = go_on + 1
    granted = link + pairs
    urbanize = granted + pairs
    western = urbanize + cities * codes.COLOURS
    delivery = western + cities
    answers = delivery + cities * codes.COLOURS * cities
    end = answers + 1 + max(cities * codes.COLOURS, PATHS)
    return insure, card, go_on, link, granted, urbanize, western, delivery, answers, end


@kernel
def figures_seen(cities, pairs):
    """How many numbers an observation has."""
    return (
        FIGURES + codes.ROW + CARDS + 2 * BARON_ROW + cities * CITY_FIGURES + pairs * PAIR_FIGURES
    )


@kernel
def begin(states, rules, seed, game, seen, mask, choices, found):
    """A new game up to its first decision."""
    log = np.zeros((0, 1), np.int64)
    set_up(states[0], rules[0], seed, game, log)
    advance(states[0], rules[0], log)
    look(states, rules, seen, mask, choices, found)


@fast_kernel
def take(states, rules, number, seen, mask, choices, found):
    """The action with this number, and on to the next decision; returns what the result gained."""
    log = np.zeros((0, 1), np.int64)
    state = states[0]
    before = result_of(state, rules[0], codes.SOLO)
    choice = choices[number]
    if state.decision == codes.DECIDE_ACTION:
        action = (choice[0], choice[1], choice[2], choice[3], choice[4], choice[5])
        act(state, rules[0], action, log)
    else:
        answer(state, rules[0], choice[0], log)
    advance(state, rules[0], log)
    look(states, rules, seen, mask, choices, found)
    return result_of(state, rules[0], codes.SOLO) - before


@kernel
def look(states, rules, seen, mask, choices, found):
    """Fills what is seen, which numbers are legal, and the choice behind each of these; `found` is
    room for deliveries.
    """
    state, table = states[0], rules[0]
    observe(state, table, seen)
    mask[:] = 0
    if state.over:
        mask[0] = 1  # nothing follows, but a mask without any number is no mask
    elif state.decision == codes.DECIDE_ACTION:
        mark_plain(state, table, mask, choices)
        mark_links(state, table, mask, choices)
        mark_cities(state, table, mask, choices)
        mark_deliveries(state, table, mask, choices, found)
    else:
        mark_answers(state, table, mask, choices)


@kernel
def mark(mask, choices, number, kind, a=0, b=0, c=0, d=0, e=0):
    mask[number] = 1
    choices[number, 0] = kind
    choices[number, 1] = a
    choices[number, 2] = b
    choices[number, 3] = c
    choices[number, 4] = d
    choices[number, ACTION - 1] = e


@kernel
def mark_plain(state, rules, mask, choices):
    """Pass, upgrade, Insurance and cards."""
    insure, card = blocks(rules.cities, rules.listed)[:2]
    mark(mask, choices, 0, codes.PASS)
    if can_upgrade(state, rules, codes.SOLO):
        mark(mask, choices, 1, codes.UPGRADE)
    if can_insure(state, rules):
        for place in range(INSURABLE):
            mark(mask, choices, insure + place, codes.INSURE, place)
    for place in range(min(CARDS, state.display_count)):
        if can_take(rules, state.display[place]):
            mark(mask, choices, card + place, codes.TAKE_CARD, place)


@kernel
def mark_links(state, rules, mask, choices):
    """The cheapest listed route of each pair; with open track only its continuation as planned."""
    go_on, link, granted = blocks(rules.cities, rules.listed)[2:5]
    limit = build_limit(state, rules, codes.SOLO)
    if state.open_city >= 0:
        missing = tiles_planned(state, rules) - state.open_tiles
        if missing > 0 and can_continue(state, rules):
            tiles = min(limit, missing)
            mark(mask, choices, go_on, codes.BUILD, state.open_city, state.open_aim, tiles)
        return
    for pair in range(rules.listed):
        route = state.route[pair]
        if route < 0:
            continue
        first, second = rules.pair_first[pair], rules.pair_second[pair]
        tiles = min(limit, rules.route_tiles[route])
        mark(mask, choices, link + pair, codes.BUILD, first, second, tiles, 0, route)
        if state.grants[codes.SOLO] > 0 and grant_saves(state, rules, first, route, tiles) > 0:
            mark(mask, choices, granted + pair, codes.BUILD, first, second, tiles, 1, route)


@kernel
def mark_cities(state, rules, mask, choices):
    """New Cities and Western Links."""
    urbanize, western = blocks(rules.cities, rules.listed)[5:7]
    for city in range(rules.cities):
        if can_urbanize(state, rules, city):
            for colour in range(codes.COLOURS):
                if state.new_cities[colour] > 0:
                    number = urbanize + city * codes.COLOURS + colour
                    mark(mask, choices, number, codes.URBANIZE, city, colour)
        if can_build_western_link(state, rules, city):
            mark(mask, choices, western + city, codes.WESTERN_LINK, city)


@kernel
def mark_deliveries(state, rules, mask, choices, found):
    """Of the deliveries between two cities the one with most points."""
    delivery = blocks(rules.cities, rules.listed)[7]
    for row in range(find_deliveries(state, rules, codes.SOLO, found)):
        city, colour, goal, own, lost = found[row]
        number = delivery + (city * codes.COLOURS + colour) * rules.cities + goal
        if mask[number]:
            known = choices[number]
            points = delivery_points(state, rules, codes.SOLO, colour, goal, known[4], known[5])
            if points >= delivery_points(state, rules, codes.SOLO, colour, goal, own, lost):
                continue
        mark(mask, choices, number, codes.DELIVER, city, colour, goal, own, lost)


@kernel
def mark_answers(state, rules, mask, choices):
    """Each option by its own number, a path of the Railbot by its place; -1 is the first."""
    answers = blocks(rules.cities, rules.listed)[8]
    for place in range(state.choice_count):
        option = place if state.decision == codes.DECIDE_PATH else state.choices[place]
        mark(mask, choices, answers + 1 + option, place)


@kernel
def observe(state, rules, seen):
    """Show all that a player sees, as numbers; cards by their index, -1 where there is none."""
    observe_figures(state, seen)
    at = FIGURES
    for place in range(codes.ROW):
        seen[at + place] = state.row[place]
    at += codes.ROW
    for place in range(CARDS):
        seen[at + place] = state.display[place] if place < state.display_count else -1
    at += CARDS
    for place in range(BARON_ROW):
        there = place < state.barons
        seen[at + 2 * place] = state.baron_row[place] if there else -1
        seen[at + 2 * place + 1] = state.baron_owner[place] if there else -1
    at += 2 * BARON_ROW
    for city in range(rules.cities):
        for colour in range(codes.COLOURS):
            seen[at + colour] = state.goods[city, colour]
        seen[at + codes.COLOURS] = state.colour[city]
        seen[at + codes.COLOURS + 1] = state.accepts[city]
        seen[at + codes.COLOURS + 2] = state.marker[city]
        seen[at + codes.COLOURS + 3] = state.hotel[codes.SOLO, city]
        seen[at + codes.COLOURS + 4] = state.western_used[city]
        at += CITY_FIGURES
    observe_pairs(state, rules, seen[at:])


@kernel
def observe_figures(state, seen):
    """Turn, what is left of it, the decision, money and points, open track."""
    seen[0], seen[1], seen[2] = state.turn, state.last_turn, state.actions_left
    seen[3], seen[4], seen[5] = state.before_railbot, state.third_to_come, state.actions_done
    seen[6], seen[7] = state.decision, state.asked
    seen[8], seen[9] = state.score[codes.SOLO], state.cash[codes.SOLO]
    seen[10], seen[11] = state.bonds[codes.SOLO], state.engine[codes.SOLO]
    seen[12], seen[13], seen[14] = (
        state.engine_lower,
        state.grants[codes.SOLO],
        state.perfect[codes.SOLO],
    )
    seen[15], seen[16], seen[17] = state.markers, state.insured, state.display_limit
    seen[18], seen[19], seen[20] = state.open_city, state.open_aim, state.open_tiles


@kernel
def observe_pairs(state, rules, seen):
    """Own Links, Railbot Links and the price of the next one, for each listed pair."""
    for pair in range(rules.listed):
        seen[PAIR_FIGURES * pair] = 0
        seen[PAIR_FIGURES * pair + 1] = 0
        price = state.route_price[pair] if state.route[pair] >= 0 else -1
        seen[PAIR_FIGURES * pair + 2] = price
    for link in range(state.links):
        pair = rules.pair_of[state.link_first[link], state.link_second[link]]
        if 0 <= pair < rules.listed:
            seen[PAIR_FIGURES * pair + (state.link_owner[link] == codes.RAILBOT)] += 1
