"""Ask for decisions, log the answers, and keep the agenda of what is due next.

The state holds a decision: its kind, its seat, its choices. Nobody is asked where there is only one
choice; an action is always asked for. An effect that must wait, or that asks the player, is entered
in the agenda, last in first out, so a game can stop at every decision and go on from the state.
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state import codes
from rotwsim.core.state.log import digest_step, note_decision


@kernel
def add_choice(state, option):
    """One more option of the decision that is about to be asked."""
    state.choices[state.choice_count] = option
    state.choice_count += 1


@kernel
def ask(state, decision):
    """Opens a decision among the options added; with none of them nothing happens."""
    if state.choice_count > 0:
        state.decision = decision


@kernel
def is_choice(state):
    """Whether the open decision must be put to the player."""
    return state.decision == codes.DECIDE_ACTION or state.choice_count > 1


@kernel
def close(state):
    """The decision is taken."""
    state.decision = codes.NO_DECISION
    state.choice_count = 0


@kernel
def note_answer(state, place, log):
    """Logs the chosen option with the number and digest of all."""
    digest = np.uint64(0)
    for other in range(state.choice_count):
        digest += digest_of(state, other)
    option = state.choices[place]
    first, second = option, 0
    if state.decision == codes.DECIDE_NEW_CITY:
        first, second = option // codes.COLOURS, option % codes.COLOURS
    elif state.decision == codes.DECIDE_PATH:
        first = 0
    shown = (first, second, 0, 0, 0, 0)
    note_decision(log, state, state.decision, state.choice_count, digest, shown)


@kernel
def digest_of(state, place):
    """The digest of one option, by its numbers."""
    digest = np.uint64(0)
    option = state.choices[place]
    if state.decision == codes.DECIDE_NEW_CITY:
        return digest_step(digest_step(digest, option // codes.COLOURS), option % codes.COLOURS)
    if state.decision == codes.DECIDE_PATH:
        for end in range(state.path_start[place], state.path_start[place + 1]):
            digest = digest_step(digest, state.path_city[end])
        return digest
    return digest_step(digest, option)


# What may be due, with its two arguments.
CLAIM_BARONS = 0  #     -: a Baron whose goal is met may be claimed (D1)
SLIDE_ROW = 1  #        -: the selected card leaves the row
RESOLVE_CARD = 2  #     card
LINK_PAIR = 3  #        city, city (S22)
POINT_FOR_PAIR = 4  #   -: the pair was not connected by Railbot Links alone (S22)
EXHAUST = 5  #          colour, cubes (S25)
TAXATION = 6  #         - (S26)
DEADHEAD = 7  #         - (S27)
LINE_TO_RAILBOT = 8  #  - (S28)
BARON_TO_RAILBOT = 9  # - (S28)
CARD_IN_ROW = 10  #     place in the row (D11)
PAY_FOR_BARON = 11  #   amount


@kernel
def enter(state, task, first=0, second=0):
    """Puts a task before all that is due already."""
    state.agenda[state.agenda_count, 0] = task
    state.agenda[state.agenda_count, 1] = first
    state.agenda[state.agenda_count, 2] = second
    state.agenda_count += 1


@kernel
def take_next(state):
    """Takes the task that comes next off the agenda; gives it with its arguments."""
    state.agenda_count -= 1
    task = state.agenda[state.agenda_count]
    return task[0], task[1], task[2]
