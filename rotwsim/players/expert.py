"""expert: compares every sensible action by what the position would be worth after it.

The worth of a position (plan.py): the best deliveries still to come with the engine upgrades they
deserve, less the bonds that the money projected to the end leaves. Deliveries, engine, Links with
the cubes that would travel farther over them, New Cities, cards, Western Link and Insurance are all
measured by it. Considers: cash flow, Taxation, both ends of the game, hotels, bounties, Major
Lines, Duel Barons, the row.
"""

import numpy as np

from rotwsim.core.jit import kernel, rung, step
from rotwsim.players.cards import consider_cards
from rotwsim.players.cities import consider_new_cities, consider_western_link
from rotwsim.players.comparison import compare_plain
from rotwsim.players.insurance import consider_insurance
from rotwsim.players.layout import CANDIDATE, OUTLOOK, SURVEY
from rotwsim.players.offers import can_go_on, continue_track
from rotwsim.players.ranking import action_of


@rung
def choose_action(state, rules, seat, pruned, chances):
    """The action after which the position is worth most; track once begun is finished.

    Without chances only deliveries, the engine and Links are compared; pruned leaves out what
    hardly ever pays.
    """
    if can_go_on(state, rules):
        return continue_track(state, rules, seat)
    best = np.zeros(1, CANDIDATE)
    rank_actions(state, rules, seat, pruned, chances, best)
    return action_of(best, 0)


@step
def rank_actions(state, rules, seat, pruned, chances, best):
    """The best actions, as many as `best` has rows."""
    outlooks = np.zeros(1, OUTLOOK)
    outlooks[0].pruned = 1 if pruned else 0
    outlooks[0].chances = 1 if chances else 0
    compare_actions(state, rules, seat, outlooks, np.empty(1, SURVEY), best)


@kernel
def compare_actions(state, rules, seat, outlooks, surveys, best):
    """Considers one kind of action after the other; the arrays come in because a record does not
    keep its array alive.
    """
    outlook, survey = outlooks[0], surveys[0]
    quiet = compare_plain(state, rules, seat, outlook, survey, best)
    if outlook.chances:
        consider_new_cities(state, rules, outlook, survey, best)
        consider_cards(state, rules, outlook, survey, quiet, best)
        consider_western_link(state, rules, outlook, survey, best)
        consider_insurance(state, rules, outlook, survey, best)
