"""Order the solo game: two actions, the Railbot, the third action (S10, S40)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.play.setup import set_up
from rotwsim.core.play.turn_actions import begin_actions, game_of, note_status, spend_action
from rotwsim.core.rules import railbot_cards_taxation_exhaust as railbot
from rotwsim.core.rules.cities_and_goods import grow_city, place_new_city
from rotwsim.core.rules.duel_barons import ask_for_claim, claim_baron, may_claim_barons
from rotwsim.core.rules.money_engine_insurance import collect_income, insure, pay
from rotwsim.core.rules.operations_and_lines import deal_operations_card, give_line
from rotwsim.core.rules.scoring_and_seats import record_outcome, score_points
from rotwsim.core.state import codes, decisions
from rotwsim.core.state.decisions import close, take_next
from rotwsim.core.state.log import TURN, note
from rotwsim.core.track.tiles import remove_open_track

# The steps of a turn, in their order.
BEGIN_TURN, FIRST_ACTIONS, RAILBOT_STEP, THIRD_ACTION, END_TURN = range(5)


@kernel
def take_next_step(state, rules, log):
    """Do what is due, else one step of a turn; one with actions comes again until none are left."""
    if state.agenda_count > 0:
        do_what_is_due(state, rules, log)
    elif state.step == BEGIN_TURN:
        begin_turn(state, rules, log)
        state.step = FIRST_ACTIONS
    elif state.step == FIRST_ACTIONS:
        if state.actions_left > 0:
            state.decision = codes.DECIDE_ACTION
        else:
            state.step = RAILBOT_STEP
    elif state.step == RAILBOT_STEP:
        state.step = THIRD_ACTION
        if not state.last_turn:  # S21, S40: the Railbot rests in the final turn
            railbot.take_railbot_step(state, rules, log)
    elif state.step == THIRD_ACTION:
        if state.third_to_come:
            begin_third_action(state, rules)
        elif state.actions_left > 0:
            state.decision = codes.DECIDE_ACTION
        else:
            state.step = END_TURN
    else:
        end_turn(state, rules, log)
        state.step = BEGIN_TURN


@kernel
def begin_turn(state, rules, log):
    """The actions before the Railbot step; Barons may be claimed at once (D1)."""
    state.turn += 1
    state.seat = codes.SOLO
    state.before_railbot = 1 - state.last_turn
    state.third_to_come = 1
    state.barons_claimed = 0
    begin_actions(state, rules.actions_before_railbot)
    note(log, state, TURN, state.turn, state.last_turn)
    may_claim_barons(state)


@kernel
def begin_third_action(state, rules):
    """The action after the Railbot step; dear Insurance forfeits it (D17)."""
    state.before_railbot = 0
    state.third_to_come = 0
    state.actions_left = rules.actions_after_railbot - state.actions_forfeit


@kernel
def end_turn(state, rules, log):
    """Open track goes, income comes, one new Operations card; then the last turn may be next."""
    remove_open_track(state, rules, log)
    collect_income(state, rules, codes.SOLO, log)
    if rules.operations_used:
        deal_operations_card(state, rules, log)
    state.points_after_turn[state.turn - 1] = state.score[codes.SOLO]
    note_status(state, rules, log)
    if state.last_turn:
        state.over = 1
    elif state.trigger != codes.NOT_YET:
        state.last_turn = 1


@kernel
def carry_out(state, rules, seat, action, log):
    """Spend one action (Insurance: all it costs); it may meet the goal of a Duel Baron (D1)."""
    may_claim_barons(state)
    spend_action(state, rules, seat, action, log)
    if action[0] == codes.INSURE:
        insure(state, rules, action[1], log)


@kernel
def settle(state, rules, place, log):
    """Do what follows from the choice taken."""
    decision = state.decision
    option = state.choices[place]
    close(state)
    if decision == codes.DECIDE_CLAIM:
        if option >= 0:
            claim_baron(state, rules, state.seat, option, log)
            may_claim_barons(state)
    elif decision == codes.DECIDE_NEW_CITY:
        place_new_city(state, rules, option // codes.COLOURS, option % codes.COLOURS, log)
    elif decision == codes.DECIDE_GROWTH:
        grow_city(state, rules, option, log)
    elif decision == codes.DECIDE_PATH:
        railbot.build_path_on_offer(state, rules, place, log)
    elif decision == codes.DECIDE_LOST_CUBE:
        railbot.remove_cube(state, rules, state.asked, option, codes.CUBE_LOST_TO_LINKS, log)
    elif decision == codes.DECIDE_EXHAUST:
        railbot.remove_cube(state, rules, option, state.asked, codes.CUBE_EXHAUSTED, log)
    elif decision == codes.DECIDE_LINE:
        give_line(state, option, log)
    elif decision == codes.DECIDE_BARON:
        railbot.give_baron_to_railbot(state, rules, option, log)


@kernel
def do_what_is_due(state, rules, log):
    """Do the task that comes next."""
    task, first, second = take_next(state)
    if task == decisions.CLAIM_BARONS:
        ask_for_claim(state, rules)
    elif task == decisions.RESOLVE_CARD:
        railbot.resolve_card(state, rules, first)
    elif task == decisions.LINK_PAIR:
        railbot.link_pair(state, rules, first, second, log)
    elif task == decisions.POINT_FOR_PAIR:
        score_points(state, state.seat, 1, codes.FROM_REMOVALS, log)
    elif task == decisions.EXHAUST:
        railbot.exhaust(state, rules, first, second)
    elif task == decisions.TAXATION:
        railbot.tax(state, rules, log)
    elif task == decisions.DEADHEAD:
        railbot.deadhead(state, log)
    elif task == decisions.LINE_TO_RAILBOT:
        railbot.ask_for_line(state, rules)
    elif task == decisions.BARON_TO_RAILBOT:
        railbot.ask_for_baron(state)
    elif task == decisions.CARD_IN_ROW:
        railbot.resolve_card_in_row(state, first, log)
    elif task == decisions.PAY_FOR_BARON:
        pay(state, rules, state.seat, first, codes.PAID_BARON, log)
    elif task == decisions.SLIDE_ROW:
        railbot.slide_row(state)


GAME = game_of(__name__, set_up, take_next_step, carry_out, settle, record_outcome)
advance, act, answer = GAME.advance, GAME.act, GAME.answer
