# Longer than most: the features of every kind of action are one list to look up.
"""Corrections: what was learned about actions with such features, added to their worth."""

import numpy as np

from rotwsim.core.jit.decorators import count_bits, kernel
from rotwsim.core.rules.money_engine_insurance import bonds_needed, income_at, upgrade_price
from rotwsim.core.state.codes import COLOURS, GREY
from rotwsim.core.state.layout import FEATURES, LEVELS
from rotwsim.players.learned import features as of
from rotwsim.players.value.network import FIRST_COLOUR
from rotwsim.players.value.position_value import next_marker_ends
from rotwsim.players.value.records import AROUND, NOT_YET, POINTS, SLICES
from rotwsim.players.value.weights import EARLY_PHASE, OPENING_LINKS

FULL_GAME = 20  # turns
SOON, LATER, MUCH_LATER = 1, 2, 3  # engine levels up
MUCH_CASH = 30  # more makes no difference


@kernel
def prepare_features(state, rules, outlook, survey):
    """What all candidates of a decision share: phase, cubes and markets of the network."""
    without_features(survey)
    outlook.phase = phase_of(rules, outlook.links, outlook.turns)
    outlook.time = outlook.turns / FULL_GAME
    for level in range(outlook.level, LEVELS):
        survey.by_level[level] = sum_points(survey.counts, level)
    survey.good = survey.total = 0.0
    for points in range(1, POINTS):
        cubes = survey.counts[outlook.level, points]
        survey.total += cubes
        if points >= outlook.level - 1:
            survey.good += cubes
    survey.markets = survey.farthest = 0
    for colour in range(COLOURS):
        survey.waiting[colour] = 0
    for city in range(rules.cities):
        if survey.served[city]:
            survey.farthest = max(survey.farthest, survey.longest[city])
            if state.colour[city] != GREY:
                survey.markets |= 1 << state.colour[city]
            for colour in range(COLOURS):
                survey.waiting[colour] += state.goods[city, colour]


@kernel
def phase_of(rules, links, turns):
    """Find the phase of the game for a player with these Links and turns left."""
    opening, early = of.OPENING_LINKS, of.EARLY_TURNS
    if rules.seats > 1:
        opening, early = int(rules.weights[OPENING_LINKS]), int(rules.weights[EARLY_PHASE])
    if turns < of.MIDDLE_TURNS:
        return of.LATE
    if links < opening:
        return of.OPENING
    return of.EARLY if turns >= early else of.MIDDLE


@kernel
def without_features(survey, first=0, last=0):
    """Forget all features but these, where they are kept to learn from."""
    if survey.keep_features:
        for feature in range(FEATURES):
            if feature < first or feature >= last:
                survey.features[feature] = 0.0


@kernel
def sum_points(counts, level):
    total = 0.0
    for points in range(1, POINTS):
        total += points * counts[level, points]
    return total


@kernel
def correction(rules, outlook, survey, first, last):
    """Add what was learned of the features of an action; in the last turn the worth is exact."""
    without_features(survey, first, last)
    if outlook.turns == 1 and not outlook.multiplayer:
        return 0.0
    points, values = rules.learned[outlook.phase], survey.features
    total, second, third = 0.0, 0.0, 0.0  # three sums side by side are faster than one
    for feature in range(first, last - 2, 3):
        total += points[feature] * values[feature]
        second += points[feature + 1] * values[feature + 1]
        third += points[feature + 2] * values[feature + 2]
    for feature in range(last - (last - first) % 3, last):
        total += points[feature] * values[feature]
    return total + second + third


@kernel
def rivals_correction(rules, outlook, survey, first, last):
    """Add what was learned of the features of multiplayer."""
    total = 0.0
    for feature in range(first, last):
        total += rules.learned[outlook.phase, feature] * survey.features[feature]
    return total


@kernel
def correct_delivery(state, rules, outlook, survey, city, colour, aim):
    """`aim`: points credited for Barons."""
    values, level, time = survey.features, outlook.level, outlook.time
    points, worth = survey.points[city, colour], survey.worth[city, colour]
    last = 1.0 if state.cubes[city] == 1 else 0.0
    more = income_at(rules, outlook.score + points) - income_at(rules, outlook.score)
    values[of.DELIVER], values[of.DELIVER_T], values[of.DELIVER_TT] = 1.0, time, time * time
    values[of.DELIVER_POINTS] = points
    values[of.DELIVER_POINTS_T] = values[of.DELIVER_POINTS] * time
    values[of.DELIVER_LEVEL] = level
    values[of.DELIVER_SOON] = worth[min(LEVELS - 1, level + LATER)] - worth[level]
    values[of.DELIVER_SOON_T] = values[of.DELIVER_SOON] * time
    values[of.DELIVER_LATE] = worth[LEVELS - 1] - worth[level]
    values[of.DELIVER_LATE_T] = values[of.DELIVER_LATE] * time
    values[of.DELIVER_LAST] = last
    values[of.DELIVER_LAST_T] = values[of.DELIVER_LAST] * time
    values[of.DELIVER_LAST_MARKERS] = last * (state.markers / max(1, rules.empty_city_trigger))
    values[of.DELIVER_ENDS] = last if next_marker_ends(state, rules) else 0.0
    values[of.DELIVER_BOUNTY] = points - worth[level]
    values[of.DELIVER_FOREIGN] = survey.foreign[city, colour]
    values[of.DELIVER_INCOME_T] = more * time
    values[of.DELIVER_GOOD] = survey.good
    values[of.DELIVER_AIM] = aim
    return correction(rules, outlook, survey, of.DELIVER, of.DELIVER_END)


@kernel
def correct_upgrade(state, rules, outlook, survey, aim):
    values, level, time = survey.features, outlook.level, outlook.time
    points = survey.by_level
    price = upgrade_price(state, rules, outlook.seat)
    values[of.UPGRADE], values[of.UPGRADE_T], values[of.UPGRADE_TT] = 1.0, time, time * time
    values[of.UPGRADE_LEVEL] = level
    values[of.UPGRADE_LEVEL_T] = values[of.UPGRADE_LEVEL] * time
    values[of.UPGRADE_BONDS] = bonds_needed(state, rules, outlook.seat, price)
    values[of.UPGRADE_BONDS_T] = values[of.UPGRADE_BONDS] * time
    values[of.UPGRADE_SOON] = points[min(LEVELS - 1, level + SOON)] - points[level]
    values[of.UPGRADE_LATE] = points[min(LEVELS - 1, level + LATER)] - points[level]
    values[of.UPGRADE_LATE_T] = values[of.UPGRADE_LATE] * time
    values[of.UPGRADE_CASH] = cash_left(outlook, price)
    values[of.UPGRADE_GOOD] = survey.good
    values[of.UPGRADE_HELD] = outlook.bonds
    values[of.UPGRADE_LINKS] = outlook.links
    values[of.UPGRADE_UNUSED] = max(0, level + 1 - survey.farthest)
    values[of.UPGRADE_UNUSED_T] = values[of.UPGRADE_UNUSED] * time
    values[of.UPGRADE_AIM] = aim
    return correction(rules, outlook, survey, of.UPGRADE, of.UPGRADE_END)


@kernel
def cash_left(outlook, price):
    return min(MUCH_CASH, max(0, outlook.cash - price))


@kernel
def correct_link(state, rules, outlook, survey, search, link, lines, aim):
    """A Link whose gains were found; `lines`, `aim`: points credited for Major Lines and Barons."""
    values, level, time = survey.features, outlook.level, outlook.time
    gain = search.gain
    values[of.BUILD], values[of.BUILD_T], values[of.BUILD_TT] = 1.0, time, time * time
    values[of.BUILD_LEVEL] = level
    values[of.BUILD_LINKS] = outlook.links
    values[of.BUILD_PRICE] = link.price
    values[of.BUILD_PRICE_T] = values[of.BUILD_PRICE] * time
    values[of.BUILD_PRICE_HELD] = link.price * outlook.bonds
    values[of.BUILD_BONDS] = bonds_needed(state, rules, outlook.seat, link.price)
    values[of.BUILD_BONDS_T] = values[of.BUILD_BONDS] * time
    values[of.BUILD_CASH] = cash_left(outlook, link.price)
    values[of.BUILD_GOOD] = survey.good
    values[of.BUILD_MORE] = link.builds - 1
    values[of.BUILD_NOW] = gain[level]
    values[of.BUILD_SOON] = gain[min(outlook.ahead, level + SOON)]
    values[of.BUILD_LATE] = gain[min(outlook.ahead, level + MUCH_LATER)]
    values[of.BUILD_LATE_T] = values[of.BUILD_LATE] * time
    values[of.BUILD_LINES] = lines
    values[of.BUILD_AIM] = aim
    describe_cities(state, outlook, survey, link)
    describe_place(state, rules, survey, search, link)
    return correction(rules, outlook, survey, of.BUILD, of.BUILD_END)


@kernel
def describe_cities(state, outlook, survey, link):
    """Cubes and markets of the cities that a Link newly reaches."""
    values, time = survey.features, outlook.time
    cubes, market, waiting, grey = 0, 0, 0, 0
    for city in (link.near, link.far):
        if not survey.served[city]:
            cubes += state.cubes[city]
            colour = state.colour[city]
            if colour == GREY:
                grey += 1
            elif not (survey.markets >> colour) & 1:
                market += 1
                waiting += survey.waiting[colour]
    values[of.BUILD_CUBES] = cubes
    values[of.BUILD_CUBES_T] = values[of.BUILD_CUBES] * time
    values[of.BUILD_CUBES_LINKS] = cubes * outlook.links
    values[of.BUILD_MARKET] = market
    values[of.BUILD_WAITING] = waiting
    values[of.BUILD_GREY] = grey
    values[of.BUILD_RING] = 1.0 if survey.served[link.near] and survey.served[link.far] else 0.0


@kernel
def correct_new_city(rules, outlook, survey, colour, cubes):
    """A New City whose cubes by points were counted; `cubes`: points its new cubes may bring."""
    values, level, after = survey.features, outlook.level, survey.counts_after
    later = min(outlook.ahead, level + LATER)
    values[of.URBANIZE], values[of.URBANIZE_T] = 1.0, outlook.time
    values[of.URBANIZE_LEVEL] = level
    values[of.URBANIZE_BONDS] = outlook.bonds
    values[of.URBANIZE_GOOD] = survey.good
    values[of.URBANIZE_NOW] = sum_points(after, level) - survey.by_level[level]
    values[of.URBANIZE_LATE] = sum_points(after, later) - survey.by_level[later]
    values[of.URBANIZE_MARKET] = 1.0 - ((survey.markets >> colour) & 1)
    values[of.URBANIZE_CUBES] = cubes
    return correction(rules, outlook, survey, of.URBANIZE, of.URBANIZE_END)


@kernel
def correct_card(rules, outlook, survey, kind):
    first = of.FIRST_OF_CARD[kind]
    survey.features[first], survey.features[first + 1] = 1.0, outlook.time
    survey.features[first + 2], survey.features[first + 3] = survey.good, survey.total
    return correction(rules, outlook, survey, first, first + of.CARD_FEATURES)


@kernel
def correct_insurance(rules, outlook, survey, loss):
    survey.features[of.INSURE], survey.features[of.INSURE_T] = 1.0, outlook.time
    survey.features[of.INSURE_LOSS], survey.features[of.INSURE_LOSS_T] = loss, loss * outlook.time
    survey.features[of.INSURE_INCOME] = income_at(rules, outlook.score)
    return correction(rules, outlook, survey, of.INSURE, of.INSURE_END)


ONE = np.uint64(1)
# What is around a city, in the order of the features from BUILD_CUBES_8 on, which explain them.
CUBES_8, CITIES_8, CUBES_16, CITIES_16 = range(4)
FITTING_8, FITTING_16, AWAITED_8, AWAITED_16 = range(4, AROUND)


@kernel
def describe_place(state, rules, survey, search, link):
    """Where in the network a Link is, and what is around the city it leads to."""
    values, around = survey.features, search.around
    if around[link.far, CUBES_8] == NOT_YET:
        look_around(state, rules, survey, search, link.far)
    own, chain = survey.own_links[link.near], 1
    for city in (link.near, link.far):
        chain += survey.longest[city] if survey.served[city] else 0
    values[of.BUILD_NEAR] = own
    values[of.BUILD_TIP] = 1.0 if own == 1 else 0.0
    values[of.BUILD_FAR] = state.spokes[link.far]
    for number in range(AROUND):
        values[of.BUILD_CUBES_8 + number] = around[link.far, number]
    values[of.BUILD_CHAIN] = chain
    values[of.BUILD_LONGER] = max(0, min(chain, LEVELS - 1) - survey.farthest)


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
    """Count cubes and markets within little and more money of a city, and what finds its colour."""
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
