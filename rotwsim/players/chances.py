"""What else an action can buy: New Cities, Operations cards, Western Links and Insurance."""

import numpy as np

from rotwsim.core.cities import can_build_western_link, can_urbanize
from rotwsim.core.codes import (
    CITY_GROWTH,
    COLOURS,
    EXECUTIVE,
    GREY,
    HOTEL,
    INSURE,
    LAND_GRANT,
    NEW_INDUSTRY,
    PERFECT_ENGINEERING,
    SOLO,
    TAKE_CARD,
    URBANIZE,
    WESTERN_LINK,
)
from rotwsim.core.insurance import INSURABLE
from rotwsim.core.jit import kernel, step
from rotwsim.core.money import income_at
from rotwsim.players.aims import hotel_aim
from rotwsim.players.bans import (
    WITHOUT_ENGINEERING,
    WITHOUT_EXECUTIVE,
    WITHOUT_GROWTH,
    WITHOUT_HOTELS,
    WITHOUT_INSURANCE,
    WITHOUT_LAND_GRANT,
    WITHOUT_NEW_INDUSTRY,
    WITHOUT_URBANIZE,
    WITHOUT_WESTERN_LINK,
    is_banned,
)
from rotwsim.players.outlook import (
    ACTIONS_LEFT,
    LEVEL,
    NOTHING_YET,
    SCORE,
    TURNS_LEFT,
    floor_of,
    offer,
    worth_after,
)
from rotwsim.players.plan import POINTS
from rotwsim.players.survey import LEVELS, ONE
from rotwsim.players.weights import (
    BARON_THREAT,
    DEADHEAD_THREAT,
    ENGINE_AHEAD,
    ENGINEERING_POINTS,
    GRANT_MONEY,
    GROWTH_POINTS,
    HOTEL_REMOVAL,
    HOTEL_SHARE,
    INSURANCE_CAUTION,
    LINKS_THREAT,
    NEW_CUBE_POINTS,
    WESTERN_POINTS,
)

FEWEST_ACTIONS = 3  # left for a New City to pay
CALM_TURNS = 4  # before the end; earlier only Taxation and Barons are insured
FEWEST_TURNS = 4  # left for a Land Grant to pay


@step
def consider_new_cities(state, rules, pruned, survey, chain, counts, outlook, best):
    """Urbanize: a new market for the cubes that can reach it, and two cubes."""
    if is_banned(rules, WITHOUT_URBANIZE) or outlook[ACTIONS_LEFT] < FEWEST_ACTIONS:
        return
    if pruned and state.cash[SOLO] < rules.urbanize_price:
        return
    new_counts = np.empty((LEVELS, POINTS), np.int64)
    for city in range(rules.cities):
        if survey.served[city] and can_urbanize(state, rules, city):
            for colour in range(COLOURS):
                if state.new_cities[colour] > 0:
                    worth = new_city_worth(
                        state,
                        rules,
                        survey,
                        chain,
                        counts,
                        outlook,
                        city,
                        colour,
                        rules.urbanize_price,
                        new_counts,
                        floor_of(best),
                    )
                    offer(best, worth, URBANIZE, city, colour, 0, 0, 0)


@kernel
def new_city_worth(
    state, rules, survey, chain, counts, outlook, city, colour, price, new_counts, floor
):
    """The worth of the position with a New City; cubes that would now stop there early are not
    charged.
    """
    level = outlook[LEVEL]
    ahead = min(LEVELS - 1, level + int(rules.weights[ENGINE_AHEAD]))
    for target in range(level, ahead + 1):
        for points in range(POINTS):
            new_counts[target, points] = counts[target, points]
    for place in range(survey.chains[city]):
        packed = chain[city, place]
        origin = packed & 63
        cubes = state.goods[origin, colour]
        if cubes == 0 or (packed >> 10) & (1 << colour):
            continue
        links = (packed >> 6) & 15
        points = links - state.colour_less[colour]
        for target in range(max(level, links), ahead + 1):
            before = survey.worth[origin, colour, target]
            if points > before:
                new_counts[target, min(before, POINTS - 1)] -= cubes
                new_counts[target, min(points, POINTS - 1)] += cubes
    gain = rules.weights[NEW_CUBE_POINTS] * cube_gain(rules, survey, counts, outlook, city)
    return gain + worth_after(state, rules, new_counts, outlook, 0, 0, 1, price, 0, floor - gain)


@kernel
def cube_gain(rules, survey, counts, outlook, city):
    """Points gained by two cubes of unknown colour on a city, beyond the least delivery planned."""
    level = min(LEVELS - 1, outlook[LEVEL] + 1)
    least = least_planned(counts, level, outlook[ACTIONS_LEFT])
    gain = 0.0
    for colour in range(COLOURS):
        gain += max(0, survey.worth[city, colour, level] - least)
    return 2.0 * gain / COLOURS


@kernel
def least_planned(counts, level, actions):
    """Points of the least delivery that the actions left will reach."""
    left = actions
    for points in range(POINTS - 1, 0, -1):
        left -= counts[level, points]
        if left <= 0:
            return points
    return 0


@step
def consider_cards(state, rules, survey, chain, counts, outlook, quiet, best):
    """Each card of the display by what it adds to a quiet action."""
    for place in range(state.display_count):
        card = state.display[place]
        kind = rules.operation_kind[card]
        worth = quiet
        if kind == HOTEL and not is_banned(rules, WITHOUT_HOTELS):
            city = rules.operation_city[card]
            worth += hotel_gain(state, rules, survey, chain, outlook, city)
            worth += hotel_aim(state, rules)
        elif kind == EXECUTIVE and not is_banned(rules, WITHOUT_EXECUTIVE):
            worth = worth_after(
                state,
                rules,
                counts,
                outlook,
                0,
                0,
                1 - rules.executive_actions,
                0,
                0,
                floor_of(best),
            )
        elif kind == NEW_INDUSTRY and not is_banned(rules, WITHOUT_NEW_INDUSTRY):
            worth = best_new_industry(state, rules, survey, chain, counts, outlook, floor_of(best))
        elif kind == CITY_GROWTH and not is_banned(rules, WITHOUT_GROWTH):
            growth = best_growth(state, rules, survey, counts, outlook)
            worth += rules.weights[GROWTH_POINTS] * growth
        elif kind == LAND_GRANT and not is_banned(rules, WITHOUT_LAND_GRANT):
            if outlook[TURNS_LEFT] > FEWEST_TURNS:
                saved = int(rules.weights[GRANT_MONEY])
                worth = worth_after(
                    state, rules, counts, outlook, 0, 0, 1, -saved, 0, floor_of(best)
                )
        elif kind == PERFECT_ENGINEERING and not is_banned(rules, WITHOUT_ENGINEERING):
            if state.perfect[SOLO] == 0:
                worth += rules.weights[ENGINEERING_POINTS] * outlook[TURNS_LEFT] / 10.0
        if worth > quiet:
            offer(best, worth, TAKE_CARD, place, 0, 0, 0, 0)


@step
def hotel_gain(state, rules, survey, chain, outlook, city):
    """Deliveries that may end at the hotel's city, and cubes the Railbot takes from it."""
    colour = state.colour[city]
    if colour == GREY or not survey.served[city]:
        return 0.0
    cubes = 0
    counted = np.uint64(0)
    for place in range(survey.chains[city]):
        packed = chain[city, place]
        origin = np.uint64(packed & 63)
        if not (packed >> 10) & (1 << colour) and not (counted >> origin) & ONE:
            counted |= ONE << origin
            cubes += state.goods[packed & 63, colour]
    pay = 0.0
    if not state.no_hotels:
        pay = rules.weights[HOTEL_SHARE] * min(float(cubes), outlook[ACTIONS_LEFT] / 3.0)
    return pay + rules.weights[HOTEL_REMOVAL] * outlook[TURNS_LEFT]


@step
def best_new_industry(state, rules, survey, chain, counts, outlook, floor):
    """The worth of a free Urbanize at its best place, which is noted."""
    new_counts = np.empty((LEVELS, POINTS), np.int64)
    best = floor
    for city in range(rules.cities):
        if survey.served[city] and can_urbanize(state, rules, city):
            for colour in range(COLOURS):
                if state.new_cities[colour] > 0:
                    worth = new_city_worth(
                        state,
                        rules,
                        survey,
                        chain,
                        counts,
                        outlook,
                        city,
                        colour,
                        0,
                        new_counts,
                        best,
                    )
                    if worth > best:
                        best = worth
                        state.note_city = city
                        state.note_colour = colour
    return best


@step
def best_growth(state, rules, survey, counts, outlook):
    """The gain of City Growth at its best place, which is noted."""
    most = 0.0
    for city in range(rules.cities):
        if survey.served[city]:
            gain = cube_gain(rules, survey, counts, outlook, city)
            if gain > most:
                most = gain
                state.note_growth = city
    return most


@step
def consider_western_link(state, rules, survey, counts, outlook, best):
    """B48: red cubes, and more cubes at the destination for each that arrives."""
    if is_banned(rules, WITHOUT_WESTERN_LINK):
        return
    for city in range(rules.cities):
        if can_build_western_link(state, rules, city) and survey.served[city]:
            level = min(LEVELS - 1, outlook[LEVEL] + 1)
            least = least_planned(counts, level, outlook[ACTIONS_LEFT])
            gain = max(0, survey.worth[city, rules.western_colour, level] - least)
            bonus = rules.western_cubes * gain * (1.0 + rules.weights[WESTERN_POINTS])
            worth = bonus + worth_after(
                state,
                rules,
                counts,
                outlook,
                0,
                0,
                1,
                rules.western_price,
                0,
                floor_of(best) - bonus,
            )
            offer(best, worth, WESTERN_LINK, city, 0, 0, 0, 0)


@step
def consider_insurance(state, rules, counts, outlook, best):
    """S15: two actions against the loss that a card of the row threatens."""
    spent = rules.insurance_actions + state.dear_insurance
    if is_banned(rules, WITHOUT_INSURANCE) or outlook[ACTIONS_LEFT] <= spent:
        return
    quiet = worth_after(state, rules, counts, outlook, 0, 0, spent, 0, 0, NOTHING_YET)
    for place in range(INSURABLE):
        card = state.row[place]
        harmful = rules.card_taxation[card] > 0 or (rules.card_baron[card] > 0 and state.barons > 0)
        if not harmful and outlook[TURNS_LEFT] > CALM_TURNS:
            continue
        loss = card_loss(state, rules, counts, outlook, card)
        chance = min(1.0, rules.weights[INSURANCE_CAUTION] * chance_to_come_up(state))
        offer(best, quiet + chance * loss, INSURE, place, 0, 0, 0, 0)


@step
def card_loss(state, rules, counts, outlook, card):
    """Points that a Railbot card would cost if it were resolved now."""
    loss = 0.0
    if rules.card_taxation[card]:
        taxed = 2 * income_at(rules, outlook[SCORE])
        free = worth_after(state, rules, counts, outlook, 0, 0, 0, 0, 0, NOTHING_YET)
        loss += free - worth_after(state, rules, counts, outlook, 0, 0, 0, taxed, 0, NOTHING_YET)
    if rules.card_deadhead[card]:
        loss += rules.weights[DEADHEAD_THREAT]
    if rules.card_baron[card] and state.barons > 0:
        loss += rules.weights[BARON_THREAT]
    if rules.card_cities[card] > 0:
        loss += rules.weights[LINKS_THREAT]
    return loss


@step
def chance_to_come_up(state):
    """The chance that a card of the row is resolved before the game ends; each slot is about as
    likely.
    """
    flips = state.deck_count - state.deck_next - 2
    if flips <= 0:
        return 0.0
    stays = 1.0
    for _ in range(flips):
        stays *= 2.0 / 3.0
    return 1.0 - stays
