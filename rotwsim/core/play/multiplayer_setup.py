"""Set-up of the game for 2 to 6: goods, the open display, first bidder, Rail Barons (M1 to M6)."""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.jit.stack import stack_array
from rotwsim.core.play.setup import deal_goods, set_up_board, set_up_seats
from rotwsim.core.rules.multiplayer_display import lay_open, reveal_card
from rotwsim.core.rules.rotors import set_up_rotors
from rotwsim.core.rules.seats import clockwise, hand_over
from rotwsim.core.state.codes import (
    BARONS_STREAM,
    DECIDE_KEEP,
    MAJOR_LINE,
    NOBODY,
    OPERATIONS_STREAM,
    RAILBOT_STREAM,
    START,
)
from rotwsim.core.state.decisions import add_option, ask
from rotwsim.core.state.layout import LEVELS, RAIL_BARONS
from rotwsim.core.state.log import SET_FIRST, SET_OPERATIONS, SET_RAIL_BARON, note
from rotwsim.core.state.streams import draw_below, shuffle, start_streams

new_barons = stack_array(RAIL_BARONS, np.int64)
NOT_OPEN = -2  # owner of a Major Line whose card has not appeared


@kernel
def set_up_table(state, rules, seed, game, log):
    """Everything before the first decision; the state comes in zeroed."""
    start_streams(state, rules, seed, game)
    set_up_board(state, rules)
    set_up_rotors(state, rules)
    set_up_seats(state, rules)
    for seat in range(rules.seats):
        state.aside_city[seat] = -1
        state.kept[seat] = -1
    for level in range(LEVELS):
        state.level_first[level] = NOBODY
    deal_goods(state, rules, log)
    open_display(state, rules, log)
    draw_first_bidder(state, rules, log)
    deal_rail_barons(state, rules, log)


@kernel
def open_display(state, rules, log):
    """M4, M5: Start cards lie open, the others are shuffled and some of them laid beside."""
    for card in range(rules.operations_cards):
        if rules.operation_kind[card] != START:
            state.operations[state.operations_count] = card
            state.operations_count += 1
        if rules.operation_kind[card] == MAJOR_LINE:
            state.line_owner[rules.operation_line[card]] = NOT_OPEN
    shuffle(state, OPERATIONS_STREAM, state.operations, state.operations_count)
    for place in range(state.operations_count):
        note(log, state, SET_OPERATIONS, place, state.operations[place])
    for card in range(rules.operations_cards):
        if rules.operation_kind[card] == START:
            lay_open(state, rules, card, log)
    for _ in range(rules.open_cards):
        reveal_card(state, rules, log)


@kernel
def draw_first_bidder(state, rules, log):
    """M1: a random seat; the marker lies there before the first auction."""
    first = draw_below(state, RAILBOT_STREAM, rules.seats)
    for place in range(rules.seats):
        state.order[place] = clockwise(rules, first, place)
    state.first_bidder = first
    note(log, state, SET_FIRST, first)


@kernel
def deal_rail_barons(state, rules, log):
    """M6: two to each seat; one that the first seat must keep changes places with its first."""
    barons = new_barons()
    for baron in range(rules.rail_barons):
        barons[baron] = baron
    shuffle(state, BARONS_STREAM, barons, rules.rail_barons)
    for place in range(1, rules.rail_barons):
        if barons[place] == rules.baron_to_keep:
            barons[place] = barons[0]
            barons[0] = rules.baron_to_keep
    for seat in range(rules.seats):
        hand_over(state, rules, seat)
        for place in range(rules.barons_dealt):
            state.dealt[seat, place] = barons[seat * rules.barons_dealt + place]
            note(log, state, SET_RAIL_BARON, place, state.dealt[seat, place])
    hand_over(state, rules, 0)


@kernel
def ask_which_to_keep(state, rules):
    """M6: one of the Barons dealt; the other is returned unseen."""
    is_bound = state.seat == 0 and rules.baron_to_keep >= 0
    for place in range(1 if is_bound else rules.barons_dealt):
        add_option(state, place)
    ask(state, DECIDE_KEEP)


@kernel
def keep_baron(state, place):
    state.kept[state.seat] = state.dealt[state.seat, place]
