# Longer than most: the stops of a game and the rollouts from them share what chance shows.
"""Find what positions are worth: retrace a game stop by stop, and play on from any of them.

A stop is a decision, or the moment after chance showed something: cubes, a Railbot card, an
Operations card. The value of a stop is the mean result when the expert plays on from it, with what
nobody can see dealt at random; key and number of a rollout deal the same to every choice.
"""

from functools import cache
from typing import Any

import numpy as np

from rotwsim.core.jit.decorators import fast_kernel, kernel, kernel_for
from rotwsim.core.play.setup import set_up
from rotwsim.core.play.solo import act, answer, settle, take_next_step
from rotwsim.core.play.turn_actions import ACTION
from rotwsim.core.rules.money_engine_insurance import income_at
from rotwsim.core.rules.scoring_and_seats import result_of
from rotwsim.core.state import codes, layout
from rotwsim.core.state.decisions import is_choice
from rotwsim.core.state.log import mix
from rotwsim.core.state.streams import GOLDEN, draw_below, shuffle
from rotwsim.core.track.links import links_owned
from rotwsim.players.action import NOTHING_YET, an_action, copy_action
from rotwsim.players.registry import EXPERT, SOLO_PARTY, Party, choose, new_mind
from rotwsim.players.strategies import master
from rotwsim.players.strategies.passive_to_expert import EXPERT_FLAGS
from rotwsim.players.strategies.person import value_choices
from rotwsim.players.value.buildable_links import can_go_on, continue_track
from rotwsim.players.value.network import survey_network
from rotwsim.players.value.position_value import after, look_ahead, plan_engine
from rotwsim.players.value.rank_actions import (
    CHANCES,
    LEARNED,
    forget,
    new_outlooks,
    new_survey,
    rank_actions,
)
from rotwsim.players.value.records import CANDIDATE, Mind, new_planned, new_surveys

NO_STREAM = -1  # chance showed nothing
PLAY_ON = -1  # in place of a choice: nothing is to be chosen
MOST_STOPS = 600  # of a game
RANKED = 10  # choices of a stop that are compared; row 0 is what the expert takes
# Columns of a stop. STREAM: what chance showed; DECISION: what was to be chosen.
STREAM, DECISION, TURN, FLIPPED, RESOLVED, ABOUT, COUNT, CHOICE = range(8)
FACTS = CHOICE + ACTION
FEATURES = (
    "turns", "result", "to_come", "bonds", "income", "markers", "engine", "links",
    "railbot_links", "railbot_cards", "barons", "railbot_barons", "cubes",
)  # fmt: skip
SHIFTED = 1_000_003  # games by which a stream is taken from another deal


@fast_kernel
def play_out(states, rules, choices, key, first, results):
    """Fill a row of results per choice: games `first`, `first + 1`, … played on by the expert."""
    copies = np.zeros(1, layout.STATE)
    for game in range(results.shape[1]):
        for place in range(choices.shape[0]):
            copies[0] = states[0]
            master.deal_anew(copies[0], rules[0], key, first + game)
            deal_in_common_order(copies[0], rules[0], key, first + game)
            take(copies[0], rules[0], choices[place])
            results[place, game] = finish(copies, rules)


@fast_kernel
def play_deals(rules, seed, game, fixed, key, first, results):
    """Fill results of games whose first `fixed` streams are dealt as in this game, others anew."""
    states, blank = np.zeros(1, layout.STATE), np.zeros(1, layout.STATE)
    for place in range(results.shape[0]):
        for purpose in range(codes.STREAMS):
            shift = 0 if purpose < fixed else SHIFTED + first + place
            rules[0].stream_shift[purpose] = shift
        states[0] = blank[0]
        set_up(states[0], rules[0], seed, game, master.new_log())
        master.deal_anew(states[0], rules[0], key, first + place)
        deal_in_common_order(states[0], rules[0], key, first + place)
        results[place] = finish(states, rules)


@kernel
def deal_in_common_order(state, rules, key, game):
    """Deal the Railbot deck so that other stops of a game have nearly the same one by this key.

    All cards are shuffled as if none was seen; then each card that was flipped changes places with
    the one dealt in its place. What is left is as random as any deal, but values of two stops
    differ by less noise. `deal_anew` is not as even: it puts left cards too near to the bottom.
    """
    cards, ranks = master.new_cards(), master.new_cards()
    count = master.list_unseen(state, rules, cards)
    waiting = state.deck_count - state.deck_next
    if waiting + state.removed_count == count:  # Final Evaluation was seen: no card matters now
        return
    for place in range(state.deck_next):
        cards[count] = state.deck[place]
        count += 1
    master.put_in_order(cards[:count])
    for place in range(count):
        ranks[place] = cards[place]
    step = np.uint64(game * codes.STREAMS + codes.RAILBOT_STREAM + master.SEARCHED)
    state.streams[codes.RAILBOT_STREAM] = mix(key + step * GOLDEN)
    depth = draw_below(state, codes.RAILBOT_STREAM, min(rules.cards_above_final + 1, waiting))
    shuffle(state, codes.RAILBOT_STREAM, ranks, count)
    shuffle(state, codes.RAILBOT_STREAM, cards, count)
    for place in range(state.deck_next):
        other = place
        while cards[other] != state.deck[place]:
            other += 1
        cards[place], cards[other] = cards[other], cards[place]
    lay_deck(state, rules, cards[:count], ranks, state.deck_count - 1 - depth)


@kernel
def lay_deck(state, rules, cards, ranks, final):
    """Remove left cards by rank (S4), wherever they are; lay the others on the deck in order."""
    is_gone, removed = master.new_cards(), 0
    for place in range(state.deck_next):
        is_gone[state.deck[place]] = 1
    for place in range(cards.shape[0]):
        card = ranks[place]
        is_left = rules.card_slot[card] == codes.LEFT
        if removed < rules.left_cards_removed and is_left and not is_gone[card]:
            state.removed[removed] = card
            is_gone[card] = 1
            removed += 1
    taken = state.deck_next
    for place in range(state.deck_next, cards.shape[0]):
        if is_gone[cards[place]]:
            continue
        if taken == final:
            state.deck[taken] = rules.final_evaluation
            taken += 1
        if taken < state.deck_count:
            state.deck[taken] = cards[place]
        else:
            state.removed[removed] = cards[place]
            removed += 1
        taken += 1
    if taken == final:
        state.deck[taken] = rules.final_evaluation


@kernel
def finish(states, rules):
    """Let the expert play on to the end; return the result."""
    states[0].player, states[0].slip = EXPERT, 0
    mind = Mind(new_planned(), new_surveys())
    forget(mind)
    mind.planned[0].at_once = 1
    SOLO_PLAY_ON(states, states, rules, mind, master.new_log())
    return result_of(states[0], rules[0], codes.SOLO)


SOLO_PLAY_ON = SOLO_PARTY.play_on


@cache
def goes_on_of(party: Party) -> Any:
    """Make the kernel that fills results of games which a party plays on from a stop."""
    play_on = party.play_on

    @kernel_for(__name__, party.name, fast_kernel)
    def go_on_as_before(states, rules, key, results):
        """Play on with the deals of a key, each game with errors of other chance."""
        own, copies, mind = np.zeros(1, layout.STATE), np.zeros(1, layout.STATE), new_mind(rules)
        for game in range(results.shape[0]):
            own[0] = states[0]
            own[0].player, own[0].slip = rules[0].player, rules[0].slip
            master.deal_anew(own[0], rules[0], key, game)
            deal_in_common_order(own[0], rules[0], key, game)
            forget(mind)
            play_on(own, copies, rules, mind, master.new_log())
            results[game] = result_of(own[0], rules[0], codes.SOLO)

    return go_on_as_before


@kernel
def take(state, rules, choice):
    """Take a choice of the open decision, or none."""
    if choice[0] == PLAY_ON:
        return
    if state.decision == codes.DECIDE_ACTION:
        action = an_action(choice[0], choice[1], choice[2], choice[3], choice[4], choice[5])
        act(state, rules, action, master.new_log())
    else:
        answer(state, rules, choice[0], master.new_log())


@cache
def tracer_of(party: Party) -> Any:
    """Make the kernel that retraces a solo game of a party."""
    choose_action, choose_place = party.choose_action, party.choose

    @kernel_for(__name__, party.name, fast_kernel)
    def trace(rules, judge, seed, game, taken, stops, facts, choices, features):
        """Play a game once more and note every stop; return how many there are and the result.

        `taken` are the choices of a game by hand; without any the party decides. Where `stops` has
        no rows the states are not kept. `judge` is the expert's record of the rules.
        """
        states, copies, own = (
            np.zeros(1, layout.STATE),
            np.zeros(1, layout.STATE),
            np.zeros(1, layout.STATE),
        )
        mind = new_mind(rules)
        forget(mind)
        set_up(states[0], rules[0], seed, game, master.new_log())
        note_chance(states, copies, judge, 0, codes.RAILBOT_STREAM, stops, facts, features)
        row, decision = 1, 0
        while row + 2 < facts.shape[0]:
            stream = go_on(states[0], rules[0])
            if stream != NO_STREAM:
                note_chance(states, copies, judge, row, stream, stops, facts, features)
                row += 1
                continue
            if states[0].over:
                break
            see(states, copies, judge, row, stops, features)
            count = list_choices(copies, judge, choices[row])
            keep_stop(copies, row, stops)
            note_decision(states[0], count, facts[row])
            if taken.shape[0] > 0:
                copy_action(taken[decision], facts[row, CHOICE:])
            elif states[0].decision == codes.DECIDE_ACTION:
                copy_action(choose_action(states, own, rules, mind), facts[row, CHOICE:])
            else:
                facts[row, CHOICE] = choose_place(states, rules)
            decision += 1
            before = words_of(states[0])
            take(states[0], rules[0], facts[row, CHOICE:])
            stream = shown_since(states[0], before)
            row += 1
            if stream != NO_STREAM:
                note_chance(states, copies, judge, row, stream, stops, facts, features)
                row += 1
        return row, result_of(states[0], rules[0], codes.SOLO)

    return trace


@kernel
def go_on(state, rules):
    """Play on to the next decision, or until chance shows something; return its stream."""
    while not state.over:
        before = words_of(state)
        if state.decision == codes.NO_DECISION:
            take_next_step(state, rules, master.new_log())
        elif is_choice(state):
            return NO_STREAM
        else:
            settle(state, rules, 0, master.new_log())
        stream = shown_since(state, before)
        if stream != NO_STREAM:
            return stream
    return NO_STREAM


@kernel
def words_of(state):
    """Give what moves when chance shows something: the bag's word and the places in both decks."""
    return state.streams[codes.GOODS_STREAM], state.deck_next, state.operations_next


@kernel
def shown_since(state, before):
    if state.deck_next != before[1]:
        return codes.RAILBOT_STREAM
    if state.operations_next != before[2]:
        return codes.OPERATIONS_STREAM
    return codes.GOODS_STREAM if state.streams[codes.GOODS_STREAM] != before[0] else NO_STREAM


@kernel
def see(states, copies, judge, row, stops, features):
    """Copy the position with the expert's notes, and describe it."""
    noted = copies[0].note_city, copies[0].note_colour, copies[0].note_growth
    worth = copies[0].note_worth.copy()
    copies[0] = states[0]
    copies[0].note_city, copies[0].note_colour, copies[0].note_growth = noted
    copies[0].note_worth[:] = worth
    describe(copies[0], judge[0], features[row])


@kernel
def note_chance(states, copies, judge, row, stream, stops, facts, features):
    """Note a stop after chance showed something."""
    see(states, copies, judge, row, stops, features)
    keep_stop(copies, row, stops)
    state = states[0]
    facts[row, STREAM], facts[row, DECISION], facts[row, TURN] = (
        stream,
        codes.NO_DECISION,
        state.turn,
    )
    facts[row, FLIPPED] = facts[row, RESOLVED] = -1
    facts[row, CHOICE] = PLAY_ON
    if stream == codes.RAILBOT_STREAM and state.turn > 0:
        facts[row, FLIPPED] = state.flipped
        is_resolved = state.agenda_count > 1  # not by a card that is insured, nor the last one
        facts[row, RESOLVED] = state.row[state.selected] if is_resolved else -1
    elif stream == codes.OPERATIONS_STREAM:
        facts[row, FLIPPED] = state.operations[state.operations_next - 1]


@kernel
def note_decision(state, count, fact):
    fact[STREAM], fact[DECISION], fact[TURN] = NO_STREAM, state.decision, state.turn
    fact[FLIPPED] = fact[RESOLVED] = -1
    fact[ABOUT], fact[COUNT] = state.asked, count


@kernel
def keep_stop(copies, row, stops):
    if row < stops.shape[0]:
        stops[row] = copies[0]


@kernel
def list_choices(copies, judge, choices):
    """List the choices worth comparing, first what the expert takes; it leaves notes in the copy.

    Return how many there are. The one who has begun track is not asked whether to finish it.
    """
    state, rules = copies[0], judge[0]
    state.player, state.slip = EXPERT, 0
    if state.decision != codes.DECIDE_ACTION:
        return list_places(state, rules, choices)
    if can_go_on(state, rules):
        copy_action(continue_track(state, rules, codes.SOLO), choices[0])
        return 1
    best = np.zeros(RANKED, CANDIDATE)
    rank_actions(state, rules, codes.SOLO, EXPERT_FLAGS, best)
    count = 0
    while count < RANKED and best[count].worth > NOTHING_YET:
        copy_action(best[count].action, choices[count])
        count += 1
    return count


@kernel
def list_places(state, rules, choices):
    """List the places of another decision: the expert's, then the others by their worth."""
    choices[0, 0] = choose(state, rules)
    worths = np.zeros(layout.OPTIONS)
    value_choices(state, rules, codes.SOLO, EXPERT_FLAGS, worths)
    worths[choices[0, 0]] = NOTHING_YET
    count = 1
    while count < min(RANKED, state.choice_count):
        choices[count, 0] = np.argmax(worths[: state.choice_count])
        worths[choices[count, 0]] = NOTHING_YET
        count += 1
    return count


@kernel
def describe(state, rules, row):
    """Fill the features of a position, in the order of FEATURES."""
    outlooks, surveys = new_outlooks(), new_survey()
    outlook = outlooks[0]
    outlook.learned, outlook.chances = LEARNED, CHANCES
    look_ahead(state, rules, codes.SOLO, outlook)
    survey_network(state, rules, outlook, surveys[0])
    to_come, _ = plan_engine(state, rules, surveys[0].counts, after(outlook, 0), NOTHING_YET)
    score, barons, railbot_barons, cubes = state.score[codes.SOLO], 0, 0, 0
    for place in range(state.barons):
        barons += state.baron_owner[place] == codes.SOLO
        railbot_barons += state.baron_owner[place] == codes.RAILBOT
    for city in range(rules.cities):
        cubes += state.cubes[city]
    row[0], row[1] = outlook.turns, result_of(state, rules, codes.SOLO)
    row[2], row[3], row[4] = to_come, outlook.bonds, income_at(rules, score)
    row[5], row[6], row[7] = state.markers, outlook.level, outlook.links
    row[8], row[9] = links_owned(state, codes.RAILBOT), state.deck_count - state.deck_next
    row[10], row[11], row[12] = barons, railbot_barons, cubes
