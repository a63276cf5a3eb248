"""The order of play of the game for 2 to 6: auction, three rounds of actions, income (M10, M40).

A game is a row of these two, as in turn.py:

    advance_table(state, rules, log)             until a decision is open, or the game is over
    act_at_table(state, rules, action, log)      if it is about an action,
    answer_at_table(state, rules, place, log)    else the place of the chosen option
"""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.play.actions import begin_actions, carry_out_at_table, note_action
from rotwsim.core.play.auction import (
    ask_for_bid,
    begin_auction,
    close_auction,
    is_auction_over,
    take_bid,
)
from rotwsim.core.play.setup import ask_which_to_keep, keep_baron
from rotwsim.core.rules.cities import grow_city, place_new_city
from rotwsim.core.rules.money import collect_income
from rotwsim.core.rules.multiplayer_display import reveal_card
from rotwsim.core.rules.rail_barons import score_rail_barons
from rotwsim.core.rules.scoring import result_of
from rotwsim.core.rules.seats import hand_over
from rotwsim.core.state.codes import (
    COLOURS,
    DECIDE_BID,
    DECIDE_GROWTH,
    DECIDE_KEEP,
    DECIDE_NEW_CITY,
    NO_DECISION,
    NOT_YET,
    UNFINISHED,
)
from rotwsim.core.state.decisions import ask_for_action, close, is_choice, note_answer
from rotwsim.core.state.layout import TABLE_TURNS
from rotwsim.core.state.log import STATUS, TRIGGER, TURN, note
from rotwsim.core.track.tiles import bring_back_board, take_off_track

# The steps of a game, in their order; those but the first come again every turn.
KEEP_BARONS, BEGIN_TURN, AUCTION, ACTIONS, END_TURN = range(5)


@kernel
def advance_table(state, rules, log):
    """Plays on until a decision is open: its kind, its options and its seat are in the state."""
    while not state.over:
        if state.decision == NO_DECISION:
            take_next_step(state, rules, log)
        elif is_choice(state):
            return
        else:
            settle(state, rules, 0, log)


@kernel
def act_at_table(state, rules, action, log):
    """Carries out the action that was decided on."""
    if log.shape[0] > 0:
        note_action(state, rules, action, log)
    close(state)
    carry_out_at_table(state, rules, state.seat, action, log)


@kernel
def answer_at_table(state, rules, place, log):
    """Takes the option at this place of the open decision."""
    if log.shape[0] > 0:
        note_answer(state, place, log)
    settle(state, rules, place, log)


@kernel
def settle(state, rules, place, log):
    """What follows from the option chosen."""
    decision = state.decision
    option = state.choices[place]
    close(state)
    if decision == DECIDE_BID:
        take_bid(state, rules, option, log)
    elif decision == DECIDE_NEW_CITY:
        place_new_city(state, rules, option // COLOURS, option % COLOURS, log)
    elif decision == DECIDE_GROWTH:
        grow_city(state, rules, option, log)
    elif decision == DECIDE_KEEP:
        keep_baron(state, option)


@kernel
def take_next_step(state, rules, log):
    """One step of a turn; a step with decisions comes again until none are left."""
    if state.step == KEEP_BARONS:
        if state.place < rules.seats:
            hand_over(state, rules, state.place)
            state.place += 1
            ask_which_to_keep(state, rules)
        else:
            state.step = BEGIN_TURN
    elif state.step == BEGIN_TURN:
        begin_turn(state, rules, log)
        state.step = AUCTION
    elif state.step == AUCTION:
        if is_auction_over(state, rules):
            close_auction(state, rules, log)
            begin_rounds(state, rules)
            state.step = ACTIONS
        else:
            ask_for_bid(state, rules)
    elif state.step == ACTIONS:
        if state.actions_left > 0:
            ask_for_action(state)
        elif state.rounds_left > 0 or state.place < rules.seats - 1:
            pass_on(state, rules)
        else:
            state.step = END_TURN
    else:
        end_turn(state, rules, log)
        state.step = BEGIN_TURN


@kernel
def begin_turn(state, rules, log):
    state.turn += 1
    hand_over(state, rules, 0)
    state.rounds_left = rules.rounds
    note(log, state, TURN, state.turn, state.last_turn)
    begin_auction(state, rules)


@kernel
def begin_rounds(state, rules):
    """M10: every seat in turn order takes one action in each of the rounds."""
    state.place = 0
    state.rounds_left = rules.rounds - 1
    hand_over(state, rules, state.order[0])
    begin_actions(state, 1)


@kernel
def pass_on(state, rules):
    """The next seat, or the first one again in the next round."""
    state.place += 1
    if state.place == rules.seats:
        state.place = 0
        state.rounds_left -= 1
    hand_over(state, rules, state.order[state.place])
    begin_actions(state, 1)


@kernel
def end_turn(state, rules, log):
    """Open track goes, income comes, one new Operations card unless the game is over (M4); then the
    last turn may be next.
    """
    remove_all_open_track(state, rules, log)
    for place in range(rules.seats):
        hand_over(state, rules, state.order[place])
        collect_income(state, rules, state.seat, log)
        if state.turn <= TABLE_TURNS:
            state.net_after_turn[state.turn - 1, state.seat] = result_of(state, rules, state.seat)
    hand_over(state, rules, 0)
    if not state.last_turn and state.turn < rules.most_turns:
        reveal_card(state, rules, log)
        note_status(state, rules, log)
        state.last_turn = state.trigger != NOT_YET
        return
    note_status(state, rules, log)
    if not state.last_turn:  # M43
        state.trigger = UNFINISHED
        note(log, state, TRIGGER, UNFINISHED)
    state.over = 1
    score_rail_barons(state, rules, log)


@kernel
def remove_all_open_track(state, rules, log):
    """M17: open track of every seat stays until here."""
    if state.tracks_aside == 0 and state.open_city < 0:
        return
    for place in range(rules.seats):
        hand_over(state, rules, state.order[place])
        take_off_track(state, log)
    bring_back_board(state, rules)


@kernel
def note_status(state, rules, log):
    if log.shape[0] == 0:
        return
    on_board, in_bag = 0, 0
    for city in range(rules.cities):
        on_board += state.cubes[city]
    for colour in range(COLOURS):
        in_bag += state.bag[colour]
    for seat in range(rules.seats):
        hand_over(state, rules, seat)
        note(
            log,
            state,
            STATUS,
            state.score[seat],
            state.cash[seat],
            state.bonds[seat],
            state.engine[seat],
            state.markers,
            on_board,
            in_bag,
        )
    hand_over(state, rules, 0)
