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
from rotwsim.core.state.learning_view import CARDS, blocks, look
from rotwsim.core.state.log import COLUMNS
from rotwsim.players.action import copy_action
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
        mask, actions, legal = new_view(rules[0])
        set_up(states[0], rules[0], seed, game, log)
        advance(states[0], rules[0], log)
        row = 0
        while not states[0].over:
            if not has_room(row, ends, choices, mask, facts):
                return NO_ROOM, False
            look(states, rules, seen[row], mask, actions, legal)
            note_choices(mask, row, ends, choices)
            if states[0].decision == codes.DECIDE_ACTION:
                action = choose_action(states, copies, rules, mind)
                note_action(states[0], rules[0], action, mask, facts[row])
                act(states[0], rules[0], action, log)
            else:
                place = choose(states, rules)
                note_answer(states[0], rules[0], place, facts[row])
                answer(states[0], rules[0], place, log)
            advance(states[0], rules[0], log)
            row += 1
        record(states[0], rules[0], outcomes[0])
        return row, count_game(states[0], rules[0], traffic)

    return recorded_game


@kernel
def new_view(rules):
    """Make room for one view of a game: legal numbers, the actions behind them, legal actions."""
    numbers = blocks(rules.cities, rules.listed, 1).end
    actions = np.zeros((numbers, ACTION), np.int64)
    return np.zeros(numbers, np.int8), actions, np.zeros((LEGAL_ACTIONS, ACTION), np.int64)


@kernel
def has_room(row, ends, choices, mask, facts):
    """Say whether one more decision fits, even one where everything is legal."""
    used = ends[row - 1] if row > 0 else 0
    return row < facts.shape[0] and used + mask.shape[0] <= choices.shape[0]


@kernel
def note_choices(mask, row, ends, choices):
    """Write down the numbers of all legal choices."""
    at = ends[row - 1] if row > 0 else 0
    for number in range(mask.shape[0]):
        if mask[number]:
            choices[at] = number
            at += 1
    ends[row] = at


@kernel
def note_action(state, rules, action, mask, fact):
    """Note the chosen action with its number, where the view has one."""
    number = number_of(state, rules, action)
    fact[TURN], fact[KIND] = state.turn, codes.DECIDE_ACTION
    fact[CHOSEN] = number if number >= 0 and mask[number] else NOT_LISTED
    copy_action(action, fact[CHOSEN + 1 :])


@kernel
def note_answer(state, rules, place, fact):
    """Note the place of the choice in any other decision, and its number."""
    option = place if state.decision == codes.DECIDE_PATH else state.choices[place]
    fact[TURN], fact[KIND] = state.turn, state.decision
    fact[CHOSEN] = blocks(rules.cities, rules.listed, 1).answer + 1 + option
    fact[CHOSEN + 1] = place
    for part in range(1, ACTION):
        fact[CHOSEN + 1 + part] = 0


@kernel
def number_of(state, rules, action):
    """Find the number of an action in the view; Builds and deliveries by their cities alone."""
    starts = blocks(rules.cities, rules.listed, 1)
    kind = action[0]
    if kind == codes.PASS:
        return 0
    if kind == codes.UPGRADE:
        return 1
    if kind == codes.INSURE:
        return starts.insure + action[1]
    if kind == codes.TAKE_CARD:
        return starts.card + action[1] if action[1] < CARDS else NOT_LISTED
    if kind == codes.BUILD:
        if state.open_city >= 0:
            return starts.go_on if action[2] == state.open_aim else NOT_LISTED
        pair = rules.pair_of[action[1], action[2]]
        if not 0 <= pair < rules.listed:
            return NOT_LISTED
        return (starts.granted if action[4] else starts.link) + pair
    if kind == codes.URBANIZE:
        return starts.urbanize + action[1] * codes.COLOURS + action[2]
    if kind == codes.WESTERN_LINK:
        return starts.western + action[1]
    if kind == codes.DELIVER:
        return starts.deliver + (action[1] * codes.COLOURS + action[2]) * rules.cities + action[3]
    return NOT_LISTED
