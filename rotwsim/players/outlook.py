"""The outlook of a decision: what is left of the game, and the worth of the position after an action."""

from rotwsim.core.codes import SOLO
from rotwsim.core.delivery import engine_level
from rotwsim.core.jit import kernel
from rotwsim.players.plan import actions_left, position_worth, turns_left

LEVEL, LINKS, ACTIONS_LEFT, TURNS_LEFT, CASH, BONDS, SCORE = range(7)
OUTLOOK = 7
NOTHING_YET = -1e18
BEST_COLUMNS = 7  # worth, kind and five arguments of the best action so far


@kernel
def look_ahead(state, rules, outlook):
    """Engine level, own Links, actions, turns, money, bonds and score as they are now."""
    outlook[LEVEL] = engine_level(state, SOLO)
    outlook[LINKS] = 0
    for link in range(state.links):
        if state.link_owner[link] == SOLO:
            outlook[LINKS] += 1
    outlook[TURNS_LEFT] = turns_left(state, rules)
    outlook[ACTIONS_LEFT] = actions_left(state, rules, outlook[TURNS_LEFT])
    outlook[CASH] = state.cash[SOLO]
    outlook[BONDS] = state.bonds[SOLO]
    outlook[SCORE] = state.score[SOLO]


@kernel
def look_at_the_end(state, rules, outlook, ending):
    """The outlook if the end of the game is triggered now: this turn and one more."""
    for place in range(OUTLOOK):
        ending[place] = outlook[place]
    ending[TURNS_LEFT] = min(outlook[TURNS_LEFT], 2)
    ending[ACTIONS_LEFT] = actions_left(state, rules, ending[TURNS_LEFT])


@kernel
def worth_after(state, rules, counts, outlook, levels, links, actions, money, points, floor):
    """The worth after gaining levels, Links and points and spending actions and money.

    Below the floor it may come out lower than it is.
    """
    return points + position_worth(
        state,
        rules,
        counts,
        outlook[LEVEL] + levels,
        outlook[LINKS] + links,
        outlook[ACTIONS_LEFT] - actions,
        outlook[TURNS_LEFT],
        outlook[CASH] - money,
        outlook[BONDS],
        outlook[SCORE] + points,
        floor - points,
    )


@kernel
def offer(best, worth, kind, a, b, c, d, e):
    """Keeps the better of the best action so far and this one."""
    if best[0] >= worth:
        return
    best[0] = worth
    best[1] = kind
    best[2] = a
    best[3] = b
    best[4] = c
    best[5] = d
    best[6] = e
