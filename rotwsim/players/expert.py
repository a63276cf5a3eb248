"""expert: compares every sensible action by what the position would be worth after it.

The worth of a position (plan.py): the best deliveries still to come with the engine upgrades they deserve,
less the bonds that the money projected to the end leaves. Deliveries, engine, Links with the cubes that
would travel farther over them, New Cities, cards, Western Link and Insurance are all measured by it.
Considers: cash flow, Taxation, the end of the game, hotels, bounties, Major Lines, Duel Barons, Railbot cards.
"""

import numpy as np

from rotwsim.core.actions import can_insure, can_upgrade
from rotwsim.core.codes import (
    BUILD,
    COLOURS,
    DELIVER,
    PASS,
    SOLO,
    UPGRADE,
)
from rotwsim.core.jit import kernel, step
from rotwsim.core.layout import CITIES, LINES
from rotwsim.core.paths import other_end
from rotwsim.core.track import build_limit, build_price, can_continue, is_blocked, tiles_missing
from rotwsim.players.answers import an_action
from rotwsim.players.chances import (
    consider_cards,
    consider_insurance,
    consider_new_cities,
    consider_western_link,
)
from rotwsim.players.goals import line_distances, line_gain
from rotwsim.players.links import count_with_link, same_part
from rotwsim.players.outlook import (
    BEST_COLUMNS,
    LEVEL,
    LINKS,
    NOTHING_YET,
    OUTLOOK,
    look_ahead,
    offer,
    worth_after,
)
from rotwsim.players.plan import POINTS, count_cubes
from rotwsim.players.survey import LEVELS, SURVEY, survey_network
from rotwsim.players.weights import (
    DEAREST_LINK,
    DELIVERY_DELAY,
    ENGINE_AHEAD,
    LINKS_BEGUN,
    REACH_POINTS,
)


@kernel
def choose_action(state, rules):
    """The action after which the position is worth most."""
    if state.open_route >= 0 and can_continue(state, rules):
        return continue_track(state, rules)
    return choose_by_survey(state, rules, np.zeros(1, SURVEY))


@kernel
def choose_by_survey(state, rules, surveys):
    """Compares all actions; the survey's array is the caller's, a record alone does not keep it alive."""
    survey = surveys[0]
    survey_network(state, rules, survey)
    counts = np.empty((LEVELS, POINTS), np.int64)
    count_cubes(state, rules, survey, counts)
    outlook = np.empty(OUTLOOK, np.int64)
    look_ahead(state, rules, outlook)
    best = np.zeros(BEST_COLUMNS, np.float64)
    best[0] = NOTHING_YET
    offer(best, worth_after(state, rules, counts, outlook, 0, 0, 1, 0, 0), PASS, 0, 0, 0, 0, 0)
    consider_deliveries(state, rules, survey, counts, outlook, best)
    consider_upgrade(state, rules, counts, outlook, best)
    consider_links(state, rules, survey, counts, outlook, best)
    consider_new_cities(state, rules, survey, counts, outlook, best)
    consider_cards(state, rules, survey, counts, outlook, best)
    consider_western_link(state, rules, survey, counts, outlook, best)
    if can_insure(state, rules):
        consider_insurance(state, rules, counts, outlook, best)
    return an_action(best[1], best[2], best[3], best[4], best[5], best[6])


@kernel
def continue_track(state, rules):
    """What was begun is finished."""
    tiles = min(build_limit(state, rules, SOLO), tiles_missing(state, rules, state.open_route))
    return an_action(BUILD, state.open_route, state.open_end, tiles, 0)


@kernel
def consider_deliveries(state, rules, survey, counts, outlook, best):
    """For each number of points the cube that would gain least from waiting."""
    level = outlook[LEVEL]
    ahead = min(LEVELS - 1, level + 2)
    city_of = np.full(POINTS, -1, np.int64)
    colour_of = np.empty(POINTS, np.int64)
    for city in range(rules.cities):
        if not survey.served[city]:
            continue
        for colour in range(COLOURS):
            if state.goods[city, colour] == 0 or survey.points[city, colour] <= 0:
                continue
            points = min(survey.points[city, colour], POINTS - 1)
            rival = city_of[points]
            if (
                rival < 0
                or survey.worth[city, colour, ahead] < survey.worth[rival, colour_of[points], ahead]
            ):
                city_of[points] = city
                colour_of[points] = colour
    for points in range(1, POINTS):
        city = city_of[points]
        if city < 0:
            continue
        colour = colour_of[points]
        shift_cube(survey, counts, city, colour, -1)
        worth = worth_after(state, rules, counts, outlook, 0, 0, 1, 0, points)
        shift_cube(survey, counts, city, colour, 1)
        offer(
            best,
            worth + rules.weights[DELIVERY_DELAY],
            DELIVER,
            city,
            colour,
            survey.goal[city, colour],
            survey.own[city, colour],
            survey.railbot[city, colour],
        )


@kernel
def shift_cube(survey, counts, city, colour, step):
    """Takes one cube out of the counts, or puts it back."""
    for level in range(1, LEVELS):
        counts[level, min(survey.worth[city, colour, level], POINTS - 1)] += step


@step
def consider_upgrade(state, rules, counts, outlook, best):
    if can_upgrade(state, rules, SOLO):
        price = rules.engine_price[state.engine[SOLO] + 1]
        worth = worth_after(state, rules, counts, outlook, 1, 0, 1, price, 0)
        offer(best, worth, UPGRADE, 0, 0, 0, 0, 0)


@kernel
def consider_links(state, rules, survey, counts, outlook, best):
    """Links from the network to its neighbours; any Link while there is no network."""
    level = outlook[LEVEL]
    ahead = min(LEVELS - 1, level + int(rules.weights[ENGINE_AHEAD]))
    changed = np.zeros((CITIES, COLOURS), np.int64)
    new_counts = np.empty((LEVELS, POINTS), np.int64)
    distances = np.empty((LINES, 2, CITIES), np.int64)
    lines_open = line_distances(state, rules, distances)
    begun = outlook[LINKS] >= rules.weights[LINKS_BEGUN]
    seen = np.zeros(CITIES, np.int64)
    limit = build_limit(state, rules, SOLO)
    actions_now = state.actions_left
    if state.before_railbot:
        actions_now += rules.actions_after_railbot - state.actions_forfeit
    for city in range(rules.cities):
        if begun and not survey.served[city]:
            continue
        for entry in range(rules.city_start[city], rules.city_start[city + 1]):
            route = rules.city_route[entry]
            price = rules.route_cost[route]
            if price > rules.weights[DEAREST_LINK]:
                break
            builds = (rules.route_tiles[route] + limit - 1) // limit
            if builds > actions_now or is_blocked(state, route):
                continue
            there = other_end(rules, route, city)
            if same_part(state, city, there) or (
                not begun and there < city and not survey.served[city]
            ):
                continue
            if seen[there] == (city + 1) * 16 + builds:
                continue
            seen[there] = (city + 1) * 16 + builds
            count_with_link(
                state, rules, survey, counts, city, there, level, ahead, changed, new_counts
            )
            bonus = 0.0
            if lines_open:
                bonus += line_gain(state, rules, distances, city, there)
            if not survey.served[there]:
                bonus += rules.weights[REACH_POINTS] * state.cubes[there]
            if not survey.served[city]:
                bonus += rules.weights[REACH_POINTS] * state.cubes[city]
            worth = worth_after(state, rules, new_counts, outlook, 0, 1, builds, price, 0) + bonus
            tiles = min(limit, rules.route_tiles[route])
            grant = 0
            if state.grants[SOLO] > 0:
                if price - build_price(state, rules, route, 0, tiles, 1) >= 4:
                    grant = 1
            offer(best, worth, BUILD, route, 0, tiles, grant, 0)
