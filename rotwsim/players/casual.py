"""casual: looks one action ahead and values a position by its best remaining deliveries.

Considers deliveries, engine and Links; ignores money, cards, Insurance, Major Lines and the like.
Sensible in the Railbot step: gives up what is worth least to it.
"""

import numpy as np

from rotwsim.core.codes import PASS
from rotwsim.core.jit import kernel
from rotwsim.core.track import can_continue
from rotwsim.players.answers import an_action
from rotwsim.players.expert import (
    consider_deliveries,
    consider_links,
    consider_upgrade,
    continue_track,
)
from rotwsim.players.outlook import (
    BEST_COLUMNS,
    NOTHING_YET,
    OUTLOOK,
    look_ahead,
    offer,
    worth_after,
)
from rotwsim.players.plan import POINTS, count_cubes
from rotwsim.players.survey import LEVELS, SURVEY, survey_network


@kernel
def choose_action(state, rules):
    """The best of delivering, upgrading and building; its weights leave money out of the judgement."""
    if state.open_route >= 0 and can_continue(state, rules):
        return continue_track(state, rules)
    return choose_by_survey(state, rules, np.zeros(1, SURVEY))


@kernel
def choose_by_survey(state, rules, surveys):
    """Compares deliveries, engine and Links."""
    survey = surveys[0]
    survey_network(state, rules, survey)
    counts = np.empty((LEVELS, POINTS), np.int64)
    count_cubes(state, rules, survey, counts)
    outlook = np.empty(OUTLOOK, np.int64)
    look_ahead(state, rules, outlook)
    best = np.zeros(BEST_COLUMNS, np.float64)
    best[0] = NOTHING_YET
    offer(best, worth_after(state, rules, counts, outlook, 0, 0, 1, 0, 0), PASS, 0, 0, 0, 0, 0)
    consider_deliveries(state, rules, survey, counts, outlook, best)
    consider_upgrade(state, rules, counts, outlook, best)
    consider_links(state, rules, survey, counts, outlook, best)
    return an_action(best[1], best[2], best[3], best[4], best[5], best[6])
