"""expert: compares every sensible action by what the position would be worth after it.

The worth of a position (plan.py): the best deliveries still to come with the engine upgrades they
deserve, less the bonds that the money projected to the end leaves. Deliveries, engine, Links with
the cubes that would travel farther over them, New Cities, cards, Western Link and Insurance are all
measured by it. Considers: cash flow, Taxation, both ends of the game, hotels, bounties, Major
Lines, Duel Barons, the row.
"""

import numpy as np

from rotwsim.core.actions import can_insure, can_upgrade
from rotwsim.core.codes import BUILD, COLOURS, DELIVER, SOLO, UPGRADE
from rotwsim.core.jit import kernel, step
from rotwsim.core.layout import CITIES, LINES, PAIR_WAYS
from rotwsim.core.track import (
    build_limit,
    end_of,
    grant_saves,
    other_end,
    tiles_missing,
    ways_at,
)
from rotwsim.players.aims import (
    delivery_aims,
    engine_aim,
    line_gain,
    link_aims,
    measure_lines,
    wants_double_link,
)
from rotwsim.players.answers import an_action
from rotwsim.players.chances import (
    consider_cards,
    consider_insurance,
    consider_new_cities,
    consider_western_link,
)
from rotwsim.players.links import count_with_link, find_gains, forget_lengths, same_part
from rotwsim.players.losses import note_cubes
from rotwsim.players.outlook import (
    ACTIONS_LEFT,
    BEST_COLUMNS,
    BONDS,
    CASH,
    LEVEL,
    LINKS,
    NOTHING_YET,
    OUTLOOK,
    SCORE,
    TURNS_LEFT,
    floor_of,
    look_ahead,
    look_at_the_end,
    offer,
    start_with_a_pass,
    worth_after,
)
from rotwsim.players.plan import (
    NO_WORTH,
    POINTS,
    count_cubes,
    most_points,
    owed_at_once,
    top_target,
    worth_with_engine,
)
from rotwsim.players.survey import CHAINS, LEVELS, SURVEY, survey_network
from rotwsim.players.weights import (
    BOND_POINTS,
    DEAREST_LINK,
    DELIVERY_DELAY,
    ENGINE_AHEAD,
    LINKS_BEGUN,
    REACH_POINTS,
)

GRANT_WORTH_USING = 4  # money a Land Grant must save
# What the pruned player leaves out: dear Links while there is no network, Links to a city without
# cubes, and
# Links to a city that the network can reach much more cheaply.
DEAREST_OPENING = 8
DETOUR_FACTOR = 1
DETOUR = 4
QUIET_TURNS = 4  # before the end, in which passing is an idea at all
MOST_BUILDS = 3  # Build actions for one Link within a turn
ROUNDING = 1e-6
WAYS = 256  # looked at from one city


@kernel
def choose_action(state, rules, pruned, chances):
    """The action after which the position is worth most; track once begun is finished.

    Without chances only deliveries, the engine and Links are compared.
    """
    if state.open_city >= 0 and tiles_missing(state, rules, state.open_aim) > 0:
        return continue_track(state, rules)
    best = np.zeros((1, BEST_COLUMNS), np.float64)
    chain = np.empty((CITIES, CHAINS), np.int32)
    rank_actions(state, rules, pruned, chances, np.zeros(1, SURVEY), chain, best)
    return action_of(best[0])


@kernel
def continue_track(state, rules):
    """The next tiles of the open track."""
    missing = tiles_missing(state, rules, state.open_aim)
    tiles = min(build_limit(state, rules, SOLO), missing)
    return an_action(BUILD, state.open_city, state.open_aim, tiles, 0)


@kernel
def action_of(row):
    """The action in a row of the ranking."""
    return an_action(row[1], row[2], row[3], row[4], row[5], row[6])


@kernel
def rank_actions(state, rules, pruned, chances, surveys, chain, best):
    """The best actions, as many as `best` has rows.

    The arrays are the caller's, for a record does not keep its array alive.
    """
    survey = surveys[0]
    survey_network(state, rules, survey, chain)
    counts = np.empty((LEVELS, POINTS), np.int64)
    count_cubes(state, rules, survey, counts)
    outlook = np.empty(OUTLOOK, np.int64)
    look_ahead(state, rules, outlook)
    note_cubes(state, rules, survey, outlook)
    quiet = worth_after(state, rules, counts, outlook, 0, 0, 1, 0, 0, NOTHING_YET)
    late = outlook[TURNS_LEFT] <= QUIET_TURNS or not chances
    start_with_a_pass(best, quiet if late else NOTHING_YET)
    consider_deliveries(state, rules, survey, counts, outlook, best)
    consider_upgrade(state, rules, counts, outlook, best)
    consider_links(state, rules, pruned, survey, chain, counts, outlook, best)
    if not chances:
        return
    consider_new_cities(state, rules, pruned, survey, chain, counts, outlook, best)
    consider_cards(state, rules, survey, chain, counts, outlook, quiet, best)
    consider_western_link(state, rules, survey, counts, outlook, best)
    if can_insure(state, rules):
        consider_insurance(state, rules, counts, outlook, best)


@kernel
def consider_deliveries(state, rules, survey, counts, outlook, best):
    """For each number of points the cube that would gain least from waiting."""
    ahead = min(LEVELS - 1, outlook[LEVEL] + 2)
    city_of = np.empty(POINTS, np.int64)
    colour_of = np.empty(POINTS, np.int64)
    for points in range(POINTS):
        city_of[points] = -1
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
        if city_of[points] >= 0:
            consider_delivery(
                state,
                rules,
                survey,
                counts,
                outlook,
                city_of[points],
                colour_of[points],
                points,
                best,
            )


@step
def consider_delivery(state, rules, survey, counts, outlook, city, colour, points, best):
    """A delivery scores now and takes its cube out of the plan; the last marker ends the game
    (S40).
    """
    links = survey.own[city, colour] + survey.railbot[city, colour]
    bonus = rules.weights[DELIVERY_DELAY] + delivery_aims(state, rules, colour, links)
    shift_cube(survey, counts, city, colour, -1)
    if state.trigger == 0 and state.cubes[city] == 1 and last_marker_lies_ready(state, rules):
        ending = np.empty(OUTLOOK, np.int64)
        look_at_the_end(state, rules, outlook, ending)
        worth = worth_after(state, rules, counts, ending, 0, 0, 1, 0, points, NOTHING_YET)
    else:
        worth = worth_after(
            state, rules, counts, outlook, 0, 0, 1, 0, points, floor_of(best) - bonus
        )
    shift_cube(survey, counts, city, colour, 1)
    offer(
        best,
        worth + bonus,
        DELIVER,
        city,
        colour,
        survey.goal[city, colour],
        survey.own[city, colour],
        survey.railbot[city, colour],
    )


@kernel
def last_marker_lies_ready(state, rules):
    """Whether one more Empty City Marker ends the game."""
    return 0 < rules.empty_city_trigger <= state.markers + 1


@kernel
def shift_cube(survey, counts, city, colour, step):
    """Takes one cube out of the counts, or puts it back."""
    for level in range(1, LEVELS):
        counts[level, min(survey.worth[city, colour, level], POINTS - 1)] += step


@kernel
def consider_upgrade(state, rules, counts, outlook, best):
    if can_upgrade(state, rules, SOLO):
        price = rules.engine_price[state.engine[SOLO] + 1]
        aim = engine_aim(state, rules)
        worth = worth_after(state, rules, counts, outlook, 1, 0, 1, price, 0, floor_of(best) - aim)
        offer(best, worth + aim, UPGRADE, 0, 0, 0, 0, 0)


@kernel
def consider_links(state, rules, pruned, survey, chain, counts, outlook, best):
    """Links from the network to its neighbours; any Link while the network has hardly begun."""
    if state.open_city >= 0:  # blocked meanwhile, and no other track may be begun beside it (B15)
        return
    level = outlook[LEVEL]
    ahead = min(LEVELS - 1, level + int(rules.weights[ENGINE_AHEAD]))
    begun = outlook[LINKS] >= rules.weights[LINKS_BEGUN]
    changed = np.zeros((CITIES, COLOURS), np.int64)
    touched = np.empty(CITIES * COLOURS, np.int64)
    gains = np.empty(LEVELS, np.int64)
    known = np.empty((MOST_BUILDS + 1, LEVELS), np.float64)
    know_points(state, rules, counts, outlook, known)
    with_link = np.empty(POINTS, np.int64)
    ways = np.empty(WAYS, np.int64)
    limit = build_limit(state, rules, SOLO)
    actions_now = state.actions_left
    if state.third_to_come:
        actions_now += rules.actions_after_railbot - state.actions_forfeit
    double = wants_double_link(state, rules)
    gaps = np.empty((LINES, 2), np.int64)
    measure_lines(state, rules, gaps)
    nearest = np.empty(CITIES, np.int64)
    dearest = int(rules.weights[DEAREST_LINK])
    if pruned and not begun:
        dearest = min(dearest, DEAREST_OPENING)
    find_nearest(state, rules, survey, begun, dearest, nearest)
    for city in range(rules.cities):
        if begun and not survey.served[city]:
            continue
        for number in range(ways_at(state, rules, city, limit, dearest, ways)):
            way = ways[number]
            price = rules.way_price[way]
            builds = (rules.way_tiles[way] + limit - 1) // limit
            there = end_of(rules, way, city)
            joined = same_part(state, city, there)
            if joined and not double:
                continue
            if pruned and begun and not survey.served[there]:
                if price > DETOUR_FACTOR * nearest[there] + DETOUR or state.cubes[there] == 0:
                    continue
            if builds > min(actions_now, MOST_BUILDS):
                continue
            if not survey.served[city] and not survey.served[there] and there < city:
                continue
            bonus = link_aims(state, rules, city, there)
            if joined and bonus <= 0.0:
                continue
            bonus += line_gain(state, rules, gaps, city, there)
            if not survey.served[there]:
                bonus += rules.weights[REACH_POINTS] * state.cubes[there]
            if not survey.served[city]:
                bonus += rules.weights[REACH_POINTS] * state.cubes[city]
            number = find_gains(
                state, survey, chain, city, there, level, ahead, changed, touched, gains
            )
            limit_to_beat = floor_of(best) - bonus
            useful = not pruned or bonus > 0.0 or gains_any(gains, level, ahead)
            if useful:
                more = 0 if joined else 1
                worth = bonus + link_worth(
                    state, rules, survey, counts, outlook, known[builds], gains, changed, touched,
                    number, more, builds, price, limit_to_beat, with_link
                )  # fmt: skip
                if worth > floor_of(best):
                    offer_link(state, rules, way, limit, worth, best)
            forget_lengths(changed, touched, number)


@step
def know_points(state, rules, counts, outlook, known):
    """known[builds, level]: points to come with one Link more that moves no cube farther."""
    level = outlook[LEVEL]
    for builds in range(1, MOST_BUILDS + 1):
        actions = outlook[ACTIONS_LEFT] - builds
        for target in range(level, top_target(state, rules, level) + 1):
            known[builds, target] = most_points(
                rules, counts[target], level, target, outlook[LINKS] + 1, actions,
                outlook[TURNS_LEFT]
            )  # fmt: skip


@kernel
def gains_any(gains, level, ahead):
    for target in range(level, ahead + 1):
        if gains[target] > 0:
            return True
    return False


@step
def link_worth(
    state, rules, survey, counts, outlook, known, gains, changed, touched, number, more, builds,
    price, floor, with_link
):  # fmt: skip
    """As `worth_after`, with a Link whose gains were found; only engine levels are looked at that
    could exceed the floor without further bonds.
    """
    level, actions = outlook[LEVEL], outlook[ACTIONS_LEFT] - builds
    cash = outlook[CASH] - price
    owed = rules.weights[BOND_POINTS] * owed_at_once(rules, cash, outlook[BONDS])
    best = NO_WORTH
    engine = 0.0
    for target in range(level, top_target(state, rules, level) + 1):
        if target > level:
            engine += rules.engine_price[target + state.engine_lower]
        if actions < target - level:
            break
        if known[target] + gains[target] - owed <= max(best, floor) - ROUNDING:
            continue
        count_with_link(state, survey, counts, target, changed, touched, number, with_link)
        worth = worth_with_engine(
            rules, with_link, level, target, outlook[LINKS] + more, actions, outlook[TURNS_LEFT],
            cash, outlook[BONDS], outlook[SCORE], engine, max(best, floor)
        )  # fmt: skip
        best = max(best, worth)
    return best


@step
def find_nearest(state, rules, survey, begun, dearest, nearest):
    """The price of the cheapest free route from the network to each city."""
    for city in range(rules.cities):
        nearest[city] = 1 << 20
    if not begun:
        return
    for city in range(rules.cities):
        if not survey.served[city]:
            continue
        for entry in range(rules.near_start[city], rules.near_start[city + 1]):
            pair = rules.near_pair[entry]
            if rules.pair_price[pair] > dearest:
                break
            if pair < rules.listed and state.way_price[pair] <= dearest:
                there = other_end(rules, pair, city)
                nearest[there] = min(nearest[there], state.way_price[pair])


@step
def offer_link(state, rules, way, limit, worth, best):
    """Laid from the first city of its pair on; a Land Grant is used where it saves enough."""
    pair = way // PAIR_WAYS
    first, second = rules.pair_first[pair], rules.pair_second[pair]
    tiles = min(limit, rules.way_tiles[way])
    grant = 0
    if state.grants[SOLO] > 0 and grant_saves(rules, first, way, tiles) >= GRANT_WORTH_USING:
        grant = 1
    offer(best, worth, BUILD, first, second, tiles, grant, way)
