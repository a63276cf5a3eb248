"""casual: looks one action ahead and values a position by its best remaining deliveries.

Considers deliveries, engine and Links and the bonds an action takes at once; ignores interest, cash
flow, cards, Insurance, Major Lines and the like. Sensible in the Railbot step: gives up what is
worth least to it.
"""

import numpy as np

from rotwsim.core.jit import kernel
from rotwsim.core.layout import CITIES
from rotwsim.core.track import can_continue
from rotwsim.players.expert import (
    action_of,
    consider_deliveries,
    consider_links,
    consider_upgrade,
    continue_track,
)
from rotwsim.players.losses import note_cubes
from rotwsim.players.outlook import (
    BEST_COLUMNS,
    NOTHING_YET,
    OUTLOOK,
    look_ahead,
    start_with_a_pass,
    worth_after,
)
from rotwsim.players.plan import POINTS, count_cubes
from rotwsim.players.survey import CHAINS, LEVELS, SURVEY, survey_network


@kernel
def choose_action(state, rules):
    """The best of delivering, upgrading and building; its weights leave out the rest."""
    if state.open_route >= 0 and can_continue(state, rules):
        return continue_track(state, rules)
    chain = np.empty((CITIES, CHAINS), np.int32)
    return choose_by_survey(state, rules, np.zeros(1, SURVEY), chain)


@kernel
def choose_by_survey(state, rules, surveys, chain):
    """Compares deliveries, engine and Links."""
    survey = surveys[0]
    survey_network(state, rules, survey, chain)
    counts = np.empty((LEVELS, POINTS), np.int64)
    count_cubes(state, rules, survey, counts)
    outlook = np.empty(OUTLOOK, np.int64)
    look_ahead(state, rules, outlook)
    note_cubes(state, rules, survey, outlook)
    best = np.zeros((1, BEST_COLUMNS), np.float64)
    start_with_a_pass(best, worth_after(state, rules, counts, outlook, 0, 0, 1, 0, 0, NOTHING_YET))
    consider_deliveries(state, rules, survey, counts, outlook, best)
    consider_upgrade(state, rules, counts, outlook, best)
    consider_links(state, rules, True, survey, chain, counts, outlook, best)
    return action_of(best[0])
