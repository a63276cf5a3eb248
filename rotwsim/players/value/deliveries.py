"""Deliveries and the engine, judged by what is left to deliver after them."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.engine import can_upgrade, upgrade_price
from rotwsim.core.state.codes import COLOURS, DELIVER, UPGRADE
from rotwsim.core.state.layout import LEVELS
from rotwsim.players.action import an_action
from rotwsim.players.learned.corrections import correct_delivery, correct_upgrade
from rotwsim.players.value.horizon import after, after_the_last_marker, next_marker_ends
from rotwsim.players.value.network import counted_as, shift_cubes
from rotwsim.players.value.objectives import delivery_aims, engine_aim
from rotwsim.players.value.position_value import position_worth
from rotwsim.players.value.rail_baron_objectives import rail_spending
from rotwsim.players.value.ranking import NOTHING_YET, floor_of, offer
from rotwsim.players.value.records import POINTS
from rotwsim.players.value.rivals import delivery_at_table, upgrade_at_table
from rotwsim.players.value.weights import DELIVERY_DELAY

LEVELS_OF_PATIENCE = 2  # engine levels by which a cube is judged that might wait
ENDS_GAME = 1e6  # regret of a cube that ends the game: any other of as many points goes first
MUCH = 1e9


@kernel
def consider_deliveries(state, rules, outlook, survey, best):
    """For each number of points the cube that would gain least from waiting."""
    city_of, colour_of, least = survey.cube_city, survey.cube_colour, survey.cube_later
    for points in range(POINTS):
        city_of[points], least[points] = -1, MUCH
    ahead = min(LEVELS - 1, outlook.level + LEVELS_OF_PATIENCE)
    for city in range(rules.cities):
        if not survey.served[city]:
            continue
        for colour in range(COLOURS):
            if state.goods[city, colour] == 0 or survey.points[city, colour] <= 0:
                continue
            points = counted_as(survey.points[city, colour])
            later = survey.worth[city, colour, ahead] * survey.share[city]
            if outlook.learned:
                later += regret(state, rules, outlook, survey, city, colour)
            if later < least[points]:
                city_of[points], colour_of[points], least[points] = city, colour, later
    for points in range(1, POINTS):
        if city_of[points] >= 0:
            consider_delivery(
                state, rules, outlook, survey, city_of[points], colour_of[points], best
            )


@kernel
def regret(state, rules, outlook, survey, city, colour):
    """What speaks against delivering a cube rather than another of as many points."""
    if state.cubes[city] == 1 and next_marker_ends(state, rules):
        return ENDS_GAME
    gain = correct_delivery(state, rules, outlook, survey, city, colour, 0.0)
    if outlook.table:
        gain += delivery_at_table(state, rules, outlook, survey, city, colour)
    return -gain


@kernel
def consider_delivery(state, rules, outlook, survey, city, colour, best):
    """A delivery scores now and takes its cube out of the plan; the last marker ends the game
    (S40).
    """
    points = counted_as(survey.points[city, colour])
    own, foreign = survey.own[city, colour], survey.foreign[city, colour]
    bonus = rules.weights[DELIVERY_DELAY]
    aim = delivery_aims(state, rules, outlook, colour, own + foreign)
    bonus += aim
    if outlook.learned:
        bonus += correct_delivery(state, rules, outlook, survey, city, colour, aim) - outlook.need
    if outlook.table:
        bonus += delivery_at_table(state, rules, outlook, survey, city, colour)
    prospect, to_beat = after(outlook, points=points), floor_of(best) - bonus
    if state.cubes[city] == 1 and next_marker_ends(state, rules):
        prospect = after_the_last_marker(state, rules, outlook, points)
        to_beat = NOTHING_YET
    shift_cubes(survey, city, colour, -1)
    worth = position_worth(state, rules, survey.counts, prospect, to_beat)
    shift_cubes(survey, city, colour, 1)
    action = an_action(DELIVER, city, colour, survey.goal[city, colour], own, foreign)
    offer(best, survey, worth + bonus, bonus, action)


@kernel
def consider_upgrade(state, rules, outlook, survey, best):
    """One engine level more, at the price of the next."""
    if can_upgrade(state, rules, outlook.seat):
        price = upgrade_price(state, rules, outlook.seat)
        goal = engine_aim(state, rules, outlook)
        if outlook.table:
            goal -= rail_spending(state, rules, outlook, price)
        aim = goal
        if outlook.learned:
            aim += correct_upgrade(state, rules, outlook, survey, 0.0 if outlook.table else aim)
        if outlook.table:
            aim += upgrade_at_table(state, rules, outlook, survey, goal)
        prospect = after(outlook, levels=1, money=price)
        worth = position_worth(state, rules, survey.counts, prospect, floor_of(best) - aim)
        offer(best, survey, worth + aim, aim, an_action(UPGRADE))
