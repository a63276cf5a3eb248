"""Trials to learn from: candidates of sampled decisions, each played on to the end several times.

The expert plays; at a sample of its decisions the candidates that it judges nearly as good as
the best are tried out, all of them on the same deals of what it cannot see. A row of the table is
one candidate: its features, what the expert holds it worth, and what it led to.
"""

import numpy as np

from rotwsim.core.jit.decorators import fast_kernel, kernel
from rotwsim.core.play.setup import set_up
from rotwsim.core.play.turn import act, advance, answer
from rotwsim.core.state import layout
from rotwsim.core.state.codes import DECIDE_ACTION
from rotwsim.core.state.log import COLUMNS
from rotwsim.core.track.network import links_owned
from rotwsim.players.learned.corrections import phase_of
from rotwsim.players.learned.features import EARLY
from rotwsim.players.learned.sample_rows import (
    TRY_WITHIN_POINTS,
    fill_row,
    is_looked_into,
    key_of_decision,
    key_of_game,
)
from rotwsim.players.registry import choose, choose_action
from rotwsim.players.strategies.master import try_out
from rotwsim.players.value.buildable_links import can_go_on
from rotwsim.players.value.horizon import turns_left
from rotwsim.players.value.rank_actions import CHANCES, LEARNED, PRUNED, TRACED, rank_actions
from rotwsim.players.value.ranking import action_of, worth_trying
from rotwsim.players.value.records import CANDIDATE

CANDIDATES = 10
TRIALS = 3  # games of each candidate
EARLY_OFTEN = 3  # times as often early decisions are looked into: they are fewer, and weigh more
EXPLORED = np.uint64(977)  # sets the draw of decisions apart from all other streams


@fast_kernel
def trial_block(rules, seed, first, games, share, table):
    """Fills the table from games `first`, `first + 1`, …; `share` of their decisions, in
    millionths, are looked into, early ones more often. Returns the rows filled.
    """
    states = np.zeros(1, layout.STATE)
    copies = np.zeros(1, layout.STATE)
    blank = np.zeros(1, layout.STATE)
    log = np.zeros((0, COLUMNS), np.int64)
    rows = 0
    for game in range(first, first + games):
        states[0] = blank[0]
        set_up(states[0], rules[0], seed, game, log)
        key = key_of_game(seed, game, EXPLORED)
        rows = try_game(states, copies, rules[0], key, share, table, rows)
    return rows


@kernel
def try_game(states, copies, rules, key, share, table, rows):
    """Plays a game to its end; returns the rows filled so far."""
    state = states[0]
    log = np.zeros((0, COLUMNS), np.int64)
    decision = 0
    advance(state, rules, log)
    while not state.over:
        if state.decision == DECIDE_ACTION:
            decision += 1
            word = key_of_decision(key, decision)
            often = EARLY_OFTEN if phase_now(state, turns_left(state, rules)) <= EARLY else 1
            has_room = rows + CANDIDATES <= table.shape[0]
            # The worth is exact in the last turn: there is nothing to learn.
            may_teach = has_room and not state.last_turn
            if may_teach and is_looked_into(word, often * share):
                if not can_go_on(state, rules):
                    rows = try_candidates(states, copies, rules, word, table, rows)
            act(state, rules, choose_action(state, rules), log)
        else:
            answer(state, rules, choose(state, rules), log)
        advance(state, rules, log)
    return rows


@kernel
def try_candidates(states, copies, rules, key, table, rows):
    """A row for each candidate of one decision; without a choice there is none."""
    state = states[0]
    best = np.zeros(CANDIDATES, CANDIDATE)
    rank_actions(state, rules, state.seat, PRUNED | CHANCES | LEARNED | TRACED, best)
    candidates = worth_trying(best, TRY_WITHIN_POINTS)
    if candidates < 2:
        return rows
    turns = turns_left(state, rules)
    phase = phase_now(state, turns)
    for place in range(candidates):
        total = 0.0
        for game in range(TRIALS):
            total += try_out(states, copies, rules, action_of(best, place), key, game)
        fill_row(table[rows + place], place, turns, phase, best[place], total / TRIALS)
    return rows + candidates


@kernel
def phase_now(state, turns):
    """Find the phase of the game with these turns left."""
    return phase_of(links_owned(state, state.seat), turns, False)
