"""City Rotors, an option of the table: a second colour that moves on with each delivery (M30)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.log import ROTOR, note

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
