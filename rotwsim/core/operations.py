"""Operations cards: the display and what each card does (B40 to B48, S12, S27, S32)."""

import numpy as np

from rotwsim.core.codes import (
    BOUNTY,
    CARD_DEADHEADED,
    CARD_FULFILLED,
    CARD_PUSHED_OFF,
    CARD_SPOILED,
    CARD_TAKEN,
    CITY_GROWTH,
    COLOURS,
    DECIDE_GROWTH,
    DECIDE_NEW_CITY,
    EXECUTIVE,
    GREY,
    HOTEL,
    LAND_GRANT,
    NEW_INDUSTRY,
    PAID_ENGINE,
    PAID_URBANIZE,
    PAID_WESTERN_LINK,
    PERFECT_ENGINEERING,
)
from rotwsim.core.decisions import decide
from rotwsim.core.goods import add_cube, draw_cubes_to
from rotwsim.core.jit import kernel, step
from rotwsim.core.layout import CITIES
from rotwsim.core.log import CARD_ADDED, CARD_GONE, ENGINE, LIMIT, URBANIZED, WESTERN, note
from rotwsim.core.money import pay


@step
def take_card(state, rules, seat, place, log):
    """B40: a card from the display, kept or carried out at once."""
    card = state.display[place]
    kind = rules.operation_kind[card]
    remove_from_display(state, place, CARD_TAKEN, log)
    state.cards_taken[kind] += 1
    if kind == HOTEL:
        state.hotel[seat, rules.operation_city[card]] += 1
    elif kind == NEW_INDUSTRY:
        free_urbanize(state, rules, log)
    elif kind == CITY_GROWTH:
        grow_city(state, rules, log)
    elif kind == EXECUTIVE:  # B45: on this side of the Railbot step
        state.actions_left += rules.executive_actions
    elif kind == LAND_GRANT:
        state.grants[seat] += 1
    elif kind == PERFECT_ENGINEERING:
        state.perfect[seat] += 1


@kernel
def can_take(rules, card):
    """B40: Service Bounties are not taken, they go to whoever fulfils them."""
    return rules.operation_kind[card] != BOUNTY


@kernel
def urbanize(state, rules, seat, city, colour, log):
    """B22: pay, then the grey city becomes a New City."""
    pay(state, rules, seat, rules.urbanize_price, PAID_URBANIZE, log)
    place_new_city(state, rules, city, colour, log)


@kernel
def can_urbanize(state, rules, city):
    """A grey city in play; a New City is no longer grey (S2, S33)."""
    return rules.in_play[city] == 1 and state.colour[city] == GREY


@kernel
def place_new_city(state, rules, city, colour, log):
    state.new_cities[colour] -= 1
    state.colour[city] = colour
    state.urbanized += 1
    note(log, state, URBANIZED, city, colour)
    draw_cubes_to(state, city, rules.urbanize_cubes, log)


@step
def free_urbanize(state, rules, log):
    """B44, New Industry: the player picks city and colour."""
    options = np.empty(CITIES * COLOURS, np.int64)
    count = 0
    for city in range(rules.cities):
        if can_urbanize(state, rules, city):
            for colour in range(COLOURS):
                if state.new_cities[colour] > 0:
                    options[count] = city * COLOURS + colour
                    count += 1
    if count > 0:
        option = decide(state, rules, DECIDE_NEW_CITY, options, count, log)
        place_new_city(state, rules, option // COLOURS, option % COLOURS, log)


@step
def grow_city(state, rules, log):
    """B44, City Growth: cubes from the bag to one city in play."""
    options = np.empty(CITIES, np.int64)
    count = 0
    for city in range(rules.cities):
        if rules.in_play[city] == 1:
            options[count] = city
            count += 1
    city = decide(state, rules, DECIDE_GROWTH, options, count, log)
    draw_cubes_to(state, city, rules.growth_cubes, log)


@kernel
def upgrade_engine(state, rules, seat, log):
    """B33: one level per action, at the price of the next level."""
    level = state.engine[seat] + 1
    pay(state, rules, seat, rules.engine_price[level], PAID_ENGINE, log)
    state.engine[seat] = level
    note(log, state, ENGINE, level)


@kernel
def build_western_link(state, rules, seat, city, log):
    """B48: pay, and red cubes appear in the city."""
    pay(state, rules, seat, rules.western_price, PAID_WESTERN_LINK, log)
    state.western_used[city] = 1
    note(log, state, WESTERN, city)
    for _ in range(min(rules.western_cubes, state.bag[rules.western_colour])):
        state.bag[rules.western_colour] -= 1
        add_cube(state, city, rules.western_colour, log)


@kernel
def can_build_western_link(state, rules, city):
    """Once each, where both ends are in play."""
    return (
        rules.western_city[city] == 1
        and state.western_used[city] == 0
        and rules.in_play[city] == 1
        and rules.in_play[rules.western_destination] == 1
    )


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
def spoil_bounties(state, rules, city, log):
    """S32: a bounty whose city loses a cube to the Railbot is discarded."""
    place = 0
    while place < state.display_count:
        card = state.display[place]
        if rules.operation_kind[card] == BOUNTY and rules.operation_city[card] == city:
            discard_bounty(state, place, False, log)
        else:
            place += 1


@kernel
def discard_bounty(state, place, fulfilled, log):
    remove_from_display(state, place, CARD_FULFILLED if fulfilled else CARD_SPOILED, log)


@kernel
def remove_from_display(state, place, why, log):
    """A card leaves, the gap closes."""
    note(log, state, CARD_GONE, state.display[place], why)
    state.display_count -= 1
    for later in range(place, state.display_count):
        state.display[later] = state.display[later + 1]
