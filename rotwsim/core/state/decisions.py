"""Decisions: what is asked, the options, and how the answer is logged.

A decision stands in the state: its kind, whose it is, its options. Without a choice nobody is
asked; an action is always asked for.
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.codes import (
    COLOURS,
    DECIDE_ACTION,
    DECIDE_NEW_CITY,
    DECIDE_PATH,
    NO_DECISION,
)
from rotwsim.core.state.log import digest_step, note_decision


@kernel
def add_option(state, option):
    """One more option of the decision that is about to be asked."""
    state.options[state.option_count] = option
    state.option_count += 1


@kernel
def ask(state, decision):
    """Opens a decision among the options added; with none of them nothing happens."""
    if state.option_count > 0:
        state.decision = decision


@kernel
def ask_for_action(state):
    state.decision = DECIDE_ACTION


@kernel
def is_choice(state):
    """Whether the open decision must be put to the player."""
    return state.decision == DECIDE_ACTION or state.option_count > 1


@kernel
def close(state):
    """The decision is taken."""
    state.decision = NO_DECISION
    state.option_count = 0


@kernel
def note_answer(state, place, log):
    """Logs the chosen option with the number and digest of all."""
    digest = np.uint64(0)
    for other in range(state.option_count):
        digest += digest_of(state, other)
    option = state.options[place]
    shown = (option, 0, 0, 0, 0, 0)
    if state.decision == DECIDE_NEW_CITY:
        shown = (option // COLOURS, option % COLOURS, 0, 0, 0, 0)
    elif state.decision == DECIDE_PATH:
        shown = (0, 0, 0, 0, 0, 0)
    note_decision(log, state, state.decision, state.option_count, digest, shown)


@kernel
def digest_of(state, place):
    """The digest of one option, by its numbers."""
    digest = np.uint64(0)
    option = state.options[place]
    if state.decision == DECIDE_NEW_CITY:
        return digest_step(digest_step(digest, option // COLOURS), option % COLOURS)
    if state.decision == DECIDE_PATH:
        for end in range(state.path_start[place], state.path_start[place + 1]):
            digest = digest_step(digest, state.path_city[end])
        return digest
    return digest_step(digest, option)
