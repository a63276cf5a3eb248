"""Set-up of the solo game: goods, Railbot cards, Operations display, Duel Barons (S1 to S7)."""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.jit.stack import stack_array
from rotwsim.core.rules.goods import draw_cube
from rotwsim.core.rules.operations import deal_operations_card
from rotwsim.core.state.codes import (
    BARONS_STREAM,
    BOUNTY,
    COLOURS,
    GREY,
    LEFT,
    NO_DECISION,
    NOBODY,
    OPERATIONS_STREAM,
    RAILBOT_STREAM,
    ROW,
)
from rotwsim.core.state.layout import BARONS, OPERATIONS_CARDS, RAILBOT_CARDS
from rotwsim.core.state.log import (
    SET_BARON,
    SET_BOUNTY,
    SET_CUBE,
    SET_DECK,
    SET_DROPPED,
    SET_OPERATIONS,
    SET_REMOVED,
    SET_ROW,
    note,
)
from rotwsim.core.state.streams import draw_below, shuffle, start_streams
from rotwsim.core.track.tiles import set_up_track

new_railbot = stack_array(RAILBOT_CARDS, np.int32)
new_operations = stack_array(OPERATIONS_CARDS, np.int32)
new_barons = stack_array(BARONS, np.int32)


@kernel
def set_up(state, rules, seed, game, log):
    """Everything before the first turn; the state comes in zeroed."""
    start_streams(state, rules, seed, game)
    set_up_board(state, rules)
    set_up_seats(state, rules)
    deal_goods(state, rules, log)
    deal_railbot(state, rules, log)
    if rules.operations_used:
        deal_operations(state, rules, log)
    deal_barons(state, rules, log)
    if rules.operations_used:
        deal_operations_card(state, rules, log)


@kernel
def set_up_board(state, rules):
    for city in range(rules.cities):
        colour = rules.printed_colour[city]
        state.colour[city] = colour
        state.accepts[city] = 0 if colour == GREY else 1 << colour  # B21
        state.group[city] = city
        state.railbot_group[city] = city
        for seat in range(rules.seats):
            state.own_group[seat, city] = city
    set_up_track(state, rules)
    for colour in range(COLOURS):
        state.new_cities[colour] = rules.new_cities[colour]
    for line in range(rules.lines):
        state.line_owner[line] = NOBODY
    state.insured = -1
    state.decision = NO_DECISION


@kernel
def set_up_seats(state, rules):
    """B1."""
    for seat in range(rules.seats):
        state.cash[seat] = rules.start_cash
        state.engine[seat] = 1
    state.display_limit = rules.display_limit
    state.player = rules.player
    state.slip = rules.slip


@kernel
def deal_goods(state, rules, log):
    """B20, S2: every city in play draws its printed number blind."""
    for colour in range(COLOURS):
        state.bag[colour] = rules.cubes_per_colour
    for city in range(rules.cities):
        if rules.in_play[city] == 0:
            continue
        for _ in range(rules.printed_cubes[city]):
            colour = draw_cube(state)
            if colour < 0:
                return
            state.goods[city, colour] += 1
            state.cubes[city] += 1
            note(log, state, SET_CUBE, city, colour)


@kernel
def deal_railbot(state, rules, log):
    """S4, S5, T4: three left cards leave unseen, three form the row, Final Evaluation goes to the
    bottom.
    """
    left = new_railbot()
    lefts = 0
    cards = 0
    for card in range(rules.railbot_cards):
        if card == rules.final_evaluation:
            continue
        if rules.card_slot[card] == LEFT:
            left[lefts] = card
            lefts += 1
        else:
            state.deck[cards] = card
            cards += 1
    shuffle(state, RAILBOT_STREAM, left, lefts)
    for place in range(lefts):
        card = left[place]
        if place < rules.left_cards_removed:
            remove_card(state, card)
            note(log, state, SET_REMOVED, card)
    in_row = 0
    for place in range(rules.left_cards_removed, lefts):
        card = left[place]
        if in_row < ROW and not rules.card_taxation[card] and not rules.card_deadhead[card]:
            state.row[in_row] = card
            note(log, state, SET_ROW, in_row, card)
            in_row += 1
        else:
            state.deck[cards] = card
            cards += 1
    shuffle(state, RAILBOT_STREAM, state.deck, cards)
    bury_final_evaluation(state, rules, cards, log)


@kernel
def remove_card(state, card):
    state.removed[state.removed_count] = card
    state.removed_count += 1


@kernel
def bury_final_evaluation(state, rules, cards, log):
    """S5: mixed with the bottom two. T4 takes its random cards off the bottom, so that the rest
    stays alike.
    """
    depth = draw_below(state, RAILBOT_STREAM, rules.cards_above_final + 1)
    for _ in range(rules.cards_removed):
        cards -= 1
        remove_card(state, state.deck[cards])
        note(log, state, SET_DROPPED, state.deck[cards])
    final = cards - depth
    for place in range(cards, final, -1):
        state.deck[place] = state.deck[place - 1]
    state.deck[final] = rules.final_evaluation
    state.deck_count = cards + 1
    for place in range(state.deck_count):
        note(log, state, SET_DECK, place, state.deck[place])


@kernel
def deal_operations(state, rules, log):
    """S6: two random bounties open the display; the other bounties leave the game."""
    bounties = new_operations()
    count = 0
    for card in range(rules.operations_cards):
        if rules.operation_kind[card] == BOUNTY:
            bounties[count] = card
            count += 1
        else:
            state.operations[state.operations_count] = card
            state.operations_count += 1
    shuffle(state, OPERATIONS_STREAM, bounties, count)
    shuffle(state, OPERATIONS_STREAM, state.operations, state.operations_count)
    for place in range(state.operations_count):
        note(log, state, SET_OPERATIONS, place, state.operations[place])
    for place in range(min(count, rules.bounties)):
        state.display[place] = bounties[place]
        state.display_count += 1
        note(log, state, SET_BOUNTY, place, bounties[place])


@kernel
def deal_barons(state, rules, log):
    """D1: the row of Barons; forced ones come first, so that the others stay as dealt."""
    order = new_barons()
    for baron in range(BARONS):
        order[baron] = baron
    shuffle(state, BARONS_STREAM, order, BARONS)
    for wanted in range(1, -1, -1):
        for place in range(BARONS):
            if rules.baron_forced[order[place]] == wanted and state.barons < rules.barons_in_row:
                state.baron_row[state.barons] = order[place]
                state.baron_owner[state.barons] = NOBODY
                note(log, state, SET_BARON, state.barons, order[place])
                state.barons += 1
