"""Where the time of a decision goes: positions of real games, judged part by part."""

import numpy as np

from rotwsim.core.jit.decorators import fast_kernel, kernel
from rotwsim.core.play.setup import set_up
from rotwsim.core.play.solo import act, advance, answer
from rotwsim.core.state import layout
from rotwsim.core.state.codes import DECIDE_ACTION
from rotwsim.core.state.log import COLUMNS
from rotwsim.players.learned.corrections import prepare_features
from rotwsim.players.registry import choose, choose_action, judgement_of
from rotwsim.players.value.buildable_links import can_go_on
from rotwsim.players.value.cards import consider_cards
from rotwsim.players.value.cities import consider_new_cities, consider_western_link
from rotwsim.players.value.deliveries import consider_deliveries, consider_upgrade
from rotwsim.players.value.horizon import after, aim_for, look_ahead, risk_needed
from rotwsim.players.value.insurance import consider_insurance
from rotwsim.players.value.links import consider_links
from rotwsim.players.value.network import survey_network
from rotwsim.players.value.position_value import plan_engine
from rotwsim.players.value.railbot_choices import note_cubes
from rotwsim.players.value.rank_actions import LEARNED
from rotwsim.players.value.ranking import NOTHING_YET, start_with_a_pass
from rotwsim.players.value.records import CANDIDATE, OUTLOOK, SURVEY

# In the order in which plain_actions.py and compare.py take them.
PARTS = (
    "outlook",
    "survey",
    "features",
    "deliveries",
    "engine",
    "Links",
    "New Cities",
    "cards",
    "Western Link and Insurance",
)


@fast_kernel
def collect_positions(rules, seed, every, positions):
    """Fills an array of states with every n-th decision about an action."""
    states = np.zeros(1, layout.STATE)
    blank = np.zeros(1, layout.STATE)
    log = np.zeros((0, COLUMNS), np.int64)
    kept, decisions, game = 0, 0, 0
    while kept < positions.shape[0]:
        states[0] = blank[0]
        state = states[0]
        set_up(state, rules[0], seed, game, log)
        advance(state, rules[0], log)
        while not state.over:
            if state.decision == DECIDE_ACTION:
                decisions += 1
                is_judged = decisions % every == 0 and not can_go_on(state, rules[0])
                if is_judged and kept < positions.shape[0]:
                    positions[kept] = states[0]
                    kept += 1
                act(state, rules[0], choose_action(state, rules[0]), log)
            else:
                answer(state, rules[0], choose(state, rules[0]), log)
            advance(state, rules[0], log)
        game += 1


@fast_kernel
def judge_positions(positions, rules, parts):
    """Judges every position by the first parts; returns the worths found, added up."""
    best = np.zeros(1, CANDIDATE)
    outlooks = np.zeros(1, OUTLOOK)
    surveys = np.empty(1, SURVEY)
    total = 0.0
    for place in range(positions.shape[0]):
        judge(positions[place], rules[0], parts, outlooks, surveys, best)
        total += best[0].worth
    return total


@kernel
def judge(state, rules, parts, outlooks, surveys, best):
    """Do the first parts of rank_actions.compare_actions."""
    outlook, survey = outlooks[0], surveys[0]
    outlook.pruned = outlook.chances = 1
    outlook.learned = judgement_of(state.player) & LEARNED
    look_ahead(state, rules, state.seat, outlook)
    start_with_a_pass(best, NOTHING_YET)
    pass_value = 0.0
    if parts > 1:
        survey_network(state, rules, outlook, survey)
        note_cubes(state, rules, outlook, survey)
        survey.keep_features = 0
        pass_value, aim = plan_engine(
            state, rules, survey.counts, after(outlook), floor=NOTHING_YET
        )
        if outlook.learned:
            aim_for(outlook, aim)
            outlook.need = risk_needed(rules, outlook, pass_value)
    if parts > 2 and outlook.learned:
        prepare_features(state, rules, outlook, survey)
    if parts > 3:
        consider_deliveries(state, rules, outlook, survey, best)
    if parts > 4:
        consider_upgrade(state, rules, outlook, survey, best)
    if parts > 5:
        consider_links(state, rules, outlook, survey, best)
    if parts > 6:
        consider_new_cities(state, rules, outlook, survey, best)
    if parts > 7:
        consider_cards(state, rules, outlook, survey, pass_value, best)
    if parts > 8:
        consider_western_link(state, rules, outlook, survey, best)
        consider_insurance(state, rules, outlook, survey, best)
