"""Play on to the next decision and take its answer, in both games (S10, S30, M10).

A game repeats these steps:

    advance(state, rules, log)                   until a decision is open, or the game is over
    act(state, rules, action, log)               if it is about an action,
    answer(state, rules, place, log)             else the place of the choice taken

The order of play is what differs: `solo.py` and `multiplayer.py` each make their own three.
"""

from typing import Any, NamedTuple

from rotwsim.core.jit.decorators import kernel_for
from rotwsim.core.play.actions import note_action
from rotwsim.core.state.codes import NO_DECISION
from rotwsim.core.state.decisions import close, is_choice, note_answer


class Game(NamedTuple):
    """The kernels by which one of the two games is played."""

    set_up: Any
    advance: Any
    act: Any
    answer: Any
    record: Any  # fills the outcome


def game_of(home: str, set_up, take_next_step, carry_out, settle, record) -> Game:
    """Make the kernels of a game; only the kernels of the game that is played are compiled."""

    @kernel_for(home)
    def advance(state, rules, log):
        """Play on until a decision is open: its kind, its choices and its seat are in the state."""
        while not state.over:
            if state.decision == NO_DECISION:
                take_next_step(state, rules, log)
            elif is_choice(state):
                return
            else:
                settle(state, rules, 0, log)

    @kernel_for(home)
    def act(state, rules, action, log):
        """Carry out the action that was decided on."""
        if log.shape[0] > 0:
            note_action(state, rules, action, log)
        close(state)
        carry_out(state, rules, state.seat, action, log)

    @kernel_for(home)
    def answer(state, rules, place, log):
        """Take the choice at this place of the open decision."""
        if log.shape[0] > 0:
            note_answer(state, place, log)
        settle(state, rules, place, log)

    return Game(set_up, advance, act, answer, record)
