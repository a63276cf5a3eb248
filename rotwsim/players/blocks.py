"""Blocks of games: the kernels by which Python plays, one for players that decide at once, one for
those that try games out, and the same two for tables.
"""

import numpy as np

from rotwsim.core.jit.decorators import fast_kernel, kernel
from rotwsim.core.play.multiplayer import act_at_table, advance_table, answer_at_table
from rotwsim.core.play.multiplayer_outcome import record_table
from rotwsim.core.play.setup import set_up, set_up_table
from rotwsim.core.play.turn import act, advance, answer
from rotwsim.core.rules.scoring import record_outcome
from rotwsim.core.state import layout
from rotwsim.core.state.codes import DECIDE_ACTION, PASS, RAILBOT
from rotwsim.players import multiplayer_players
from rotwsim.players.action import an_action
from rotwsim.players.registry import MASTER, choose, choose_action
from rotwsim.players.solo_loop import play_on
from rotwsim.players.strategies import master, multiplayer_master
from rotwsim.players.value.rank_actions import forget
from rotwsim.players.value.records import INTENT, SURVEY, SURVEYS, Mind

# Columns of the traffic table: who linked a pair of cities, what left a city and what came.
BY_PLAYER, BY_RAILBOT = range(2)
SENT, RECEIVED = range(2)


@fast_kernel
def game_block(rules, seed, first, outcomes, log, traffic):
    """A block of games of any player that decides without trying games out; returns how many had
    more track to search than there is room for.
    """
    # A record does not keep its array alive: made in the loop, the state would be freed in play.
    states, blank = np.zeros(1, layout.STATE), np.zeros(1, layout.STATE)
    mind = Mind(np.zeros(1, INTENT), np.zeros(SURVEYS, SURVEY))
    cut = 0
    for game in range(outcomes.shape[0]):
        begin_game(states, blank, rules, seed, first + game, log)
        forget(mind)
        play_on(states[0], rules[0], mind, log)
        cut += end_game(states, rules, outcomes, game, traffic)
    return cut


@fast_kernel
def searching_block(rules, seed, first, outcomes, log, traffic):
    """A block of games of the master, compiled only where it plays; returns the same."""
    states, blank = np.zeros(1, layout.STATE), np.zeros(1, layout.STATE)
    copies = np.zeros(1, layout.STATE)
    cut = 0
    for game in range(outcomes.shape[0]):
        begin_game(states, blank, rules, seed, first + game, log)
        search_on(states, copies, rules[0], log)
        cut += end_game(states, rules, outcomes, game, traffic)
    return cut


@fast_kernel
def table_block(rules, seed, first, outcomes, log, traffic):
    """A block of games at a table, compiled only where there are seats; returns the same."""
    states, blank = np.zeros(1, layout.STATE), np.zeros(1, layout.STATE)
    surveys = np.zeros(rules[0].seats, SURVEY)
    cut = 0
    for game in range(outcomes.shape[0]):
        begin_table(states, blank, rules, seed, first + game, log)
        multiplayer_players.play_table(states[0], rules, surveys, log)
        cut += end_table(states, rules, outcomes, game, traffic)
    return cut


@fast_kernel
def searching_table_block(rules, seed, first, outcomes, log, traffic):
    """A block of games at a table where a master sits, compiled only for it."""
    states, blank = np.zeros(1, layout.STATE), np.zeros(1, layout.STATE)
    copies = np.zeros(1, layout.STATE)
    cut = 0
    for game in range(outcomes.shape[0]):
        begin_table(states, blank, rules, seed, first + game, log)
        search_on_at_table(states, copies, rules, log)
        cut += end_table(states, rules, outcomes, game, traffic)
    return cut


@kernel
def begin_game(states, blank, rules, seed, game, log):
    states[0] = blank[0]
    set_up(states[0], rules[0], seed, game, log)


@kernel
def end_game(states, rules, outcomes, game, traffic):
    """The outcome of a game; returns whether it had more track to search than there is room for."""
    record_outcome(states[0], rules[0], outcomes[game])
    return count_game(states[0], rules[0], traffic)


@kernel
def begin_table(states, blank, rules, seed, game, log):
    states[0] = blank[0]
    set_up_table(states[0], rules[0], seed, game, log)


@kernel
def end_table(states, rules, outcomes, game, traffic):
    record_table(states[0], rules[0], outcomes[game])
    return count_game(states[0], rules[0], traffic)


@kernel
def search_on(states, copies, rules, log):
    """To the end of the game, every action found by trying games out on the copy."""
    state = states[0]
    advance(state, rules, log)
    while not state.over:
        if state.decision == DECIDE_ACTION:
            act(state, rules, master.choose_action(states, copies, rules), log)
        else:
            answer(state, rules, choose(state, rules), log)
        advance(state, rules, log)


@kernel
def search_on_at_table(states, copies, rules, log):
    """To the end of the game, the actions of a master found by trying games out on the copy."""
    state = states[0]
    advance_table(state, rules[0], log)
    while not state.over:
        if state.decision != DECIDE_ACTION:
            answer_at_table(state, rules[0], multiplayer_players.choose(state, rules), log)
        elif state.player == MASTER:
            action = multiplayer_master.choose_action(states, copies, rules)
            act_at_table(state, rules[0], action, log)
        else:
            act_at_table(state, rules[0], multiplayer_players.choose_action(state, rules), log)
        advance_table(state, rules[0], log)


@kernel
def count_game(state, rules, traffic):
    """Adds the Links and deliveries of one finished game; returns whether it had more track to
    search than there is room for.
    """
    if traffic.shape[0] > 0:
        count_traffic(state, rules, traffic)
    return state.searches_cut > 0


@kernel
def count_traffic(state, rules, traffic):
    for link in range(state.links):
        builder = BY_RAILBOT if state.link_owner[link] == RAILBOT else BY_PLAYER
        traffic[rules.pair_of[state.link_first[link], state.link_second[link]], builder] += 1
    for city in range(rules.cities):
        traffic[rules.pairs + city, SENT] += state.loaded_at[city]
        traffic[rules.pairs + city, RECEIVED] += state.delivered_to[city]


# What a game holds in two halves, compiled beside each other and never run. The rules come with the
# table of outcomes, because they take less time than the choices.


@kernel
def choices(states, rules):
    choose_action(states[0], rules[0])
    choose(states[0], rules[0])


@kernel
def rules_of_play(states, rules, log, outcomes, traffic):
    begin_game(states, states, rules, 0, 0, log)
    advance(states[0], rules[0], log)
    act(states[0], rules[0], an_action(PASS), log)
    answer(states[0], rules[0], 0, log)
    end_game(states, rules, outcomes, 0, traffic)


@kernel
def choices_at_table(states, rules):
    multiplayer_players.choose_action(states[0], rules)
    multiplayer_players.choose(states[0], rules)


@kernel
def rules_of_table(states, rules, log, outcomes, traffic):
    begin_table(states, states, rules, 0, 0, log)
    advance_table(states[0], rules[0], log)
    act_at_table(states[0], rules[0], an_action(PASS), log)
    answer_at_table(states[0], rules[0], 0, log)
    end_table(states, rules, outcomes, 0, traffic)
