"""Modules of the multiplayer game: City Rotors and mines (M30, M31)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.goods import add_cube, draw_cube
from rotwsim.core.rules.money import pay
from rotwsim.core.state.codes import GREY, PAID_MINE
from rotwsim.core.state.log import CUBE_RETURNED, MINED, ROTOR, note

NO_SECOND = -1


@kernel
def set_up_rotors(state, rules):
    """The second colour begins with the one after the city's own."""
    for city in range(rules.cities):
        state.rotor[city] = NO_SECOND
        if rules.rotor_city[city]:
            show_colour(state, city, rules.wheel[state.colour[city]])


@kernel
def show_colour(state, city, colour):
    """The wheel stops at a colour; at the city's own there is no second one."""
    state.rotor[city] = NO_SECOND if colour == state.colour[city] else colour
    state.accepts[city] = (1 << state.colour[city]) | (1 << colour)


@kernel
def turn_rotor(state, rules, city, log):
    """After each delivery to the city the wheel moves on."""
    if rules.rotor_city[city]:
        shown = state.rotor[city]
        before = state.colour[city] if shown == NO_SECOND else shown
        show_colour(state, city, rules.wheel[before])
        note(log, state, ROTOR, city, state.rotor[city])


@kernel
def can_mine(state, rules, seat, city):
    """So often per seat and game, a grey city that was never mined."""
    return (
        state.mines[seat] < rules.mines_each
        and rules.in_play[city] == 1
        and state.colour[city] == GREY
        and state.mined[city] == 0
    )


@kernel
def mine(state, rules, seat, city, log):
    """Cubes are drawn one by one until a colour comes again; that cube goes back to the bag."""
    pay(state, rules, seat, rules.mine_price, PAID_MINE, log)
    state.mined[city] = 1
    state.mines[seat] += 1
    note(log, state, MINED, city)
    drawn = 0  # bit set of colours
    for _ in range(rules.mine_draws):
        colour = draw_cube(state)
        if colour < 0:
            return
        if drawn & (1 << colour):
            state.bag[colour] += 1
            note(log, state, CUBE_RETURNED, city, colour)
            return
        drawn |= 1 << colour
        add_cube(state, city, colour, log)
