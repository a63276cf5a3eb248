"""What a new Link is worth: the cubes that would travel farther over it."""

import numpy as np

from rotwsim.core.codes import COLOURS, GREY, SOLO
from rotwsim.core.jit import kernel, step
from rotwsim.players.plan import POINTS

TOP_LENGTHS = 0x1FE  # bits 1 to 8
# by bit set of lengths
LONGEST = np.array([max(0, lengths.bit_length() - 1) for lengths in range(TOP_LENGTHS + 1)])


@kernel
def find_gains(state, survey, chain, here, there, level, ahead, changed, touched, gains):
    """What a Link between two cities adds to the cubes that could use it, per engine level; returns
    the number of cubes touched.

    Exact where the Link joins separate parts of the network; a Link that closes a ring is not
    credited for the longer ways round. changed[city, colour] are the lengths over the Link, for
    the cities and colours listed in `touched`; zero on entry.
    """
    number = 0
    number = extend_chains(state, survey, chain, here, there, changed, touched, number)
    number = extend_chains(state, survey, chain, there, here, changed, touched, number)
    for target in range(level, ahead + 1):
        gains[target] = 0
    for place in range(number):
        city, colour = touched[place] // COLOURS, touched[place] % COLOURS
        for target in range(level, ahead + 1):
            points = points_over(state, changed[city, colour], colour, target)
            more = points - survey.worth[city, colour, target]
            if more > 0:
                gains[target] += more * state.goods[city, colour]
    return number


@step
def count_with_link(state, survey, counts, target, changed, touched, number, with_link):
    """Cubes by points at an engine level, as they would be with the Link whose gains were found."""
    for points in range(POINTS):
        with_link[points] = counts[target, points]
    for place in range(number):
        city, colour = touched[place] // COLOURS, touched[place] % COLOURS
        cubes = state.goods[city, colour]
        points = points_over(state, changed[city, colour], colour, target)
        before = survey.worth[city, colour, target]
        if points > before:
            if survey.served[city]:
                with_link[min(before, POINTS - 1)] -= cubes
            with_link[min(points, POINTS - 1)] += cubes


@kernel
def points_over(state, lengths, colour, level):
    """Points of a cube that may travel any of these lengths."""
    return max(0, longest_within(lengths, level) - state.colour_less[colour])


@step
def forget_lengths(changed, touched, number):
    for place in range(number):
        changed[touched[place] // COLOURS, touched[place] % COLOURS] = 0


@kernel
def extend_chains(state, survey, chain, near, far, changed, touched, number):
    """Cubes that reach `near` and go on over the new Link to `far` and beyond."""
    near_colour = 0
    if state.colour[near] != GREY:
        near_colour = 1 << state.colour[near]
    first, last = 0, COLOURS - 1
    if not survey.served[far]:  # it takes its own colour at most
        if state.colour[far] == GREY:
            return number
        first = last = state.colour[far]
    for colour in range(first, last + 1):
        beyond = lengths_beyond(state, survey, far, colour)
        if beyond == 0:
            continue
        if state.goods[near, colour] > 0:
            number = add_lengths(
                changed, touched, number, near, colour, (beyond << 1) & TOP_LENGTHS
            )
        if near_colour == 1 << colour:
            continue
        for place in range(survey.chains[near]):
            packed = chain[near, place]
            city = packed & 63
            if state.goods[city, colour] == 0 or (packed >> 10) & (1 << colour):
                continue
            links = (packed >> 6) & 15
            lengths = (beyond << (links + 1)) & TOP_LENGTHS
            if lengths:
                number = add_lengths(changed, touched, number, city, colour, lengths)
    return number


@kernel
def lengths_beyond(state, survey, city, colour):
    """Bit n: a cube of the colour arriving at the city is delivered n Links further on."""
    if state.colour[city] == colour:
        return 1
    return survey.reach[city, colour]


@kernel
def add_lengths(changed, touched, number, city, colour, lengths):
    if changed[city, colour] == 0:
        touched[number] = city * COLOURS + colour
        number += 1
    changed[city, colour] |= lengths
    return number


@kernel
def longest_within(lengths, level):
    """The longest of a bit set of lengths that an engine level can carry, 0 if none."""
    return LONGEST[lengths & ((2 << level) - 1)]


@kernel
def same_part(state, here, there):
    """Whether the player's own Links connect two cities already."""
    return state.own_group[SOLO, here] == state.own_group[SOLO, there]
