"""Order the multiplayer game: auction, three rounds of actions, income (M10, M40)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.play import auction
from rotwsim.core.play.multiplayer_outcome import record_multiplayer
from rotwsim.core.play.setup import ask_which_to_keep, keep_baron, set_up_multiplayer
from rotwsim.core.play.turn_actions import begin_actions, game_of, note_status, spend_action
from rotwsim.core.rules.cities_and_goods import grow_city, place_new_city
from rotwsim.core.rules.money_engine_insurance import collect_income
from rotwsim.core.rules.operations_and_lines import reveal_card
from rotwsim.core.rules.rail_barons_and_modules import mine, score_rail_barons
from rotwsim.core.rules.scoring_and_seats import hand_over, result_of
from rotwsim.core.state import codes
from rotwsim.core.state.decisions import close
from rotwsim.core.state.layout import MULTIPLAYER_TURNS
from rotwsim.core.state.log import TRIGGER, TURN, note
from rotwsim.core.track.tiles import bring_back_board, take_off_track

# The steps of a game, in their order; those but the first come again every turn.
KEEP_BARONS, BEGIN_TURN, AUCTION, ACTIONS, END_TURN = range(5)


@kernel
def take_next_step(state, rules, log):
    """Take one step of a turn; a step with decisions comes again until none are left."""
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
        if auction.is_auction_over(state, rules):
            auction.close_auction(state, rules, log)
            state.place = rules.seats - 1  # the first round is the next one
            pass_on(state, rules)
            state.step = ACTIONS
        else:
            auction.ask_for_bid(state, rules)
    elif state.step == ACTIONS:
        if state.actions_left > 0:
            state.decision = codes.DECIDE_ACTION
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
    auction.begin_auction(state, rules)


@kernel
def pass_on(state, rules):
    """M10: the next seat in turn order takes one action, or the first one in the next round."""
    state.place += 1
    if state.place == rules.seats:
        state.place = 0
        state.rounds_left -= 1
    hand_over(state, rules, state.order[state.place])
    begin_actions(state, 1)


@kernel
def end_turn(state, rules, log):
    """Remove open track, pay income, deal one card (M4); then the last turn may be next."""
    remove_all_open_track(state, rules, log)
    for place in range(rules.seats):
        hand_over(state, rules, state.order[place])
        collect_income(state, rules, state.seat, log)
        if state.turn <= MULTIPLAYER_TURNS:
            state.net_after_turn[state.turn - 1, state.seat] = result_of(state, rules, state.seat)
    hand_over(state, rules, 0)
    if not state.last_turn and state.turn < rules.most_turns:
        reveal_card(state, rules, log)
        note_status(state, rules, log)
        state.last_turn = state.trigger != codes.NOT_YET
        return
    note_status(state, rules, log)
    if not state.last_turn:  # M43
        state.trigger = codes.UNFINISHED
        note(log, state, TRIGGER, codes.UNFINISHED)
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
def carry_out(state, rules, seat, action, log):
    """Spend one action on what the seat chose (M16 to M19, M31)."""
    spend_action(state, rules, seat, action, log)
    if action[0] == codes.MINE:
        mine(state, rules, seat, action[1], log)


@kernel
def settle(state, rules, place, log):
    """Do what follows from the choice taken."""
    decision = state.decision
    option = state.choices[place]
    close(state)
    if decision == codes.DECIDE_BID:
        auction.take_bid(state, rules, option, log)
    elif decision == codes.DECIDE_NEW_CITY:
        place_new_city(state, rules, option // codes.COLOURS, option % codes.COLOURS, log)
    elif decision == codes.DECIDE_GROWTH:
        grow_city(state, rules, option, log)
    elif decision == codes.DECIDE_KEEP:
        keep_baron(state, option)


GAME = game_of(__name__, set_up_multiplayer, take_next_step, carry_out, settle, record_multiplayer)
advance, act, answer = GAME.advance, GAME.act, GAME.answer
