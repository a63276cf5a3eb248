"""The Railbot step: the card flipped, the card resolved, and all its effects (S20 to S33)."""

import numpy as np

from rotwsim.core.barons import give_baron, lasting_effect
from rotwsim.core.codes import (
    BY_EVALUATION,
    COLOURS,
    CUBE_EXHAUSTED,
    CUBE_LOST_TO_LINKS,
    DECIDE_BARON,
    DECIDE_EXHAUST,
    DECIDE_LINE,
    DECIDE_LOST_CUBE,
    EFFECT_CLAIM_LINE,
    EFFECT_DEADHEAD,
    EFFECT_EXHAUST_EACH,
    EFFECT_TAXATION,
    EFFECT_THIRD_CARD,
    FROM_HOTELS,
    FROM_REMOVALS,
    GREY,
    NOBODY,
    NOT_YET,
    PAID_TAXATION,
    RIGHT,
    ROW,
)
from rotwsim.core.decisions import decide, decide_path
from rotwsim.core.goods import take_cube
from rotwsim.core.jit import kernel, step
from rotwsim.core.layout import BARON_ROW, CITIES, LINES, PATHS, STRETCHES
from rotwsim.core.lines import give_line, is_open_line
from rotwsim.core.log import FLIP, RESOLVE, TRIGGER, note
from rotwsim.core.money import income_at, pay
from rotwsim.core.operations import deadhead, spoil_bounties
from rotwsim.core.paths import find_cheapest_paths
from rotwsim.core.scoring import score_points
from rotwsim.core.stretches import build_path


@kernel
def take_railbot_step(state, rules, seat, log):
    """S20: the flipped card's slot selects a card of the row; that one is resolved and leaves."""
    flipped = state.deck[state.deck_next]
    state.deck_next += 1
    note(log, state, FLIP, flipped)
    if flipped == rules.final_evaluation:  # S21
        if state.trigger == NOT_YET:
            state.trigger = BY_EVALUATION
            note(log, state, TRIGGER, BY_EVALUATION)
        return
    if not rules.railbot_acts:
        return
    place = rules.card_slot[flipped]
    if place == state.insured:  # S15: no effect at all, the token comes back
        note(log, state, RESOLVE, place, state.row[place], 1)
        state.insured = -1
        state.insurance_used += 1
    else:
        note(log, state, RESOLVE, place, state.row[place], 0)
        resolve_card(state, rules, seat, state.row[place], log)
        if state.third_card_due:  # D11
            state.third_card_due = 0
            third = flipped if place == RIGHT else state.row[RIGHT]
            note(log, state, RESOLVE, RIGHT, third, 0)
            resolve_card(state, rules, seat, third, log)
    slide_row(state, place, flipped)


@step
def slide_row(state, place, flipped):
    """The other cards move left, the token with its card; the flipped card enters on the right."""
    if state.insured > place:
        state.insured -= 1
    for later in range(place, ROW - 1):
        state.row[later] = state.row[later + 1]
    state.row[ROW - 1] = flipped


@kernel
def resolve_card(state, rules, seat, card, log):
    """S29: printed effects, then Major Line, then Baron."""
    for stop in range(rules.card_cities[card] - 1):
        first = rules.card_city[card, stop]
        second = rules.card_city[card, stop + 1]
        link_pair(state, rules, seat, first, second, log)
    if rules.card_exhaust[card] >= 0:
        for _ in range(rules.base_exhaust):
            exhaust_cube(state, rules, seat, rules.card_exhaust[card], log)
    if rules.card_taxation[card]:
        tax(state, rules, seat, log)
    if rules.card_deadhead[card]:
        deadhead(state, log)
    if rules.card_line[card]:
        claim_line(state, rules, log)
    if rules.card_baron[card]:
        claim_baron_for_railbot(state, rules, seat, log)


@step
def link_pair(state, rules, seat, first, second, log):
    """S22: an unconnected pair is linked by the cheapest path, a connected one loses a cube."""
    if rules.in_play[first] == 0 or rules.in_play[second] == 0:
        return
    if state.group[first] != state.group[second]:
        build_cheapest_path(state, rules, first, second, log)
    elif state.cubes[first] > 0:  # S24
        lose_cube(state, rules, seat, first, state.colour[second], log)
        if state.railbot_group[first] != state.railbot_group[second]:
            score_points(state, seat, 1, FROM_REMOVALS, log)


@step
def build_cheapest_path(state, rules, first, second, log):
    """S23: each missing stretch becomes a Railbot Link; among equal costs the player chooses."""
    paths = np.empty((PATHS, 2 * STRETCHES), np.int16)
    lengths = np.empty(PATHS, np.int64)
    count = find_cheapest_paths(state, rules, first, second, paths, lengths)
    if count == 0:
        return
    chosen = decide_path(state, rules, paths, lengths, count, log)
    build_path(state, rules, paths[chosen], lengths[chosen], log)


@step
def lose_cube(state, rules, seat, city, colour, log):
    """S22: a cube of the second city's colour if there is one, else any that the player chooses."""
    if colour == GREY or state.goods[city, colour] == 0:
        options = np.empty(COLOURS, np.int64)
        count = 0
        for present in range(COLOURS):
            if state.goods[city, present] > 0:
                options[count] = present
                count += 1
        state.asked = city
        colour = decide(state, rules, DECIDE_LOST_CUBE, options, count, log)
    state.lost_to_links += 1
    remove_cube(state, rules, seat, city, colour, CUBE_LOST_TO_LINKS, log)


@kernel
def exhaust_cube(state, rules, seat, colour, log):
    """S25: a cube of the colour leaves a city of the player's choice."""
    options = np.empty(CITIES, np.int64)
    count = 0
    for city in range(rules.cities):
        if state.goods[city, colour] > 0:
            options[count] = city
            count += 1
    if count > 0:
        state.asked = colour
        city = decide(state, rules, DECIDE_EXHAUST, options, count, log)
        state.lost_to_exhaust += 1
        remove_cube(state, rules, seat, city, colour, CUBE_EXHAUSTED, log)


@kernel
def remove_cube(state, rules, seat, city, colour, why, log):
    """S31, S32: hotels pay for it, a bounty at the city is spoiled."""
    take_cube(state, rules, city, colour, why, log)
    spoil_bounties(state, rules, city, log)
    score_points(state, seat, state.hotel[seat, city], FROM_HOTELS, log)


@kernel
def tax(state, rules, seat, log):
    """S26: pay twice the current income at once."""
    amount = 2 * income_at(rules, state.score[seat])
    state.taxation_paid += amount
    pay(state, rules, seat, amount, PAID_TAXATION, log)


@kernel
def claim_line(state, rules, log):
    """S28: the player picks the line that the Railbot claims."""
    options = np.empty(LINES, np.int64)
    count = 0
    for line in range(rules.lines):
        if is_open_line(state, rules, line):
            options[count] = line
            count += 1
    if count > 0:
        give_line(state, decide(state, rules, DECIDE_LINE, options, count, log), log)


@step
def claim_baron_for_railbot(state, rules, seat, log):
    """S28: the player picks the Baron that the Railbot claims; its Opponent Effect happens."""
    options = np.empty(BARON_ROW, np.int64)
    count = 0
    for place in range(state.barons):
        if state.baron_owner[place] == NOBODY:
            options[count] = place
            count += 1
    if count == 0:
        return
    place = decide(state, rules, DECIDE_BARON, options, count, log)
    give_baron(state, place, log)
    effect = rules.baron_effect[state.baron_row[place]]
    if effect == EFFECT_TAXATION:
        tax(state, rules, seat, log)
    elif effect == EFFECT_THIRD_CARD:
        state.third_card_due = 1
    elif effect == EFFECT_EXHAUST_EACH:
        for colour in range(COLOURS):
            exhaust_cube(state, rules, seat, colour, log)
    elif effect == EFFECT_DEADHEAD:
        deadhead(state, log)
    elif effect == EFFECT_CLAIM_LINE:
        claim_line(state, rules, log)
    else:
        lasting_effect(state, effect)
