"""Operations cards at a table: the open display, Start cards, Major Lines as cards (M4, M5)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.lines import is_connected_line, remove_line_card, score_line
from rotwsim.core.rules.operations import remove_from_display
from rotwsim.core.rules.scoring import score_points
from rotwsim.core.state.codes import (
    CARD_DISCARDED,
    CARD_FULFILLED,
    EXECUTIVE,
    FROM_STARTS,
    MAJOR_LINE,
    NOBODY,
    START,
    WORST_IS_FIRST,
)
from rotwsim.core.state.log import CARD_ADDED, CARD_GONE, note


@kernel
def reveal_card(state, rules, log):
    """M4: one card joins the display; an empty deck adds nothing."""
    while state.operations_next < state.operations_count:
        card = state.operations[state.operations_next]
        state.operations_next += 1
        if rules.bidding == WORST_IS_FIRST and rules.operation_kind[card] == EXECUTIVE:
            note(log, state, CARD_GONE, card, CARD_DISCARDED)  # M13
            continue
        lay_open(state, rules, card, log)
        return


@kernel
def lay_open(state, rules, card, log):
    state.display[state.display_count] = card
    state.display_count += 1
    note(log, state, CARD_ADDED, card)
    if rules.operation_kind[card] == MAJOR_LINE:
        open_line(state, rules, rules.operation_line[card], log)


@kernel
def open_line(state, rules, line, log):
    """M5: who fulfils the line already scores it at once; else it waits for the first. Cards
    appear between the turns, when it is nobody's go.
    """
    state.line_owner[line] = NOBODY
    for seat in range(rules.seats):
        if is_connected_line(state, rules, seat, line):
            if state.line_owner[line] == NOBODY:
                remove_line_card(state, rules, line, log)
            state.seat = seat
            score_line(state, rules, seat, line, log)
    state.seat = 0


@kernel
def fulfil_starts(state, rules, seat, goal, reached, log):
    """B47: the first to deliver, over enough Links or at all, or to have such an engine."""
    place = 0
    while place < state.display_count:
        card = state.display[place]
        if is_start_card(rules, card, goal) and reached >= rules.operation_level[card]:
            remove_from_display(state, place, CARD_FULFILLED, log)
            score_points(state, seat, rules.operation_points[card], FROM_STARTS, log)
        else:
            place += 1


@kernel
def is_start_card(rules, card, goal):
    return rules.operation_kind[card] == START and rules.operation_goal[card] == goal
