"""Features of a Link's place: where in the network it would lie, and what lies around it."""

from rotwsim.core.codes import GREY
from rotwsim.core.jit import kernel
from rotwsim.core.layout import LEVELS
from rotwsim.players import features as of
from rotwsim.players.layout import AROUND
from rotwsim.players.survey import FIRST_COLOUR

NEAR_MONEY, FAR_MONEY = 8, 16
# What lies around a city, in the order of the features from BUILD_CUBES_8 on, which explain them.
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
NOT_YET = -1  # looked around a city


@kernel
def describe_place(state, rules, outlook, survey, search, link):
    """Where in the network a Link lies, and what lies around the city it leads to."""
    values, around = survey.features, search.around
    if around[link.far, CUBES_8] == NOT_YET:
        look_around(state, rules, survey, around, link.far)
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
def look_around(state, rules, survey, around, city):
    """What lies around a city, without own Links, within little and within more money: cubes and
    coloured cities, cubes that find their colour, and cubes of the network that find theirs.
    """
    for number in range(AROUND):
        around[city, number] = 0
    near = far = survey.markets
    for place in range(rules.cities):
        other = rules.by_distance[city, place]
        distance = rules.city_distance[city, other]
        if distance > FAR_MONEY:
            break
        if survey.served[other]:
            continue
        market = 0 if state.colour[other] == GREY else 1 << state.colour[other]
        far |= market
        if distance <= NEAR_MONEY:
            near |= market
        if other != city:
            around[city, CUBES_16] += state.cubes[other]
            around[city, CITIES_16] += market > 0
            if distance <= NEAR_MONEY:
                around[city, CUBES_8] += state.cubes[other]
                around[city, CITIES_8] += market > 0
    match_cubes(state, rules, survey, around, city, near, far)


@kernel
def match_cubes(state, rules, survey, around, city, near, far):
    """Cubes around a city whose colour is among the markets near it, and among those farther off,
    and those of the network that wait for them.
    """
    for place in range(rules.cities):
        other = rules.by_distance[city, place]
        distance = rules.city_distance[city, other]
        if distance > FAR_MONEY:
            break
        fitting = survey.holds[other] & far
        if survey.served[other] or fitting == 0:
            continue
        is_near = distance <= NEAR_MONEY
        while fitting:
            colour = FIRST_COLOUR[fitting]
            fitting &= fitting - 1
            around[city, FITTING_16] += state.goods[other, colour]
            if is_near and (near >> colour) & 1:
                around[city, FITTING_8] += state.goods[other, colour]
    awaited = far & ~survey.markets
    while awaited:
        colour = FIRST_COLOUR[awaited]
        awaited &= awaited - 1
        around[city, AWAITED_16] += survey.waiting[colour]
        if (near >> colour) & 1:
            around[city, AWAITED_8] += survey.waiting[colour]
