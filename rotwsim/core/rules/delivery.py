"""Deliver goods: list the legal deliveries, score one; solo and multiplayer (B30 to B32, M18)."""

import numpy as np

from rotwsim.core.jit.decorators import kernel, stack_array
from rotwsim.core.rules.cities_and_goods import draw_cubes_to, is_western_delivery, take_cube
from rotwsim.core.rules.money_engine_insurance import engine_level
from rotwsim.core.rules.operations_and_lines import bounty_points, fulfil_starts, remove_bounties
from rotwsim.core.rules.rail_barons_and_modules import turn_rotor
from rotwsim.core.rules.scoring_and_seats import score_for, score_points
from rotwsim.core.state import codes
from rotwsim.core.state.log import ARGUMENTS, FIRST, IN_USE, PATH, note
from rotwsim.core.track.links import links_at

ONE = np.uint64(1)
DELIVERY = 5  # columns: city, colour, destination, own Links, Railbot Links; multiplayer: tally, 0
DELIVERIES = 4096
LONGEST = 8
OWNER_BITS = 4  # of a tally
OWN_FIRST = 16  # an own Link counts more than all Links of others together
OWNERS = codes.RAILBOT + 1  # of Links: the seats, and the Railbot last
new_row = stack_array(LONGEST + 1, np.int64)
new_found = stack_array((DELIVERIES, DELIVERY), np.int64)


@kernel
def deliver(state, rules, seat, city, colour, destination, tally, log):
    """A cube travels over Links, which the tally counts by owner: points for owners of Links (B32,
    S14) and hotels (B41), bounties, Start cards, cubes for a Western Link, the rotor.
    """
    links, own = links_in(tally), links_of(tally, seat)
    path = new_row()
    if log.shape[0] > 0:
        find_path(state, seat, city, colour, destination, links, tally, path)
    take_cube(state, rules, city, colour, codes.CUBE_DELIVERED, log)
    if log.shape[0] > 0:
        note_path(log, state, path, links)
    state.deliveries += 1
    state.delivered[seat, colour] += 1
    state.delivered_to[destination] += 1
    state.longest[seat] = max(state.longest[seat], links)
    score_points(state, seat, link_points(state, colour, own), codes.FROM_DELIVERIES, log)
    score_points(state, seat, -links_of(tally, codes.RAILBOT), codes.LOST_TO_RAILBOT_LINKS, log)
    for owner in range(rules.seats):
        if owner != seat:
            score_for(state, owner, links_of(tally, owner), codes.FROM_OTHERS, log)
            state.given[seat] += links_of(tally, owner)
    if not state.no_hotels:  # D20
        for owner in range(rules.seats):
            score_for(state, owner, state.hotel[owner, destination], codes.FROM_HOTELS, log)
    remove_bounties(state, rules, seat, destination, codes.CARD_FULFILLED, log)
    fulfil_starts(state, rules, seat, codes.START_DELIVERY, links, log)
    if is_western_delivery(state, rules, city, colour, destination):
        draw_cubes_to(state, destination, rules.western_bonus, log)
    turn_rotor(state, rules, destination, log)


@kernel
def link_points(state, colour, own):
    """B32, D2: one point per own Link, less what Opponent Effects take, never below 0."""
    return max(0, own - state.colour_less[colour])


@kernel
def delivery_points(state, rules, seat, colour, destination, own, railbot):
    """All points a delivery would score now."""
    points = link_points(state, colour, own) - railbot
    if not state.no_hotels:
        points += state.hotel[seat, destination]
    return points + bounty_points(state, rules, destination)


@kernel
def find_deliveries(state, rules, seat, found):
    """All legal deliveries, as rows of `found`; equal ones over different paths count once."""
    count = 0
    for city in range(rules.cities):
        if state.cubes[city] > 0 and links_at(state, seat, city) > 0:
            count = find_deliveries_from(state, rules, seat, city, found, count)
    return count


@kernel
def find_deliveries_from(state, rules, seat, city, found, first):
    """Walk every chain from a city, first Link own, no city twice (B30, B31); return the rows."""
    level = engine_level(state, seat)
    at, spoke, tally, wanted = new_row(), new_row(), new_row(), new_row()
    spoke[0] = tally[0] = wanted[0] = 0  # wanted: bit set of colours not delivered on the way
    for colour in range(codes.COLOURS):
        if state.goods[city, colour] > 0:
            wanted[0] |= 1 << colour
    count = first
    depth = 0
    at[0] = city
    visited = ONE << np.uint64(city)
    while depth >= 0:
        here = at[depth]
        if depth == level or spoke[depth] == state.spokes[here] or wanted[depth] == 0:
            visited &= ~(ONE << np.uint64(here))
            depth -= 1
            continue
        owner = state.spoke_owner[here, spoke[depth]]
        there = state.spoke_city[here, spoke[depth]]
        spoke[depth] += 1
        if (visited >> np.uint64(there)) & ONE or (depth == 0 and owner != seat):
            continue
        depth += 1
        at[depth] = there
        spoke[depth] = 0
        visited |= ONE << np.uint64(there)
        tally[depth] = tally[depth - 1] + tally_of(owner)
        arrived = wanted[depth - 1] & state.accepts[there]
        wanted[depth] = wanted[depth - 1] & ~arrived
        for colour in range(codes.COLOURS):
            if arrived & (1 << colour):
                count = add_delivery(found, first, count, city, colour, there, tally[depth])
    if rules.seats == 1:
        for row in range(first, count):
            found[row, 4] = links_of(found[row, 3], codes.RAILBOT)
            found[row, 3] = links_of(found[row, 3], seat)
    return count


@kernel
def tally_of(owner, links=1):
    """Count the Links of an owner in a tally: four bits for each owner, the Railbot too."""
    return np.int64(links) << (OWNER_BITS * owner)


@kernel
def links_of(tally, owner):
    """The Links of an owner in a tally."""
    return (tally >> (OWNER_BITS * owner)) & ((1 << OWNER_BITS) - 1)


@kernel
def links_in(tally):
    """All Links of a tally."""
    links = 0
    for owner in range(OWNERS):
        links += links_of(tally, owner)
    return links


@kernel
def chain_worth(tally, seat):
    """Rank chains of Links to one city: most own Links, then the fewest of others."""
    own = links_of(tally, seat)
    return OWN_FIRST * own - (links_in(tally) - own)


@kernel
def stated_tally(rules, seat, own, railbot):
    """The tally of a delivery: of multiplayer, or own Links and Railbot Links of solo."""
    return own if rules.seats > 1 else tally_of(seat, own) + tally_of(codes.RAILBOT, railbot)


@kernel
def own_and_lost(rules, seat, delivery):
    """Own Links of a row of `find_deliveries`, and points that it loses to Railbot Links (S14)."""
    if rules.seats > 1:
        return links_of(delivery[3], seat), np.int64(0)
    return delivery[3], delivery[4]


@kernel
def add_delivery(found, first, count, city, colour, destination, tally):
    """One more row, unless the rows from this city have it already; returns the number of rows."""
    for row in range(first, count):
        if found[row, 3] == tally and found[row, 2] == destination and found[row, 1] == colour:
            return count
    if count < found.shape[0]:
        found[count, 0], found[count, 1], found[count, 2] = city, colour, destination
        found[count, 3], found[count, 4] = tally, 0
        return count + 1
    return count


@kernel
def find_path(state, seat, city, colour, destination, links, tally, at):
    """Fills `at` with the cities of one path with just these Links, for the log."""
    spoke, used = new_row(), new_row()
    spoke[0] = used[0] = depth = 0
    at[0] = city
    while depth >= 0:
        here = at[depth]
        if depth == links or spoke[depth] == state.spokes[here]:
            if depth == links and here == destination and used[depth] == tally:
                return
            depth -= 1
            continue
        owner = state.spoke_owner[here, spoke[depth]]
        there = state.spoke_city[here, spoke[depth]]
        spoke[depth] += 1
        passed = False
        for place in range(depth + 1):
            passed = passed or at[place] == there
        if passed or (depth == 0 and owner != seat):
            continue
        if depth > 0 and state.accepts[here] & (1 << colour):  # B31
            continue
        depth += 1
        at[depth] = there
        spoke[depth] = 0
        used[depth] = used[depth - 1] + tally_of(owner)


@kernel
def note_path(log, state, path, links):
    row = log[0, IN_USE]
    note(log, state, PATH)
    if row < log.shape[0]:
        for place in range(ARGUMENTS):
            log[row, FIRST + place] = path[place] if place <= links else -1
