"""Rows to learn from, solo and at tables: one for each candidate of a decision looked into.

A decision begins with the candidate at place 0. The features of its kind, from FIRST up to LAST,
and those of the table, from TABLE_FIRST up to TABLE_LAST, come last.
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.log import mix
from rotwsim.core.state.streams import GOLDEN
from rotwsim.players.registry import MILLIONTHS
from rotwsim.players.value.records import FEATURES_OF_KIND

PLACE, TURNS, PHASE, WORTH, RESULT, FIRST, LAST, TABLE_FIRST, TABLE_LAST = range(9)
FEATURES = TABLE_LAST + 1
WIDTH = FEATURES + FEATURES_OF_KIND

TRY_WITHIN_POINTS = 8.0  # points: what the expert judges this much worse is not tried out


@kernel
def key_of_game(seed, game, explored):
    """Where the draw of a game's decisions begins, apart from all other streams."""
    return mix(mix(np.uint64(seed) + explored * GOLDEN) + np.uint64(game) * GOLDEN)


@kernel
def key_of_decision(key, decision):
    return mix(key + np.uint64(decision) * GOLDEN)


@kernel
def is_looked_into(key, share):
    """`share` of all decisions, in millionths."""
    return np.int64(key % np.uint64(MILLIONTHS)) < share


@kernel
def fill_row(row, place, turns, phase, candidate, result):
    """What is known of a candidate, and what it led to."""
    row[PLACE] = place
    row[TURNS], row[PHASE] = turns, phase
    row[WORTH] = candidate.worth
    row[RESULT] = result
    row[FIRST], row[LAST] = candidate.first, candidate.last
    row[TABLE_FIRST], row[TABLE_LAST] = candidate.table_first, candidate.table_last
    for feature in range(FEATURES_OF_KIND):
        row[FEATURES + feature] = candidate.features[feature]
