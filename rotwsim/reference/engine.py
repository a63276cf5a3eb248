"""The engine: its level, what it counts as, and the price of the next level (B33, D12)."""

from __future__ import annotations

from rotwsim.core.state.codes import PAID_ENGINE
from rotwsim.core.state.log import ENGINE
from rotwsim.reference.barons import has_effect
from rotwsim.reference.game import Game
from rotwsim.reference.money import pay
from rotwsim.reference.multiplayer_display import fulfil_starts
from rotwsim.reference.seat import Seat

LOWEST_PRICED = 2  # level 1 is what everybody begins with


def can_upgrade(game: Game, seat: Seat) -> bool:
    return seat.engine < game.given.highest_engine


def upgrade(game: Game, seat: Seat) -> None:
    """B33: one level, at its price."""
    pay(game, seat, upgrade_price(game, seat), PAID_ENGINE)
    seat.engine += 1
    game.first_at_level.setdefault(seat.engine, seat.number)
    game.note(seat, ENGINE, seat.engine)
    fulfil_starts(game, seat, "engine", seat.engine)


def upgrade_price(game: Game, seat: Seat) -> int:
    """The price of the next level; by the printed level or the lower one it counts as (D12)."""
    level = seat.engine + 1
    if has_effect(game, "engine_lower") and game.given.switches["tychoon_price"] == "lower":
        level = max(LOWEST_PRICED, level - 1)
    return game.given.book.engine_prices[level - LOWEST_PRICED]
