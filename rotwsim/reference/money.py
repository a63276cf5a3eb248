"""Money: payments, bonds, income and interest (B1 to B5)."""

from __future__ import annotations

from rotwsim.core.codes import PAID_INTEREST
from rotwsim.core.log import INCOME, PAID
from rotwsim.reference.game import Game


def collect_income(game: Game) -> None:
    """B5: income first, then $1 for each bond held before this payment."""
    received = income(game)
    game.cash += received
    game.note(INCOME, received)
    pay(game, game.bonds * game.given.figures["bond_interest"], PAID_INTEREST)


def income(game: Game) -> int:
    """B4: by the current score."""
    by_score = game.given.book.income_by_score
    return by_score[game.score] if game.score < len(by_score) else game.given.book.income_above


def pay(game: Game, amount: int, what_for: int) -> None:
    """B2: bonds are taken as needed and no more."""
    if amount == 0:
        return
    bonds = 0
    while game.cash + bonds * game.given.book.bond_pays < amount:
        bonds += 1
    game.bonds += bonds
    game.cash += bonds * game.given.book.bond_pays - amount
    game.note(PAID, amount, bonds, what_for)
