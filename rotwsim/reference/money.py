"""Money and points: payments, bonds, income, interest, the score (B1 to B5, B32, S14)."""

from __future__ import annotations

import math

from rotwsim.core.state.codes import FROM_DELIVERIES, MOST_BONDS, PAID_INTEREST
from rotwsim.core.state.log import INCOME, PAID, POINTS
from rotwsim.reference.game import Game, Seat


def collect_income(game: Game, seat: Seat) -> None:
    """Take income first, then pay $1 for each bond taken before this payment (B5)."""
    received = income(game, seat)
    seat.cash += received
    game.note(seat, INCOME, received)
    pay(game, seat, seat.bonds * game.given.parameters["bond_interest"], PAID_INTEREST)


def income(game: Game, seat: Seat) -> int:
    """Look up the income of the current score (B4)."""
    by_score = game.given.book.income_by_score
    printed = by_score[seat.score] if seat.score < len(by_score) else game.given.book.income_above
    return max(0, printed - game.income_less)


def pay(game: Game, seat: Seat, amount: int, what_for: int) -> None:
    """Pay with as few bonds as needed, and none beyond ruin (B2)."""
    if amount == 0:
        return
    missing = max(0, amount - seat.cash)
    needed = math.ceil(missing / game.given.book.bond_pays)
    bonds = needed if seat.bonds + needed <= MOST_BONDS else MOST_BONDS - seat.bonds
    seat.bonds += bonds
    money = seat.cash + bonds * game.given.book.bond_pays
    seat.cash = money - amount if money >= amount else 0
    game.note(seat, PAID, amount, bonds, what_for)


def score(game: Game, seat: Seat, points: int, source: int) -> None:
    """Move the marker at once (B32); it never falls below 0 (S14)."""
    change = max(points, -seat.score)
    seat.score += change
    seat.tally.points[source] += change
    if change or source == FROM_DELIVERIES:
        game.note(seat, POINTS, change, source)
