"""New Cities, City Growth and Western Links: what new markets and new cubes are worth."""

import numpy as np

from rotwsim.core.jit.decorators import kernel, stack_array
from rotwsim.core.rules.cities_and_goods import can_build_western_link, can_urbanize
from rotwsim.core.rules.rail_barons_and_modules import can_mine
from rotwsim.core.state.codes import COLOURS, GOAL_NEW_CITIES, MINE, URBANIZE, WESTERN_LINK
from rotwsim.core.state.layout import LEVELS
from rotwsim.players import action
from rotwsim.players.learned.corrections import correct_new_city, without_features
from rotwsim.players.value import network
from rotwsim.players.value.objectives import step_worth
from rotwsim.players.value.position_value import after, offer_prospect, position_worth
from rotwsim.players.value.rail_baron_objectives import rail_western
from rotwsim.players.value.records import NOT_YET, POINTS
from rotwsim.players.value.rivals import multiplayer_new_city
from rotwsim.players.value.weights import WESTERN_POINTS

new_gains = stack_array(COLOURS, np.int64)
FEWEST_ACTIONS = 3  # left for a New City to pay
LEVELS_AHEAD = 2  # engine levels up at which a market is looked at first
CUBES_SHARE = 0.5  # of what new cubes may bring
CUBES_MINED = 2  # expected of a mine, less what a rival may take


@kernel
def consider_new_cities(state, rules, outlook, survey, best):
    """Urbanize: a new market for the cubes that can reach it, and new cubes."""
    if action.is_banned(rules, action.WITHOUT_URBANIZE) or outlook.actions < FEWEST_ACTIONS:
        return
    if outlook.pruned and outlook.cash < rules.urbanize_price:
        return
    aim = step_worth(state, rules, outlook, GOAL_NEW_CITIES)
    if outlook.learned:
        consider_best_market(state, rules, outlook, survey, aim, best)
        return
    prospect = after(outlook, money=rules.urbanize_price)
    for city in range(rules.cities):
        for colour in range(COLOURS):
            if is_new_market(state, rules, survey, city, colour):
                count_with_market(state, outlook, survey, city, colour)
                to_beat = action.floor_of(best)
                worth = position_worth(state, rules, survey.counts_after, prospect, to_beat) + aim
                action.offer(best, survey, worth, 0.0, action.an_action(URBANIZE, city, colour))


@kernel
def is_new_market(state, rules, survey, city, colour):
    return survey.served[city] and state.new_cities[colour] > 0 and can_urbanize(state, rules, city)


@kernel
def consider_best_market(state, rules, outlook, survey, aim, best):
    """The one New City that promises most, judged in full."""
    city, colour = best_market(state, rules, outlook, survey)
    if city < 0:
        return
    count_with_market(state, outlook, survey, city, colour)
    cubes = cube_gain(outlook, survey, city, rules.urbanize_cubes)
    bonus = correct_new_city(rules, outlook, survey, colour, cubes) + aim
    if outlook.multiplayer:
        bonus += multiplayer_new_city(rules, outlook, survey, city)
    prospect = after(outlook, money=rules.urbanize_price)
    new_city = action.an_action(URBANIZE, city, colour)
    offer_prospect(state, rules, survey, survey.counts_after, prospect, bonus, new_city, best)


@kernel
def best_market(state, rules, outlook, survey):
    """Give city and colour of the New City that promises most, or -1 and -1, once a decision."""
    if survey.market_city == NOT_YET:
        find_market(state, rules, outlook, survey)
    return survey.market_city, survey.market_colour


@kernel
def find_market(state, rules, outlook, survey):
    survey.market_city = survey.market_colour = -1
    most, free = 0.0, 0
    for colour in range(COLOURS):
        if state.new_cities[colour] > 0:
            free |= 1 << colour
    gains = new_gains()
    for city in range(rules.cities):
        if survey.served[city] and can_urbanize(state, rules, city):
            cubes = CUBES_SHARE * cube_gain(outlook, survey, city, rules.urbanize_cubes)
            promised(state, outlook, survey, city, free, gains)
            for colour in range(COLOURS):
                if state.new_cities[colour] > 0 and cubes + gains[colour] > most:
                    most = cubes + gains[colour]
                    survey.market_city, survey.market_colour = city, colour


@kernel
def promised(state, outlook, survey, city, free, gains):
    """Points that cubes gain two engine levels up if a city takes their colour, by colour."""
    target = min(outlook.ahead, outlook.level + LEVELS_AHEAD)
    for colour in range(COLOURS):
        gains[colour] = 0
    for place in range(survey.chains[city]):
        chain = survey.chain[city, place]
        origin, links = network.end_of(chain), network.links_of(chain)
        if links > target:
            continue
        colours = free & survey.holds[origin] & ~network.passed_by(chain)
        while colours:
            colour = network.FIRST_COLOUR[colours]
            colours &= colours - 1
            points = links - state.colour_less[colour]
            more = max(0, points - survey.worth[origin, colour, target])
            gains[colour] += state.goods[origin, colour] * more


@kernel
def best_new_industry(state, rules, outlook, survey, floor):
    """The worth of a free Urbanize at its best place, which is noted."""
    best, prospect = floor, after(outlook)
    if outlook.learned:
        city, colour = best_market(state, rules, outlook, survey)
        if city < 0:
            return floor
        state.note_city, state.note_colour = city, colour
        count_with_market(state, outlook, survey, city, colour)
        return position_worth(state, rules, survey.counts_after, prospect, floor)
    for city in range(rules.cities):
        for colour in range(COLOURS):
            if is_new_market(state, rules, survey, city, colour):
                count_with_market(state, outlook, survey, city, colour)
                worth = position_worth(state, rules, survey.counts_after, prospect, best)
                if worth > best:
                    best = worth
                    state.note_city, state.note_colour = city, colour
    return best


@kernel
def count_with_market(state, outlook, survey, city, colour):
    """Cubes by points if a city took this colour; those that then stop there are not charged."""
    for target in range(outlook.level, outlook.ahead + 1):
        for points in range(POINTS):
            survey.counts_after[target, points] = survey.counts[target, points]
    for place in range(survey.chains[city]):
        chain = survey.chain[city, place]
        origin = network.end_of(chain)
        cubes = state.goods[origin, colour] * survey.share[origin]
        if cubes == 0 or network.stops_on(chain, colour):
            continue
        points = network.links_of(chain) - state.colour_less[colour]
        for target in range(max(outlook.level, network.links_of(chain)), outlook.ahead + 1):
            before = survey.worth[origin, colour, target]
            if points > before:
                survey.counts_after[target, network.counted_as(before)] -= cubes
                survey.counts_after[target, network.counted_as(points)] += cubes


@kernel
def best_growth(state, rules, outlook, survey):
    """The gain of City Growth at its best place, which is noted."""
    most = 0.0
    for city in range(rules.cities):
        if survey.served[city]:
            gain = cube_gain(outlook, survey, city, rules.growth_cubes)
            if gain > most:
                most, state.note_growth = gain, city
    return most


@kernel
def cube_gain(outlook, survey, city, cubes):
    """Points gained by cubes of unknown colour on a city, beyond the least delivery planned."""
    gain = 0.0
    for colour in range(COLOURS):
        gain += gain_beyond_plan(outlook, survey, city, colour)
    return float(cubes) * gain / COLOURS


@kernel
def gain_beyond_plan(outlook, survey, city, colour):
    level = min(LEVELS - 1, outlook.level + 1)
    return max(0, survey.worth[city, colour, level] - outlook.least_planned)


@kernel
def plan_least(outlook, survey):
    """Find the points of the least delivery that the actions left will reach, one level up."""
    left, points = float(outlook.actions), POINTS
    while left > 0 and points > 0:
        points -= 1
        left -= survey.counts[min(LEVELS - 1, outlook.level + 1), points]
    outlook.least_planned = points


@kernel
def consider_western_link(state, rules, outlook, survey, best):
    """B48: red cubes, and more cubes at the destination for each that arrives."""
    if action.is_banned(rules, action.WITHOUT_WESTERN_LINK):
        return
    if outlook.learned and outlook.actions == 1:  # none is left to deliver its cubes
        return
    without_features(survey)
    prospect = after(outlook, money=rules.western_price)
    for city in range(rules.cities):
        if can_build_western_link(state, rules, city) and survey.served[city]:
            gain = gain_beyond_plan(outlook, survey, city, rules.western_colour)
            bonus = rules.western_cubes * gain * (1.0 + rules.weights[WESTERN_POINTS])
            if outlook.multiplayer:
                bonus += rail_western(state, rules, outlook.seat)
            link = action.an_action(WESTERN_LINK, city)
            offer_prospect(state, rules, survey, survey.counts, prospect, bonus, link, best)


@kernel
def consider_mines(state, rules, outlook, survey, best):
    """M31: cubes of unknown colours on a grey city of the network."""
    if rules.mines_each == 0 or outlook.actions < FEWEST_ACTIONS or outlook.cash < rules.mine_price:
        return
    without_features(survey)
    prospect = after(outlook, money=rules.mine_price)
    for city in range(rules.cities):
        if survey.served[city] and can_mine(state, rules, outlook.seat, city):
            gain = cube_gain(outlook, survey, city, CUBES_MINED) * survey.share[city]
            mine = action.an_action(MINE, city)
            offer_prospect(state, rules, survey, survey.counts, prospect, gain, mine, best)
