"""Delivering at a table: every owner of a Link used is paid, and every hotel (M18, M30)."""

from rotwsim.core.cities import is_western_delivery
from rotwsim.core.codes import (
    CUBE_DELIVERED,
    FROM_DELIVERIES,
    FROM_HOTELS,
    FROM_OTHERS,
    START_DELIVERY,
)
from rotwsim.core.delivery import find_path, links_of, note_path
from rotwsim.core.goods import draw_cubes_to, take_cube
from rotwsim.core.jit import kernel
from rotwsim.core.open_cards import fulfil_starts
from rotwsim.core.operations import fulfil_bounties
from rotwsim.core.rotors import turn_rotor
from rotwsim.core.scoring import score_points
from rotwsim.core.seats import score_for


@kernel
def deliver_at_table(state, rules, seat, city, colour, destination, tally, log):
    """Moves a cube over Links; the tally tells whose they are."""
    links = links_in(rules, tally)
    if log.shape[0] > 0:
        path = find_path(state, seat, city, colour, destination, links, tally)
    take_cube(state, rules, city, colour, CUBE_DELIVERED, log)
    if log.shape[0] > 0:
        note_path(log, state, path, links)
    state.deliveries += 1
    state.delivered[seat, colour] += 1
    state.delivered_to[destination] += 1
    state.longest[seat] = max(state.longest[seat], links)
    pay_owners(state, rules, seat, tally, log)
    pay_hotels(state, rules, destination, log)
    fulfil_bounties(state, rules, seat, destination, log)
    fulfil_starts(state, rules, seat, START_DELIVERY, links, log)
    if is_western_delivery(state, rules, city, colour, destination):
        draw_cubes_to(state, destination, rules.western_bonus, log)
    turn_rotor(state, rules, destination, log)


@kernel
def links_in(rules, tally):
    """All Links of a tally."""
    links = 0
    for owner in range(rules.seats):
        links += links_of(tally, owner)
    return links


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
