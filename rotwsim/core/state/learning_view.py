# Longer than most: one view of two games, and what is seen in each.
"""A game as one who learns sees it: one number per action, which are legal, what is open.

The actions of a board have fixed numbers, block after block (see `Blocks`). A Build lays as many
tiles as it may along the cheapest listed route; a decision that is not about an action is answered
by the option itself. Of several deliveries between two cities the number means, in solo, the one
with most points; in multiplayer the one with most own Links, then the fewest of others. There the
seats are shown from the one that looks on, clockwise, so that one network can play in every seat;
none sees cards face down or the Rail Baron of another.
"""

from collections import namedtuple

import numpy as np

from rotwsim.core.jit.decorators import fast_kernel, kernel
from rotwsim.core.play import multiplayer, setup, solo
from rotwsim.core.play.turn_actions import ACTION, legal_actions
from rotwsim.core.rules import delivery, money_engine_insurance
from rotwsim.core.rules.scoring_and_seats import result_of
from rotwsim.core.state import codes
from rotwsim.core.state.layout import BARON_ROW, DEALT, PATHS
from rotwsim.core.track.building import build_limit, can_continue, grant_saves, tiles_planned
from rotwsim.core.track.links import links_owned

COLOURS = codes.COLOURS
CARDS, CARDS_OF_MANY = 8, 24  # of a display, at most: solo, multiplayer
PAIR_FIGURES = 3  # own Links, Links of others, price of the cheapest listed route or -1
CITY_FIGURES = COLOURS + 5  # cubes by colour, colour, colours accepted, marker, hotel, Western Link
FIGURES = 21  # see `observe_figures`
NOW = 12  # multiplayer: numbers about the turn and the decision
OF_A_SEAT = 10
OF_A_CITY = COLOURS + 6  # cubes, colour, accepted, marker, own hotel, others' hotels, mined

# Where each block of numbers begins, and how many there are; 0 is to pass, 1 to upgrade.
Blocks = namedtuple(
    "Blocks", "insure card go_on link granted urbanize western mine deliver answer end"
)


@kernel
def blocks(cities, pairs, seats):
    """Number Insurance, cards, open track led on, Links, Links with a Land Grant, New Cities,
    Western Links, mines, deliveries and answers.
    """
    insure = 2
    card = insure + (money_engine_insurance.INSURABLE if seats == 1 else 0)
    go_on = card + (CARDS if seats == 1 else CARDS_OF_MANY)
    link = go_on + 1
    granted = link + pairs
    urbanize = granted + pairs
    western = urbanize + cities * COLOURS
    mine = western + cities
    deliver = mine + (0 if seats == 1 else cities)
    answer = deliver + cities * COLOURS * cities
    end = answer + 1 + max(cities * COLOURS, PATHS)
    return Blocks(insure, card, go_on, link, granted, urbanize, western, mine, deliver, answer, end)


@kernel
def figures_seen(cities, pairs):
    """Count the numbers of an observation in solo."""
    others = FIGURES + codes.ROW + CARDS + 2 * BARON_ROW
    return others + cities * CITY_FIGURES + pairs * PAIR_FIGURES


@kernel
def multiplayer_numbers(seats, cities, pairs):
    """Count the numbers of an observation in multiplayer."""
    others = NOW + DEALT + CARDS_OF_MANY + seats * OF_A_SEAT
    return others + cities * OF_A_CITY + pairs * PAIR_FIGURES


@kernel
def begin(states, rules, seed, game, seen, mask, choices, legal):
    """Begin a solo game and play on to its first decision."""
    log = np.zeros((0, 1), np.int64)
    setup.set_up(states[0], rules[0], seed, game, log)
    solo.advance(states[0], rules[0], log)
    look(states, rules, seen, mask, choices, legal)


@fast_kernel
def take(states, rules, number, seen, mask, choices, legal):
    """Take the action with this number, play on to the next decision; return the gain in result."""
    log = np.zeros((0, 1), np.int64)
    state = states[0]
    before = result_of(state, rules[0], codes.SOLO)
    if state.decision == codes.DECIDE_ACTION:
        solo.act(state, rules[0], numbered(choices, number), log)
    else:
        solo.answer(state, rules[0], choices[number, 0], log)
    solo.advance(state, rules[0], log)
    look(states, rules, seen, mask, choices, legal)
    return result_of(state, rules[0], codes.SOLO) - before


@kernel
def begin_multiplayer(states, rules, seed, game, mask, choices, legal):
    """Begin a multiplayer game and play on to its first decision."""
    log = np.zeros((0, 1), np.int64)
    setup.set_up_multiplayer(states[0], rules[0], seed, game, log)
    multiplayer.advance(states[0], rules[0], log)
    mark_choices(states[0], rules[0], mask, choices, legal)


@fast_kernel
def take_multiplayer(states, rules, number, mask, choices, legal):
    """Take the action with this number, and play on to the next decision."""
    log = np.zeros((0, 1), np.int64)
    state = states[0]
    if state.decision == codes.DECIDE_ACTION:
        multiplayer.act(state, rules[0], numbered(choices, number), log)
    else:
        multiplayer.answer(state, rules[0], choices[number, 0], log)
    multiplayer.advance(state, rules[0], log)
    mark_choices(state, rules[0], mask, choices, legal)


@kernel
def numbered(choices, number):
    choice = choices[number]
    return choice[0], choice[1], choice[2], choice[3], choice[4], choice[5]


@kernel
def score_now(state, rules, seat):
    """Work out points less bonds, at the end with the Rail Baron (M41)."""
    return result_of(state, rules, seat) + state.kept_points[seat]


@kernel
def look(states, rules, seen, mask, choices, legal):
    """Fill what is seen in solo, and the choices; `legal` is room for actions."""
    observe(states[0], rules[0], seen)
    mark_choices(states[0], rules[0], mask, choices, legal)


@kernel
def mark_choices(state, rules, mask, choices, legal):
    """Fill which numbers are legal for the seat that decides, and the choice behind each."""
    mask[:] = 0
    places = blocks(rules.cities, rules.listed, rules.seats)
    if state.over:
        mask[0] = 1  # nothing follows, but a mask without any number is no mask
    elif state.decision == codes.DECIDE_ACTION:
        mark_actions(state, rules, places, mask, choices, legal)
        mark_links(state, rules, places, mask, choices)
    else:
        for place in range(state.choice_count):  # -1 is the first; a path of the Railbot by place
            option = place if state.decision == codes.DECIDE_PATH else state.choices[place]
            mark(mask, choices, places.answer + 1 + option, place)


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
def mark_actions(state, rules, places, mask, choices, legal):
    """Mark all actions but Builds; of the deliveries of a cube to a city the best."""
    for row in range(legal_actions(state, rules, state.seat, legal)):
        kind, a, b, c, d, e = legal[row]
        number = number_of(places, rules.cities, kind, a, b, c)
        if kind == codes.TAKE_CARD and number >= places.go_on:  # more cards than there is room for
            continue
        if mask[number]:
            known = choices[number]
            worth = delivery_worth(state, rules, b, c, known[4], known[5])
            if worth >= delivery_worth(state, rules, b, c, d, e):
                continue
        mark(mask, choices, number, kind, a, b, c, d, e)


@kernel
def number_of(places, cities, kind, a, b, c):
    """Give the number of an action that is no Build."""
    if kind == codes.UPGRADE:
        return 1
    if kind == codes.INSURE:
        return places.insure + a
    if kind == codes.TAKE_CARD:
        return places.card + a
    if kind == codes.URBANIZE:
        return places.urbanize + a * COLOURS + b
    if kind == codes.WESTERN_LINK:
        return places.western + a
    if kind == codes.MINE:
        return places.mine + a
    if kind == codes.DELIVER:
        return places.deliver + (a * COLOURS + b) * cities + c
    return 0


@kernel
def mark_links(state, rules, places, mask, choices):
    """Mark the cheapest listed route of each pair; of open track only how it goes on as planned."""
    limit, seat = build_limit(state, rules, state.seat), state.seat
    if state.open_city >= 0:
        missing = tiles_planned(state, rules) - state.open_tiles
        if missing > 0 and can_continue(state, rules):
            tiles = min(limit, missing)
            mark(mask, choices, places.go_on, codes.BUILD, state.open_city, state.open_aim, tiles)
        return
    for pair in range(rules.listed):
        route = state.route[pair]
        if route < 0:
            continue
        first, second = rules.pair_first[pair], rules.pair_second[pair]
        tiles = min(limit, rules.route_tiles[route])
        mark(mask, choices, places.link + pair, codes.BUILD, first, second, tiles, 0, route)
        if state.grants[seat] > 0 and grant_saves(state, rules, first, route, tiles) > 0:
            mark(mask, choices, places.granted + pair, codes.BUILD, first, second, tiles, 1, route)


@kernel
def delivery_worth(state, rules, colour, goal, own, lost):
    """Compare deliveries of a cube to a city."""
    if rules.seats > 1:
        return delivery.chain_worth(own, state.seat)
    return delivery.delivery_points(state, rules, codes.SOLO, colour, goal, own, lost)


@kernel
def observe(state, rules, seen):
    """Show all that a solo player sees, as numbers; cards by their index, -1 for none."""
    observe_figures(state, seen)
    at = FIGURES
    for place in range(codes.ROW):
        seen[at + place] = state.row[place]
    at += codes.ROW
    observe_display(state, CARDS, seen[at:])
    at += CARDS
    for place in range(BARON_ROW):
        there = place < state.barons
        seen[at + 2 * place] = state.baron_row[place] if there else -1
        seen[at + 2 * place + 1] = state.baron_owner[place] if there else -1
    at += 2 * BARON_ROW
    for city in range(rules.cities):
        observe_city(state, codes.SOLO, city, seen[at:])
        seen[at + COLOURS + 4] = state.western_used[city]
        at += CITY_FIGURES
    observe_pairs(state, rules, codes.SOLO, seen[at:])


@kernel
def observe_figures(state, seen):
    """Show turn, what is left of it, the decision, money and points, open track."""
    seen[0], seen[1], seen[2] = state.turn, state.last_turn, state.actions_left
    seen[3], seen[4], seen[5] = state.before_railbot, state.third_to_come, state.actions_done
    seen[6], seen[7] = state.decision, state.asked
    seen[8], seen[9] = state.score[codes.SOLO], state.cash[codes.SOLO]
    seen[10], seen[11] = state.bonds[codes.SOLO], state.engine[codes.SOLO]
    seen[12], seen[13] = state.engine_lower, state.grants[codes.SOLO]
    seen[14], seen[15], seen[16] = state.perfect[codes.SOLO], state.markers, state.insured
    seen[17], seen[18], seen[19] = state.display_limit, state.open_city, state.open_aim
    seen[20] = state.open_tiles


@kernel
def observe_display(state, cards, seen):
    for place in range(cards):
        seen[place] = state.display[place] if place < state.display_count else -1


@kernel
def observe_city(state, seat, city, seen):
    """Show cubes, colour, colours accepted, marker and the seat's hotels."""
    for colour in range(COLOURS):
        seen[colour] = state.goods[city, colour]
    seen[COLOURS], seen[COLOURS + 1] = state.colour[city], state.accepts[city]
    seen[COLOURS + 2], seen[COLOURS + 3] = state.marker[city], state.hotel[seat, city]


@kernel
def observe_pairs(state, rules, seat, seen):
    """Show own Links, those of others and the price of the next one, for each listed pair."""
    for pair in range(rules.listed):
        seen[PAIR_FIGURES * pair] = 0
        seen[PAIR_FIGURES * pair + 1] = 0
        price = state.route_price[pair] if state.route[pair] >= 0 else -1
        seen[PAIR_FIGURES * pair + 2] = price
    for link in range(state.links):
        pair = rules.pair_of[state.link_first[link], state.link_second[link]]
        if 0 <= pair < rules.listed:
            seen[PAIR_FIGURES * pair + (state.link_owner[link] != seat)] += 1


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
    observe_display(state, CARDS_OF_MANY, seen[at:])
    at += CARDS_OF_MANY
    for steps in range(table.seats):
        observe_seat(state, table, (seat + steps) % table.seats, seen[at:])
        at += OF_A_SEAT
    for city in range(table.cities):
        observe_city(state, seat, city, seen[at:])
        others = 0
        for other in range(table.seats):
            if other != seat:
                others += state.hotel[other, city]
        seen[at + COLOURS + 4], seen[at + COLOURS + 5] = others, state.mined[city]
        at += OF_A_CITY
    observe_pairs(state, table, seat, seen[at:])


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
