"""How a player that compares actions decides at a table, where a delivery names the owners of its
Links; casual, club and expert differ by their manner and weights.
"""

from rotwsim.core.codes import DELIVER
from rotwsim.core.delivery import (
    DELIVERIES,
    find_deliveries_from,
    links_in,
    links_of,
    new_found,
)
from rotwsim.core.jit import kernel
from rotwsim.players.answers import an_action
from rotwsim.players.compare import choose_best

OWN_FIRST = 16  # an own Link counts more than all Links of others together


@kernel
def choose_at_table(state, rules, seat, manner, survey):
    """The action after which the position is worth most; track once begun is finished."""
    return with_owners(state, rules, seat, choose_best(state, rules, seat, manner, survey))


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
