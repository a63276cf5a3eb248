"""Ask the players of the multiplayer game: for an action, a bid, a Rail Baron to keep."""

from functools import cache
from typing import Any

from rotwsim.core.jit.decorators import kernel, kernel_for
from rotwsim.core.rules.delivery import (
    DELIVERIES,
    find_deliveries_from,
    links_in,
    links_of,
    new_found,
)
from rotwsim.core.state.codes import DECIDE_BID, DECIDE_KEEP, DELIVER, PASS, TAKE_CARD
from rotwsim.players.action import an_action, choose_noted
from rotwsim.players.registry import NO_JUDGEMENT, NOVICE, RANDOM, Asked, judgement_of
from rotwsim.players.strategies import novice, random
from rotwsim.players.strategies.bidding import (
    bid_by_judgement,
    bid_like_a_novice,
    draw_bid,
    executive_to_take,
    keep_baron_by,
)
from rotwsim.players.value.rank_actions import choose_best, forget, new_survey
from rotwsim.players.value.records import Mind, new_planned


@kernel
def ask(player, state, rules, seat, mind):
    """Ask a player for its action; those that compare actions look one action ahead here."""
    if player == RANDOM:
        return random.choose_action(state, rules, seat)
    if player == NOVICE:
        return novice.choose_action(state, rules, seat)
    if judgement_of(player) != NO_JUDGEMENT:
        place = executive_to_take(state, rules, judgement_of(player))
        if place >= 0:
            return an_action(TAKE_CARD, place)
        action = choose_best(state, rules, seat, judgement_of(player), mind.surveys)
        return with_owners(state, rules, seat, action)
    return an_action(PASS)


@kernel
def answer(player, state, rules):
    """Ask a player in every other decision."""
    if player == RANDOM or player == NOVICE:
        return choose_blindly(state)
    return answer_by_judgement(state, rules, judgement_of(player))


@kernel
def answer_by_judgement(state, rules, judgement):
    """Bid, keep a Rail Baron and place cities by judgement; without one take the first choice."""
    if judgement == NO_JUDGEMENT:
        return 0
    if state.decision == DECIDE_BID:
        return bid_by_judgement(state, rules, state.seat, judgement)
    if state.decision == DECIDE_KEEP:
        return keep_baron_by(state, rules, state.seat, judgement)
    return choose_noted(state)


@kernel
def choose_blindly(state):
    if state.decision != DECIDE_BID:
        return random.choose(state, state.choice_count)
    return draw_bid(state) if state.player == RANDOM else bid_like_a_novice(state)


OWN_FIRST = 16  # an own Link counts more than all Links of others together


@kernel
def with_owners(state, rules, seat, action):
    """Send a delivery over the chain with most own Links, then with the fewest of others."""
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


@cache
def multiplayer_choices(asked: Asked, ending: str = "") -> tuple[Any, Any]:
    """Make the kernels that choose an action and a place; `rules` has a record per judgement."""
    ask, answer, _ = asked

    @kernel_for(__name__, ending)
    def choose_planned(state, rules, mind):
        """Choose the next action of the seat that acts, which has its own part of the mind."""
        seat = state.seat
        own = rules[rules[0].seat_judgement[seat]]
        of_seat = Mind(mind.planned[seat : seat + 1], mind.surveys[seat : seat + 1])
        return ask(state.player, state, own, seat, of_seat)

    @kernel_for(__name__, ending)
    def choose(state, rules):
        """Choose a place in every other decision."""
        return answer(state.player, state, rules[rules[0].seat_judgement[state.seat]])

    return choose_planned, choose


MULTIPLAYER = Asked(ask, answer, judgement_of)


@kernel
def choose_action(state, rules):
    """Choose the next action of a seat that keeps nothing in mind."""
    own = rules[rules[0].seat_judgement[state.seat]]
    mind = Mind(new_planned(), new_survey())
    forget(mind)
    return ask(state.player, state, own, state.seat, mind)


@kernel
def choose(state, rules):
    """Choose a place in every other decision."""
    return answer(state.player, state, rules[rules[0].seat_judgement[state.seat]])
