"""What is left of the game, and what a position is worth.

All cubes that the network can move are counted by the points they would score at each engine level.
With the actions left, some go into the engine, the others deliver the best cubes. Money is
projected turn by turn to the end: income by score, interest, planned engine prices, expected
Taxation; what remains is bonds.
"""

from collections import namedtuple
from math import exp, sqrt

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.money_engine_insurance import engine_level, income_at
from rotwsim.core.state.codes import AIM_WIN
from rotwsim.core.state.layout import LEVELS
from rotwsim.core.track.links import links_owned
from rotwsim.players.action import floor_of, offer
from rotwsim.players.value import weights as w
from rotwsim.players.value.records import POINTS

# A position after an action; `points` are what the action scores, also part of `score`.
# Engine levels are aimed for from the lowest to the highest.
FIELDS = "level links actions turns cash bonds score points lowest highest"
Prospect = namedtuple("Prospect", FIELDS)

RAILBOT_LINKS = 1  # that a considered chain may use; the expert saves the time


@kernel
def look_ahead(state, rules, seat, outlook):
    """Engine level, own Links, actions, turns, money, bonds and score as they are now."""
    look_at_seat(state, rules, seat, outlook)
    outlook.ahead = min(LEVELS - 1, outlook.level + int(rules.weights[w.ENGINE_AHEAD]))
    outlook.links = links_owned(state, seat)
    outlook.turns = turns_left(state, rules)
    outlook.actions = actions_left(state, rules, outlook.turns)
    outlook.cash, outlook.bonds = state.cash[seat], state.bonds[seat]
    outlook.score = state.score[seat]
    outlook.lowest, outlook.highest = 0, LEVELS


@kernel
def look_at_seat(state, rules, seat, outlook):
    """What of the outlook the chains depend on."""
    outlook.seat = seat
    outlook.multiplayer = 1 if rules.seats > 1 else 0
    outlook.foreign = 0 if outlook.learned else RAILBOT_LINKS
    if outlook.multiplayer:
        outlook.foreign = int(rules.weights[w.FOREIGN_LINKS])
    outlook.level = engine_level(state, seat)


@kernel
def after(outlook, actions=1, money=0, levels=0, links=0, points=0, turns=0):
    """The prospect after spending actions, money and turns and gaining levels, Links, points."""
    return Prospect(
        outlook.level + levels,
        outlook.links + links,
        outlook.actions - actions,
        outlook.turns - turns,
        outlook.cash - money,
        outlook.bonds,
        outlook.score + points,
        points,
        outlook.lowest,
        outlook.highest,
    )


@kernel
def offer_prospect(state, rules, survey, counts, prospect, bonus, action, best):
    """Offer an action by the position after it; `bonus`: the judgement of the action itself."""
    worth = bonus + position_worth(state, rules, counts, prospect, floor_of(best) - bonus)
    offer(best, survey, worth, bonus, action)


@kernel
def next_marker_ends(state, rules):
    """Whether one more Empty City Marker ends the game, which nothing else has ended (S40, M40)."""
    return state.trigger == 0 and 0 < rules.empty_city_trigger <= state.markers + 1


@kernel
def turns_left(state, rules):
    """Turns to come, this one included, as far as a person can see from deck and markers.

    In multiplayer every seat empties cities, and faster towards the end.
    """
    if state.last_turn:
        return 1
    if state.trigger > 0:
        return 2
    trigger, markers, weights = rules.empty_city_trigger, state.markers, rules.weights
    if rules.most_turns > 0:
        turns = rules.most_turns - state.turn + 1
        if trigger > 0:
            all_turns = weights[w.TURNS_PER_MARKER] * trigger / rules.seats
            done = (markers / trigger) ** weights[w.MARKER_HASTE]
            turns = min(turns, 2 + int(all_turns * (1.0 - done)))
        return max(1, turns)
    cards = state.deck_count - state.deck_next
    flips = cards - 1 if cards > 2 else (cards + 1) // 2
    turns = flips + 1 if state.before_railbot else flips + 2
    if trigger > 0:
        turns = min(turns, 2 + int((trigger - markers) * weights[w.MARKER_TURNS]))
    return max(2, turns)


@kernel
def actions_left(state, rules, turns):
    """Actions to come in these turns, those of this turn included."""
    a_turn = rules.actions_before_railbot + rules.actions_after_railbot
    return actions_this_turn(state, rules) + (turns - 1) * a_turn


@kernel
def actions_this_turn(state, rules):
    """Actions still to come in this turn, on both sides of the Railbot step, in all rounds."""
    if state.third_to_come:
        return state.actions_left + rules.actions_after_railbot - state.actions_forfeit
    return state.actions_left + state.rounds_left


# In the last turns the result is this much above score and plan, and spreads around that by this
# much times the root of the turns: means over 400 games of the expert on each of four boards.
LAST_TURNS = 8
DRIFT = 7.0
SPREAD = 5.0
WIDTH = 8.0  # points of a result around the target in which it decides between win and loss


@kernel
def risk_needed(rules, outlook, pass_value):
    """Points by which sure actions count less; `pass_value` is the worth of doing nothing.

    Where the target is below what is expected, counting sure actions more won no more games.
    """
    if rules.aim != AIM_WIN or outlook.turns > LAST_TURNS or outlook.turns == 1:
        return 0.0
    expected = outlook.score + pass_value + DRIFT
    missing = (rules.target - expected) / (SPREAD * sqrt(outlook.turns))
    return rules.weights[w.RISK_POINTS] * max(0.0, min(1.0, missing))


@kernel
def counted(rules, result):
    """A result as the aim counts it: near the target a point is a point, far from it nothing."""
    if rules.aim != AIM_WIN:
        return float(result)
    return 4.0 * WIDTH / (1.0 + exp((rules.target - result) / WIDTH))


FULL_GAME = 20  # turns
THRIFTY_TURNS = 3  # before the end, in which no Links are paid for any more
NO_WORTH = -1e9
ROUNDING = 1e-6  # money


@kernel
def position_worth(state, rules, counts, prospect, floor):
    """Points scored and to come less the bonds at the end, with the best number of engine upgrades.

    A worth that cannot exceed the floor may come out lower than it is: the debt is not worked out.
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
    return min(rules.top_level - state.engine_lower, level + int(rules.weights[w.ENGINE_AHEAD]))


@kernel
def worth_with_engine(rules, counts, prospect, target, price, floor):
    """The worth of a position if the engine is raised to the target level, which costs a price."""
    points = most_points(rules, counts, prospect, target)
    most = bonds_that_cost(rules, points - floor)
    if owed_at_once(rules, prospect) >= most:
        return NO_WORTH
    return points - cost_of_bonds(rules, final_bonds(rules, prospect, price, points, most))


@kernel
def cost_of_bonds(rules, bonds):
    """Count the points that bonds at the end cost; each further one may cost more."""
    return bonds * (rules.weights[w.BOND_POINTS] + 0.5 * rules.weights[w.BOND_GROWTH] * bonds)


@kernel
def bonds_that_cost(rules, points):
    first, growth = rules.weights[w.BOND_POINTS], rules.weights[w.BOND_GROWTH]
    if growth == 0.0 or points <= 0.0:
        return points / first
    return (sqrt(first * first + 2.0 * growth * points) - first) / growth


@kernel
def most_points(rules, counts, prospect, target):
    """Count the best deliveries at a target level; near the end idle actions are worth less."""
    useful = min(float(target), 1.0 + rules.weights[w.IDLE_LINK] * prospect.links)
    idle = rules.weights[w.IDLE_ACTION] + rules.weights[w.IDLE_LEVEL] * useful
    idle *= min(1.0, (prospect.turns - 1) / rules.weights[w.IDLE_TURNS])
    return best_deliveries(counts, target, prospect.actions - (target - prospect.level), idle)


@kernel
def best_deliveries(counts, level, actions, idle):
    """Points of the best deliveries in these actions; actions without a cube count as idle."""
    total, left = 0.0, float(actions)
    for points in range(POINTS - 1, 0, -1):
        if left <= 0.0:
            return total
        taken = min(left, counts[level, points])
        total += taken * points
        left -= taken
    return total + left * idle


@kernel
def owed_at_once(rules, prospect):
    """Bonds with those that pay for what the cash does not; fractions of bonds count."""
    return prospect.bonds - min(0.0, float(prospect.cash)) / rules.bond_pays


@kernel
def final_bonds(rules, prospect, spending, points, most):
    """Project the bonds at the end, points on a ramp; stop counting where they reach `most`."""
    weights = rules.weights
    money = max(0.0, float(prospect.cash))
    owed = owed_at_once(rules, prospect)
    turns = prospect.turns
    if weights[w.FORESIGHT] == 0.0:
        owed += max(0.0, spending - money) / rules.bond_pays
        return owed * (1.0 + float(turns) * rules.bond_interest / rules.bond_pays)
    future, keep = weights[w.FUTURE_SPENDING], 1.0 - weights[w.TAXATION_RATE]
    spell = min(turns, int(weights[w.SPENDING_TURNS]))
    reached = float(prospect.score)
    step = points / max(turns, 1)
    slope = 2.0 * weights[w.RAMP] * min(turns, FULL_GAME) / FULL_GAME * step / max(turns - 1, 1)
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
    """Find the lowest income on the ramp and the one after it: with one peak none is below both."""
    low = score
    if step < 0.0 and slope > 0.0:
        turns = 0.5 - step / slope
        low -= 0.5 * slope * turns * turns + 1.0
    lowest = income_at(rules, max(0, int(low)))
    return lowest, income_at(rules, max(0, int(score + points)) + 1)
