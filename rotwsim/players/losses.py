"""What to give up: decisions in the Railbot step, and the claims of Duel Barons."""

import numpy as np

from rotwsim.core.barons import points_of_baron
from rotwsim.core.codes import (
    COLOURS,
    DECIDE_BARON,
    DECIDE_CLAIM,
    DECIDE_EXHAUST,
    DECIDE_GROWTH,
    DECIDE_LINE,
    DECIDE_LOST_CUBE,
    EFFECT_ENGINE_LOWER,
    EFFECT_EXHAUST_EACH,
    EFFECT_NO_HOTELS,
    EFFECT_TAXATION,
    SOLO,
)
from rotwsim.core.delivery import engine_level
from rotwsim.core.jit import kernel
from rotwsim.core.layout import CITIES
from rotwsim.core.money import income_at
from rotwsim.players.bans import WITHOUT_BARONS, is_banned
from rotwsim.players.chances import cube_gain, new_city_worth
from rotwsim.players.outlook import NOTHING_YET, OUTLOOK, look_ahead
from rotwsim.players.plan import POINTS, count_cubes, turns_left
from rotwsim.players.survey import CHAINS, LEVELS, SURVEY, survey_network
from rotwsim.players.weights import BARON_WAIT

LAST_CUBE = (
    0.5  # points by which the last cube of a city is spared: an empty city ends the game sooner
)
HOTEL_PAY = 1.0


@kernel
def choose(state, rules, decision, options, count):
    """The option that costs least, or gains most."""
    if decision == DECIDE_CLAIM:
        return choose_claim(state, rules, options, count)
    if decision == DECIDE_LINE:
        return choose_line(state, rules, options, count)
    if decision == DECIDE_BARON:
        return choose_baron(state, rules, options, count)
    chain = np.empty((CITIES, CHAINS), np.int32)
    return choose_by_survey(state, rules, decision, options, count, np.zeros(1, SURVEY), chain)


@kernel
def choose_by_survey(state, rules, decision, options, count, surveys, chain):
    """Decisions about cubes; the survey's array is the caller's, a record alone does not keep it alive."""
    survey = surveys[0]
    survey_network(state, rules, survey, chain)
    if decision == DECIDE_LOST_CUBE or decision == DECIDE_EXHAUST:
        return choose_cube(state, rules, survey, decision, options, count)
    return choose_place(state, rules, survey, chain, decision, options, count)


@kernel
def choose_cube(state, rules, survey, decision, options, count):
    """The cube whose delivery is worth least. For a lost cube the city is the one all options share."""
    level = min(LEVELS - 1, engine_level(state, SOLO) + 2)
    best, least = 0, 1e9
    for place in range(count):
        if decision == DECIDE_EXHAUST:
            city = options[place]
            colour = state.asked
        else:
            city = state.asked
            colour = options[place]
        loss = float(survey.worth[city, colour, level])
        if state.cubes[city] == 1:
            loss += LAST_CUBE
        loss -= HOTEL_PAY * state.hotel[SOLO, city] if decision == DECIDE_EXHAUST else 0.0
        loss += survey.bounty[city]
        if loss < least:
            best, least = place, loss
    return best


@kernel
def choose_place(state, rules, survey, chain, decision, options, count):
    """Where a New City or City Growth helps most."""
    counts = np.empty((LEVELS, POINTS), np.int64)
    count_cubes(state, rules, survey, counts)
    outlook = np.empty(OUTLOOK, np.int64)
    look_ahead(state, rules, outlook)
    new_counts = np.empty((LEVELS, POINTS), np.int64)
    best, most = 0, -1e9
    for place in range(count):
        if decision == DECIDE_GROWTH:
            gain = cube_gain(rules, survey, counts, outlook, options[place])
        else:
            city = options[place] // COLOURS
            gain = -1e8
            if survey.served[city]:
                gain = new_city_worth(
                    state,
                    rules,
                    survey,
                    chain,
                    counts,
                    outlook,
                    city,
                    options[place] % COLOURS,
                    0,
                    new_counts,
                    NOTHING_YET,
                )
        if gain > most:
            best, most = place, gain
    return best


@kernel
def choose_line(state, rules, options, count):
    """The line whose cities the network serves least; among equals the one with fewest points."""
    best, least = 0, 1e9
    for place in range(count):
        line = options[place]
        served = 0
        for stop in range(rules.line_cities[line]):
            city = rules.line_city[line, stop]
            for spoke in range(state.spokes[city]):
                if state.spoke_owner[city, spoke] == SOLO:
                    served += 1
                    break
        value = rules.line_points[line] * (1.0 + served)
        if value < least:
            best, least = place, value
    return best


@kernel
def choose_claim(state, rules, options, count):
    """Claims a Baron at its top tier at once, at a lower tier only when time or the Railbot presses."""
    if is_banned(rules, WITHOUT_BARONS):
        return 0
    pressed = turns_left(state, rules) <= rules.weights[BARON_WAIT]
    for place in range(3):
        if rules.card_baron[state.row[place]]:
            pressed = True
    for place in range(1, count):
        baron = state.baron_row[options[place]]
        top = rules.baron_points[baron, rules.baron_tiers[baron] - 1]
        if pressed or points_of_baron(state, rules, SOLO, options[place]) == top:
            return place
    return 0


@kernel
def choose_baron(state, rules, options, count):
    """The Baron whose Opponent Effect hurts least and whose goal is farthest."""
    best, least = 0, 1e9
    for place in range(count):
        baron = state.baron_row[options[place]]
        loss = float(points_of_baron(state, rules, SOLO, options[place]))
        effect = rules.baron_effect[baron]
        if effect == EFFECT_TAXATION:
            loss += 0.3 * income_at(rules, state.score[SOLO])
        elif effect == EFFECT_ENGINE_LOWER:
            loss += 12.0
        elif effect == EFFECT_EXHAUST_EACH:
            loss += 3.0
        elif effect == EFFECT_NO_HOTELS:
            for city in range(rules.cities):
                loss += 2.0 * state.hotel[SOLO, city]
        else:
            loss += 2.0
        if loss < least:
            best, least = place, loss
    return best
