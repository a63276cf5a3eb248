"""Delivering at a table: every owner of a Link used is paid, and every hotel (M18, M30)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.cities import is_western_delivery
from rotwsim.core.rules.delivery import links_of, move_cube
from rotwsim.core.rules.goods import draw_cubes_to
from rotwsim.core.rules.multiplayer_display import fulfil_starts
from rotwsim.core.rules.operations import fulfil_bounties
from rotwsim.core.rules.rotors import turn_rotor
from rotwsim.core.rules.scoring import score_points
from rotwsim.core.rules.seats import score_for
from rotwsim.core.state.codes import FROM_DELIVERIES, FROM_HOTELS, FROM_OTHERS, START_DELIVERY


@kernel
def deliver_at_table(state, rules, seat, city, colour, destination, tally, log):
    """Points for every owner of Links and hotels, bounties, Start cards, the rotor."""
    links = move_cube(state, rules, seat, city, colour, destination, tally, log)
    pay_owners(state, rules, seat, tally, log)
    pay_hotels(state, rules, destination, log)
    fulfil_bounties(state, rules, seat, destination, log)
    fulfil_starts(state, rules, seat, START_DELIVERY, links, log)
    if is_western_delivery(state, rules, city, colour, destination):
        draw_cubes_to(state, destination, rules.western_bonus, log)
    turn_rotor(state, rules, destination, log)


@kernel
def pay_owners(state, rules, seat, tally, log):
    """B32: a point per Link to its owner, opponents included."""
    score_points(state, seat, links_of(tally, seat), FROM_DELIVERIES, log)
    for owner in range(rules.seats):
        if owner != seat:
            score_for(state, owner, links_of(tally, owner), FROM_OTHERS, log)
            state.given[seat] += links_of(tally, owner)


@kernel
def pay_hotels(state, rules, destination, log):
    """B41: hotels pay their owners whoever delivers."""
    for owner in range(rules.seats):
        score_for(state, owner, state.hotel[owner, destination], FROM_HOTELS, log)
