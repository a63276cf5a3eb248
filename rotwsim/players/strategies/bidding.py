"""Bids and Rail Barons: what seats answer besides their actions (M6, M11 to M15).

Only what everybody sees counts: no bid looks at the cards of the deck or at another seat's Baron. A
place in the order costs what the seats that act before would take away; a bid is made while the
place it may win is worth more than its price, and never higher than need be.
"""

from math import exp
from typing import Any

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.play.auction import price_of_place, style_now
from rotwsim.core.rules.operations_and_lines import open_executives
from rotwsim.core.state import codes
from rotwsim.core.state.layout import CHANCE, WISHES
from rotwsim.core.track.links import links_at, links_owned
from rotwsim.players.action import NOTHING_YET, WITHOUT_EXECUTIVE, is_banned
from rotwsim.players.value import weights
from rotwsim.players.value.position_value import after, position_worth
from rotwsim.players.value.rail_baron_objectives import REACH, guessed_baron
from rotwsim.players.value.rank_actions import (
    CHANCES,
    PRUNED,
    compare_actions,
    judge_by,
    rank_actions,
)
from rotwsim.players.value.records import CANDIDATE, OUTLOOK, SURVEY

RANKED = 6  # best actions of a seat that others may take away
DEAREST_NOVICE_BID = 1
A_BID = 2  # bonds by which the price of money is measured
# Share of its points that a goal paid those who kept it, in 60 games of four club players, by goal
# in the order of core.codes; those of the Duel Barons, at their lowest tier, are guessed.
HOPES = np.array(
    [0.7] * codes.GOAL_MOST_MONEY + [0.4, 0.46, 0.25, 0.45, 0.5, 0.75, 0.72, 0.0, 1.5, 0.7]
)


@kernel
def bid_like_a_novice(state):
    """novice: the first bid if it is not above 1, else a pass."""
    return 1 if state.choices[1] <= DEAREST_NOVICE_BID else 0


@kernel
def gain_of_bid(state, rules, seat, judgement):
    """casual, club, expert bid if the lowest bid gains points over a pass: these."""
    if state.note_bid_turn[seat] != state.turn:
        note_places(state, rules, seat, judgement)
        state.note_bid_turn[seat] = state.turn
    style = style_now(state, rules)
    if style == codes.TRADITIONAL:
        lost = points_lost_unless_first(state, rules, seat)
        return lost - cost_of(state, rules, seat, state.choices[1])
    return gain_of_staying(state, rules, seat, style)


@kernel
def points_lost_unless_first(state, rules, seat):
    """M11: as the highest bidder would have it; before any bid the mean of the other seats."""
    total = 0.0
    for place in range(1, rules.seats):
        if state.highest > 0 and state.bid[(seat - place) % rules.seats] == state.highest:
            return state.note_place[seat, place]
        total += state.note_place[seat, place]
    return total / (rules.seats - 1)


@kernel
def cost_of(state, rules, seat, money):
    return state.note_price[seat] * money / rules.bond_pays


@kernel
def gain_of_staying(state, rules, seat, style):
    """Count by how much the first place, or one better for half, beats passing (M12, M14)."""
    bid, last = state.choices[1], rules.seats - 1 - state.outs
    passing = worth_of_place(state, rules, seat, style, last, state.bid[seat])
    first = worth_of_place(state, rules, seat, style, 0, bid)
    better = worth_of_place(state, rules, seat, style, last - 1, bid)
    gain = max(first, better) - passing
    if rules.weights[weights.BID_CAP] > 0.0:
        lost = state.note_place[seat, last] - state.note_place[seat, 0]
        gain = min(gain, lost - cost_of(state, rules, seat, bid))
    return gain


@kernel
def worth_of_place(state, rules, seat, style, place, bid):
    price = price_of_place(rules, style, place, bid)
    return -state.note_place[seat, place] - cost_of(state, rules, seat, price)


@kernel
def note_places(state, rules, seat, judgement):
    """Note the points lost by each place in the order, and what money costs."""
    outlooks, surveys = np.zeros(1, OUTLOOK), np.empty(1, SURVEY)
    judge_by(outlooks[0], judgement)
    own: Any = np.zeros(RANKED, CANDIDATE)
    compare_actions(state, rules, seat, outlooks, surveys, own)
    # M16: who acts first may take Executives one after the other.
    may_take = judgement & CHANCES != 0 and not is_banned(rules, WITHOUT_EXECUTIVE)
    executives = open_executives(state, rules) if may_take else 0
    extra = price_money(state, rules, seat, outlooks, surveys, executives)
    if rules.weights[weights.EXECUTIVE_SHARE] > 0.0:
        extra *= rules.weights[weights.EXECUTIVE_SHARE]
    if state.turn == 1:
        extra += rules.weights[weights.FIRST_PLACE]
    best = next_chance(state, rules, own, 0)
    left = best
    state.note_place[seat, 0] = 0.0
    for place in range(1, rules.seats):
        while left < RANKED and is_taken_first(state, rules, seat, place, own[left].action):
            left = next_chance(state, rules, own, left + 1)
        lost = own[best].worth - own[left].worth if left < RANKED else 0.0
        state.note_place[seat, place] = extra + lost


@kernel
def next_chance(state, rules, own, row):
    """The first row from this one on that holds an action; Executives are counted apart."""
    for other in range(row, RANKED):
        action = own[other].action
        is_executive = False
        if action[0] == codes.TAKE_CARD:
            is_executive = rules.operation_kind[state.display[action[1]]] == codes.EXECUTIVE
        if own[other].worth > NOTHING_YET and not is_executive:
            return other
    return RANKED


@kernel
def is_taken_first(state, rules, seat, place, action):
    """Whether one of the seats that act before wants the same last cube or the same Link."""
    for ahead in range(1, place + 1):
        other = (seat - ahead) % rules.seats
        if can_take(state, rules, other, action):
            wishes = wishes_of(state, rules, seat, other)
            for wish in range(WISHES):
                if is_same_chance(action, wishes[wish]):
                    return True
    return False


@kernel
def can_take(state, rules, other, action):
    """Whether another seat could do so at all; where it has no Links near, no."""
    if action[0] == codes.DELIVER:
        is_last = state.goods[action[1], action[2]] == 1
        return is_last and links_at(state, other, action[1]) > 0
    if action[0] != codes.BUILD:
        return False
    has_begun = links_owned(state, other) >= rules.weights[weights.LINKS_BEGUN]
    return (
        not has_begun or links_at(state, other, action[1]) + links_at(state, other, action[2]) > 0
    )


@kernel
def wishes_of(state, rules, seat, other):
    """Find the best actions of a seat, once per auction for all seats of one judgement."""
    judgement = rules.seat_judgement[seat]
    wishes = state.note_wish[judgement, other]
    if state.note_wish_turn[judgement, other] != state.turn:
        theirs = np.zeros(WISHES, CANDIDATE)
        # M6: its Baron is secret
        kept, state.kept[other] = state.kept[other], guessed_baron(state, rules, other)
        rank_actions(state, rules, other, PRUNED, theirs)
        state.kept[other] = kept
        for wish in range(WISHES):
            for part in range(CHANCE):
                wishes[wish, part] = theirs[wish].action[part]
        state.note_wish_turn[judgement, other] = state.turn
    return wishes


@kernel
def is_same_chance(own, theirs):
    if own[0] != theirs[0]:
        return False
    is_same = own[1] == theirs[1] and own[2] == theirs[2]
    return is_same or (own[0] == codes.BUILD and own[1] == theirs[2] and own[2] == theirs[1])


@kernel
def price_money(state, rules, seat, outlooks, surveys, executives):
    """Note the points that a bond costs; return those that the actions of Executives bring."""
    outlook, survey = outlooks[0], surveys[0]
    spent = A_BID * rules.bond_pays
    now = position_worth(state, rules, survey.counts, after(outlook, actions=0), NOTHING_YET)
    poorer = after(outlook, actions=0, money=spent)
    then = position_worth(state, rules, survey.counts, poorer, NOTHING_YET)
    state.note_price[seat] = max(1.0, (now - then) / A_BID)
    if rules.weights[weights.DOLLAR_POINTS] > 0.0:
        growth = exp(rules.weights[weights.DOLLAR_GROWTH] * outlook.turns)
        state.note_price[seat] = rules.weights[weights.DOLLAR_POINTS] * growth * rules.bond_pays
    if executives == 0:
        return 0.0
    more = executives * (rules.executive_actions - 1)
    busier = after(outlook, actions=-more)
    return max(0.0, position_worth(state, rules, survey.counts, busier, NOTHING_YET) - now)


@kernel
def executive_to_take(state, rules, judgement):
    """Find the place of an open Executive, which is free and gives one action more, or -1 (B45)."""
    may_take = judgement & CHANCES != 0 and not is_banned(rules, WITHOUT_EXECUTIVE)
    if may_take and rules.weights[weights.EXECUTIVE_SHARE] > 0.0:
        for place in range(state.display_count):
            if rules.operation_kind[state.display[place]] == codes.EXECUTIVE:
                return place
    return -1


@kernel
def keep_baron_by(state, rules, seat, judgement):
    """casual: the Rail Baron that may pay more; club, expert: that is expected to pay more."""
    best, most = 0, NOTHING_YET
    for place in range(state.choice_count):
        points = points_of_keeping(state, rules, seat, place, judgement)
        if points > most:
            best, most = place, points
    return best


@kernel
def points_of_keeping(state, rules, seat, place, judgement):
    """Expect what is most paid, by the kind of goal where chances count."""
    baron = state.dealt[seat, state.choices[place]]
    most = float(max(rules.rail_points[baron], rules.rail_most[baron]))
    return most * hope_for(rules, baron) if judgement & CHANCES else most


@kernel
def hope_for(rules, baron):
    """The share of its points that a goal pays; cities farther apart are less often connected."""
    hope = HOPES[rules.rail_goal[baron]]
    if rules.rail_goal[baron] == codes.GOAL_CONNECTED:
        gap = rules.city_distance[rules.rail_city[baron, 0], rules.rail_city[baron, 1]]
        hope *= max(0.0, 1.0 - gap / REACH)
    return hope
