"""Look ahead: what is left of the game, the prospect after an action, the risk a target needs."""

from collections import namedtuple
from math import exp, sqrt

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.engine import engine_level
from rotwsim.core.state.codes import AIM_WIN
from rotwsim.core.state.layout import LEVELS
from rotwsim.core.track.network import links_owned
from rotwsim.players.value.weights import (
    ENGINE_AHEAD,
    FOREIGN_LINKS,
    MARKER_TURNS,
    RISK_POINTS,
    TABLE_HASTE,
    TABLE_TURNS,
)

# A position after an action; `points` are what the action scores, also part of `score`.
# Engine levels are aimed for from the lowest to the highest.
Prospect = namedtuple(
    "Prospect", "level links actions turns cash bonds score points lowest highest"
)

RAILBOT_LINKS = 1  # that a considered chain may use; the expert saves the time


@kernel
def look_ahead(state, rules, seat, outlook):
    """Engine level, own Links, actions, turns, money, bonds and score as they are now."""
    look_at_seat(state, rules, seat, outlook)
    outlook.ahead = min(LEVELS - 1, outlook.level + int(rules.weights[ENGINE_AHEAD]))
    outlook.links = links_owned(state, seat)
    outlook.turns = turns_left(state, rules)
    outlook.actions = actions_left(state, rules, outlook.turns)
    outlook.cash = state.cash[seat]
    outlook.bonds = state.bonds[seat]
    outlook.score = state.score[seat]
    outlook.lowest, outlook.highest = 0, LEVELS


@kernel
def look_at_seat(state, rules, seat, outlook):
    """What of the outlook the chains depend on."""
    outlook.seat = seat
    outlook.table = 1 if rules.seats > 1 else 0
    outlook.foreign = 0 if outlook.learned else RAILBOT_LINKS
    if outlook.table:
        outlook.foreign = int(rules.weights[FOREIGN_LINKS])
    outlook.level = engine_level(state, seat)


@kernel
def aim_for(outlook, level):
    """From now on only engine levels near this one are looked at."""
    outlook.lowest, outlook.highest = level - 1, level + 1


@kernel
def after(outlook, actions=1, money=0, levels=0, links=0, points=0):
    """The prospect after spending actions and money and gaining levels, Links and points."""
    return Prospect(
        outlook.level + levels,
        outlook.links + links,
        outlook.actions - actions,
        outlook.turns,
        outlook.cash - money,
        outlook.bonds,
        outlook.score + points,
        points,
        outlook.lowest,
        outlook.highest,
    )


@kernel
def after_the_last_marker(state, rules, outlook, points):
    """The prospect after a delivery that ends the game (S40): this turn and one more."""
    turns = min(outlook.turns, 2)
    return Prospect(
        outlook.level,
        outlook.links,
        actions_left(state, rules, turns) - 1,
        turns,
        outlook.cash,
        outlook.bonds,
        outlook.score + points,
        points,
        outlook.lowest,
        outlook.highest,
    )


@kernel
def next_marker_ends(state, rules):
    """Whether one more Empty City Marker ends the game, which nothing else has ended (S40, M40)."""
    return state.trigger == 0 and 0 < rules.empty_city_trigger <= state.markers + 1


@kernel
def turns_left(state, rules):
    """Turns to come, this one included, as far as a person can see from deck and markers."""
    if state.last_turn:
        return 1
    if state.trigger > 0:
        return 2
    if rules.most_turns > 0:
        return turns_at_table(state, rules)
    cards = state.deck_count - state.deck_next
    flips = cards - 1 if cards > 2 else (cards + 1) // 2
    turns = flips + 1 if state.before_railbot else flips + 2
    if rules.empty_city_trigger > 0:
        missing = rules.empty_city_trigger - state.markers
        turns = min(turns, 2 + int(missing * rules.weights[MARKER_TURNS]))
    return max(2, turns)


@kernel
def turns_at_table(state, rules):
    """By the markers still missing: every seat empties cities, and faster towards the end."""
    turns = rules.most_turns - state.turn + 1
    if rules.empty_city_trigger > 0:
        all_turns = rules.weights[TABLE_TURNS] * rules.empty_city_trigger / rules.seats
        done = (state.markers / rules.empty_city_trigger) ** rules.weights[TABLE_HASTE]
        turns = min(turns, 2 + int(all_turns * (1.0 - done)))
    return max(1, turns)


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
    return rules.weights[RISK_POINTS] * max(0.0, min(1.0, missing))


@kernel
def counted(rules, result):
    """A result as the aim counts it: near the target a point is a point, far from it nothing."""
    if rules.aim != AIM_WIN:
        return float(result)
    return 4.0 * WIDTH / (1.0 + exp((rules.target - result) / WIDTH))
