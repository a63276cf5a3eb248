"""Goods cubes and cities that change: Empty City Markers, New Cities, City Growth, Western Links
(B20 to B24, B44, B48).
"""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.money_engine_insurance import pay
from rotwsim.core.state import codes
from rotwsim.core.state.decisions import add_choice, ask
from rotwsim.core.state.log import CUBE_DRAWN, CUBE_GONE, MARKER, TRIGGER, URBANIZED, WESTERN, note
from rotwsim.core.state.streams import draw_below


@kernel
def draw_cube(state):
    """The colour of a cube drawn blind from the bag, or -1 if the bag is empty."""
    total = 0
    for colour in range(codes.COLOURS):
        total += state.bag[colour]
    if total == 0:
        return -1
    ticket = draw_below(state, codes.GOODS_STREAM, total)
    for colour in range(codes.COLOURS):
        ticket -= state.bag[colour]
        if ticket < 0:
            state.bag[colour] -= 1
            return colour
    return -1


@kernel
def add_cube(state, city, colour, log):
    """A cube from the bag joins a city; an Empty City Marker leaves it (B23)."""
    state.goods[city, colour] += 1
    state.cubes[city] += 1
    note(log, state, CUBE_DRAWN, city, colour)
    if state.marker[city]:
        state.marker[city] = 0
        state.markers -= 1
        note(log, state, MARKER, city, 0)


@kernel
def draw_cubes_to(state, city, count, log):
    """Cubes drawn blind join a city, as many as the bag holds (B24)."""
    for _ in range(count):
        colour = draw_cube(state)
        if colour < 0:
            return
        add_cube(state, city, colour, log)


@kernel
def take_cube(state, rules, city, colour, why, log):
    """A cube leaves a city; the last one leaves a marker, which may end the game (S40)."""
    state.goods[city, colour] -= 1
    state.cubes[city] -= 1
    if rules.cubes_to_bag:
        state.bag[colour] += 1
    if why == codes.CUBE_DELIVERED:
        state.loaded_at[city] += 1
    note(log, state, CUBE_GONE, city, colour, why)
    if state.cubes[city] == 0:
        state.marker[city] = 1
        state.markers += 1
        note(log, state, MARKER, city, 1)
        if state.trigger == codes.NOT_YET and 0 < rules.empty_city_trigger <= state.markers:
            state.trigger = codes.BY_MARKERS
            note(log, state, TRIGGER, codes.BY_MARKERS)


@kernel
def urbanize(state, rules, seat, city, colour, log):
    """B22: pay, then the grey city becomes a New City."""
    pay(state, rules, seat, rules.urbanize_price, codes.PAID_URBANIZE, log)
    place_new_city(state, rules, city, colour, log)


@kernel
def can_urbanize(state, rules, city):
    """A grey city in play; a New City is no longer grey (S2, S33)."""
    return rules.in_play[city] == 1 and state.colour[city] == codes.GREY


@kernel
def place_new_city(state, rules, city, colour, log):
    state.new_cities[colour] -= 1
    state.colour[city] = colour
    state.accepts[city] = 1 << colour
    state.urbanized += 1
    note(log, state, URBANIZED, city, colour)
    draw_cubes_to(state, city, rules.urbanize_cubes, log)


@kernel
def ask_for_new_city(state, rules):
    """B44, New Industry: the player picks city and colour."""
    for city in range(rules.cities):
        if can_urbanize(state, rules, city):
            for colour in range(codes.COLOURS):
                if state.new_cities[colour] > 0:
                    add_choice(state, city * codes.COLOURS + colour)
    ask(state, codes.DECIDE_NEW_CITY)


@kernel
def ask_for_growth(state, rules):
    """B44, City Growth: the player picks a city in play."""
    for city in range(rules.cities):
        if rules.in_play[city] == 1:
            add_choice(state, city)
    ask(state, codes.DECIDE_GROWTH)


@kernel
def grow_city(state, rules, city, log):
    """B44: cubes from the bag join the city."""
    draw_cubes_to(state, city, rules.growth_cubes, log)


@kernel
def build_western_link(state, rules, seat, city, log):
    """B48: pay, and red cubes appear in the city, as many as the bag holds."""
    pay(state, rules, seat, rules.western_price, codes.PAID_WESTERN_LINK, log)
    state.western_used[city] = 1
    state.western_built[seat] += 1
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
def is_western_delivery(state, rules, city, colour, destination):
    """B48: a red cube from a city with a Western Link to its destination."""
    return (
        state.western_used[city] == 1
        and colour == rules.western_colour
        and destination == rules.western_destination
    )
