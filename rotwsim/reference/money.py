"""Money: payments, bonds, income and interest (B1 to B5)."""

from __future__ import annotations

import math

from rotwsim.core.state.codes import MOST_BONDS, PAID_INTEREST
from rotwsim.core.state.log import INCOME, PAID
from rotwsim.reference.game import Game
from rotwsim.reference.seat import Seat


def collect_income(game: Game, seat: Seat) -> None:
    """B5: income first, then $1 for each bond held before this payment."""
    received = income(game, seat)
    seat.cash += received
    game.note(seat, INCOME, received)
    pay(game, seat, seat.bonds * game.given.figures["bond_interest"], PAID_INTEREST)


def income(game: Game, seat: Seat) -> int:
    """B4: by the current score."""
    by_score = game.given.book.income_by_score
    return by_score[seat.score] if seat.score < len(by_score) else game.given.book.income_above


def pay(game: Game, seat: Seat, amount: int, what_for: int) -> None:
    """B2: bonds are taken as needed and no more, and none beyond ruin."""
    if amount == 0:
        return
    missing = max(0, amount - seat.cash)
    needed = math.ceil(missing / game.given.book.bond_pays)
    bonds = needed if seat.bonds + needed <= MOST_BONDS else MOST_BONDS - seat.bonds
    seat.bonds += bonds
    money = seat.cash + bonds * game.given.book.bond_pays
    seat.cash = money - amount if money >= amount else 0
    game.note(seat, PAID, amount, bonds, what_for)
