"""Trials at a table to learn from: candidates of sampled decisions of experts, each played on to
the end several times with the present players in all seats.

A row of the table is one candidate: its features, what the expert holds it worth, and how far ahead
of the others it led the seat.
"""

import numpy as np

from rotwsim.core import layout
from rotwsim.core.codes import DECIDE_ACTION
from rotwsim.core.jit import kernel
from rotwsim.core.log import COLUMNS, mix
from rotwsim.core.streams import GOLDEN
from rotwsim.core.table import act_at_table, advance_table, answer_at_table
from rotwsim.core.table_setup import set_up_table
from rotwsim.players import expert
from rotwsim.players.compare import TRACED, rank_actions
from rotwsim.players.layout import CANDIDATE, FEATURES_OF_KIND
from rotwsim.players.offers import can_go_on
from rotwsim.players.outlook import turns_left
from rotwsim.players.ranking import NOTHING_YET, action_of
from rotwsim.players.registry import EXPERT, MILLIONTHS
from rotwsim.players.table_master import try_out
from rotwsim.players.table_players import choose, choose_action

CANDIDATES = 8
DOUBT = 8.0  # points: what the expert holds for so much worse is not tried out
TRIALS = 2  # games of each candidate
EXPLORED = np.uint64(979)  # sets the draw of decisions apart from all other streams

# Columns of the table; a decision begins with the candidate at place 0. The features of its kind,
# from FIRST up to LAST, and those of the table, from TABLE_FIRST up to TABLE_LAST, come last.
PLACE, TURNS, WORTH, RESULT, FIRST, LAST, TABLE_FIRST, TABLE_LAST = range(8)
FEATURES = TABLE_LAST + 1
WIDTH = FEATURES + FEATURES_OF_KIND


@kernel
def trial_block(rules, seed, first, games, share, table):
    """Fills the table from games `first`, `first + 1`, …; `share` of their decisions, in
    millionths, are looked into. Returns the rows filled.
    """
    states = np.zeros(1, layout.STATE)
    copies = np.zeros(1, layout.STATE)
    blank = np.zeros(1, layout.STATE)
    log = np.zeros((0, COLUMNS), np.int64)
    rows = 0
    for game in range(first, first + games):
        states[0] = blank[0]
        set_up_table(states[0], rules[0], seed, game, log)
        key = mix(mix(np.uint64(seed) + EXPLORED * GOLDEN) + np.uint64(game) * GOLDEN)
        rows = try_game(states, copies, rules, key, share, table, rows)
    return rows


@kernel
def try_game(states, copies, rules, key, share, table, rows):
    """Plays a game to its end; returns the rows filled so far."""
    state = states[0]
    log = np.zeros((0, COLUMNS), np.int64)
    decision = 0
    advance_table(state, rules[0], log)
    while not state.over:
        if state.decision == DECIDE_ACTION:
            decision += state.player == EXPERT
            word = mix(key + np.uint64(decision) * GOLDEN)
            has_room = rows + CANDIDATES <= table.shape[0] and state.player == EXPERT
            if has_room and np.int64(word % np.uint64(MILLIONTHS)) < share:
                if not can_go_on(state, rules[0]):
                    rows = try_candidates(states, copies, rules, word, table, rows)
            act_at_table(state, rules[0], choose_action(state, rules), log)
        else:
            answer_at_table(state, rules[0], choose(state, rules), log)
        advance_table(state, rules[0], log)
    return rows


@kernel
def try_candidates(states, copies, rules, key, table, rows):
    """A row for each candidate of one decision; without a choice there is none."""
    state = states[0]
    own = rules[rules[0].seat_judgement[state.seat]]
    best = np.zeros(CANDIDATES, CANDIDATE)
    rank_actions(state, own, state.seat, expert.MANNER | TRACED, best)
    candidates = 0
    worth_trying = max(best[0].worth - DOUBT, NOTHING_YET)
    while candidates < CANDIDATES and best[candidates].worth > worth_trying:
        candidates += 1
    if candidates < 2:
        return rows
    for place in range(candidates):
        total = 0.0
        for game in range(TRIALS):
            total += try_out(states, copies, rules, action_of(best, place), key, game)
        row = table[rows + place]
        row[PLACE] = place
        row[TURNS] = turns_left(state, own)
        row[WORTH] = best[place].worth
        row[RESULT] = total / TRIALS
        row[FIRST], row[LAST] = best[place].first, best[place].last
        row[TABLE_FIRST], row[TABLE_LAST] = best[place].table_first, best[place].table_last
        for feature in range(FEATURES_OF_KIND):
            row[FEATURES + feature] = best[place].features[feature]
    return rows + candidates
