"""Operations cards, judged by what they add to an action that does nothing else."""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.codes import (
    BOUNTY,
    CARD_KINDS,
    CITY_GROWTH,
    EXECUTIVE,
    GREY,
    HOTEL,
    LAND_GRANT,
    NEW_INDUSTRY,
    PERFECT_ENGINEERING,
    TAKE_CARD,
)
from rotwsim.players.action import CARD_BANS, an_action, is_banned
from rotwsim.players.learned.corrections import correct_card
from rotwsim.players.value.cities import best_growth, best_new_industry
from rotwsim.players.value.horizon import after
from rotwsim.players.value.network import ONE, end_of, stops_on
from rotwsim.players.value.objectives import card_aim, hotel_aim, new_city_aim
from rotwsim.players.value.position_value import position_worth
from rotwsim.players.value.ranking import floor_of, offer
from rotwsim.players.value.rivals import card_at_table
from rotwsim.players.value.weights import (
    ENGINEERING_POINTS,
    GRANT_MONEY,
    GROWTH_POINTS,
    HOTEL_REMOVAL,
    HOTEL_SHARE,
)

FEWEST_TURNS = 4  # left for a Land Grant to pay


@kernel
def consider_cards(state, rules, outlook, survey, pass_value, best):
    """Each card of the display; `pass_value` is the worth of an action that does nothing."""
    for place in range(state.display_count):
        card = state.display[place]
        kind = rules.operation_kind[card]
        if kind < CARD_KINDS and kind != BOUNTY and not is_banned(rules, CARD_BANS[kind]):
            more = correct_card(rules, outlook, survey, kind) if outlook.learned else 0.0
            if outlook.learned and outlook.table:
                more += card_at_table(state, rules, outlook, survey)
            aim = card_aim(state, rules, outlook)
            if kind == NEW_INDUSTRY:
                aim += new_city_aim(state, rules, outlook)
            worth = aim + card_worth(
                state, rules, outlook, survey, card, pass_value, floor_of(best) - more - aim
            )
            if worth > pass_value:
                offer(best, survey, worth + more, more, an_action(TAKE_CARD, place))


@kernel
def card_worth(state, rules, outlook, survey, card, pass_value, floor):
    """The worth after taking a card; that of a pass where it would be no use."""
    kind = rules.operation_kind[card]
    if kind == HOTEL:
        gain = hotel_gain(state, rules, outlook, survey, rules.operation_city[card])
        return pass_value + gain + hotel_aim(state, rules, outlook)
    if kind == NEW_INDUSTRY:
        return best_new_industry(state, rules, outlook, survey, floor)
    if kind == CITY_GROWTH:
        growth = best_growth(state, rules, outlook, survey)
        return pass_value + rules.weights[GROWTH_POINTS] * growth
    if kind == EXECUTIVE:
        prospect = after(outlook, actions=1 - rules.executive_actions)
        return position_worth(state, rules, survey.counts, prospect, floor)
    if kind == LAND_GRANT and outlook.turns > FEWEST_TURNS:
        prospect = after(outlook, money=-int(rules.weights[GRANT_MONEY]))
        return position_worth(state, rules, survey.counts, prospect, floor)
    if kind == PERFECT_ENGINEERING and state.perfect[outlook.seat] == 0:
        return pass_value + rules.weights[ENGINEERING_POINTS] * outlook.turns / 10.0
    return pass_value


@kernel
def hotel_gain(state, rules, outlook, survey, city):
    """Deliveries that may end at the hotel's city, and cubes the Railbot takes from it or other
    seats bring to it.
    """
    if state.colour[city] == GREY or not (survey.served[city] or outlook.table):
        return 0.0
    pay = 0.0
    if not state.no_hotels:
        cubes = float(cubes_within_reach(state, survey, city))
        pay = rules.weights[HOTEL_SHARE] * min(cubes, outlook.actions / 3.0)
    return pay + rules.weights[HOTEL_REMOVAL] * outlook.turns


@kernel
def cubes_within_reach(state, survey, city):
    """Cubes that chains of own Links could bring to a city that takes their colour."""
    colour = state.colour[city]
    cubes = 0
    counted = np.uint64(0)
    for place in range(survey.chains[city]):
        chain = survey.chain[city, place]
        origin = np.uint64(end_of(chain))
        if not stops_on(chain, colour) and not (counted >> origin) & ONE:
            counted |= ONE << origin
            cubes += state.goods[end_of(chain), colour]
    return cubes
