"""The one list of players: an integer per player, and one chain of ifs per kind of decision."""

import numpy as np

from rotwsim.core.codes import PASS, SLIP_NOVICE, SLIP_SECOND_BEST
from rotwsim.core.jit import kernel
from rotwsim.core.streams import draw_for
from rotwsim.players import casual, club, expert, losses, novice, random
from rotwsim.players.answers import an_action
from rotwsim.players.layout import INTENT
from rotwsim.players.whole_turn import choose_second_best

PASSIVE, RANDOM, NOVICE, CASUAL, CLUB, EXPERT, EXPERT_UNPRUNED, MASTER = range(8)
NUMBERS = {
    "passive": PASSIVE,
    "random": RANDOM,
    "novice": NOVICE,
    "casual": CASUAL,
    "club": CLUB,
    "expert": EXPERT,
    "expert-unpruned": EXPERT_UNPRUNED,
    "master": MASTER,  # its actions are found by trying games out, see master.py
}
MILLIONTHS = 1_000_000


@kernel
def choose_action(state, rules):
    """The next action of a player that decides without trying games out."""
    return choose_meant(state, rules, np.zeros(1, INTENT))


@kernel
def choose_meant(state, rules, intents):
    """The same by a player that may mean to do something since its last action."""
    player = state.player
    if slips(state):
        if rules.slip_kind == SLIP_SECOND_BEST and player >= CASUAL:
            return choose_second_best(state, rules, state.seat, manner_of(player))
        player = NOVICE
    if player == RANDOM:
        return random.choose_action(state, rules, state.seat)
    if player == NOVICE:
        return novice.choose_action(state, rules, state.seat)
    if player == CASUAL:
        return casual.choose_action(state, rules, state.seat)
    if player == CLUB:
        return club.choose_action(state, rules, state.seat)
    if player == EXPERT or player == EXPERT_UNPRUNED:
        return expert.choose_action(state, rules, state.seat, player == EXPERT, intents)
    return an_action(PASS)


@kernel
def choose(state, rules):
    """The place of the chosen option in every other decision."""
    player = state.player
    if slips(state) and rules.slip_kind == SLIP_NOVICE:
        player = NOVICE
    if player == PASSIVE:
        return 0
    if player == RANDOM or player == NOVICE:
        return random.choose(state, state.option_count)
    return losses.choose(state, rules, state.seat)


@kernel
def slips(state):
    """Whether the player slips in this decision."""
    return state.slip > 0 and draw_for(state, MILLIONTHS) < state.slip


@kernel
def manner_of(player):
    """How a player compares actions."""
    if player == CASUAL:
        return casual.MANNER
    return club.MANNER if player == CLUB else expert.MANNER
