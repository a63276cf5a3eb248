"""novice: delivers when it can, else builds the cheapest Link that allows a delivery.

Considers neither engine nor money, cards or Insurance; decides evenly at random in the Railbot
step. At a table it never bids above 1.
"""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.delivery import delivery_points, find_deliveries, new_found, own_and_lost
from rotwsim.core.state.codes import DELIVER, PASS
from rotwsim.players.action import an_action
from rotwsim.players.value.buildable_links import (
    build_cheapest,
    can_go_on,
    continue_track,
    has_open_track,
)

LEAST = -100  # fewer points than any delivery scores


@kernel
def choose_action(state, rules, seat):
    """The delivery with most points, else the cheapest useful Link, else a pass."""
    if can_go_on(state, rules):
        return continue_track(state, rules, seat)
    if has_open_track(state):
        return an_action(PASS)
    found = new_found()
    count = find_deliveries(state, rules, seat, found)
    best, most = -1, LEAST
    for place in range(count):
        own, lost = own_and_lost(rules, seat, found[place])
        points = delivery_points(state, rules, seat, found[place, 1], found[place, 2], own, lost)
        if points > most:
            best, most = place, points
    if best >= 0:
        pick = found[best]
        return an_action(DELIVER, pick[0], pick[1], pick[2], pick[3], pick[4])
    return build_cheapest(state, rules, seat)
