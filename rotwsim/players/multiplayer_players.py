"""Ask the players of the multiplayer game, one chain of ifs per kind of decision; others pass."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.play.multiplayer import act_at_table, advance_table, answer_at_table
from rotwsim.core.rules.delivery import (
    DELIVERIES,
    find_deliveries_from,
    links_in,
    links_of,
    new_found,
)
from rotwsim.core.state.codes import DECIDE_ACTION, DECIDE_BID, DECIDE_KEEP, DELIVER, PASS
from rotwsim.players.action import an_action, choose_noted
from rotwsim.players.registry import NO_JUDGEMENT, NOVICE, RANDOM, judgement_of
from rotwsim.players.strategies import novice, random
from rotwsim.players.strategies.bidding import (
    bid_by_judgement,
    bid_like_a_novice,
    draw_bid,
    keep_baron_by,
)
from rotwsim.players.value.rank_actions import choose_best, new_survey


@kernel
def play_table(state, rules, surveys, log):
    """To the end of the game; each record of the array is the rules with one judgement, and each
    seat has a survey to keep.
    """
    for seat in range(rules[0].seats):
        surveys[seat].used = 0
    advance_table(state, rules[0], log)
    while not state.over:
        if state.decision == DECIDE_ACTION:
            act_at_table(
                state,
                rules[0],
                choose_with_survey(state, rules, surveys[state.seat : state.seat + 1]),
                log,
            )
        else:
            answer_at_table(state, rules[0], choose(state, rules), log)
        advance_table(state, rules[0], log)


@kernel
def choose_action(state, rules):
    """The next action of the seat whose go it is."""
    survey = new_survey()
    survey[0].used = 0
    return choose_with_survey(state, rules, survey)


@kernel
def choose_with_survey(state, rules, survey):
    """The same, with the survey that the seat keeps."""
    own = rules[rules[0].seat_judgement[state.seat]]
    if state.player == RANDOM:
        return random.choose_action(state, own, state.seat)
    if state.player == NOVICE:
        return novice.choose_action(state, own, state.seat)
    if judgement_of(state.player) != NO_JUDGEMENT:
        return choose_at_table(state, own, state.seat, judgement_of(state.player), survey)
    return an_action(PASS)


@kernel
def choose(state, rules):
    """The place of the chosen option in every other decision."""
    if state.player == RANDOM or state.player == NOVICE:
        return choose_blindly(state)
    if judgement_of(state.player) == NO_JUDGEMENT:
        return 0
    if state.decision == DECIDE_BID:
        own = rules[rules[0].seat_judgement[state.seat]]
        return bid_by_judgement(state, own, state.seat, judgement_of(state.player))
    if state.decision == DECIDE_KEEP:
        return keep_baron_by(state, rules[0], state.seat, judgement_of(state.player))
    return choose_noted(state)


@kernel
def choose_blindly(state):
    if state.decision != DECIDE_BID:
        return random.choose(state, state.choice_count)
    return draw_bid(state) if state.player == RANDOM else bid_like_a_novice(state)


OWN_FIRST = 16  # an own Link counts more than all Links of others together


@kernel
def choose_at_table(state, rules, seat, judgement, survey):
    """The action after which the position is worth most; track once begun is finished."""
    return with_owners(state, rules, seat, choose_best(state, rules, seat, judgement, survey))


@kernel
def with_owners(state, rules, seat, action):
    """A delivery over the chain with most own Links, among these with the fewest of others."""
    if action[0] != DELIVER:
        return action
    found = new_found()
    best, most = 0, -DELIVERIES
    for row in range(find_deliveries_from(state, rules, seat, action[1], found, 0)):
        if found[row, 1] == action[2] and found[row, 2] == action[3]:
            own = links_of(found[row, 3], seat)
            net = OWN_FIRST * own - (links_in(found[row, 3]) - own)
            if net > most:
                best, most = row, net
    return an_action(DELIVER, action[1], action[2], action[3], found[best, 3])
