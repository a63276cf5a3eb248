"""The agenda: what is due before the order of play goes on, the last entered first.

An effect that others must precede, or that asks the player something, is entered here instead of
being called, so that a game can stop at every decision and go on from the state alone.
"""

from rotwsim.core.jit.decorators import kernel

# What may be due, with its two arguments.
CLAIM_BARONS = 0  #     -: a Baron whose goal is met may be claimed (D1)
SLIDE_ROW = 1  #        -: the selected card leaves the row
RESOLVE_CARD = 2  #     card
LINK_PAIR = 3  #        city, city (S22)
POINT_FOR_PAIR = 4  #   -: the pair was not connected by Railbot Links alone (S22)
EXHAUST = 5  #          colour, cubes (S25)
TAXATION = 6  #         - (S26)
DEADHEAD = 7  #         - (S27)
LINE_TO_RAILBOT = 8  #  - (S28)
BARON_TO_RAILBOT = 9  # - (S28)
THIRD_CARD = 10  #      - (D11)


@kernel
def enter(state, task, first=0, second=0):
    """Puts a task before all that is due already."""
    state.agenda[state.agenda_count, 0] = task
    state.agenda[state.agenda_count, 1] = first
    state.agenda[state.agenda_count, 2] = second
    state.agenda_count += 1


@kernel
def is_due(state):
    return state.agenda_count > 0


@kernel
def take_next(state):
    """Takes the task that comes next off the agenda; gives it with its arguments."""
    state.agenda_count -= 1
    task = state.agenda[state.agenda_count]
    return task[0], task[1], task[2]
