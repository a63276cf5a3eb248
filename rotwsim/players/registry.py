"""The one list of players: an integer per player, and one chain of ifs per kind of decision."""

from rotwsim.core.codes import PASS
from rotwsim.core.jit import kernel
from rotwsim.players import random
from rotwsim.players.answers import an_action

PASSIVE, RANDOM = 0, 1
NUMBERS = {"passive": PASSIVE, "random": RANDOM}


@kernel
def choose_action(state, rules):
    """The next action of the player."""
    if state.player == RANDOM:
        return random.choose_action(state, rules)
    return an_action(PASS)


@kernel
def choose(state, rules, decision, options, count):
    """The place of the chosen option in every other decision but paths."""
    if state.player == RANDOM:
        return random.choose(state, count)
    return 0


@kernel
def choose_path(state, rules, paths, lengths, count):
    """The place of the chosen path among equally cheap Railbot paths."""
    if state.player == RANDOM:
        return random.choose(state, count)
    return 0
