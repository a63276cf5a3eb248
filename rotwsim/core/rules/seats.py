"""Seats at a table: whose go it is, and points for those whose it is not (M1, M17, M18)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.scoring import score_points
from rotwsim.core.track.tiles import put_aside, take_up


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
