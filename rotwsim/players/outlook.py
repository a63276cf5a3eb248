"""The outlook of a decision: what is left of the game, and the worth of the position after an
action.
"""

from rotwsim.core.codes import PASS, SOLO
from rotwsim.core.engine import engine_level
from rotwsim.core.jit import kernel, step
from rotwsim.players.plan import actions_left, position_worth, turns_left

LEVEL, LINKS, ACTIONS_LEFT, TURNS_LEFT, CASH, BONDS, SCORE = range(7)
OUTLOOK = 7
NOTHING_YET = -1e18
BEST_COLUMNS = 7  # worth, kind and five arguments of an action


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


@step
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
    """Puts an action among the best so far, the most worthy first; those below the last row fall
    out.
    """
    row = best.shape[0] - 1
    if best[row, 0] >= worth:
        return
    while row > 0 and best[row - 1, 0] < worth:
        for column in range(BEST_COLUMNS):
            best[row, column] = best[row - 1, column]
        row -= 1
    best[row, 0] = worth
    best[row, 1] = kind
    best[row, 2] = a
    best[row, 3] = b
    best[row, 4] = c
    best[row, 5] = d
    best[row, 6] = e


@kernel
def floor_of(best):
    """The worth an action must exceed to be among the best."""
    return best[best.shape[0] - 1, 0]


@kernel
def start_with_a_pass(best, worth):
    """Nothing is better yet than to pass."""
    for row in range(best.shape[0]):
        best[row, 0] = NOTHING_YET
    best[0, 0] = worth
    best[0, 1] = PASS
