"""A turn of the solo game, and the game as a row of turns (S10, S40)."""

from rotwsim.core.actions import carry_out
from rotwsim.core.barons import claim_barons
from rotwsim.core.codes import COLOURS, NOT_YET, SOLO
from rotwsim.core.decisions import decide_action
from rotwsim.core.jit import step
from rotwsim.core.log import STATUS, TURN, note
from rotwsim.core.money import collect_income
from rotwsim.core.operations import deal_operations_card
from rotwsim.core.railbot import take_railbot_step
from rotwsim.core.scoring import record_outcome
from rotwsim.core.setup import set_up
from rotwsim.core.track import remove_open_track


@step
def play_game(state, rules, seed, game, outcome, log):
    """One game from set-up to result; state and outcome come in zeroed."""
    set_up(state, rules, seed, game, log)
    play_on(state, rules, log)
    record_outcome(state, rules, outcome)


@step
def play_on(state, rules, log):
    """Turn after turn until the one after the trigger is over (S40)."""
    while not state.over:
        play_turn(state, rules, log)


@step
def play_turn(state, rules, log):
    """One turn of the solo game: two actions, the Railbot, the third action, income (S10)."""
    begin_turn(state, rules, log)
    take_actions(state, rules, log)
    if not state.last_turn:  # S21, S40: the Railbot rests in the final turn
        take_railbot_step(state, rules, SOLO, log)
    begin_third_action(state, rules)
    take_actions(state, rules, log)
    end_turn(state, rules, log)


@step
def begin_turn(state, rules, log):
    """The actions before the Railbot step; Barons may be claimed at once (D1)."""
    state.turn += 1
    state.before_railbot = 1 - state.last_turn
    state.third_to_come = 1
    state.actions_left = rules.actions_before_railbot
    state.actions_done = 0
    state.actions_forfeit = 0
    note(log, state, TURN, state.turn, state.last_turn)
    claim_barons(state, rules, SOLO, log)


@step
def take_actions(state, rules, log):
    """The player acts while actions are left on this side of the Railbot step."""
    while state.actions_left > 0:
        action = decide_action(state, rules)
        carry_out(state, rules, SOLO, action, log)
        claim_barons(state, rules, SOLO, log)


@step
def begin_third_action(state, rules):
    """The action after the Railbot step; dear Insurance forfeits it (D17)."""
    state.before_railbot = 0
    state.third_to_come = 0
    state.actions_left = rules.actions_after_railbot - state.actions_forfeit


@step
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


@step
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
