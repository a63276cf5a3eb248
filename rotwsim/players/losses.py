"""What to give up: decisions in the Railbot step, and the claims of Duel Barons."""

from rotwsim.core.barons import points_of_baron
from rotwsim.core.codes import (
    COLOURS,
    DECIDE_BARON,
    DECIDE_CLAIM,
    DECIDE_EXHAUST,
    DECIDE_LINE,
    DECIDE_LOST_CUBE,
    DECIDE_NEW_CITY,
    EFFECT_ENGINE_LOWER,
    EFFECT_EXHAUST_EACH,
    EFFECT_NO_HOTELS,
    EFFECT_TAXATION,
    SOLO,
)
from rotwsim.core.delivery import is_bounty_at
from rotwsim.core.jit import kernel, step
from rotwsim.core.money import income_at
from rotwsim.players.bans import WITHOUT_BARONS, is_banned
from rotwsim.players.outlook import LEVEL
from rotwsim.players.plan import turns_left
from rotwsim.players.survey import LEVELS
from rotwsim.players.weights import BARON_WAIT

LAST_CUBE = (
    0.5  # points by which the last cube of a city is spared: an empty city ends the game sooner
)
HOTEL_PAY = 1.0


@step
def choose(state, rules, decision, options, count):
    """The option that costs least, or gains most, by the notes of the last action."""
    if decision == DECIDE_CLAIM:
        return choose_claim(state, rules, options, count)
    if decision == DECIDE_LINE:
        return choose_line(state, rules, options, count)
    if decision == DECIDE_BARON:
        return choose_baron(state, rules, options, count)
    if decision == DECIDE_LOST_CUBE or decision == DECIDE_EXHAUST:
        return choose_cube(state, rules, decision, options, count)
    wanted = state.note_growth
    if decision == DECIDE_NEW_CITY:
        wanted = state.note_city * COLOURS + state.note_colour
    for place in range(count):
        if options[place] == wanted:
            return place
    return 0


@kernel
def note_cubes(state, rules, survey, outlook):
    """Notes what each cube is worth with an engine two levels stronger."""
    level = min(LEVELS - 1, outlook[LEVEL] + 2)
    for city in range(rules.cities):
        for colour in range(COLOURS):
            state.note_worth[city, colour] = survey.worth[city, colour, level]


@step
def choose_cube(state, rules, decision, options, count):
    """The cube whose delivery is worth least; `asked` is the city of a lost cube, the colour
    exhausted.
    """
    best, least = 0, 1e9
    for place in range(count):
        city = state.asked
        colour = options[place]
        loss = 0.0
        if decision == DECIDE_EXHAUST:
            city = options[place]
            colour = state.asked
            loss = -HOTEL_PAY * state.hotel[SOLO, city]
        loss += state.note_worth[city, colour]
        if state.cubes[city] == 1:
            loss += LAST_CUBE
        for card in range(state.display_count):
            if is_bounty_at(rules, state.display[card], city):
                loss += rules.operation_points[state.display[card]]
        if loss < least:
            best, least = place, loss
    return best


@step
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


@step
def choose_claim(state, rules, options, count):
    """Claims a Baron at its top tier at once, at a lower tier only when time or the Railbot
    presses.
    """
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


@step
def choose_baron(state, rules, options, count):
    """The Baron whose Opponent Effect hurts least and whose goal is farthest."""
    best, least = 0, 1e9
    for place in range(count):
        baron = state.baron_row[options[place]]
        loss = float(points_of_baron(state, rules, SOLO, options[place]))
        effect = rules.baron_printed[baron]
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
