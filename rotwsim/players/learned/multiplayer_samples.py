"""Trials at a table to learn from: candidates of sampled decisions of experts, each played on to
the end several times with the present players in all seats.

A row of the table is one candidate: its features, what the expert holds it worth, and how far ahead
of the others it led the seat.
"""

import numpy as np

from rotwsim.core.jit.decorators import fast_kernel, kernel
from rotwsim.core.play.multiplayer import act_at_table, advance_table, answer_at_table
from rotwsim.core.play.setup import set_up_table
from rotwsim.core.state import layout
from rotwsim.core.state.codes import DECIDE_ACTION
from rotwsim.core.state.log import COLUMNS
from rotwsim.core.track.network import links_owned
from rotwsim.players.learned.corrections import phase_of
from rotwsim.players.learned.sample_rows import (
    TRY_WITHIN_POINTS,
    fill_row,
    is_looked_into,
    key_of_decision,
    key_of_game,
)
from rotwsim.players.multiplayer_players import choose, choose_action
from rotwsim.players.registry import EXPERT
from rotwsim.players.strategies import expert
from rotwsim.players.strategies.multiplayer_master import try_out
from rotwsim.players.value.buildable_links import can_go_on
from rotwsim.players.value.horizon import turns_left
from rotwsim.players.value.rank_actions import TRACED, rank_actions
from rotwsim.players.value.ranking import action_of, worth_trying
from rotwsim.players.value.records import CANDIDATE

CANDIDATES = 8
TRIALS = 2  # games of each candidate
EXPLORED = np.uint64(979)  # sets the draw of decisions apart from all other streams


@fast_kernel
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
        key = key_of_game(seed, game, EXPLORED)
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
            word = key_of_decision(key, decision)
            has_room = rows + CANDIDATES <= table.shape[0] and state.player == EXPERT
            if has_room and is_looked_into(word, share):
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
    rank_actions(state, own, state.seat, expert.JUDGEMENT_FLAGS | TRACED, best)
    candidates = worth_trying(best, TRY_WITHIN_POINTS)
    if candidates < 2:
        return rows
    turns = turns_left(state, own)
    phase = phase_of(links_owned(state, state.seat), turns, True)
    for place in range(candidates):
        total = 0.0
        for game in range(TRIALS):
            total += try_out(states, copies, rules, action_of(best, place), key, game)
        fill_row(table[rows + place], place, turns, phase, best[place], total / TRIALS)
    return rows + candidates
