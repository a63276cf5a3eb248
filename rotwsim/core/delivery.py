"""Delivering goods: the legal deliveries, and what one scores (B30 to B32, S14)."""

import numpy as np

from rotwsim.core.cities import is_western_delivery
from rotwsim.core.codes import (
    COLOURS,
    CUBE_DELIVERED,
    FROM_DELIVERIES,
    FROM_HOTELS,
    GREY,
    LOST_TO_RAILBOT_LINKS,
    RAILBOT,
)
from rotwsim.core.engine import engine_level
from rotwsim.core.goods import draw_cubes_to, take_cube
from rotwsim.core.jit import kernel, step
from rotwsim.core.layout import CITIES
from rotwsim.core.log import COLUMNS, PATH, note
from rotwsim.core.operations import bounty_points, fulfil_bounties
from rotwsim.core.scoring import score_points

ONE = np.uint64(1)
DELIVERY = 5  # columns: city, colour, destination, own Links, Railbot Links
DELIVERIES = 4096
LONGEST = 8


@step
def deliver(state, rules, seat, city, colour, destination, own, railbot, log):
    """Moves a cube over Links: points for own Links, a point lost per Railbot Link, hotels,
    bounties.
    """
    if log.shape[0] > 0:
        path = find_path(state, seat, city, colour, destination, own, railbot)
    take_cube(state, rules, city, colour, CUBE_DELIVERED, log)
    if log.shape[0] > 0:
        note_path(log, state, path, own + railbot)
    state.deliveries += 1
    state.delivered[seat, colour] += 1
    state.delivered_to[destination] += 1
    state.longest[seat] = max(state.longest[seat], own + railbot)
    score_points(state, seat, link_points(state, colour, own), FROM_DELIVERIES, log)
    score_points(state, seat, -railbot, LOST_TO_RAILBOT_LINKS, log)
    if not state.no_hotels:  # D20
        score_points(state, seat, state.hotel[seat, destination], FROM_HOTELS, log)
    fulfil_bounties(state, rules, seat, destination, log)
    if is_western_delivery(state, rules, city, colour, destination):
        draw_cubes_to(state, destination, rules.western_bonus, log)


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
    seen = np.zeros(CITIES, np.uint64)
    for city in range(rules.cities):
        if state.cubes[city] > 0 and state.spokes[city] > 0:
            count = find_deliveries_from(state, rules, seat, city, seen, found, count)
    return count


@kernel
def find_deliveries_from(state, rules, seat, city, seen, found, count):
    """Walks every chain of Links from a city, first Link own, no city twice (B30, B31)."""
    level = engine_level(state, seat)
    at = np.empty(LONGEST + 1, np.int64)
    spoke = np.zeros(LONGEST + 1, np.int64)
    own = np.zeros(LONGEST + 1, np.int64)
    wanted = np.zeros(LONGEST + 1, np.int64)  # bit set of colours not delivered on the way
    for other in range(rules.cities):
        seen[other] = 0
    for colour in range(COLOURS):
        if state.goods[city, colour] > 0:
            wanted[0] |= 1 << colour
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
        own[depth] = own[depth - 1] + (1 if owner == seat else 0)
        wanted[depth] = wanted[depth - 1]
        colour = state.colour[there]
        if colour != GREY and wanted[depth] & (1 << colour):
            wanted[depth] &= ~(1 << colour)
            railbot = depth - own[depth]
            combination = ONE << np.uint64((own[depth] - 1) * LONGEST + railbot)
            if seen[there] & combination == 0 and count < found.shape[0]:
                seen[there] |= combination
                found[count, 0] = city
                found[count, 1] = colour
                found[count, 2] = there
                found[count, 3] = own[depth]
                found[count, 4] = railbot
                count += 1
    return count


@kernel
def find_path(state, seat, city, colour, destination, own, railbot):
    """The cities of one path with just these Links, for the log."""
    at = np.empty(LONGEST + 1, np.int64)
    spoke = np.zeros(LONGEST + 1, np.int64)
    own_used = np.zeros(LONGEST + 1, np.int64)
    depth = 0
    at[0] = city
    while depth >= 0:
        here = at[depth]
        if depth == own + railbot or spoke[depth] == state.spokes[here]:
            if depth == own + railbot and here == destination and own_used[depth] == own:
                return at
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
        if depth > 0 and state.colour[here] == colour:
            continue
        depth += 1
        at[depth] = there
        spoke[depth] = 0
        own_used[depth] = own_used[depth - 1] + (1 if owner != RAILBOT else 0)
    return at


@kernel
def note_path(log, state, path, links):
    row = log[0, 2]
    note(log, state, PATH)
    if row < log.shape[0]:
        for place in range(COLUMNS - 2):
            log[row, 2 + place] = path[place] if place <= links else -1
