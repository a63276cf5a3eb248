"""The players that can sit at a table, one chain of ifs per kind of decision; whoever is not named
passes.
"""

from rotwsim.core.codes import DECIDE_ACTION, DECIDE_BID, DECIDE_KEEP, PASS
from rotwsim.core.jit import kernel, rung
from rotwsim.core.table import act_at_table, advance_table, answer_at_table
from rotwsim.players import casual, novice, random
from rotwsim.players.answers import an_action
from rotwsim.players.bidding import bid_by_judgement, bid_like_a_novice, draw_bid, keep_dearest
from rotwsim.players.registry import CASUAL, NOVICE, RANDOM


@rung
def play_table(state, rules, log):
    """To the end of the game."""
    advance_table(state, rules, log)
    while not state.over:
        if state.decision == DECIDE_ACTION:
            act_at_table(state, rules, choose_action(state, rules), log)
        else:
            answer_at_table(state, rules, choose(state, rules), log)
        advance_table(state, rules, log)


@rung
def choose_action(state, rules):
    """The next action of the seat whose go it is."""
    if state.player == RANDOM:
        return random.choose_action(state, rules, state.seat)
    if state.player == NOVICE:
        return novice.choose_action(state, rules, state.seat)
    if state.player == CASUAL:
        return casual.choose_at_table(state, rules, state.seat)
    return an_action(PASS)


@kernel
def choose(state, rules):
    """The place of the chosen option in every other decision."""
    if state.decision == DECIDE_BID:
        return choose_bid(state, rules)
    if state.player == CASUAL and state.decision == DECIDE_KEEP:
        return keep_dearest(state, rules, state.seat)
    if state.player == RANDOM or state.player == NOVICE:
        return random.choose(state, state.option_count)
    return 0


@kernel
def choose_bid(state, rules):
    if state.player == RANDOM:
        return draw_bid(state)
    if state.player == NOVICE:
        return bid_like_a_novice(state)
    if state.player == CASUAL:
        return bid_by_judgement(state, rules, state.seat)
    return 0
