"""Compares every sensible action by what the position would be worth after it, as casual, club and
expert do; the expert adds what it learned about such actions.
"""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.jit.stack import stack_array
from rotwsim.players.learned.corrections import prepare_features
from rotwsim.players.value.buildable_links import can_go_on, continue_track
from rotwsim.players.value.cards import consider_cards
from rotwsim.players.value.cities import consider_mines, consider_new_cities, consider_western_link
from rotwsim.players.value.deliveries import consider_deliveries, consider_upgrade
from rotwsim.players.value.horizon import after, aim_for, look_ahead, look_at_seat
from rotwsim.players.value.insurance import consider_insurance
from rotwsim.players.value.links import consider_links
from rotwsim.players.value.network import find_survey, survey_network
from rotwsim.players.value.position_value import plan_engine
from rotwsim.players.value.railbot_choices import note_cubes
from rotwsim.players.value.ranking import NOTHING_YET, action_of, start_with_a_pass
from rotwsim.players.value.records import CANDIDATE, OUTLOOK, SURVEY
from rotwsim.players.value.target_risk import risk_needed

# How a player judges, as a bit set.
PRUNED = 1  # actions that hardly ever pay are not looked at
CHANCES = 2  # cards, New Cities, Western Link and Insurance are looked at too
LEARNED = 4  # what was learned about such actions is added to their worth
TRACED = 8  # the features of the best actions are kept, to learn from

new_outlooks = stack_array(1, OUTLOOK, zeros=True)
new_survey = stack_array(1, SURVEY)
new_candidate = stack_array(1, CANDIDATE)


@kernel
def choose_best(state, rules, seat, manner, surveys):
    """The action after which the position is worth most; track once begun is finished."""
    if can_go_on(state, rules):
        return continue_track(state, rules, seat)
    best = new_candidate()
    rank_with_surveys(state, rules, seat, manner, best, surveys)
    return action_of(best, 0)


@kernel
def rank_actions(state, rules, seat, manner, best):
    """The best actions, as many as `best` has rows."""
    surveys = new_survey()
    surveys[0].used = 0
    rank_with_surveys(state, rules, seat, manner, best, surveys)


@kernel
def rank_with_surveys(state, rules, seat, manner, best, surveys):
    """The same with surveys of earlier decisions: what is as before is not done again."""
    outlooks = new_outlooks()
    outlooks[0].pruned = manner & PRUNED
    outlooks[0].chances = manner & CHANCES
    outlooks[0].learned = manner & LEARNED
    outlooks[0].traced = manner & TRACED
    look_at_seat(state, rules, seat, outlooks[0])
    place = find_survey(state, rules, outlooks[0], surveys)
    compare_actions(state, rules, seat, outlooks, surveys[place : place + 1], best)


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


QUIET_TURNS = 4  # before the end, in which passing is an idea at all
MANY_BONDS = 8  # with fewer casual does not sit and wait at a table


@kernel
def compare_plain(state, rules, seat, outlook, survey, best):
    """Fills outlook, survey and the ranking; returns the worth of an action that does nothing."""
    look_ahead(state, rules, seat, outlook)
    survey_network(state, rules, outlook, survey)
    note_cubes(state, rules, outlook, survey)
    quiet, aim = plan_engine(state, rules, survey.counts, after(outlook), floor=NOTHING_YET)
    survey.told = outlook.traced
    if outlook.learned:
        aim_for(outlook, aim)
        outlook.need = risk_needed(rules, outlook, quiet)
        prepare_features(state, rules, outlook, survey)
    is_eager = outlook.chances or (outlook.table and outlook.bonds < MANY_BONDS)
    may_pass = outlook.turns <= QUIET_TURNS or not is_eager
    start_with_a_pass(best, quiet if may_pass else NOTHING_YET)
    consider_deliveries(state, rules, outlook, survey, best)
    consider_upgrade(state, rules, outlook, survey, best)
    consider_links(state, rules, outlook, survey, best)
    return quiet
