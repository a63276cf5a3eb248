"""Operations cards and Major Lines: the display, what cards do, points of lines (B43 to B47, S28,
M4, M5).
"""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.cities_and_goods import ask_for_growth, ask_for_new_city
from rotwsim.core.rules.scoring_and_seats import score_points
from rotwsim.core.state import codes
from rotwsim.core.state.log import CARD_ADDED, CARD_GONE, LINE, note


@kernel
def take_card(state, rules, seat, place, log):
    """B40: a card from the display, kept or carried out at once."""
    card = state.display[place]
    kind = rules.operation_kind[card]
    remove_from_display(state, place, codes.CARD_TAKEN, log)
    state.cards_taken[kind] += 1
    if kind == codes.HOTEL:
        state.hotel[seat, rules.operation_city[card]] += 1
    elif kind == codes.NEW_INDUSTRY:
        ask_for_new_city(state, rules)
    elif kind == codes.CITY_GROWTH:
        ask_for_growth(state, rules)
    elif kind == codes.EXECUTIVE:  # B45: on this side of the Railbot step
        state.actions_left += rules.executive_actions
    elif kind == codes.LAND_GRANT:
        state.grants[seat] += 1
    elif kind == codes.PERFECT_ENGINEERING:
        state.perfect[seat] += 1


@kernel
def can_take(rules, card):
    """B40: Service Bounties, Start cards and Major Lines go to the first who fulfils them."""
    return rules.operation_kind[card] != codes.BOUNTY and rules.operation_kind[card] < codes.START


@kernel
def open_executives(state, rules):
    """Count the Railroad Executives in the display."""
    executives = 0
    for place in range(state.display_count):
        executives += rules.operation_kind[state.display[place]] == codes.EXECUTIVE
    return executives


@kernel
def deal_operations_card(state, rules, log):
    """S12: one card joins the display; one too many pushes off the card farthest from the deck."""
    if state.operations_next == state.operations_count:
        return
    lay_open(state, state.operations[state.operations_next], log)
    state.operations_next += 1
    if state.display_count > state.display_limit:
        remove_from_display(state, 0, codes.CARD_PUSHED_OFF, log)


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
        if rules.operation_kind[card] == codes.BOUNTY:
            points[rules.operation_city[card]] += rules.operation_points[card]


@kernel
def remove_bounties(state, rules, seat, city, why, log):
    """The bounties of a city leave: fulfilled by the first delivery (B42), or spoiled (S32)."""
    place = 0
    while place < state.display_count:
        card = state.display[place]
        if is_bounty_at(rules, card, city):
            remove_from_display(state, place, why, log)
            if why == codes.CARD_FULFILLED:
                score_points(state, seat, rules.operation_points[card], codes.FROM_BOUNTIES, log)
        else:
            place += 1


@kernel
def is_bounty_at(rules, card, city):
    return rules.operation_kind[card] == codes.BOUNTY and rules.operation_city[card] == city


@kernel
def remove_from_display(state, place, why, log):
    """A card leaves, the gap closes."""
    note(log, state, CARD_GONE, state.display[place], why)
    state.display_count -= 1
    for later in range(place, state.display_count):
        state.display[later] = state.display[later + 1]


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
            remove_from_display(state, place, codes.CARD_FULFILLED, log)
            return


@kernel
def score_line(state, rules, seat, line, log):
    """The line is the seat's, and its points."""
    state.line_owner[line] = seat
    state.lines_scored[seat] += 1
    note(log, state, LINE, line, seat)
    score_points(state, seat, rules.line_points[line], codes.FROM_LINES, log)


@kernel
def is_open_line(state, rules, line):
    """S1: in play and claimed by nobody."""
    return rules.line_in_play[line] == 1 and state.line_owner[line] == codes.NOBODY


@kernel
def is_connected_line(state, rules, seat, line):
    """Whether the player's own Links connect all cities of a line."""
    return connects(rules, state.own_group[seat], line)


@kernel
def connects(rules, group, line):
    return are_in_one_group(group, rules.line_city[line], rules.line_cities[line])


@kernel
def are_in_one_group(group, cities, count):
    """Say whether the first of these cities are all connected."""
    for place in range(1, count):
        if group[cities[place]] != group[cities[0]]:
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
    state.line_owner[line] = codes.RAILBOT
    note(log, state, LINE, line, codes.RAILBOT)


@kernel
def reveal_card(state, rules, log):
    """M4: one card joins the display; an empty deck adds nothing."""
    while state.operations_next < state.operations_count:
        card = state.operations[state.operations_next]
        state.operations_next += 1
        if rules.bidding == codes.WORST_IS_FIRST and rules.operation_kind[card] == codes.EXECUTIVE:
            note(log, state, CARD_GONE, card, codes.CARD_DISCARDED)  # M13
            continue
        lay_open(state, card, log)
        if rules.operation_kind[card] == codes.MAJOR_LINE:
            open_line(state, rules, rules.operation_line[card], log)
        return


@kernel
def lay_open(state, card, log):
    state.display[state.display_count] = card
    state.display_count += 1
    note(log, state, CARD_ADDED, card)


@kernel
def open_line(state, rules, line, log):
    """Score it for all who fulfil it already, when it is nobody's go; else it waits (M5)."""
    state.line_owner[line] = codes.NOBODY
    for seat in range(rules.seats):
        if is_connected_line(state, rules, seat, line):
            if state.line_owner[line] == codes.NOBODY:
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
        is_open = rules.operation_kind[card] == codes.START and rules.operation_goal[card] == goal
        if is_open and reached >= rules.operation_level[card]:
            remove_from_display(state, place, codes.CARD_FULFILLED, log)
            score_points(state, seat, rules.operation_points[card], codes.FROM_STARTS, log)
        else:
            place += 1
