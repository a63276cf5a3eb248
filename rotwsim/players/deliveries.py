"""Deliveries and the engine, judged by what is left to deliver after them."""

import numpy as np

from rotwsim.core.codes import COLOURS, DELIVER, UPGRADE
from rotwsim.core.engine import can_upgrade, upgrade_price
from rotwsim.core.jit import kernel, step
from rotwsim.core.layout import LEVELS
from rotwsim.players.aims import delivery_aims, engine_aim
from rotwsim.players.answers import an_action
from rotwsim.players.layout import POINTS
from rotwsim.players.outlook import after, after_the_last_marker
from rotwsim.players.plan import position_worth
from rotwsim.players.ranking import NOTHING_YET, floor_of, offer
from rotwsim.players.survey import counted_as, shift_cubes
from rotwsim.players.weights import DELIVERY_DELAY

LEVELS_OF_PATIENCE = 2  # engine levels by which a cube is judged that might wait


@step
def consider_deliveries(state, rules, outlook, survey, best):
    """For each number of points the cube that would gain least from waiting."""
    city_of = np.full(POINTS, -1, np.int64)
    colour_of = np.empty(POINTS, np.int64)
    ahead = min(LEVELS - 1, outlook.level + LEVELS_OF_PATIENCE)
    for city in range(rules.cities):
        if not survey.served[city]:
            continue
        for colour in range(COLOURS):
            if state.goods[city, colour] == 0 or survey.points[city, colour] <= 0:
                continue
            points = counted_as(survey.points[city, colour])
            later = survey.worth[city, colour, ahead]
            rival = city_of[points]
            if rival < 0 or later < survey.worth[rival, colour_of[points], ahead]:
                city_of[points], colour_of[points] = city, colour
    for points in range(1, POINTS):
        if city_of[points] >= 0:
            consider_delivery(
                state, rules, outlook, survey, city_of[points], colour_of[points], best
            )


@step
def consider_delivery(state, rules, outlook, survey, city, colour, best):
    """A delivery scores now and takes its cube out of the plan; the last marker ends the game
    (S40).
    """
    points = counted_as(survey.points[city, colour])
    own, foreign = survey.own[city, colour], survey.foreign[city, colour]
    bonus = rules.weights[DELIVERY_DELAY]
    bonus += delivery_aims(state, rules, outlook, colour, own + foreign)
    prospect, to_beat = after(outlook, points=points), floor_of(best) - bonus
    if state.cubes[city] == 1 and last_marker_lies_ready(state, rules):
        prospect = after_the_last_marker(state, rules, outlook, points)
        to_beat = NOTHING_YET
    shift_cubes(survey, city, colour, -1)
    worth = position_worth(state, rules, survey.counts, prospect, to_beat)
    shift_cubes(survey, city, colour, 1)
    action = an_action(DELIVER, city, colour, survey.goal[city, colour], own, foreign)
    offer(best, worth + bonus, action)


@kernel
def last_marker_lies_ready(state, rules):
    """Whether one more Empty City Marker ends the game, which nothing else has ended yet."""
    return state.trigger == 0 and 0 < rules.empty_city_trigger <= state.markers + 1


@step
def consider_upgrade(state, rules, outlook, survey, best):
    """One engine level more, at the price of the next."""
    if can_upgrade(state, rules, outlook.seat):
        price = upgrade_price(state, rules, outlook.seat)
        aim = engine_aim(state, rules, outlook)
        prospect = after(outlook, levels=1, money=price)
        worth = position_worth(state, rules, survey.counts, prospect, floor_of(best) - aim)
        offer(best, worth + aim, an_action(UPGRADE))
