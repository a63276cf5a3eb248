"""Compares every sensible action by what the position would be worth after it, as casual, club and
expert do; the expert adds what it learned about such actions.
"""

import numpy as np

from rotwsim.core.jit import kernel
from rotwsim.players.cards import consider_cards
from rotwsim.players.cities import consider_mines, consider_new_cities, consider_western_link
from rotwsim.players.insurance import consider_insurance
from rotwsim.players.layout import CANDIDATE, OUTLOOK, SURVEY
from rotwsim.players.offers import can_go_on, continue_track
from rotwsim.players.plain_actions import compare_plain
from rotwsim.players.ranking import action_of

# How a player judges, as a bit set.
PRUNED = 1  # actions that hardly ever pay are not looked at
CHANCES = 2  # cards, New Cities, Western Link and Insurance are looked at too
LEARNED = 4  # what was learned about such actions is added to their worth
TRACED = 8  # the features of the best actions are kept, to learn from


@kernel
def choose_best(state, rules, seat, manner):
    """The action after which the position is worth most; track once begun is finished."""
    if can_go_on(state, rules):
        return continue_track(state, rules, seat)
    best = np.zeros(1, CANDIDATE)
    rank_actions(state, rules, seat, manner, best)
    return action_of(best, 0)


@kernel
def rank_actions(state, rules, seat, manner, best):
    """The best actions, as many as `best` has rows."""
    outlooks = np.zeros(1, OUTLOOK)
    outlooks[0].pruned = manner & PRUNED
    outlooks[0].chances = manner & CHANCES
    outlooks[0].learned = manner & LEARNED
    outlooks[0].traced = manner & TRACED
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
        if outlook.table:
            consider_mines(state, rules, outlook, survey, best)
        else:
            consider_insurance(state, rules, outlook, survey, best)
