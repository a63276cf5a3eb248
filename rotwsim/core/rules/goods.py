"""Goods cubes: drawn from the bag, put on cities, taken away; Empty City Markers (B20 to B24)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.codes import BY_MARKERS, COLOURS, CUBE_DELIVERED, GOODS_STREAM, NOT_YET
from rotwsim.core.state.log import CUBE_DRAWN, CUBE_GONE, MARKER, TRIGGER, note
from rotwsim.core.state.streams import draw_below


@kernel
def draw_cube(state):
    """The colour of a cube drawn blind from the bag, or -1 if the bag is empty."""
    total = 0
    for colour in range(COLOURS):
        total += state.bag[colour]
    if total == 0:
        return -1
    ticket = draw_below(state, GOODS_STREAM, total)
    for colour in range(COLOURS):
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
    if why == CUBE_DELIVERED:
        state.loaded_at[city] += 1
    note(log, state, CUBE_GONE, city, colour, why)
    if state.cubes[city] == 0:
        state.marker[city] = 1
        state.markers += 1
        note(log, state, MARKER, city, 1)
        if state.trigger == NOT_YET and 0 < rules.empty_city_trigger <= state.markers:
            state.trigger = BY_MARKERS
            note(log, state, TRIGGER, BY_MARKERS)
