"""Points, the final result, the outcome; whose go it is, and points for other seats (B32, S14, S41,
M1, M17, M18).
"""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state import codes
from rotwsim.core.state.log import POINTS, note
from rotwsim.core.track.links import links_owned
from rotwsim.core.track.tiles import put_aside, take_up


@kernel
def score_points(state, seat, points, source, log):
    """Moves the score marker, and so the income; the score never falls below 0 (S14)."""
    if state.score[seat] + points < 0:
        points = -state.score[seat]
    if points != 0 or source == codes.FROM_DELIVERIES:
        note(log, state, POINTS, points, source)
    state.score[seat] += points
    state.points[seat, source] += points


@kernel
def result_of(state, rules, seat):
    """S41: points less the penalty for bonds."""
    return state.score[seat] - rules.bond_penalty * state.bonds[seat]


@kernel
def record_outcome(state, rules, outcome):
    """Fills the outcome of a finished game."""
    seat = codes.SOLO
    outcome.result = result_of(state, rules, seat)
    outcome.points = state.score[seat]
    outcome.bonds = state.bonds[seat]
    outcome.target = rules.target
    outcome.margin = outcome.result - rules.target
    outcome.won = 1 if outcome.margin >= 0 else 0
    outcome.turns = state.turn
    outcome.trigger = state.trigger
    outcome.engine = state.engine[seat]
    outcome.money = state.cash[seat]
    outcome.own_links = links_owned(state, seat)
    outcome.railbot_links = links_owned(state, codes.RAILBOT)
    outcome.deliveries = state.deliveries
    outcome.longest_delivery = state.longest[seat]
    outcome.points_deliveries = state.points[seat, codes.FROM_DELIVERIES]
    outcome.points_hotels = state.points[seat, codes.FROM_HOTELS]
    outcome.points_bounties = state.points[seat, codes.FROM_BOUNTIES]
    outcome.points_lines = state.points[seat, codes.FROM_LINES]
    outcome.points_barons = state.points[seat, codes.FROM_BARONS]
    outcome.points_removals = state.points[seat, codes.FROM_REMOVALS]
    outcome.points_lost = -state.points[seat, codes.LOST_TO_RAILBOT_LINKS]
    outcome.cubes_lost_to_links = state.lost_to_links
    outcome.cubes_lost_to_exhaust = state.lost_to_exhaust
    outcome.taxation_paid = state.taxation_paid
    outcome.deadheads = state.deadheads
    outcome.insurance_bought = state.insurance_bought
    outcome.insurance_used = state.insurance_used
    outcome.cards_hotel = state.cards_taken[codes.HOTEL]
    outcome.cards_new_industry = state.cards_taken[codes.NEW_INDUSTRY]
    outcome.cards_city_growth = state.cards_taken[codes.CITY_GROWTH]
    outcome.cards_executive = state.cards_taken[codes.EXECUTIVE]
    outcome.cards_land_grant = state.cards_taken[codes.LAND_GRANT]
    outcome.cards_perfect_engineering = state.cards_taken[codes.PERFECT_ENGINEERING]
    outcome.urbanized = state.urbanized
    outcome.western_links = 0
    for city in range(rules.cities):
        outcome.western_links += state.western_used[city]
    outcome.passes = state.passes
    outcome.markers = state.markers
    record_barons(state, outcome)
    for turn in range(state.turn):
        outcome.points_after_turn[turn] = state.points_after_turn[turn]


@kernel
def record_barons(state, outcome):
    outcome.barons_in_row = 0
    outcome.barons_own = 0
    outcome.barons_railbot = 0
    for place in range(state.barons):
        baron = state.baron_row[place]
        outcome.barons_in_row |= 1 << baron
        outcome.baron_turn[baron] = state.baron_turn[place]
        outcome.baron_points[baron] = state.baron_points[place]
        if state.baron_owner[place] == codes.RAILBOT:
            outcome.barons_railbot |= 1 << baron
        elif state.baron_owner[place] == codes.SOLO:
            outcome.barons_own |= 1 << baron


@kernel
def hand_over(state, rules, seat):
    """Give a seat its turn: its open track is back, its player decides."""
    if seat != state.seat:
        put_aside(state, state.seat)
        take_up(state, seat)
    state.seat = seat
    state.player = rules.seat_player[seat]


@kernel
def score_for(state, seat, points, source, log):
    """Points for any seat; the log shows whose they are."""
    at_play = state.seat
    state.seat = seat
    score_points(state, seat, points, source, log)
    state.seat = at_play


@kernel
def clockwise(rules, seat, steps=1):
    """M1: the seat this number of places on."""
    return (seat + steps) % rules.seats
