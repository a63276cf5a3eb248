"""Features of a Link's place: where in the network it would lie, and what lies around it."""

from rotwsim.core.codes import GREY
from rotwsim.core.jit import kernel
from rotwsim.core.layout import LEVELS
from rotwsim.players import features as of
from rotwsim.players.layout import AROUND
from rotwsim.players.survey import FIRST_COLOUR

NEAR_MONEY, FAR_MONEY = 8, 16
NOT_YET = -1  # looked around a city


@kernel
def describe_place(state, rules, outlook, survey, search, link):
    """Where in the network a Link lies, and what lies around the city it leads to."""
    values, around = survey.features, search.around
    if around[link.far, 0] == NOT_YET:
        look_around(state, rules, survey, around, link.far)
    own = survey.own_links[link.near]
    chain = 1 + chain_from(survey, link.near) + chain_from(survey, link.far)
    values[of.BUILD_NEAR] = own
    values[of.BUILD_TIP] = 1.0 if own == 1 else 0.0
    values[of.BUILD_FAR] = state.spokes[link.far]
    for place in range(AROUND):
        values[of.BUILD_CUBES_8 + place] = around[link.far, place]
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
            first = 0 if distance <= NEAR_MONEY else 2
            for number in range(first, 4, 2):
                around[city, number] += state.cubes[other]
                around[city, number + 1] += market > 0
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
            around[city, 5] += state.goods[other, colour]
            if is_near and (near >> colour) & 1:
                around[city, 4] += state.goods[other, colour]
    awaited = far & ~survey.markets
    while awaited:
        colour = FIRST_COLOUR[awaited]
        awaited &= awaited - 1
        around[city, 7] += survey.waiting[colour]
        if (near >> colour) & 1:
            around[city, 6] += survey.waiting[colour]
