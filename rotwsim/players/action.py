"""Form an action, say which ones a restricted player may not use, rank the best found so far."""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.play.turn_actions import ACTION
from rotwsim.core.state.codes import COLOURS, DECIDE_NEW_CITY, PASS
from rotwsim.core.state.layout import FEATURES


@kernel
def an_action(kind, a=0, b=0, c=0, d=0, e=0):
    """Kind and five arguments, see core.codes."""
    return np.int64(kind), np.int64(a), np.int64(b), np.int64(c), np.int64(d), np.int64(e)


@kernel
def choose_noted(state):
    """The place of a New City or of City Growth as noted when the card was judged."""
    wanted = state.note_growth
    if state.decision == DECIDE_NEW_CITY:
        wanted = state.note_city * COLOURS + state.note_colour
    for place in range(state.choice_count):
        if state.choices[place] == wanted:
            return place
    return 0


WITHOUT_INSURANCE, WITHOUT_HOTELS, WITHOUT_BOUNTIES, WITHOUT_URBANIZE = range(4)
WITHOUT_NEW_INDUSTRY, WITHOUT_GROWTH, WITHOUT_EXECUTIVE, WITHOUT_LAND_GRANT = range(4, 8)
WITHOUT_ENGINEERING, WITHOUT_LINES, WITHOUT_BARONS, WITHOUT_WESTERN_LINK = range(8, 12)
# By kind of Operations card.
CARD_BANS = (WITHOUT_HOTELS, WITHOUT_BOUNTIES, *range(WITHOUT_NEW_INDUSTRY, WITHOUT_LINES))


NOTHING_YET = -1e18


@kernel
def is_banned(rules, option):
    return (rules.without >> option) & 1 == 1


@kernel
def start_with_a_pass(best, worth):
    for row in range(best.shape[0]):
        best[row].worth = NOTHING_YET
    best[0].worth, best[0].credit = worth, 0.0
    copy_action(an_action(PASS), best[0].action)


@kernel
def offer(best, survey, worth, credit, action):
    """Put an action among the best so far; the last row is forgotten. `credit`: how much of the
    worth is judgement of the action, not of the position.
    """
    row = best.shape[0] - 1
    if best[row].worth >= worth:
        return
    while row > 0 and best[row - 1].worth < worth:
        if survey.keep_features:  # they are most of a row, and few keep them
            best[row] = best[row - 1]
        else:
            best[row].worth, best[row].credit = best[row - 1].worth, best[row - 1].credit
            copy_action(best[row - 1].action, best[row].action)
        row -= 1
    best[row].worth, best[row].credit = worth, credit
    copy_action(action, best[row].action)
    if survey.keep_features:
        for feature in range(FEATURES):
            best[row].features[feature] = survey.features[feature]


@kernel
def copy_action(action, place):
    for part in range(ACTION):
        place[part] = action[part]


@kernel
def floor_of(best):
    """The worth an action must exceed to be among the best."""
    return best[best.shape[0] - 1].worth


@kernel
def worth_trying(best, doubt):
    """Count the candidates judged less than `doubt` points worse than the best."""
    count = 0
    least = max(best[0].worth - doubt, NOTHING_YET)
    while count < best.shape[0] and best[count].worth > least:
        count += 1
    return count


@kernel
def sort_by_worth(best, rows):
    for place in range(1, rows):
        row = place
        while row > 0 and best[row - 1].worth < best[row].worth:
            swap_rows(best, row - 1, row)
            row -= 1


@kernel
def swap_rows(best, first, second):
    """Worth, judgement and action; features stay, nobody looks at them afterwards."""
    one, other = best[first], best[second]
    one.worth, other.worth = other.worth, one.worth
    one.credit, other.credit = other.credit, one.credit
    for place in range(ACTION):
        one.action[place], other.action[place] = other.action[place], one.action[place]


@kernel
def action_of(best, row):
    """The action in a row of the ranking, or in an intent."""
    action = best[row].action
    return an_action(action[0], action[1], action[2], action[3], action[4], action[5])
