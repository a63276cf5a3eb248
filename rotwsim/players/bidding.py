"""Bids and Rail Barons: what the players of a table answer besides their actions (M6, M11 to M15).

Only what lies open counts: no bid looks at the cards of the deck or at another seat's Baron.
"""

import numpy as np

from rotwsim.core.codes import BUILD, DELIVER
from rotwsim.core.jit import kernel, step
from rotwsim.core.streams import draw_for
from rotwsim.players.casual import rank_plain
from rotwsim.players.layout import CANDIDATE
from rotwsim.players.outlook import turns_left
from rotwsim.players.weights import BOND_POINTS

RANKED = 4  # best actions of a seat that are compared with those of the others
DEAREST_NOVICE_BID = 1


@kernel
def draw_bid(state):
    """random: a pass or a bid, each as often, and any bid as often as another."""
    if draw_for(state, 2) == 0:
        return 0
    return 1 + draw_for(state, state.option_count - 1)


@kernel
def bid_like_a_novice(state):
    """novice: the first bid if it is not above 1, else a pass."""
    return 1 if state.options[1] <= DEAREST_NOVICE_BID else 0


@kernel
def bid_by_judgement(state, rules, seat):
    """casual: the lowest bid while it is not above what acting first gains."""
    if state.note_bid_turn[seat] != state.turn:
        state.note_bid[seat] = money_for_the_first_place(state, rules, seat)
        state.note_bid_turn[seat] = state.turn
    return 1 if state.options[1] <= state.note_bid[seat] else 0


@step
def money_for_the_first_place(state, rules, seat):
    """The points that acting first gains, at the price of money that is paid back as bonds."""
    turns = turns_left(state, rules)
    a_bond = rules.weights[BOND_POINTS] * (1.0 + turns * rules.bond_interest / rules.bond_pays)
    return int(gain_of_acting_first(state, rules, seat) * rules.bond_pays / a_bond)


@kernel
def gain_of_acting_first(state, rules, seat):
    """By how much the best action exceeds the best that no other seat would take first."""
    own = np.zeros(RANKED, CANDIDATE)
    rank_plain(state, rules, seat, own)
    taken = np.zeros(RANKED, np.int64)
    theirs = np.zeros(RANKED, CANDIDATE)
    for other in range(rules.seats):
        if other != seat:
            rank_plain(state, rules, other, theirs)
            for row in range(RANKED):
                for rival in range(RANKED):
                    taken[row] |= is_same_chance(state, own[row].action, theirs[rival].action)
    left = 0
    while left < RANKED - 1 and taken[left]:
        left += 1
    return max(0.0, own[0].worth - own[left].worth)


@step
def is_same_chance(state, own, theirs):
    """Whether two actions are for the same last cube or the same Link."""
    if own[0] != theirs[0]:
        return False
    if own[0] == DELIVER:
        city, colour = own[1], own[2]
        return city == theirs[1] and colour == theirs[2] and state.goods[city, colour] == 1
    return own[0] == BUILD and own[1] == theirs[1] and own[2] == theirs[2]


@kernel
def keep_dearest(state, rules, seat):
    """casual: the Rail Baron that may pay more."""
    best = 0
    for place in range(1, state.option_count):
        if most_paid(state, rules, seat, place) > most_paid(state, rules, seat, best):
            best = place
    return best


@kernel
def most_paid(state, rules, seat, place):
    baron = state.dealt[seat, state.options[place]]
    return max(rules.rail_points[baron], rules.rail_most[baron])
