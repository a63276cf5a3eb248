"""casual: looks one action ahead and values a position by its best remaining deliveries.

Considers deliveries, engine and Links and the bonds an action takes at once; ignores interest, cash
flow, cards, Insurance, Major Lines and the like. Sensible in the Railbot step: gives up what is
worth least to it. At a table it bids what acting first gains by this judgement.
"""

import numpy as np

from rotwsim.core.codes import DELIVER
from rotwsim.core.delivery import DELIVERIES, DELIVERY, find_deliveries_from, links_of
from rotwsim.core.jit import kernel, step
from rotwsim.core.table_delivery import links_in
from rotwsim.players.answers import an_action
from rotwsim.players.compare import PRUNED, choose_best
from rotwsim.players.comparison import compare_plain
from rotwsim.players.layout import CANDIDATE, OUTLOOK, SURVEY
from rotwsim.players.offers import can_go_on, continue_track
from rotwsim.players.ranking import action_of

MANNER = PRUNED


@step
def choose_action(state, rules, seat):
    """The best among deliveries, engine and Links; its weights leave out the rest."""
    return choose_best(state, rules, seat, MANNER)


@kernel
def choose_at_table(state, rules, seat):
    """The same at a table, where a delivery names the owners of its Links."""
    if can_go_on(state, rules):
        return continue_track(state, rules, seat)
    best = np.zeros(1, CANDIDATE)
    rank_plain(state, rules, seat, best)
    return with_owners(state, rules, seat, action_of(best, 0))


@kernel
def rank_plain(state, rules, seat, best):
    """The best plain actions of any seat, as many as `best` has rows."""
    outlooks = np.zeros(1, OUTLOOK)
    outlooks[0].pruned = 1
    compare_in(state, rules, seat, outlooks, np.empty(1, SURVEY), best)


@kernel
def compare_in(state, rules, seat, outlooks, surveys, best):
    """The arrays come in because a record does not keep its array alive."""
    compare_plain(state, rules, seat, outlooks[0], surveys[0], best)


@step
def with_owners(state, rules, seat, action):
    """A delivery over the chain that leaves most after what it gives to others."""
    if action[0] != DELIVER:
        return action
    found = np.empty((DELIVERIES, DELIVERY), np.int64)
    best, most = 0, -DELIVERIES
    for row in range(find_deliveries_from(state, rules, seat, action[1], found, 0)):
        if found[row, 1] == action[2] and found[row, 2] == action[3]:
            own = links_of(found[row, 3], seat)
            net = 2 * own - links_in(rules, found[row, 3])
            if net > most:
                best, most = row, net
    return an_action(DELIVER, action[1], action[2], action[3], found[best, 3])
