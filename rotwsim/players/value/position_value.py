"""What a position is worth: the best deliveries still to come, the engine that carries them, and
the debt left.

All cubes that the network can move are counted by the points they would score at each engine level.
With the actions left, some go into the engine, the others deliver the best cubes. Money is
projected turn by turn to the end: income by score, interest, planned engine prices, expected
Taxation; what remains is bonds.
"""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.money import income_at
from rotwsim.players.value.records import POINTS
from rotwsim.players.value.weights import (
    BOND_POINTS,
    ENGINE_AHEAD,
    FORESIGHT,
    FUTURE_SPENDING,
    IDLE_ACTION,
    IDLE_LEVEL,
    IDLE_LINK,
    IDLE_TURNS,
    RAMP,
    SPENDING_TURNS,
    TAXATION_RATE,
)

FULL_GAME = 20  # turns
THRIFTY_TURNS = 3  # before the end, in which no Links are paid for any more
NO_WORTH = -1e9
ROUNDING = 1e-6  # money


@kernel
def position_worth(state, rules, counts, prospect, floor):
    """Points scored and to come less the bonds at the end, with the best number of engine upgrades
    among them.

    Where the worth cannot exceed the floor, even without further bonds, the debt is not worked out,
    and the worth may come out lower than it is.
    """
    worth, _ = plan_engine(state, rules, counts, prospect, floor)
    return worth


@kernel
def plan_engine(state, rules, counts, prospect, floor):
    """As `position_worth`, with the engine level that it is best to aim for."""
    to_beat = floor - prospect.points
    best, aim = NO_WORTH, prospect.level
    price = 0.0
    for target in range(prospect.level, top_target(state, rules, prospect.level) + 1):
        if target > prospect.level:
            price += rules.engine_price[target + state.engine_lower]
        if prospect.actions < target - prospect.level or target > prospect.highest:
            break
        if target < prospect.lowest:
            continue
        worth = worth_with_engine(rules, counts, prospect, target, price, max(best, to_beat))
        if worth > best:
            best, aim = worth, target
    return prospect.points + best, aim


@kernel
def top_target(state, rules, level):
    """The highest engine level considered."""
    return min(rules.top_level - state.engine_lower, level + int(rules.weights[ENGINE_AHEAD]))


@kernel
def worth_with_engine(rules, counts, prospect, target, price, floor):
    """The worth of a position if the engine is raised to the target level, which costs a price."""
    points = most_points(rules, counts, prospect, target)
    most = (points - floor) / rules.weights[BOND_POINTS]
    if owed_at_once(rules, prospect) >= most:
        return NO_WORTH
    debt = final_bonds(rules, prospect, price, points, most)
    return points - rules.weights[BOND_POINTS] * debt


@kernel
def most_points(rules, counts, prospect, target):
    """Points of the best deliveries with an engine raised to the target level meanwhile; near the
    end an action without a cube is worth ever less.
    """
    useful = min(float(target), 1.0 + rules.weights[IDLE_LINK] * prospect.links)
    idle = rules.weights[IDLE_ACTION] + rules.weights[IDLE_LEVEL] * useful
    idle *= min(1.0, (prospect.turns - 1) / rules.weights[IDLE_TURNS])
    return best_deliveries(counts, target, prospect.actions - (target - prospect.level), idle)


@kernel
def best_deliveries(counts, level, actions, idle):
    """Points of the best deliveries in these actions; actions without a cube count as idle."""
    total = 0.0
    left = float(actions)
    if left <= 0:
        return total
    for points in range(POINTS - 1, 0, -1):
        taken = counts[level, points]
        if taken == 0.0:
            continue
        if taken > left:
            total += left * points
            return total
        total += taken * points
        left -= taken
        if left <= 0 and points > 1:
            return total
    return total + left * idle


@kernel
def owed_at_once(rules, prospect):
    """Bonds with those that pay for what the cash does not; fractions of bonds count."""
    return prospect.bonds - min(0.0, float(prospect.cash)) / rules.bond_pays


@kernel
def final_bonds(rules, prospect, spending, points, most):
    """Bonds at the end if points come on a ramp and the spending in the next turns; where they
    reach `most` before, they are not counted on.
    """
    weights = rules.weights
    money = max(0.0, float(prospect.cash))
    owed = owed_at_once(rules, prospect)
    turns = prospect.turns
    if weights[FORESIGHT] == 0.0:
        owed += max(0.0, spending - money) / rules.bond_pays
        return owed * (1.0 + float(turns) * rules.bond_interest / rules.bond_pays)
    future, keep = weights[FUTURE_SPENDING], 1.0 - weights[TAXATION_RATE]
    spell = min(turns, int(weights[SPENDING_TURNS]))
    reached = float(prospect.score)
    step = points / max(turns, 1)
    slope = 2.0 * weights[RAMP] * min(turns, FULL_GAME) / FULL_GAME * step / max(turns - 1, 1)
    step -= slope * (turns - 1) / 2.0
    lowest_income, last_income = incomes_to_come(rules, reached, step, slope, points)
    last_spent = spell - 1 if spending > 0.0 else 0
    is_bounded = rules.one_peak and slope >= 0.0
    for turn in range(turns):
        if turn < spell:
            money -= spending / spell
        if turn < turns - THRIFTY_TURNS:
            money -= future
        reached += step
        step += slope
        income = income_at(rules, max(0, int(reached)))
        money += income * keep - owed * rules.bond_interest
        if money < 0.0:
            owed -= money / rules.bond_pays
            money = 0.0
            if owed >= most:
                return owed
        if is_bounded and turn >= last_spent:
            least = min(income if step >= 0.0 else lowest_income, last_income)
            loss = owed * rules.bond_interest + max(0.0, future) - least * keep
            if money > loss * (turns - 1 - turn) + ROUNDING:
                return owed  # the money lasts to the end
    return owed


@kernel
def incomes_to_come(rules, score, step, slope, points):
    """Income at the lowest score on the ramp, which may begin downwards, and after its end: with
    one peak between them there is none below both.
    """
    low = score
    if step < 0.0 and slope > 0.0:
        turns = 0.5 - step / slope
        low -= 0.5 * slope * turns * turns + 1.0
    lowest = income_at(rules, max(0, int(low)))
    return lowest, income_at(rules, max(0, int(score + points)) + 1)
