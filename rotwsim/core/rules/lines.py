"""Major Lines and the points they score (B43, S28)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.operations import remove_from_display
from rotwsim.core.rules.scoring import score_points
from rotwsim.core.state.codes import CARD_FULFILLED, FROM_LINES, NOBODY, RAILBOT
from rotwsim.core.state.log import LINE, note


@kernel
def score_lines(state, rules, seat, log):
    """The first player whose own Links connect a line's cities scores it."""
    for line in range(rules.lines):
        if is_open_line(state, rules, line) and is_connected_line(state, rules, seat, line):
            if rules.lines_as_cards:
                remove_line_card(state, rules, line, log)
            score_line(state, rules, seat, line, log)


@kernel
def remove_line_card(state, rules, line, log):
    """M5: the card of a line that is fulfilled leaves the display."""
    for place in range(state.display_count):
        if rules.operation_line[state.display[place]] == line:
            remove_from_display(state, place, CARD_FULFILLED, log)
            return


@kernel
def score_line(state, rules, seat, line, log):
    """The line is the seat's, and its points."""
    state.line_owner[line] = seat
    state.lines_scored[seat] += 1
    note(log, state, LINE, line, seat)
    score_points(state, seat, rules.line_points[line], FROM_LINES, log)


@kernel
def is_open_line(state, rules, line):
    """S1: in play and claimed by nobody."""
    return rules.line_in_play[line] == 1 and state.line_owner[line] == NOBODY


@kernel
def is_connected_line(state, rules, seat, line):
    """Whether the player's own Links connect all cities of a line."""
    return connects(rules, state.own_group[seat], line)


@kernel
def connects(rules, group, line):
    """Whether all cities of a line lie in one group."""
    for stop in range(1, rules.line_cities[line]):
        if group[rules.line_city[line, stop]] != group[rules.line_city[line, 0]]:
            return False
    return True


@kernel
def claim_connected_lines(state, rules, log):
    """S28, where the ruling says so: Railbot Links that connect a line claim it."""
    if rules.lines_by_links:
        for line in range(rules.lines):
            if is_open_line(state, rules, line) and connects(rules, state.railbot_group, line):
                give_line(state, line, log)


@kernel
def give_line(state, line, log):
    """S28: the Railbot claims a line, which only blocks it."""
    state.line_owner[line] = RAILBOT
    note(log, state, LINE, line, RAILBOT)
