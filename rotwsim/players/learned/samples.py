"""Sample decisions to learn from: play each candidate on to the end several times.

Experts play; at a sample of their decisions the candidates that they judge nearly as good as the
best are tried out, all of them on the same deals of what the player cannot see. A row of the table
is one candidate: what the expert judges it worth, what it led to, and its features. A decision
begins with the candidate at place 0.
"""

from typing import Any, NamedTuple

import numpy as np

from rotwsim.core.jit.decorators import fast_kernel, kernel, kernel_for
from rotwsim.core.state import layout
from rotwsim.core.state.codes import ACTIONS, CARD_KINDS, DECIDE_ACTION, TAKE_CARD
from rotwsim.core.state.log import mix
from rotwsim.core.state.streams import GOLDEN
from rotwsim.core.track.links import links_owned
from rotwsim.players.action import NOTHING_YET, action_of
from rotwsim.players.learned.corrections import phase_of
from rotwsim.players.learned.features import EARLY
from rotwsim.players.registry import MILLIONTHS, SOLO_PARTY, Party, multiplayer_party, new_mind
from rotwsim.players.strategies import master, multiplayer_master
from rotwsim.players.strategies.bidding import executive_to_take
from rotwsim.players.strategies.master import new_log
from rotwsim.players.strategies.passive_to_expert import EXPERT_FLAGS
from rotwsim.players.value.buildable_links import can_go_on
from rotwsim.players.value.position_value import turns_left
from rotwsim.players.value.rank_actions import TRACED, forget, rank_actions
from rotwsim.players.value.records import CANDIDATE

PLACE, TURNS, PHASE, WORTH, RESULT, FEATURES = range(6)
WIDTH = FEATURES + layout.FEATURES


class Sampling(NamedTuple):
    """How the decisions of a game are sampled; in solo unless said otherwise."""

    ranked: int = 10  # actions looked through
    candidates: int = 10  # tried out: those judged nearly best, and the best of each kind of action
    close: int = 10  # nearly best ones at most …
    close_of_kind: int = 10  # … and of one kind of action
    nearly_best: float = 8.0  # points behind the best
    best_of_kind: float = 8.0  # points behind the best
    trials: int = 3  # games of each candidate
    early_often: int = 3  # times as often early decisions are looked into
    last_turn: int = 0  # 1: decisions of the last turn are looked into too
    explored: int = 977  # sets the draw of decisions apart from all other streams


# Early decisions are fewer, and weigh more. In the last turn of the solo game the worth is exact:
# there is nothing to learn.
IN_SOLO = Sampling()
IN_MULTIPLAYER = Sampling(
    ranked=24,
    candidates=9,
    close=6,
    close_of_kind=4,
    nearly_best=10.0,
    best_of_kind=25.0,
    trials=1,
    last_turn=1,
    explored=979,
)
KINDS = ACTIONS + CARD_KINDS


def sampler_of(party: Party, try_out, sampling: Sampling) -> Any:
    """Make the kernel that plays the games of a party and tries candidates out."""
    set_up, advance, act, answer, _ = party.game
    choose_action, choose = party.choose_action, party.choose

    @kernel_for(__name__, party.name, fast_kernel)
    def trial_block(rules, learner, seed, first, games, share, table):
        """Fill the table from games `first`, `first + 1`, …; `share` of the decisions of seats with
        the record `learner`, in millionths, are looked into. Return the rows filled.
        """
        states, copies = np.zeros(1, layout.STATE), np.zeros(1, layout.STATE)
        blank, mind = np.zeros(1, layout.STATE), new_mind(rules)
        rows = 0
        for game in range(first, first + games):
            states[0] = blank[0]
            set_up(states[0], rules[0], seed, game, new_log())
            stream = mix(np.uint64(seed) + np.uint64(sampling.explored) * GOLDEN)
            key = mix(stream + np.uint64(game) * GOLDEN)
            rows = try_game(states, copies, rules, learner, mind, key, share, table, rows)
        return rows

    @kernel_for(__name__, party.name)
    def try_game(states, copies, rules, learner, mind, key, share, table, rows):
        """Play a game to its end; return the rows filled so far."""
        state, log, decision = states[0], new_log(), 0
        advance(state, rules[0], log)
        while not state.over:
            if state.decision == DECIDE_ACTION:
                if rules[0].seat_judgement[state.seat] == learner:
                    decision += 1
                    word = mix(key + np.uint64(decision) * GOLDEN)
                    if rows + sampling.candidates <= table.shape[0]:
                        if is_looked_into(state, rules[learner], word, share):
                            rows = try_candidates(states, copies, rules, word, table, rows)
                forget(mind)
                act(state, rules[0], choose_action(states, copies, rules, mind), log)
            else:
                answer(state, rules[0], choose(states, rules), log)
            advance(state, rules[0], log)
        return rows

    @kernel_for(__name__, party.name)
    def is_looked_into(state, rules, word, share):
        """Say whether a decision is drawn, and the ranking decides in it; early ones more often."""
        if state.last_turn and not sampling.last_turn:
            return False
        if phase_now(state, rules, turns_left(state, rules)) <= EARLY:
            share = share * sampling.early_often
        if np.int64(word % np.uint64(MILLIONTHS)) >= share or can_go_on(state, rules):
            return False  # open track is finished
        return rules.seats == 1 or executive_to_take(state, rules, EXPERT_FLAGS) < 0

    @kernel_for(__name__, party.name)
    def try_candidates(states, copies, rules, key, table, rows):
        """Fill a row for each candidate of one decision; without a choice there is none."""
        state = states[0]
        own = rules[rules[0].seat_judgement[state.seat]]
        best = np.zeros(sampling.ranked, CANDIDATE)
        tried = np.zeros(sampling.candidates, np.int64)
        rank_actions(state, own, state.seat, EXPERT_FLAGS | TRACED, best)
        candidates = list_candidates(state, own, best, tried, sampling)
        if candidates < 2:
            return rows
        turns = turns_left(state, own)
        for place in range(candidates):
            row, total = table[rows + place], 0.0
            for game in range(sampling.trials):
                action = action_of(best, tried[place])
                total += try_out(states, copies, rules, action, key, game)
            row[PLACE], row[TURNS], row[PHASE] = place, turns, phase_now(state, own, turns)
            candidate: Any = best[tried[place]]
            row[WORTH], row[RESULT] = candidate.worth, total / sampling.trials
            for feature in range(layout.FEATURES):
                row[FEATURES + feature] = candidate.features[feature]
        return rows + candidates

    @kernel_for(__name__, party.name)
    def phase_now(state, rules, turns):
        return phase_of(rules, links_owned(state, state.seat), turns)

    return trial_block


@kernel
def list_candidates(state, rules, best, tried, sampling):
    """List the rows judged nearly best and the best of each kind of action; return their number."""
    of_kind = np.zeros(KINDS, np.int64)
    count = 0
    for row in range(best.shape[0]):
        behind = best[0].worth - best[row].worth
        is_over = best[row].worth <= NOTHING_YET or behind >= sampling.best_of_kind
        if is_over or count == tried.shape[0]:
            break
        kind = kind_of(state, rules, best[row].action)
        has_room = count < sampling.close and of_kind[kind] < sampling.close_of_kind
        if (behind < sampling.nearly_best and has_room) or of_kind[kind] == 0:
            tried[count] = row
            count += 1
        of_kind[kind] += 1
    return count


@kernel
def kind_of(state, rules, action):
    """Number the kind of an action; each kind of Operations card counts as one."""
    if action[0] == TAKE_CARD:
        return ACTIONS + rules.operation_kind[state.display[action[1]]]
    return action[0]


solo_samples = sampler_of(SOLO_PARTY, master.try_out, IN_SOLO)
multiplayer_samples = sampler_of(
    multiplayer_party(), multiplayer_master.search_of(multiplayer_party()).try_out, IN_MULTIPLAYER
)
