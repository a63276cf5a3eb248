"""The network: complete Links, and which cities they connect (B12, B16)."""

import numpy as np

from rotwsim.core.jit.decorators import kernel, stack_array
from rotwsim.core.state.codes import COLOURS, GREY, RAILBOT
from rotwsim.core.state.layout import CITIES
from rotwsim.core.state.log import LINK_BUILT, note

new_counts = stack_array(CITIES, np.int64, zeros=True)
COLOURED = (1 << COLOURS) - 1
ALL_CITIES = COLOURED | 1 << GREY
ALL_PLACES = np.uint64(2**64 - 1)  # every city, by its number
ONE = np.uint64(1)


@kernel
def complete_link(state, rules, first, second, owner, tiles, price, log):
    """A Link joins two cities; the groups of connected cities grow."""
    state.link_first[state.links] = first
    state.link_second[state.links] = second
    state.link_owner[state.links] = owner
    state.links += 1
    add_spoke(state, first, second, owner)
    add_spoke(state, second, first, owner)
    join(state.group, rules.cities, first, second)
    if owner == RAILBOT:
        join(state.railbot_group, rules.cities, first, second)
    else:
        join(state.own_group[owner], rules.cities, first, second)
    note(log, state, LINK_BUILT, owner, first, second, tiles, price)


@kernel
def add_spoke(state, city, other, owner):
    """The city remembers where its Links lead."""
    state.spoke_city[city, state.spokes[city]] = other
    state.spoke_owner[city, state.spokes[city]] = owner
    state.spokes[city] += 1


@kernel
def join(group, cities, first, second):
    """Two groups of connected cities become one."""
    kept, lost = group[first], group[second]
    if kept == lost:
        return
    for city in range(cities):
        if group[city] == lost:
            group[city] = kept


@kernel
def largest_group(state, rules, seat, colours, cities=ALL_PLACES):
    """Most cities in one group of a seat's own Links, of the colours and cities whose bits are
    set.
    """
    counts = new_counts()
    most = 0
    for city in range(rules.cities):
        if is_counted(state, city, colours, cities):
            counts[state.own_group[seat, city]] += 1
            most = max(most, counts[state.own_group[seat, city]])
    return most


@kernel
def is_counted(state, city, colours, cities):
    """Whether a city has one of the colours and is one of the cities whose bits are set."""
    if (colours >> state.colour[city]) & 1 == 0:
        return False
    return (cities >> np.uint64(city)) & ONE == ONE


@kernel
def colours_together(state, rules, seat, colours):
    """Most of these colours among the cities of one group of a seat's own Links."""
    found = new_counts()
    most = 0
    for city in range(rules.cities):
        if is_counted(state, city, colours & COLOURED, ALL_PLACES):
            group = state.own_group[seat, city]
            found[group] |= 1 << state.colour[city]
            most = max(most, bits_in(found[group]))
    return most


@kernel
def bits_in(bits):
    """Count the colours of a bit set."""
    count = 0
    for colour in range(COLOURS):
        count += (bits >> colour) & 1
    return count


@kernel
def links_owned(state, seat):
    links = 0
    for link in range(state.links):
        if state.link_owner[link] == seat:
            links += 1
    return links


@kernel
def links_at(state, seat, city):
    """A seat's Links at a city."""
    links = 0
    for spoke in range(state.spokes[city]):
        if state.spoke_owner[city, spoke] == seat:
            links += 1
    return links
