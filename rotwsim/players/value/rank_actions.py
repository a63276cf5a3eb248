"""Rank every sensible action by the value of the position after it; plan two actions together."""

import numpy as np

from rotwsim.core.jit.decorators import kernel, stack_array
from rotwsim.core.play.solo import act, advance
from rotwsim.core.state import layout
from rotwsim.core.state.codes import BUILD, COLOURS, DECIDE_ACTION, DELIVER, UPGRADE
from rotwsim.core.state.log import COLUMNS
from rotwsim.players import action
from rotwsim.players.learned.corrections import prepare_features
from rotwsim.players.value import cards_deliveries_insurance, cities, position_value
from rotwsim.players.value.buildable_links import can_go_on, continue_track
from rotwsim.players.value.links import consider_links
from rotwsim.players.value.network import find_survey, survey_network
from rotwsim.players.value.railbot_choices import note_cubes
from rotwsim.players.value.records import CANDIDATE, OUTLOOK, SURVEY, Mind, new_planned, new_surveys
from rotwsim.players.value.weights import SURE_TRACK

# How a player judges, as a bit set.
PRUNED = 1  # actions that hardly ever pay are not looked at
CHANCES = 2  # cards, New Cities, Western Link and Insurance are looked at too
LEARNED = 4  # what was learned about such actions is added to their worth
TRACED = 8  # the features of the best actions are kept, to learn from

new_outlooks = stack_array(1, OUTLOOK, zeros=True)
new_survey = stack_array(1, SURVEY)
new_candidate = stack_array(1, CANDIDATE)


@kernel
def choose_best(state, rules, seat, judgement, surveys):
    """The action after which the position is worth most; track once begun is finished."""
    if can_go_on(state, rules):
        return continue_track(state, rules, seat)
    best = new_candidate()
    rank_with_surveys(state, rules, seat, judgement, best, surveys)
    return action.action_of(best, 0)


@kernel
def rank_actions(state, rules, seat, judgement, best):
    surveys = new_survey()
    surveys[0].used = 0
    rank_with_surveys(state, rules, seat, judgement, best, surveys)


@kernel
def rank_with_surveys(state, rules, seat, judgement, best, surveys):
    """The same with surveys of earlier decisions: what is as before is not done again."""
    outlooks = new_outlooks()
    judge_by(outlooks[0], judgement)
    position_value.look_at_seat(state, rules, seat, outlooks[0])
    place = find_survey(state, rules, outlooks[0], surveys)
    compare_actions(state, rules, seat, outlooks, surveys[place : place + 1], best)


@kernel
def judge_by(outlook, judgement):
    outlook.pruned, outlook.chances = judgement & PRUNED, judgement & CHANCES
    outlook.learned, outlook.keep_features = judgement & LEARNED, judgement & TRACED


@kernel
def compare_actions(state, rules, seat, outlooks, surveys, best):
    """Consider kind after kind; a record does not keep its array alive, so arrays come in."""
    outlook, survey = outlooks[0], surveys[0]
    pass_value = compare_plain(state, rules, seat, outlook, survey, best)
    if outlook.actions <= 1 and outlook.turns == 1 and rules.weights[SURE_TRACK] > 0.0:
        return  # a card or a New City could only help others now
    if outlook.chances:
        cities.plan_least(outlook, survey)
        cities.consider_new_cities(state, rules, outlook, survey, best)
        cards_deliveries_insurance.consider_cards(state, rules, outlook, survey, pass_value, best)
        cities.consider_western_link(state, rules, outlook, survey, best)
        if outlook.multiplayer:
            cities.consider_mines(state, rules, outlook, survey, best)
        else:
            cards_deliveries_insurance.consider_insurance(state, rules, outlook, survey, best)


QUIET_TURNS = 4  # before the end, in which passing is an idea at all
MANY_BONDS = 8  # with fewer casual does not sit and wait in multiplayer


@kernel
def compare_plain(state, rules, seat, outlook, survey, best):
    """Fills outlook, survey and the ranking; returns the worth of an action that does nothing."""
    position_value.look_ahead(state, rules, seat, outlook)
    survey_network(state, rules, outlook, survey)
    note_cubes(state, rules, outlook, survey)
    pass_value, aim = position_value.plan_engine(
        state, rules, survey.counts, position_value.after(outlook), floor=action.NOTHING_YET
    )
    survey.keep_features = outlook.keep_features
    if outlook.learned:
        outlook.lowest, outlook.highest = aim - 1, aim + 1  # no other engine level is looked at
        outlook.need = position_value.risk_needed(rules, outlook, pass_value)
        prepare_features(state, rules, outlook, survey)
    is_eager = outlook.chances or (outlook.multiplayer and outlook.bonds < MANY_BONDS)
    may_pass = outlook.turns <= QUIET_TURNS or not is_eager
    action.start_with_a_pass(best, pass_value if may_pass else action.NOTHING_YET)
    cards_deliveries_insurance.consider_deliveries(state, rules, outlook, survey, best)
    cards_deliveries_insurance.consider_upgrade(state, rules, outlook, survey, best)
    consider_links(state, rules, outlook, survey, best)
    return pass_value


CANDIDATES = 4
TRY_WITHIN_POINTS = 5.0  # points: what follows a candidate judged this much worse is not tried
LEAST_TURNS = 9  # left: later there is less to gain, and more to look at

new_candidates = stack_array(CANDIDATES, CANDIDATE)
new_copies = stack_array(1, layout.STATE)
new_log = stack_array((0, COLUMNS), np.int64)


@kernel
def choose_with_next(state, rules, seat, judgement, mind):
    """Choose what was planned for now, else the best action with its next one, which is planned."""
    if can_go_on(state, rules):
        return continue_track(state, rules, seat)
    intent = mind.planned[0]
    is_now = intent.turn == state.turn and intent.actions_left == state.actions_left
    if is_now and state.third_to_come:
        copy_notes(intent, state, rules)
        return action.action_of(mind.planned, 0)
    if intent.at_once or not another_follows(state, rules):
        return choose_best(state, rules, seat, judgement, mind.surveys)
    best = new_candidates()
    rank_with_surveys(state, rules, seat, judgement, best, mind.surveys)
    look_at_next(state, rules, seat, judgement, best, TRY_WITHIN_POINTS, mind)
    return action.action_of(best, 0)


@kernel
def choose_second_best(state, rules, seat, judgement):
    """What a player does that misses the best action; the best where there is no other."""
    if can_go_on(state, rules):
        return continue_track(state, rules, seat)
    best = new_candidates()
    rank_by_turn(state, rules, seat, judgement, best)
    return action.action_of(best, 1 if best[1].worth > action.NOTHING_YET else 0)


@kernel
def rank_by_turn(state, rules, seat, judgement, best):
    """The best actions as a player ranks them that keeps no intent; at least CANDIDATES rows. One
    that learned ranks them with the next one.
    """
    mind = Mind(new_planned(), new_surveys())
    forget(mind)
    rank_with_surveys(state, rules, seat, judgement, best, mind.surveys)
    look_at_next(state, rules, seat, judgement, best, TRY_WITHIN_POINTS, mind)


@kernel
def forget(mind):
    """Forget what was planned and seen, in all parts of a mind."""
    for place in range(mind.planned.shape[0]):
        mind.planned[place].turn = mind.planned[place].at_once = 0
    for place in range(mind.surveys.shape[0]):
        mind.surveys[place].used = 0


@kernel
def another_follows(state, rules):
    """Whether a second action of the turn comes before the Railbot acts (S10), and it matters."""
    if rules.seats > 1 or not state.third_to_come or state.actions_left < 2:
        return False
    return position_value.turns_left(state, rules) >= LEAST_TURNS


@kernel
def look_at_next(state, rules, seat, judgement, best, within, mind):
    """Rank the best of ranked actions again, by their worth together with the next one."""
    candidates = min(CANDIDATES, action.worth_trying(best, within))
    if judgement & LEARNED == 0 or not another_follows(state, rules):
        return
    plain = 0
    for place in range(candidates):
        plain += is_plain(best[place])
    if plain < 2:
        return
    copies, seconds = new_copies(), new_candidate()
    top, shift = action.NOTHING_YET, action.NOTHING_YET
    for place in range(candidates):
        if is_plain(best[place]):
            both = worth_of_both(
                state, copies, rules, seat, judgement, best, place, seconds, mind.surveys
            )
            if both <= action.NOTHING_YET:
                continue
            if shift <= action.NOTHING_YET:
                shift = best[place].worth - both
            best[place].worth = both + shift
            if best[place].worth > top:
                top = best[place].worth
                plan_next(state, copies[0], rules, seconds[0], mind.planned[0])
    action.sort_by_worth(best, best.shape[0])
    if best[0].worth != top:
        mind.planned[0].turn = 0


@kernel
def is_plain(candidate):
    """Whether an action uncovers nothing and says all about itself."""
    return candidate.action[0] in (DELIVER, UPGRADE, BUILD)


@kernel
def worth_of_both(state, copies, rules, seat, judgement, best, place, seconds, surveys):
    """Value an action with the best one after it; not if it takes two or another is asked."""
    copies[0] = state
    copy, log = copies[0], new_log()
    act(copy, rules, action.action_of(best, place), log)
    advance(copy, rules, log)
    if copy.decision != DECIDE_ACTION or can_go_on(copy, rules):
        return action.NOTHING_YET
    rank_with_surveys(copy, rules, seat, judgement, seconds, surveys)
    return copy.score[seat] - state.score[seat] + best[place].credit + seconds[0].worth


@kernel
def plan_next(state, copy, rules, second, intent):
    """Plan the next action with the notes of the copy, unless it needs other notes or a next."""
    intent.turn = state.turn if is_plain(second) and state.actions_left == 2 else 0
    intent.actions_left = state.actions_left - 1
    action.copy_action(second.action, intent.action)
    copy_notes(copy, intent, rules)


@kernel
def copy_notes(noted, other, rules):
    """What each cube is worth, as the answers in the Railbot step ask for it."""
    for city in range(rules.cities):
        for colour in range(COLOURS):
            other.note_worth[city, colour] = noted.note_worth[city, colour]
