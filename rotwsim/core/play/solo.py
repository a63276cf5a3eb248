"""The order of play of the solo game: two actions, the Railbot, the third action (S10, S40)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.play.actions import begin_actions
from rotwsim.core.rules.duel_barons import may_claim_barons
from rotwsim.core.rules.money import collect_income
from rotwsim.core.rules.operations import deal_operations_card
from rotwsim.core.rules.railbot import take_railbot_step
from rotwsim.core.state.codes import COLOURS, NOT_YET, SOLO
from rotwsim.core.state.decisions import ask_for_action
from rotwsim.core.state.log import STATUS, TURN, note
from rotwsim.core.track.tiles import remove_open_track

# The steps of a turn, in their order.
BEGIN_TURN, FIRST_ACTIONS, RAILBOT_STEP, THIRD_ACTION, END_TURN = range(5)


@kernel
def take_next_step(state, rules, log):
    """One step of a turn; a step with actions comes again until none are left."""
    if state.step == BEGIN_TURN:
        begin_turn(state, rules, log)
        state.step = FIRST_ACTIONS
    elif state.step == FIRST_ACTIONS:
        if state.actions_left > 0:
            ask_for_action(state)
        else:
            state.step = RAILBOT_STEP
    elif state.step == RAILBOT_STEP:
        state.step = THIRD_ACTION
        if not state.last_turn:  # S21, S40: the Railbot rests in the final turn
            take_railbot_step(state, rules, log)
    elif state.step == THIRD_ACTION:
        if state.third_to_come:
            begin_third_action(state, rules)
        elif state.actions_left > 0:
            ask_for_action(state)
        else:
            state.step = END_TURN
    else:
        end_turn(state, rules, log)
        state.step = BEGIN_TURN


@kernel
def begin_turn(state, rules, log):
    """The actions before the Railbot step; Barons may be claimed at once (D1)."""
    state.turn += 1
    state.seat = SOLO
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
    collect_income(state, rules, SOLO, log)
    if rules.operations_used:
        deal_operations_card(state, rules, log)
    state.points_after_turn[state.turn - 1] = state.score[SOLO]
    note_status(state, rules, log)
    if state.last_turn:
        state.over = 1
    elif state.trigger != NOT_YET:
        state.last_turn = 1


@kernel
def note_status(state, rules, log):
    if log.shape[0] == 0:
        return
    on_board = 0
    in_bag = 0
    for city in range(rules.cities):
        on_board += state.cubes[city]
    for colour in range(COLOURS):
        in_bag += state.bag[colour]
    note(
        log,
        state,
        STATUS,
        state.score[SOLO],
        state.cash[SOLO],
        state.bonds[SOLO],
        state.engine[SOLO],
        state.markers,
        on_board,
        in_bag,
    )
