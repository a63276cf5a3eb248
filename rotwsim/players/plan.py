"""What a position is worth: the best deliveries still to come, the engine that carries them, and
the debt left.

All cubes that the network can move are counted by the points they would score at each engine level.
With the actions left, some go into the engine, the others deliver the best cubes. Money is
projected turn by turn to the end: income by score, interest, planned engine prices, expected
Taxation; what remains is bonds.
"""

from rotwsim.core.codes import COLOURS
from rotwsim.core.jit import kernel, step
from rotwsim.players.survey import LEVELS
from rotwsim.players.weights import (
    BOND_POINTS,
    ENGINE_AHEAD,
    FORESIGHT,
    FUTURE_SPENDING,
    IDLE_ACTION,
    IDLE_LEVEL,
    IDLE_LINK,
    IDLE_TURNS,
    MARKER_TURNS,
    RAMP,
    SPENDING_TURNS,
    TAXATION_RATE,
)

POINTS = 16  # a delivery is counted as at most 15 points
FULL_GAME = 20  # turns
NO_WORTH = -1e9


@kernel
def count_cubes(state, rules, survey, counts):
    """counts[level, points]: cubes that would score so much at an engine level."""
    for level in range(LEVELS):
        for points in range(POINTS):
            counts[level, points] = 0
    for city in range(rules.cities):
        if survey.served[city] and state.cubes[city] > 0:
            for colour in range(COLOURS):
                cubes = state.goods[city, colour]
                if cubes > 0:
                    for level in range(1, LEVELS):
                        points = min(survey.worth[city, colour, level], POINTS - 1)
                        counts[level, points] += cubes


@kernel
def best_deliveries(cubes, actions, idle):
    """Points of the best deliveries in so many actions; actions without a cube count as idle."""
    total = 0.0
    left = actions
    for points in range(POINTS - 1, 0, -1):
        if left <= 0:
            return total
        taken = cubes[points]
        if taken > left:
            total += left * points
            return total
        total += taken * points
        left -= taken
    return total + left * idle


@kernel
def most_points(rules, cubes, level, target, links, actions, turns):
    """Points of the best deliveries with an engine raised to the target level meanwhile, where
    `cubes` are counted by points; near the end an action without a cube is worth ever less.
    """
    useful = min(float(target), 1.0 + rules.weights[IDLE_LINK] * links)
    idle = rules.weights[IDLE_ACTION] + rules.weights[IDLE_LEVEL] * useful
    idle *= min(1.0, (turns - 1) / rules.weights[IDLE_TURNS])
    return best_deliveries(cubes, actions - (target - level), idle)


@kernel
def top_target(state, rules, level):
    """The highest engine level considered."""
    return min(rules.top_level - state.engine_lower, level + int(rules.weights[ENGINE_AHEAD]))


@kernel
def position_worth(state, rules, counts, level, links, actions, turns, cash, bonds, score, floor):
    """Points to come less the bonds at the end, with the best number of engine upgrades among them.

    `level` is the engine level in force, `links` the own Links, `actions` and `turns` what is left.
    Where the worth cannot exceed the floor, even without further bonds, the debt is not worked out.
    """
    lower = state.engine_lower
    best = NO_WORTH
    price = 0.0
    for target in range(level, top_target(state, rules, level) + 1):
        if target > level:
            price += rules.engine_price[target + lower]
        if actions < target - level:
            break
        worth = worth_with_engine(
            rules, counts[target], level, target, links, actions, turns, cash, bonds, score, price,
            max(best, floor)
        )  # fmt: skip
        best = max(best, worth)
    return best


@kernel
def worth_with_engine(
    rules, cubes, level, target, links, actions, turns, cash, bonds, score, price, floor
):
    """The worth of a position if the engine is raised to the target level, which costs a price."""
    points = most_points(rules, cubes, level, target, links, actions, turns)
    most = (points - floor) / rules.weights[BOND_POINTS]
    if owed_at_once(rules, cash, bonds) >= most:
        return NO_WORTH
    debt = final_bonds(rules, cash, bonds, score, turns, price, points, most)
    return points - rules.weights[BOND_POINTS] * debt


@kernel
def owed_at_once(rules, cash, bonds):
    """Bonds with those that pay for what the cash does not; fractions of bonds count."""
    return bonds - min(0.0, float(cash)) / rules.bond_pays


@step
def final_bonds(rules, cash, bonds, score, turns, spending, points, most):
    """Bonds at the end if points come on a ramp and the spending in the next turns; where they
    reach `most` before, they are not counted on.
    """
    weights = rules.weights
    money = max(0.0, float(cash))
    owed = owed_at_once(rules, cash, bonds)
    reached = float(score)
    future, keep = weights[FUTURE_SPENDING], 1.0 - weights[TAXATION_RATE]
    step = points / max(turns, 1)
    spell = min(turns, int(weights[SPENDING_TURNS]))
    if weights[FORESIGHT] == 0.0:
        owed += max(0.0, spending - money) / rules.bond_pays
        return owed * (1.0 + float(turns) * rules.bond_interest / rules.bond_pays)
    slope = 2.0 * weights[RAMP] * min(turns, FULL_GAME) / FULL_GAME * step / max(turns - 1, 1)
    step -= slope * (turns - 1) / 2.0
    for turn in range(turns):
        if turn < spell:
            money -= spending / spell
        if turn < turns - 3:
            money -= future
        reached += step
        step += slope
        place = int(reached)
        if place < 0:
            place = 0
        income = rules.income_above if place >= rules.income_scores else rules.income[place]
        money += income * keep - owed * rules.bond_interest
        if money < 0.0:
            owed -= money / rules.bond_pays
            money = 0.0
            if owed >= most:
                return owed
    return owed


@kernel
def turns_left(state, rules):
    """Turns to come, this one included, as far as a person can tell from deck and markers."""
    if state.last_turn:
        return 1
    if state.trigger > 0:
        return 2
    cards = state.deck_count - state.deck_next
    flips = cards - 1 if cards > 2 else (cards + 1) // 2
    turns = flips + 1 if state.before_railbot else flips + 2
    if rules.empty_city_trigger > 0:
        missing = rules.empty_city_trigger - state.markers
        turns = min(turns, 2 + int(missing * rules.weights[MARKER_TURNS]))
    return max(2, turns)


@kernel
def actions_left(state, rules, turns):
    """Actions to come, those of this turn included."""
    actions = state.actions_left + (turns - 1) * (
        rules.actions_before_railbot + rules.actions_after_railbot
    )
    if state.third_to_come:
        actions += rules.actions_after_railbot - state.actions_forfeit
    return actions
