"""Playing on to the next decision, and taking its answer (S10, S30).

A game is a row of these two:

    advance(state, rules, log)                   until a decision is open, or the game is over
    act(state, rules, action, log)               if it is about an action,
    answer(state, rules, place, log)             else the place of the chosen option
"""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.play.actions import carry_out, note_action
from rotwsim.core.play.solo import take_next_step
from rotwsim.core.rules.cities import grow_city, place_new_city
from rotwsim.core.rules.duel_barons import ask_for_claim, claim_baron, may_claim_barons
from rotwsim.core.rules.lines import give_line
from rotwsim.core.rules.operations import deadhead
from rotwsim.core.rules.railbot import (
    ask_for_baron,
    ask_for_line,
    build_path_on_offer,
    exhaust,
    exhaust_cube,
    give_baron_to_railbot,
    link_pair,
    lose_cube_to_links,
    resolve_card,
    resolve_third_card,
    slide_row,
    tax,
)
from rotwsim.core.rules.scoring import score_points
from rotwsim.core.state import decisions
from rotwsim.core.state.codes import (
    COLOURS,
    DECIDE_BARON,
    DECIDE_CLAIM,
    DECIDE_EXHAUST,
    DECIDE_GROWTH,
    DECIDE_LINE,
    DECIDE_LOST_CUBE,
    DECIDE_NEW_CITY,
    DECIDE_PATH,
    FROM_REMOVALS,
    NO_DECISION,
)
from rotwsim.core.state.decisions import close, is_choice, is_due, note_answer, take_next


@kernel
def advance(state, rules, log):
    """Plays on until a decision is open: its kind, its options and its seat are in the state."""
    while not state.over:
        work_off(state, rules, log)
        if state.decision != NO_DECISION:
            return
        take_next_step(state, rules, log)


@kernel
def work_off(state, rules, log):
    """All that is due before the next step, until a choice must be put to the player."""
    while True:
        if state.decision != NO_DECISION:
            if is_choice(state):
                return
            settle(state, rules, 0, log)
        elif is_due(state):
            do_what_is_due(state, rules, log)
        else:
            return


@kernel
def act(state, rules, action, log):
    """Carries out the action that was decided on; a Baron's goal may be met by it (D1)."""
    if log.shape[0] > 0:
        note_action(state, rules, action, log)
    close(state)
    may_claim_barons(state)
    carry_out(state, rules, state.seat, action, log)


@kernel
def answer(state, rules, place, log):
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
    if decision == DECIDE_CLAIM:
        if option >= 0:
            claim_baron(state, rules, state.seat, option, log)
            may_claim_barons(state)
    elif decision == DECIDE_NEW_CITY:
        place_new_city(state, rules, option // COLOURS, option % COLOURS, log)
    elif decision == DECIDE_GROWTH:
        grow_city(state, rules, option, log)
    elif decision == DECIDE_PATH:
        build_path_on_offer(state, rules, place, log)
    elif decision == DECIDE_LOST_CUBE:
        lose_cube_to_links(state, rules, state.asked, option, log)
    elif decision == DECIDE_EXHAUST:
        exhaust_cube(state, rules, option, state.asked, log)
    elif decision == DECIDE_LINE:
        give_line(state, option, log)
    elif decision == DECIDE_BARON:
        give_baron_to_railbot(state, rules, option, log)


@kernel
def do_what_is_due(state, rules, log):
    """The task that comes next."""
    task, first, second = take_next(state)
    if task == decisions.CLAIM_BARONS:
        ask_for_claim(state, rules)
    elif task == decisions.RESOLVE_CARD:
        resolve_card(state, rules, first)
    elif task == decisions.LINK_PAIR:
        link_pair(state, rules, first, second, log)
    elif task == decisions.POINT_FOR_PAIR:
        score_points(state, state.seat, 1, FROM_REMOVALS, log)
    elif task == decisions.EXHAUST:
        exhaust(state, rules, first, second)
    elif task == decisions.TAXATION:
        tax(state, rules, log)
    elif task == decisions.DEADHEAD:
        deadhead(state, log)
    elif task == decisions.LINE_TO_RAILBOT:
        ask_for_line(state, rules)
    elif task == decisions.BARON_TO_RAILBOT:
        ask_for_baron(state)
    elif task == decisions.THIRD_CARD:
        resolve_third_card(state, log)
    elif task == decisions.SLIDE_ROW:
        slide_row(state)
