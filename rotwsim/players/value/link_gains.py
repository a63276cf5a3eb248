"""What a new Link does for the cubes: those that would travel farther over it."""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.delivery import link_points
from rotwsim.core.state.codes import COLOURS
from rotwsim.players.value.network import FIRST_COLOUR, counted_as, end_of, links_of, passed_by
from rotwsim.players.value.records import POINTS

TOP_LENGTHS = 0x1FE  # bits 1 to 8
# by bit set of lengths
LONGEST = np.array([max(0, lengths.bit_length() - 1) for lengths in range(TOP_LENGTHS + 1)])


@kernel
def start_gains(rules, search):
    """Makes a search ready for the first Link, whatever it held before."""
    search.sent_from = -1
    search.touched_count = 0
    for city in range(rules.cities):
        for colour in range(COLOURS):
            search.lengths[city, colour] = 0


@kernel
def find_gains(state, outlook, survey, search, here, there):
    """What a Link between two cities adds to the cubes that could use it, per engine level.

    Exact where the Link joins separate parts of the network; a Link that closes a ring is not
    credited for the longer ways round. `forget_lengths` makes the search ready for the next Link.
    """
    search.market = -1
    if survey.served[there] or not is_one_colour(state.accepts[there]):
        extend_chains(state, survey, search, here, there)
        start_from_nothing(outlook, search.gain)
    else:  # what comes to such a market depends on its colour alone
        search.market = FIRST_COLOUR[state.accepts[there]]
        send_to_market(state, outlook, survey, search, here, search.market)
        for target in range(outlook.level, outlook.ahead + 1):
            search.gain[target] = search.sent_gain[search.market, target]
    extend_chains(state, survey, search, there, here)
    for place in range(search.touched_count):
        city, colour = search.touched[place] // COLOURS, search.touched[place] % COLOURS
        lengths = search.lengths[city, colour]
        add_gains(state, outlook, survey, city, colour, lengths, search.gain)


@kernel
def is_one_colour(colours):
    return colours != 0 and colours & (colours - 1) == 0


@kernel
def start_from_nothing(outlook, gains):
    for target in range(outlook.level, outlook.ahead + 1):
        gains[target] = 0.0


@kernel
def add_gains(state, outlook, survey, city, colour, lengths, gains):
    """Points that the cubes of a colour on a city gain over these lengths, per engine level."""
    for target in range(outlook.level, outlook.ahead + 1):
        more = points_over(state, lengths, colour, target) - survey.worth[city, colour, target]
        if more > 0:
            gains[target] += more * state.goods[city, colour] * survey.share[city]


@kernel
def send_to_market(state, outlook, survey, search, near, colour):
    """Lists the cubes that a new market gets which takes one colour and has one Link, from `near`,
    and what they gain; done once for all such markets.
    """
    if search.sent_from != near:
        search.sent_from = near
        for other in range(COLOURS):
            search.sent[other] = -1
    if search.sent[colour] >= 0:
        return
    search.beyond[colour] = 1
    extend_to(state, survey, search, near, 1 << colour)
    gains = search.sent_gain[colour]
    start_from_nothing(outlook, gains)
    for place in range(search.touched_count):
        city = search.touched[place] // COLOURS
        lengths = search.lengths[city, colour]
        search.sent_city[colour, place], search.sent_lengths[colour, place] = city, lengths
        add_gains(state, outlook, survey, city, colour, lengths, gains)
    search.sent[colour] = search.touched_count
    forget_lengths(search)


@kernel
def count_with_link(state, survey, search, target):
    """Cubes by points at an engine level, as they would be with the Link whose gains were found."""
    for points in range(POINTS):
        survey.counts_after[target, points] = survey.counts[target, points]
    colour = search.market
    if colour >= 0:
        for place in range(search.sent[colour]):
            city, lengths = search.sent_city[colour, place], search.sent_lengths[colour, place]
            move_cubes(state, survey, city, colour, lengths, target)
    for place in range(search.touched_count):
        city, colour = search.touched[place] // COLOURS, search.touched[place] % COLOURS
        move_cubes(state, survey, city, colour, search.lengths[city, colour], target)


@kernel
def move_cubes(state, survey, city, colour, lengths, target):
    """Counts the cubes of a colour on a city by the points that they score over these lengths."""
    points = points_over(state, lengths, colour, target)
    before = survey.worth[city, colour, target]
    if points > before:
        cubes = state.goods[city, colour] * survey.share[city]
        if survey.served[city]:
            survey.counts_after[target, counted_as(before)] -= cubes
        survey.counts_after[target, counted_as(points)] += cubes


@kernel
def forget_lengths(search):
    for place in range(search.touched_count):
        search.lengths[search.touched[place] // COLOURS, search.touched[place] % COLOURS] = 0
    search.touched_count = 0


@kernel
def extend_chains(state, survey, search, near, far):
    """Cubes that reach `near` and go on over the new Link to `far` and beyond."""
    if not survey.served[far] and state.accepts[far] == 0:
        return
    wanted = 0  # colours that are delivered at `far` or beyond
    for colour in range(COLOURS):
        search.beyond[colour] = lengths_beyond(state, survey, far, colour)
        if search.beyond[colour]:
            wanted |= 1 << colour
    extend_to(state, survey, search, near, wanted)


@kernel
def extend_to(state, survey, search, near, wanted):
    """Cubes of the wanted colours that reach `near` and go on over the new Link."""
    send_cubes(search, near, wanted & survey.holds[near], 1)
    wanted &= ~state.accepts[near]  # B31
    if wanted == 0:
        return
    for place in range(survey.chains[near]):
        chain = survey.chain[near, place]
        colours = wanted & survey.holds[end_of(chain)] & ~passed_by(chain)
        if colours:
            send_cubes(search, end_of(chain), colours, links_of(chain) + 1)


@kernel
def send_cubes(search, city, colours, links):
    """Cubes of a city that come to the far end of the new Link over so many Links."""
    while colours:
        colour = FIRST_COLOUR[colours]
        colours &= colours - 1
        lengths = (search.beyond[colour] << links) & TOP_LENGTHS
        if lengths:
            add_lengths(search, city, colour, lengths)


@kernel
def lengths_beyond(state, survey, city, colour):
    """Bit n: a cube of the colour arriving at the city is delivered n Links further on."""
    if state.accepts[city] & (1 << colour):  # B31
        return 1
    return survey.reach[city, colour]


@kernel
def add_lengths(search, city, colour, lengths):
    if search.lengths[city, colour] == 0:
        search.touched[search.touched_count] = city * COLOURS + colour
        search.touched_count += 1
    search.lengths[city, colour] |= lengths


@kernel
def points_over(state, lengths, colour, level):
    """Points of a cube that may travel any of these lengths."""
    return link_points(state, colour, longest_within(lengths, level))


@kernel
def longest_within(lengths, level):
    """The longest of a bit set of lengths that an engine level can carry, 0 if none."""
    return LONGEST[lengths & ((2 << level) - 1)]
