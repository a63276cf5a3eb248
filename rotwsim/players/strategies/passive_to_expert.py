"""The players that try no games out: passive, novice, casual, club and expert.

passive: always passes and takes the first legal option; the Railbot on its own.

novice: delivers when it can, else builds the cheapest Link that allows a delivery. Considers
neither engine nor money, cards or Insurance; decides evenly at random in the Railbot step. In
multiplayer it never bids above 1.

casual: looks one action ahead and values a position by its best remaining deliveries. Considers
deliveries, engine and Links and the bonds an action takes at once; ignores interest, cash flow,
cards, Insurance, Major Lines and the like. Sensible in the Railbot step: gives up what is worth
least to it. In multiplayer it bids what acting first gains by this judgement, and passes no action
until the end is near.

club: compares every sensible action by what the position would be worth after it
(position_value.py): the best deliveries still to come with the engine upgrades they deserve, less
the bonds that the money projected to the end leaves. Considers besides: cash flow, Taxation, both
ends of the game, New Cities, cards, Western Link, Insurance, hotels, bounties, Major Lines, Duel
Barons, the row.

expert: judges like club, corrected by what games tried out to the end taught. To the worth of every
action it adds what features of the action were found to be worth more or less than club thinks
(features.py names them, data/learned/solo.toml holds the numbers, `rotwsim dev train` finds them).
The first two actions of a turn, before the Railbot acts, are chosen together: the first by the best
that can follow it (rank_actions.py).
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
from rotwsim.players.value.rank_actions import (
    CHANCES,
    LEARNED,
    PRUNED,
    choose_best,
    choose_with_next,
)


@kernel
def passive_action(state, rules, seat):
    """A pass."""
    return an_action(PASS)


LEAST = -100  # fewer points than any delivery scores


@kernel
def novice_action(state, rules, seat):
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


CASUAL_FLAGS = PRUNED


@kernel
def casual_action(state, rules, seat, mind):
    """The best among deliveries, engine and Links; its weights leave out the rest."""
    return choose_best(state, rules, seat, CASUAL_FLAGS, mind.surveys)


CLUB_FLAGS = PRUNED | CHANCES


@kernel
def club_action(state, rules, seat, mind):
    """The action worth most by judgement designed by hand."""
    return choose_best(state, rules, seat, CLUB_FLAGS, mind.surveys)


EXPERT_FLAGS = PRUNED | CHANCES | LEARNED


@kernel
def expert_action(state, rules, seat, mind):
    """The action worth most by judgement corrected by experience, the first of a turn with the
    second.
    """
    return choose_with_next(state, rules, seat, EXPERT_FLAGS, mind)
