"""The auction for the first seat, in four styles: who is asked, who acts when, who pays what (M11
to M15).
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel, stack_array
from rotwsim.core.rules.money_engine_insurance import pay
from rotwsim.core.rules.operations_and_lines import open_executives
from rotwsim.core.rules.scoring_and_seats import clockwise, hand_over
from rotwsim.core.state import codes
from rotwsim.core.state.decisions import add_choice, ask
from rotwsim.core.state.layout import MULTIPLAYER_TURNS, SEATS
from rotwsim.core.state.log import BID, ORDER, note

PASSING = 0  # the bid of a seat that passes
new_order = stack_array(SEATS, np.int64)


@kernel
def begin_auction(state, rules):
    for seat in range(rules.seats):
        state.bid[seat] = 0
        state.passed[seat] = 0
    state.highest = 0
    state.outs = 0
    state.asked_place = 0


@kernel
def is_auction_over(state, rules):
    """A style that ranks all seats ends with one left; else this one must have bid."""
    if style_now(state, rules) == codes.WORST_IS_FIRST:
        return True
    left = rules.seats - state.outs
    if style_now(state, rules) == codes.TRADITIONAL:
        return left == 0 or (left == 1 and state.highest > 0)
    return left == 1


@kernel
def style_now(state, rules):
    """M13: under worst_is_first the first turn has a traditional auction."""
    if rules.bidding == codes.WORST_IS_FIRST and state.turn == 1:
        return codes.TRADITIONAL
    return rules.bidding


@kernel
def ask_for_bid(state, rules):
    """The next seat that has not passed: a pass, or any bid above the highest."""
    while state.passed[seat_asked(state, rules)]:
        state.asked_place = (state.asked_place + 1) % rules.seats
    hand_over(state, rules, seat_asked(state, rules))
    add_choice(state, PASSING)
    for amount in range(max(state.highest + 1, rules.lowest_bid), rules.highest_bid + 1):
        add_choice(state, amount)
    ask(state, codes.DECIDE_BID)


@kernel
def seat_asked(state, rules):
    """M11: clockwise from the last first player; M12: in the order of the last turn."""
    if style_now(state, rules) == codes.TRADITIONAL:
        return clockwise(rules, state.order[0], state.asked_place)
    return state.order[state.asked_place]


@kernel
def take_bid(state, rules, amount, log):
    """A bid, or a pass, which is final for this turn."""
    seat = state.seat
    note(log, state, BID, amount)
    if amount == PASSING:
        state.passed[seat] = 1
        state.out[state.outs] = seat
        state.outs += 1
    else:
        state.bid[seat] = amount
        state.highest = amount
    state.asked_place = (state.asked_place + 1) % rules.seats


@kernel
def close_auction(state, rules, log):
    """The order of the turn, then the bids are paid in this order."""
    style = style_now(state, rules)
    order = new_order()
    if style == codes.WORST_IS_FIRST:
        order_by_score(state, rules, order)
    elif style == codes.TRADITIONAL:
        order_clockwise(state, rules, order)
    else:
        order_by_passing(state, rules, order)
    for place in range(rules.seats):
        state.order[place] = order[place]
        hand_over(state, rules, order[place])
        note(log, state, ORDER, place, order[place])
    state.turns_first[order[0]] += 1
    if style != codes.WORST_IS_FIRST:
        pay_bids(state, rules, style, log)
    count_first_place(state, rules, style)


@kernel
def order_clockwise(state, rules, order):
    """M11: the last bidder is first; if all pass the marker moves one seat on."""
    first = clockwise(rules, state.order[0])
    for seat in range(rules.seats):
        if not state.passed[seat]:
            first = seat
    for place in range(rules.seats):
        order[place] = clockwise(rules, first, place)


@kernel
def order_by_passing(state, rules, order):
    """M12: who passed first is last, who never passed is first."""
    for seat in range(rules.seats):
        if not state.passed[seat]:
            order[0] = seat
    for place in range(1, rules.seats):
        order[place] = state.out[rules.seats - 1 - place]


@kernel
def order_by_score(state, rules, order):
    """M13: lowest score first; of equals who was later in the turn before."""
    for place in range(rules.seats):
        seat = state.order[rules.seats - 1 - place]
        ahead = place
        while ahead > 0 and state.score[order[ahead - 1]] > state.score[seat]:
            order[ahead] = order[ahead - 1]
            ahead -= 1
        order[ahead] = seat


@kernel
def pay_bids(state, rules, style, log):
    """M15: also with bonds."""
    for place in range(rules.seats):
        seat = state.order[place]
        amount = price_of_place(rules, style, place, state.bid[seat])
        hand_over(state, rules, seat)
        pay(state, rules, seat, amount, codes.PAID_BID, log)
        state.bids_paid[seat] += amount


@kernel
def price_of_place(rules, style, place, bid):
    """What a seat pays of its highest bid for its place in the order."""
    half = (bid + 1) // 2
    if place == 0:
        return bid
    if style == codes.FIRST_TO_PASS:
        return half
    if style == codes.WHOLE_ORDER and place < rules.seats - 1:  # M14: the last pays nothing
        return bid if place == 1 else half
    return 0


@kernel
def count_first_place(state, rules, style):
    """What the first place cost, and where the seats stand in the order of the first turn."""
    price = 0 if style == codes.WORST_IS_FIRST else state.bid[state.order[0]]
    if state.turn <= MULTIPLAYER_TURNS:
        state.first_price[state.turn - 1] = price
    if open_executives(state, rules) > 0:
        state.executive_turns += 1
        state.executive_price += price
    if state.turn == 1:
        for place in range(rules.seats):
            state.first_order[state.order[place]] = place + 1
