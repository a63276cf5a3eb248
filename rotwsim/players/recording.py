"""Record the decisions of games: what the player saw, what it could do, what it did.

The view is that of `core/state/learning_view.py`. These kernels are compiled only when decisions
are asked for; the games are those of `blocks.py`, decision by decision.
"""

from functools import cache
from typing import Any

import numpy as np

from rotwsim.core.jit.decorators import fast_kernel, kernel, kernel_for
from rotwsim.core.play.turn_actions import ACTION, LEGAL_ACTIONS
from rotwsim.core.state import codes, layout
from rotwsim.core.state.learning_view import blocks, look
from rotwsim.core.state.log import COLUMNS
from rotwsim.players.action import an_action, copy_action
from rotwsim.players.blocks import count_game
from rotwsim.players.registry import Party, new_mind

NO_ROOM = -1  # in place of the number of decisions
NOT_LISTED = -1  # a choice that the view has no number for
TURN, KIND, CHOSEN = range(3)  # columns of facts; the action follows
FACTS = 3 + ACTION


@cache
def recorded_by(party: Party) -> Any:
    """Make the kernel that plays and records the solo games of a party."""
    set_up, advance, act, answer, record = party.game
    choose_action, choose = party.choose_action, party.choose

    @kernel_for(__name__, party.name, fast_kernel)
    def recorded_game(rules, seed, game, outcomes, traffic, seen, facts, ends, choices):
        """Play one game and note each decision.

        A row of `seen` and `facts` is a decision; `ends` says where its numbers in `choices` end.
        Returns how many decisions there were, or NO_ROOM, and whether track was left unsearched.
        """
        states, copies = np.zeros(1, layout.STATE), np.zeros(1, layout.STATE)
        mind, log = new_mind(rules), np.zeros((0, COLUMNS), np.int64)
        numbers, row, used = blocks(rules[0].cities, rules[0].listed, 1), 0, 0
        mask, actions = np.zeros(numbers.end, np.int8), np.zeros((numbers.end, ACTION), np.int64)
        legal = np.zeros((LEGAL_ACTIONS, ACTION), np.int64)
        set_up(states[0], rules[0], seed, game, log)
        advance(states[0], rules[0], log)
        while not states[0].over:
            if row == facts.shape[0] or used + numbers.end > choices.shape[0]:
                return NO_ROOM, False  # for a decision where everything is legal
            look(states, rules, seen[row], mask, actions, legal)
            for number in range(numbers.end):
                if mask[number]:
                    choices[used] = number
                    used += 1
            ends[row] = used
            if states[0].decision == codes.DECIDE_ACTION:
                action = choose_action(states, copies, rules, mind)
                note_action(states[0], action, mask, actions, facts[row])
                act(states[0], rules[0], action, log)
            else:
                place = choose(states, rules)
                note_answer(states[0], place, numbers.answer, facts[row])
                answer(states[0], rules[0], place, log)
            advance(states[0], rules[0], log)
            row += 1
        record(states[0], rules[0], outcomes[0])
        return row, count_game(states[0], rules[0], traffic)

    return recorded_game


@kernel
def note_action(state, action, mask, actions, fact):
    """Note the chosen action with its number, where the view has one."""
    fact[TURN], fact[KIND], fact[CHOSEN] = state.turn, codes.DECIDE_ACTION, NOT_LISTED
    for number in range(mask.shape[0]):
        if mask[number] and is_meant(state, actions[number], action):
            fact[CHOSEN] = number
    copy_action(action, fact[CHOSEN + 1 :])


@kernel
def is_meant(state, listed, action):
    """Whether an action is the listed one; Builds and deliveries go by their cities alone."""
    if listed[0] != action[0]:
        return False
    is_same = listed[1] == action[1] and listed[2] == action[2]
    if action[0] != codes.BUILD:
        return is_same and listed[3] == action[3]
    is_same |= listed[1] == action[2] and listed[2] == action[1]
    return is_same and (state.open_city >= 0 or listed[4] == action[4])


@kernel
def note_answer(state, place, first, fact):
    """Note the place of the choice in any other decision, and its number."""
    option = place if state.decision == codes.DECIDE_PATH else state.choices[place]
    fact[TURN], fact[KIND], fact[CHOSEN] = state.turn, state.decision, first + 1 + option
    copy_action(an_action(place), fact[CHOSEN + 1 :])
