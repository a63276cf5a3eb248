"""Features of a Link's place: where in the network it would be, and what is around it."""

import numpy as np

from rotwsim.core.jit.decorators import count_bits, kernel
from rotwsim.core.state.codes import COLOURS, GREY
from rotwsim.core.state.layout import LEVELS
from rotwsim.players.learned import features as of
from rotwsim.players.value.network import FIRST_COLOUR
from rotwsim.players.value.records import AROUND, NOT_YET, SLICES

ONE = np.uint64(1)
# What is around a city, in the order of the features from BUILD_CUBES_8 on, which explain them.
(
    CUBES_8,
    CITIES_8,
    CUBES_16,
    CITIES_16,
    FITTING_8,
    FITTING_16,
    AWAITED_8,
    AWAITED_16,
) = range(AROUND)


@kernel
def describe_place(state, rules, outlook, survey, search, link):
    """Where in the network a Link is, and what is around the city it leads to."""
    values, around = survey.features, search.around
    if around[link.far, CUBES_8] == NOT_YET:
        look_around(state, rules, survey, search, link.far)
    own = survey.own_links[link.near]
    chain = 1 + chain_from(survey, link.near) + chain_from(survey, link.far)
    values[of.BUILD_NEAR] = own
    values[of.BUILD_TIP] = 1.0 if own == 1 else 0.0
    values[of.BUILD_FAR] = state.spokes[link.far]
    for number in range(AROUND):
        values[of.BUILD_CUBES_8 + number] = around[link.far, number]
    values[of.BUILD_CHAIN] = chain
    values[of.BUILD_LONGER] = max(0, min(chain, LEVELS - 1) - survey.farthest)


@kernel
def chain_from(survey, city):
    """Links of the longest chain of own Links from a city."""
    return survey.longest[city] if survey.served[city] else 0


@kernel
def mark_cities(state, rules, survey, search):
    """Bit sets of the cities without own Links: by colour, and by the cubes that lie there."""
    search.slices = 0
    for colour in range(COLOURS):
        search.of_colour[colour] = 0
        for digit in range(SLICES):
            search.cubes_of[colour, digit] = 0
    for city in range(rules.cities):
        if survey.served[city]:
            continue
        bit = ONE << np.uint64(city)
        if state.colour[city] != GREY:
            search.of_colour[state.colour[city]] |= bit
        held = survey.holds[city]
        while held:
            colour = FIRST_COLOUR[held]
            held &= held - 1
            cubes, digit = state.goods[city, colour], 0
            while cubes:
                if cubes & 1:
                    search.cubes_of[colour, digit] |= bit
                cubes >>= 1
                digit += 1
            search.slices = max(search.slices, digit)


@kernel
def look_around(state, rules, survey, search, city):
    """What is around a city, without own Links, within little and within more money: cubes and
    coloured cities, cubes that find their colour, and cubes of the network that find theirs.
    """
    within_8, within_16 = rules.within_8[city], rules.within_16[city]
    own = ONE << np.uint64(city)
    cities_8, cities_16, cubes_8, cubes_16 = 0, 0, 0, 0
    fitting_8, fitting_16, awaited_8, awaited_16 = 0, 0, 0, 0
    for colour in range(COLOURS):
        markets = search.of_colour[colour]
        there_8, there_16 = markets & within_8, markets & within_16
        cities_8 += count_bits(there_8 & ~own)
        cities_16 += count_bits(there_16 & ~own)
        few, many = 0, 0
        for digit in range(search.slices):
            cubes = search.cubes_of[colour, digit]
            few += count_bits(cubes & within_8) << digit
            many += count_bits(cubes & within_16) << digit
        cubes_8 += few
        cubes_16 += many
        taken = (survey.markets >> colour) & 1
        if taken or there_16:
            fitting_16 += many
            if taken or there_8:
                fitting_8 += few
        if not taken and there_16:
            awaited_16 += survey.waiting[colour]
            if there_8:
                awaited_8 += survey.waiting[colour]
    around = search.around
    here = 0 if survey.served[city] else state.cubes[city]
    around[city, CUBES_8], around[city, CUBES_16] = cubes_8 - here, cubes_16 - here
    around[city, CITIES_8], around[city, CITIES_16] = cities_8, cities_16
    around[city, FITTING_8], around[city, FITTING_16] = fitting_8, fitting_16
    around[city, AWAITED_8], around[city, AWAITED_16] = awaited_8, awaited_16
