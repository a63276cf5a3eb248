"""Operations cards: the display and what each card does (B40 to B46, S12, S27, S32)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.cities import ask_for_growth, ask_for_new_city
from rotwsim.core.rules.scoring import score_points
from rotwsim.core.state.codes import (
    BOUNTY,
    CARD_DEADHEADED,
    CARD_FULFILLED,
    CARD_PUSHED_OFF,
    CARD_SPOILED,
    CARD_TAKEN,
    CITY_GROWTH,
    EXECUTIVE,
    FROM_BOUNTIES,
    HOTEL,
    LAND_GRANT,
    NEW_INDUSTRY,
    PERFECT_ENGINEERING,
    START,
)
from rotwsim.core.state.log import CARD_ADDED, CARD_GONE, LIMIT, note


@kernel
def take_card(state, rules, seat, place, log):
    """B40: a card from the display, kept or carried out at once."""
    card = state.display[place]
    kind = rules.operation_kind[card]
    remove_from_display(state, place, CARD_TAKEN, log)
    state.cards_taken[kind] += 1
    if kind == HOTEL:
        state.hotel[seat, rules.operation_city[card]] += 1
    elif kind == NEW_INDUSTRY:
        ask_for_new_city(state, rules)
    elif kind == CITY_GROWTH:
        ask_for_growth(state, rules)
    elif kind == EXECUTIVE:  # B45: on this side of the Railbot step
        state.actions_left += rules.executive_actions
    elif kind == LAND_GRANT:
        state.grants[seat] += 1
    elif kind == PERFECT_ENGINEERING:
        state.perfect[seat] += 1


@kernel
def can_take(rules, card):
    """B40: Service Bounties, Start cards and Major Lines go to the first who fulfils them."""
    return rules.operation_kind[card] != BOUNTY and rules.operation_kind[card] < START


@kernel
def deal_operations_card(state, rules, log):
    """S12: one card joins the display; one too many pushes off the card farthest from the deck."""
    if state.operations_next == state.operations_count:
        return
    card = state.operations[state.operations_next]
    state.operations_next += 1
    state.display[state.display_count] = card
    state.display_count += 1
    note(log, state, CARD_ADDED, card)
    if state.display_count > state.display_limit:
        remove_from_display(state, 0, CARD_PUSHED_OFF, log)


@kernel
def deadhead(state, log):
    """S27: the limit falls by one for good; a full display loses its farthest card first."""
    if state.display_count == state.display_limit and state.display_count > 0:
        remove_from_display(state, 0, CARD_DEADHEADED, log)
    state.display_limit = max(0, state.display_limit - 1)
    state.deadheads += 1
    note(log, state, LIMIT, state.display_limit)


@kernel
def bounty_points(state, rules, city):
    """The points of the Service Bounties at a city."""
    points = 0
    for place in range(state.display_count):
        if is_bounty_at(rules, state.display[place], city):
            points += rules.operation_points[state.display[place]]
    return points


@kernel
def list_bounties(state, rules, points):
    """Adds the points of all Service Bounties to those of their cities."""
    for place in range(state.display_count):
        card = state.display[place]
        if rules.operation_kind[card] == BOUNTY:
            points[rules.operation_city[card]] += rules.operation_points[card]


@kernel
def fulfil_bounties(state, rules, seat, city, log):
    """B42: the first delivery to the city scores the points, the card leaves."""
    place = 0
    while place < state.display_count:
        card = state.display[place]
        if is_bounty_at(rules, card, city):
            remove_from_display(state, place, CARD_FULFILLED, log)
            score_points(state, seat, rules.operation_points[card], FROM_BOUNTIES, log)
        else:
            place += 1


@kernel
def spoil_bounties(state, rules, city, log):
    """S32: a bounty whose city loses a cube to the Railbot is discarded."""
    place = 0
    while place < state.display_count:
        if is_bounty_at(rules, state.display[place], city):
            remove_from_display(state, place, CARD_SPOILED, log)
        else:
            place += 1


@kernel
def is_bounty_at(rules, card, city):
    return rules.operation_kind[card] == BOUNTY and rules.operation_city[card] == city


@kernel
def remove_from_display(state, place, why, log):
    """A card leaves, the gap closes."""
    note(log, state, CARD_GONE, state.display[place], why)
    state.display_count -= 1
    for later in range(place, state.display_count):
        state.display[later] = state.display[later + 1]
