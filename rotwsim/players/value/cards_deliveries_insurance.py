# Longer than most: what each kind of action but a Link or a city is worth.
"""Cards, deliveries, the engine and Insurance, judged by what the position is worth after them."""

import math

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules import money_engine_insurance as money
from rotwsim.core.state import codes
from rotwsim.core.state.layout import LEVELS
from rotwsim.players import action
from rotwsim.players.action import NOTHING_YET, floor_of, is_banned, offer
from rotwsim.players.learned import corrections
from rotwsim.players.value import rivals, weights
from rotwsim.players.value.cities import best_growth, best_new_industry
from rotwsim.players.value.network import ONE, counted_as, end_of, shift_cubes, stops_on
from rotwsim.players.value.objectives import delivery_aims, step_worth
from rotwsim.players.value.position_value import (
    actions_left,
    after,
    next_marker_ends,
    offer_prospect,
    position_worth,
)
from rotwsim.players.value.rail_baron_objectives import rail_engine, rail_spending
from rotwsim.players.value.records import POINTS

FEWEST_TURNS = 4  # left for a Land Grant to pay


@kernel
def consider_cards(state, rules, outlook, survey, pass_value, best):
    """Each card of the display; `pass_value` is the worth of an action that does nothing."""
    for place in range(state.display_count):
        card = state.display[place]
        kind = rules.operation_kind[card]
        if kind >= codes.CARD_KINDS or kind == codes.BOUNTY:
            continue
        if is_banned(rules, action.CARD_BANS[kind]):
            continue
        more = corrections.correct_card(rules, outlook, survey, kind) if outlook.learned else 0.0
        if outlook.learned and outlook.multiplayer:
            more += rivals.multiplayer_card(state, rules, outlook, survey)
        aim = step_worth(state, rules, outlook, codes.GOAL_CARDS)
        if kind == codes.NEW_INDUSTRY:
            aim += step_worth(state, rules, outlook, codes.GOAL_NEW_CITIES)
        to_beat = floor_of(best) - more - aim
        worth = aim + card_worth(state, rules, outlook, survey, card, pass_value, to_beat)
        if worth > pass_value:
            taking = action.an_action(codes.TAKE_CARD, place)
            offer(best, survey, worth + more, more, taking)


@kernel
def card_worth(state, rules, outlook, survey, card, pass_value, floor):
    """The worth after taking a card; that of a pass where it would be no use."""
    kind = rules.operation_kind[card]
    if kind == codes.HOTEL:
        gain = hotel_gain(state, rules, outlook, survey, rules.operation_city[card])
        return pass_value + gain + step_worth(state, rules, outlook, codes.GOAL_HOTELS)
    if kind == codes.NEW_INDUSTRY:
        return best_new_industry(state, rules, outlook, survey, floor)
    if kind == codes.CITY_GROWTH:
        growth = best_growth(state, rules, outlook, survey)
        return pass_value + rules.weights[weights.GROWTH_POINTS] * growth
    if kind == codes.EXECUTIVE:
        prospect = after(outlook, actions=1 - rules.executive_actions)
        return position_worth(state, rules, survey.counts, prospect, floor)
    if kind == codes.LAND_GRANT and outlook.turns > FEWEST_TURNS:
        prospect = after(outlook, money=-int(rules.weights[weights.GRANT_MONEY]))
        return position_worth(state, rules, survey.counts, prospect, floor)
    if kind == codes.PERFECT_ENGINEERING and state.perfect[outlook.seat] == 0:
        return pass_value + rules.weights[weights.ENGINEERING_POINTS] * outlook.turns / 10.0
    return pass_value


@kernel
def hotel_gain(state, rules, outlook, survey, city):
    """Count deliveries that may end there, and cubes that the Railbot or others move."""
    if state.colour[city] == codes.GREY or not (survey.served[city] or outlook.multiplayer):
        return 0.0
    pay = 0.0
    if not state.no_hotels:
        cubes = float(cubes_within_reach(state, survey, city))
        pay = rules.weights[weights.HOTEL_SHARE] * min(cubes, outlook.actions / 3.0)
    return pay + rules.weights[weights.HOTEL_REMOVAL] * outlook.turns


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
        for colour in range(codes.COLOURS):
            if state.goods[city, colour] == 0 or survey.points[city, colour] <= 0:
                continue
            points = counted_as(survey.points[city, colour])
            later = survey.worth[city, colour, ahead] * survey.share[city]
            if outlook.learned:
                later += regret(state, rules, outlook, survey, city, colour)
            if later < least[points]:
                city_of[points], colour_of[points], least[points] = city, colour, later
    for points in range(1, POINTS):
        city, colour = city_of[points], colour_of[points]
        if city >= 0:
            consider_delivery(state, rules, outlook, survey, city, colour, best)


@kernel
def regret(state, rules, outlook, survey, city, colour):
    """What speaks against delivering a cube rather than another of as many points."""
    if state.cubes[city] == 1 and next_marker_ends(state, rules):
        return ENDS_GAME
    gain = corrections.correct_delivery(state, rules, outlook, survey, city, colour, 0.0)
    if outlook.multiplayer:
        gain += rivals.multiplayer_delivery(state, rules, outlook, survey, city, colour)
    return -gain


@kernel
def consider_delivery(state, rules, outlook, survey, city, colour, best):
    """Score now and take the cube out of the plan; the last marker ends the game (S40)."""
    points = counted_as(survey.points[city, colour])
    own, foreign = survey.own[city, colour], survey.foreign[city, colour]
    aim = delivery_aims(state, rules, outlook, colour, own + foreign)
    bonus = rules.weights[weights.DELIVERY_DELAY] + aim
    if outlook.learned:
        learned = corrections.correct_delivery(state, rules, outlook, survey, city, colour, aim)
        bonus += learned - outlook.need
    if outlook.multiplayer:
        bonus += rivals.multiplayer_delivery(state, rules, outlook, survey, city, colour)
    prospect, to_beat = after(outlook, points=points), floor_of(best) - bonus
    if state.cubes[city] == 1 and next_marker_ends(state, rules):  # this turn and one more
        to_beat = NOTHING_YET
        turns = min(outlook.turns, 2)
        spent = outlook.actions - (actions_left(state, rules, turns) - 1)
        prospect = after(outlook, actions=spent, points=points, turns=outlook.turns - turns)
    goal = survey.goal[city, colour]
    delivery = action.an_action(codes.DELIVER, city, colour, goal, own, foreign)
    shift_cubes(survey, city, colour, -1)
    worth = bonus + position_worth(state, rules, survey.counts, prospect, to_beat)
    shift_cubes(survey, city, colour, 1)
    offer(best, survey, worth, bonus, delivery)


@kernel
def consider_upgrade(state, rules, outlook, survey, best):
    """One engine level more, at the price of the next."""
    if not money.can_upgrade(state, rules, outlook.seat):
        return
    price = money.upgrade_price(state, rules, outlook.seat)
    goal = step_worth(state, rules, outlook, codes.GOAL_ENGINE)
    if outlook.multiplayer:
        goal += rail_engine(state, rules, outlook.seat)
        goal -= rail_spending(state, rules, outlook, price)
    bonus = goal
    if outlook.learned:
        credited = 0.0 if outlook.multiplayer else goal
        bonus += corrections.correct_upgrade(state, rules, outlook, survey, credited)
    if outlook.multiplayer:
        bonus += rivals.multiplayer_upgrade(state, rules, outlook, survey, goal)
        if outlook.learned:
            bonus -= rivals.haste(rules, outlook, price)
    prospect, upgrade = after(outlook, levels=1, money=price), action.an_action(codes.UPGRADE)
    offer_prospect(state, rules, survey, survey.counts, prospect, bonus, upgrade, best)


LEARNED_LEAD = 8.0  # points up to which trials compare actions, see samples.TRY_WITHIN_POINTS
BEYOND = 2.0  # points for each time that the lead is 2.7 times as large
CALM_TURNS = 4  # before the end; earlier only Taxation and Barons are insured


@kernel
def consider_insurance(state, rules, outlook, survey, best):
    """S15: two actions against the loss that a card of the row threatens."""
    spent = rules.insurance_actions + state.dear_insurance
    if is_banned(rules, action.WITHOUT_INSURANCE) or outlook.actions <= spent:
        return
    if not money.can_insure(state, rules):
        return
    prospect = after(outlook, actions=spent)
    pass_value = position_worth(state, rules, survey.counts, prospect, NOTHING_YET)
    chance = min(1.0, rules.weights[weights.INSURANCE_CAUTION] * chance_to_come_up(state))
    top = best[0].worth
    for place in range(money.INSURABLE):
        card = state.row[place]
        if outlook.turns > CALM_TURNS and not is_harmful(state, rules, outlook, card):
            continue
        loss = card_loss(state, rules, outlook, survey, card)
        if outlook.learned and loss <= 0.0:
            continue
        worth, more = pass_value + chance * loss, 0.0
        if outlook.learned:
            more = corrections.correct_insurance(rules, outlook, survey, loss) - outlook.need
            lead = worth + more - top
            # It was learned where Insurance nearly pays; farther out the lead grows beyond all
            # bounds, and games played on find 5 to 17 points.
            if lead > LEARNED_LEAD:
                more -= lead - LEARNED_LEAD - BEYOND * math.log(lead / LEARNED_LEAD)
        offer(best, survey, worth + more, more, action.an_action(codes.INSURE, place))


@kernel
def is_harmful(state, rules, outlook, card):
    """Whether a card is insured before the last turns too; a small tax would but bind the token."""
    least = rules.weights[weights.LEAST_TAX] * outlook.turns
    if rules.card_taxation[card] > 0 and tax_now(rules, outlook) >= least:
        return True
    return threatens_baron(state, rules, outlook, card)


@kernel
def tax_now(rules, outlook):
    """S26: the money that Taxation would take."""
    return rules.taxation_incomes * money.income_at(rules, outlook.score)


@kernel
def threatens_baron(state, rules, outlook, card):
    """Whether a card takes a Baron; club does not see when none is free."""
    if rules.card_baron[card] == 0 or not outlook.learned:
        return rules.card_baron[card] > 0 and state.barons > 0
    for place in range(state.barons):
        if state.baron_owner[place] == codes.NOBODY:
            return True
    return False


@kernel
def card_loss(state, rules, outlook, survey, card):
    """Points that a Railbot card would cost if it were resolved now."""
    loss = 0.0
    if rules.card_taxation[card]:  # S26: what the position is worth less without the money
        then = after(outlook, actions=0, money=tax_now(rules, outlook))
        loss += position_worth(state, rules, survey.counts, after(outlook, actions=0), NOTHING_YET)
        loss -= position_worth(state, rules, survey.counts, then, NOTHING_YET)
    if rules.card_deadhead[card]:
        loss += rules.weights[weights.DEADHEAD_THREAT]
    if threatens_baron(state, rules, outlook, card):
        loss += rules.weights[weights.BARON_THREAT]
    if rules.card_cities[card] > 0:
        loss += rules.weights[weights.LINKS_THREAT]
    return loss


@kernel
def chance_to_come_up(state):
    """Estimate how likely a card of the row is resolved before the end, each slot as often."""
    stays = 1.0
    for _ in range(state.deck_count - state.deck_next - 2):
        stays *= 2.0 / 3.0
    return 1.0 - stays
