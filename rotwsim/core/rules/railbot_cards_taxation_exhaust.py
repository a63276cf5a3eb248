"""The Railbot step: a card flipped, a card resolved, and its effects: Links, cubes lost, Exhaust,
Taxation, Deadhead, lines and Barons (S20 to S33).
"""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.cities_and_goods import take_cube
from rotwsim.core.rules.duel_barons import give_baron, lasting_effect
from rotwsim.core.rules.money_engine_insurance import income_of, pay
from rotwsim.core.rules.operations_and_lines import (
    is_open_line,
    remove_bounties,
    remove_from_display,
)
from rotwsim.core.rules.scoring_and_seats import score_points
from rotwsim.core.state import codes, decisions
from rotwsim.core.state.log import FLIP, LIMIT, RESOLVE, TRIGGER, note
from rotwsim.core.track.railbot_paths import offer_paths
from rotwsim.core.track.railbot_track import build_path


@kernel
def take_railbot_step(state, rules, log):
    """S20: the flipped card's slot selects a card of the row; that one is resolved and leaves."""
    state.flipped = state.deck[state.deck_next]
    state.deck_next += 1
    note(log, state, FLIP, state.flipped)
    if state.flipped == rules.final_evaluation:  # S21
        if state.trigger == codes.NOT_YET:
            state.trigger = codes.BY_EVALUATION
            note(log, state, TRIGGER, codes.BY_EVALUATION)
        return
    if not rules.railbot_acts:
        return
    state.selected = rules.card_slot[state.flipped]
    card = state.row[state.selected]
    decisions.enter(state, decisions.SLIDE_ROW)
    is_insured = state.selected == state.insured
    note(log, state, RESOLVE, state.selected, card, 1 if is_insured else 0)
    if is_insured:  # S15: the card has no effect at all, the token comes back
        state.insured = -1
        state.insurance_used += 1
    else:
        decisions.enter(state, decisions.RESOLVE_CARD, card)


@kernel
def resolve_card(state, rules, card):
    """S29: printed effects, then Major Line, then Baron; the agenda takes the last first."""
    if rules.card_baron[card]:
        decisions.enter(state, decisions.BARON_TO_RAILBOT)
    if rules.card_line[card]:
        decisions.enter(state, decisions.LINE_TO_RAILBOT)
    if rules.card_deadhead[card]:
        decisions.enter(state, decisions.DEADHEAD)
    if rules.card_taxation[card]:
        decisions.enter(state, decisions.TAXATION)
    if rules.card_exhaust[card] >= 0:
        decisions.enter(state, decisions.EXHAUST, rules.card_exhaust[card], rules.base_exhaust)
    for stop in range(rules.card_cities[card] - 2, -1, -1):
        decisions.enter(
            state, decisions.LINK_PAIR, rules.card_city[card, stop], rules.card_city[card, stop + 1]
        )


@kernel
def resolve_card_in_row(state, place, log):
    """D11: a card of the row in its place; the one that comes there if it is being resolved."""
    card = state.row[place]
    if place == state.selected:
        card = state.flipped if place == codes.RIGHT else state.row[place + 1]
    note(log, state, RESOLVE, place, card, 0)
    decisions.enter(state, decisions.RESOLVE_CARD, card)


@kernel
def slide_row(state):
    """The other cards move left, the token with its card; the flipped card enters on the right."""
    if state.insured > state.selected:
        state.insured -= 1
    for later in range(state.selected, codes.ROW - 1):
        state.row[later] = state.row[later + 1]
    state.row[codes.ROW - 1] = state.flipped


@kernel
def link_pair(state, rules, first, second, log):
    """S22: an unconnected pair is linked by the cheapest path, a connected one loses a cube."""
    if rules.in_play[first] == 0 or rules.in_play[second] == 0:
        return
    if state.group[first] != state.group[second]:
        offer_paths(state, rules, first, second)
        decisions.ask(state, codes.DECIDE_PATH)
        return
    if state.cubes[first] > 0 or rules.point_without_cube:  # S24
        if state.railbot_group[first] != state.railbot_group[second]:
            decisions.enter(state, decisions.POINT_FOR_PAIR)
    if state.cubes[first] > 0:
        lose_cube(state, rules, first, state.colour[second], log)


@kernel
def build_path_on_offer(state, rules, place, log):
    """S23: each missing stretch of the path becomes a Railbot Link."""
    begin, end = state.path_start[place], state.path_start[place + 1]
    build_path(state, rules, state.path_city[begin:end], (end - begin) // 2, log)


@kernel
def lose_cube(state, rules, city, colour, log):
    """S22: a cube of the second city's colour if there is one, else any that the player chooses."""
    state.asked = city
    if colour != codes.GREY and state.goods[city, colour] > 0:
        remove_cube(state, rules, city, colour, codes.CUBE_LOST_TO_LINKS, log)
        return
    for present in range(codes.COLOURS):
        if state.goods[city, present] > 0:
            decisions.add_choice(state, present)
    decisions.ask(state, codes.DECIDE_LOST_CUBE)


@kernel
def exhaust(state, rules, colour, cubes):
    """S25: cubes of the colour leave cities of the player's choice, one by one."""
    if cubes == 0:
        return
    decisions.enter(state, decisions.EXHAUST, colour, cubes - 1)
    state.asked = colour
    for city in range(rules.cities):
        if state.goods[city, colour] > 0:
            decisions.add_choice(state, city)
    decisions.ask(state, codes.DECIDE_EXHAUST)


@kernel
def remove_cube(state, rules, city, colour, why, log):
    """S31, S32: hotels pay for it, a bounty at the city is spoiled."""
    if why == codes.CUBE_LOST_TO_LINKS:
        state.lost_to_links += 1
    else:
        state.lost_to_exhaust += 1
    take_cube(state, rules, city, colour, why, log)
    remove_bounties(state, rules, state.seat, city, codes.CARD_SPOILED, log)
    for seat in range(rules.seats):
        score_points(state, seat, state.hotel[seat, city], codes.FROM_HOTELS, log)


@kernel
def tax(state, rules, log):
    """S26: pay a multiple of the current income at once."""
    amount = rules.taxation_incomes * income_of(state, rules, state.seat)
    state.taxation_paid += amount
    pay(state, rules, state.seat, amount, codes.PAID_TAXATION, log)


@kernel
def deadhead(state, log):
    """S27: the limit falls by one for good; a full display loses its farthest card first."""
    if state.display_count == state.display_limit and state.display_count > 0:
        remove_from_display(state, 0, codes.CARD_DEADHEADED, log)
    state.display_limit = max(0, state.display_limit - 1)
    state.deadheads += 1
    note(log, state, LIMIT, state.display_limit)


@kernel
def ask_for_line(state, rules):
    """S28: the player picks the line that the Railbot claims."""
    for line in range(rules.lines):
        if is_open_line(state, rules, line):
            decisions.add_choice(state, line)
    decisions.ask(state, codes.DECIDE_LINE)


@kernel
def ask_for_baron(state):
    """S28: the player picks the Baron that the Railbot claims."""
    for place in range(state.barons):
        if state.baron_owner[place] == codes.NOBODY:
            decisions.add_choice(state, place)
    decisions.ask(state, codes.DECIDE_BARON)


@kernel
def give_baron_to_railbot(state, rules, place, log):
    """S28: the Railbot has the Baron, and its Opponent Effect happens."""
    give_baron(state, place, log)
    baron = state.baron_row[place]
    effect, amount = rules.baron_effect[baron], rules.baron_amount[baron]
    if effect == codes.EFFECT_TAXATION:
        decisions.enter(state, decisions.TAXATION)
    elif effect == codes.EFFECT_RESOLVE_CARD:
        decisions.enter(state, decisions.CARD_IN_ROW, amount - 1)
    elif effect == codes.EFFECT_PAY:
        decisions.enter(state, decisions.PAY_FOR_BARON, amount)
    elif effect == codes.EFFECT_EXHAUST:
        for colour in range(codes.COLOURS - 1, -1, -1):
            if (rules.baron_effect_colours[baron] >> colour) & 1:
                decisions.enter(state, decisions.EXHAUST, colour, amount)
    elif effect == codes.EFFECT_DEADHEAD:
        decisions.enter(state, decisions.DEADHEAD)
    elif effect == codes.EFFECT_CLAIM_LINE:
        decisions.enter(state, decisions.LINE_TO_RAILBOT)
    else:
        lasting_effect(state, rules, baron, effect)
