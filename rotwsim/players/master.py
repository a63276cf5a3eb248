"""master: tries the expert's best actions out, playing each on to the end many times.

For every candidate the game is copied, what a person cannot see is dealt anew, and the expert plays
both on; the action with the best mean result is taken. Fewer candidates get more games each round.
In all other decisions it is the expert. Considers all that the expert does, and what it leads to.
Budget: games per decision.
"""

import numpy as np

from rotwsim.core import turn
from rotwsim.core.actions import carry_out
from rotwsim.core.barons import claim_barons
from rotwsim.core.codes import OPERATIONS_STREAM, PLAYER_STREAM, RAILBOT_STREAM, SOLO, STREAMS
from rotwsim.core.jit import kernel
from rotwsim.core.layout import CITIES, RAILBOT_CARDS
from rotwsim.core.log import COLUMNS, mix
from rotwsim.core.railbot import take_railbot_step
from rotwsim.core.scoring import record_outcome, result_of
from rotwsim.core.setup import set_up
from rotwsim.core.streams import GOLDEN, draw_below, draw_word, shuffle
from rotwsim.core.track import tiles_missing
from rotwsim.players import novice
from rotwsim.players.expert import action_of, continue_track, rank_actions
from rotwsim.players.outlook import BEST_COLUMNS, NOTHING_YET
from rotwsim.players.registry import EXPERT, MILLIONTHS
from rotwsim.players.survey import CHAINS, SURVEY

CANDIDATES = 6
DOUBT = 6.0  # points: what the expert holds for so much worse is not tried out
ROUNDS = 3  # after each round the worse half of the candidates falls out
DEFAULT_BUDGET = 12
SEARCHED = 77  # sets the streams of tried games apart from those of the real one


@kernel
def play_game(states, copies, rules, seed, game, outcome, log):
    """One game of the master; a record does not keep its array alive, so arrays come in."""
    state = states[0]
    set_up(state, rules, seed, game, log)
    state.player = EXPERT
    while not state.over:
        turn.begin_turn(state, rules, log)
        take_actions(states, copies, rules, log)
        if not state.last_turn:
            take_railbot_step(state, rules, SOLO, log)
        turn.begin_third_action(state, rules)
        take_actions(states, copies, rules, log)
        turn.end_turn(state, rules, log)
    record_outcome(state, rules, outcome)


@kernel
def take_actions(states, copies, rules, log):
    """The master acts while actions are left on this side of the Railbot step."""
    state = states[0]
    while state.actions_left > 0:
        action = choose_action(states, copies, rules)
        carry_out(state, rules, SOLO, action, log)
        claim_barons(state, rules, SOLO, log)


@kernel
def choose_action(states, copies, rules):
    """The candidate with the best mean result over the games tried."""
    state = states[0]
    if state.slip > 0 and draw_below(state, PLAYER_STREAM, MILLIONTHS) < state.slip:
        return novice.choose_action(state, rules)
    if state.open_city >= 0 and tiles_missing(state, rules, state.open_aim) > 0:
        return continue_track(state, rules)
    best = np.zeros((CANDIDATES, BEST_COLUMNS), np.float64)
    chain = np.empty((CITIES, CHAINS), np.int32)
    rank_actions(state, rules, True, True, np.zeros(1, SURVEY), chain, best)
    candidates = 0
    worth_trying = max(best[0, 0] - DOUBT, NOTHING_YET)
    while candidates < CANDIDATES and best[candidates, 0] > worth_trying:
        candidates += 1
    budget = rules.budget if rules.budget > 0 else DEFAULT_BUDGET
    totals = np.zeros(CANDIDATES, np.float64)
    order = np.empty(CANDIDATES, np.int64)
    for place in range(CANDIDATES):
        order[place] = place
    key = draw_word(state, PLAYER_STREAM)
    tried = 0
    for _ in range(ROUNDS):
        if candidates < 2:
            break
        games = max(1, budget // (ROUNDS * candidates))
        for game in range(tried, tried + games):
            for place in range(candidates):
                action = action_of(best[order[place]])
                totals[order[place]] += try_out(states, copies, rules, action, key, game)
        tried += games
        sort_by_total(order, totals, candidates)
        candidates = (candidates + 1) // 2
    return action_of(best[order[0]])


@kernel
def try_out(states, copies, rules, action, key, game):
    """The result of one game after an action; key and game deal alike for every candidate."""
    copies[0] = states[0]
    copy = copies[0]
    log = np.zeros((0, COLUMNS), np.int64)
    deal_anew(copy, rules, key, game)
    copy.slip = 0
    carry_out(copy, rules, SOLO, action, log)
    claim_barons(copy, rules, SOLO, log)
    finish_turn(copy, rules, log)
    turn.play_on(copy, rules, log)
    return result_of(copy, rules, SOLO)


@kernel
def finish_turn(state, rules, log):
    """The rest of the turn in which the copy was taken, played by the expert."""
    turn.take_actions(state, rules, log)
    if state.before_railbot:
        take_railbot_step(state, rules, SOLO, log)
    if state.third_to_come:
        turn.begin_third_action(state, rules)
        turn.take_actions(state, rules, log)
    turn.end_turn(state, rules, log)


@kernel
def deal_anew(state, rules, key, game):
    """Fresh random words; cards that lie face down are shuffled with those that left unseen."""
    for purpose in range(STREAMS):
        step = np.uint64(game * STREAMS + purpose + SEARCHED)
        state.streams[purpose] = mix(key + step * GOLDEN)
    deal_railbot_deck(state, rules)
    for place in range(state.operations_count - 1, state.operations_next, -1):
        reach = place - state.operations_next + 1
        other = state.operations_next + draw_below(state, OPERATIONS_STREAM, reach)
        card = state.operations[place]
        state.operations[place] = state.operations[other]
        state.operations[other] = card


@kernel
def deal_railbot_deck(state, rules):
    """S4, S5: which cards left the game is unknown; Final Evaluation is among the bottom three."""
    pool = np.empty(RAILBOT_CARDS, np.int32)
    count = 0
    waiting = False
    for place in range(state.deck_next, state.deck_count):
        if state.deck[place] == rules.final_evaluation:
            waiting = True
        else:
            pool[count] = state.deck[place]
            count += 1
    if not waiting:
        return
    for place in range(state.removed_count):
        pool[count] = state.removed[place]
        count += 1
    shuffle(state, RAILBOT_STREAM, pool, count)
    depths = min(rules.cards_above_final + 1, state.deck_count - state.deck_next)
    final = state.deck_count - 1 - draw_below(state, RAILBOT_STREAM, depths)
    taken = 0
    for place in range(state.deck_next, state.deck_count):
        if place == final:
            state.deck[place] = rules.final_evaluation
        else:
            state.deck[place] = pool[taken]
            taken += 1


@kernel
def sort_by_total(order, totals, candidates):
    """The best totals first."""
    for place in range(1, candidates):
        moved = order[place]
        row = place
        while row > 0 and totals[order[row - 1]] < totals[moved]:
            order[row] = order[row - 1]
            row -= 1
        order[row] = moved
