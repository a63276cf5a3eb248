"""What a new Link is worth: the cubes that would travel farther over it."""

import numpy as np

from rotwsim.core.codes import COLOURS, GREY, SOLO
from rotwsim.core.jit import kernel
from rotwsim.core.layout import CITIES
from rotwsim.players.plan import POINTS

TOP_LENGTHS = 0x1FE  # bits 1 to 8


@kernel
def count_with_link(state, survey, chain, counts, here, there, level, ahead, changed, new_counts):
    """Counts of cubes by points as they would be with a Link between two cities; tells if any
    improves.

    Exact where the Link joins separate parts of the network; a Link that closes a ring is not
    credited for the longer ways round. `changed` is scratch of (CITIES, COLOURS), zero on entry and
    on return.
    """
    for target in range(level, ahead + 1):
        for points in range(POINTS):
            new_counts[target, points] = counts[target, points]
    touched = np.empty(CITIES * COLOURS, np.int64)
    number = 0
    number = extend_chains(state, survey, chain, here, there, changed, touched, number)
    number = extend_chains(state, survey, chain, there, here, changed, touched, number)
    improved = False
    for place in range(number):
        city = touched[place] // COLOURS
        colour = touched[place] % COLOURS
        lengths = changed[city, colour]
        changed[city, colour] = 0
        cubes = state.goods[city, colour]
        for target in range(level, ahead + 1):
            length = longest_within(lengths, target)
            points = max(0, length - state.colour_less[colour])
            before = survey.worth[city, colour, target]
            if points > before:
                improved = True
                if survey.served[city]:
                    new_counts[target, min(before, POINTS - 1)] -= cubes
                new_counts[target, min(points, POINTS - 1)] += cubes
    return improved


@kernel
def extend_chains(state, survey, chain, near, far, changed, touched, number):
    """Cubes that reach `near` and go on over the new Link to `far` and beyond."""
    near_colour = 0
    if state.colour[near] != GREY:
        near_colour = 1 << state.colour[near]
    for colour in range(COLOURS):
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
    for length in range(level, 0, -1):
        if lengths & (1 << length):
            return length
    return 0


@kernel
def same_part(state, here, there):
    """Whether the player's own Links connect two cities already."""
    return state.own_group[SOLO, here] == state.own_group[SOLO, there]
