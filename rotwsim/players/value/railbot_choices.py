"""What to give up: decisions in the Railbot step, and the claims of Duel Barons."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.duel_barons import baron_reached, hotels_owned, points_of_baron
from rotwsim.core.rules.money_engine_insurance import income_at
from rotwsim.core.rules.operations_and_lines import bounty_points
from rotwsim.core.state import codes
from rotwsim.core.state.layout import LEVELS
from rotwsim.core.track.links import bits_in
from rotwsim.players.action import WITHOUT_BARONS, choose_noted, is_banned
from rotwsim.players.value.objectives import LINE_REACH
from rotwsim.players.value.position_value import turns_left
from rotwsim.players.value.rail_baron_objectives import gap_between
from rotwsim.players.value.weights import BARON_WAIT, HOPE

LAST_CUBE = 0.5  # points by which it is spared: an empty city ends the game sooner
HOTEL_PAY = 1.0
LEVELS_AHEAD = 2  # engine levels by which the worth of a cube is noted
TIE = 0.001  # of two equal lines the farther one is given
HOPEFUL_TURNS = 5  # left for a goal not reached yet to count
# Points that an Opponent Effect costs, by our own judgement
TAXATION_HURTS = 0.3  # per dollar of income
ENGINE_HURTS = 12.0  # per level
CUBES_OR_LINE_HURT = 3.0  # five cubes, or a line
HOTELS_HURT = 2.0  # per hotel
COLOURS_HURT = 0.5  # per turn left: two points less for a delivery, or one less for two colours
MONEY_HURTS = 0.15  # per dollar
ELSE_HURTS = 1.0


@kernel
def choose(state, rules, seat):
    """Choose what costs least, or gains most, by the notes of the last action."""
    if state.decision == codes.DECIDE_CLAIM:
        return choose_claim(state, rules, seat)
    if state.decision == codes.DECIDE_NEW_CITY or state.decision == codes.DECIDE_GROWTH:
        return choose_noted(state)
    best, least = 0, 1e9
    for place in range(state.choice_count):
        loss = loss_of(state, rules, seat, place)
        if loss < least:
            best, least = place, loss
    return best


@kernel
def loss_of(state, rules, seat, place):
    """Count the points that a choice of the Railbot step costs."""
    if state.decision == codes.DECIDE_PATH:  # S14: each Link costs a point when it is used
        return (state.path_start[place + 1] - state.path_start[place]) / 2.0
    if state.decision == codes.DECIDE_LINE:
        return line_loss(state, rules, seat, state.choices[place])
    if state.decision == codes.DECIDE_BARON:
        return baron_loss(state, rules, seat, state.choices[place])
    return cube_loss(state, rules, seat, place)


@kernel
def note_cubes(state, rules, outlook, survey):
    """Note what each cube is worth with an engine two levels stronger."""
    level = min(LEVELS - 1, outlook.level + LEVELS_AHEAD)
    for city in range(rules.cities):
        for colour in range(codes.COLOURS):
            state.note_worth[city, colour] = survey.worth[city, colour, level]


@kernel
def cube_loss(state, rules, seat, place):
    """Count the points lost with a cube; `asked` is its city, or the colour exhausted."""
    city, colour, loss = state.asked, state.choices[place], 0.0
    if state.decision == codes.DECIDE_EXHAUST:
        city, colour = state.choices[place], state.asked
        loss = -HOTEL_PAY * state.hotel[seat, city]
    loss += state.note_worth[city, colour]
    if state.cubes[city] == 1:
        loss += LAST_CUBE
    return loss + bounty_points(state, rules, city)


@kernel
def line_loss(state, rules, seat, line):
    """Count the points lost with a line, less where it is far from done; own Links are free."""
    gap = 0
    for stop in range(rules.line_cities[line] - 1):
        first, second = rules.line_city[line, stop], rules.line_city[line, stop + 1]
        gap += gap_between(rules, state.own_group[seat], first, second)
    return rules.line_points[line] * max(0.0, 1.0 - gap / LINE_REACH) - TIE * gap


@kernel
def choose_claim(state, rules, seat):
    """Claim at the top tier; at a lower one if time, or the Barons cards of the row, press."""
    if is_banned(rules, WITHOUT_BARONS):
        return 0
    pressed = turns_left(state, rules) <= rules.weights[BARON_WAIT]
    threats = 0
    for place in range(codes.ROW):
        threats += rules.card_baron[state.row[place]]
    for place in range(1, state.choice_count):
        baron = state.choices[place]
        points = points_of_baron(state, rules, seat, baron)
        if pressed or points == top_points(rules, state.baron_row[baron]):
            return place
        before, loss = 0, baron_loss(state, rules, seat, baron)
        for other in range(state.barons):
            is_free = state.baron_owner[other] == codes.NOBODY
            before += is_free and baron_loss(state, rules, seat, other) < loss
        if before < threats:
            return place
    return 0


@kernel
def baron_loss(state, rules, seat, place):
    """Points lost if the Railbot takes a Baron: those of its goal, and its Opponent Effect."""
    baron = state.baron_row[place]
    turns = turns_left(state, rules)
    loss = float(points_of_baron(state, rules, seat, place))
    if turns > HOPEFUL_TURNS:
        loss = max(loss, hope_for(state, rules, seat, baron) * top_points(rules, baron))
    return loss + effect_loss(state, rules, seat, baron, turns)


@kernel
def hope_for(state, rules, seat, baron):
    """Expect a share of its top points: known for printed goals, else as far as it is reached."""
    if rules.baron_hope[baron] >= 0:
        return rules.weights[HOPE + rules.baron_hope[baron]]
    top = rules.baron_tier[baron, rules.baron_tiers[baron] - 1]
    reached = baron_reached(state, rules, seat, baron)
    if top <= 0:  # bonds at most
        return 1.0 if reached >= top else 0.0
    return min(1.0, max(0.0, reached / top))


@kernel
def effect_loss(state, rules, seat, baron, turns):
    """Points that the Opponent Effect of a Baron costs in the turns left."""
    effect, amount = rules.baron_printed[baron], rules.baron_amount[baron]
    colours = bits_in(rules.baron_effect_colours[baron])
    if effect == codes.NO_EFFECT:
        return 0.0
    if effect == codes.EFFECT_TAXATION:
        return TAXATION_HURTS * income_at(rules, state.score[seat])
    if effect == codes.EFFECT_ENGINE_LOWER:
        return ENGINE_HURTS * amount
    if effect == codes.EFFECT_EXHAUST:
        return CUBES_OR_LINE_HURT * amount * colours / codes.COLOURS
    if effect == codes.EFFECT_CLAIM_LINE:
        return CUBES_OR_LINE_HURT
    if effect == codes.EFFECT_NO_HOTELS:
        return HOTELS_HURT * hotels_owned(state, rules, seat)
    if effect == codes.EFFECT_POINTS_LESS:
        return COLOURS_HURT * turns * amount * colours / 2
    if effect == codes.EFFECT_PAY:
        return MONEY_HURTS * amount
    if effect == codes.EFFECT_INCOME_LESS:
        return MONEY_HURTS * amount * turns
    return ELSE_HURTS


@kernel
def top_points(rules, baron):
    return rules.baron_points[baron, rules.baron_tiers[baron] - 1]
