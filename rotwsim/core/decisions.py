"""The door to the players: asks for a decision where there is a choice, and logs it.

Core knows the players only by name: numba looks up `players.registry` when it compiles, so that the
registry may import all of core.
"""

import numpy as np

import rotwsim.players as players
from rotwsim.core.codes import (
    COLOURS,
    DECIDE_NEW_CITY,
    DECIDE_PATH,
)
from rotwsim.core.jit import kernel, step
from rotwsim.core.log import digest_step, note_decision


@step
def decide_action(state, rules):
    """The player's next action; `actions.carry_out` logs it."""
    return players.registry.choose_action(state, rules)


@kernel
def decide(state, rules, decision, options, count, log):
    """The player's choice among the first `count` options; without a choice nobody is asked."""
    if count == 1:
        return options[0]
    option = options[players.registry.choose(state, rules, decision, options, count)]
    if log.shape[0] > 0:
        digest = np.uint64(0)
        for place in range(count):
            digest += digest_of(decision, options[place])
        if decision == DECIDE_NEW_CITY:
            shown = (option // COLOURS, option % COLOURS, 0, 0, 0, 0)
        else:
            shown = (option, 0, 0, 0, 0, 0)
        note_decision(log, state, decision, count, digest, shown)
    return option


@kernel
def decide_path(state, rules, paths, lengths, count, log):
    """The player's choice among equally cheap Railbot paths."""
    if count == 1:
        return 0
    chosen = players.registry.choose_path(state, rules, paths, lengths, count)
    if log.shape[0] > 0:
        digest = np.uint64(0)
        for place in range(count):
            path = np.uint64(0)
            for end in range(2 * lengths[place]):
                path = digest_step(path, paths[place, end])
            digest += path
        note_decision(log, state, DECIDE_PATH, count, digest, (0, 0, 0, 0, 0, 0))
    return chosen


@kernel
def digest_of(decision, option):
    if decision == DECIDE_NEW_CITY:
        return digest_step(digest_step(np.uint64(0), option // COLOURS), option % COLOURS)
    return digest_step(np.uint64(0), option)
