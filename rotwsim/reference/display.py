"""How a card leaves the display (S32, M5)."""

from __future__ import annotations

from rotwsim.core.state.log import CARD_GONE
from rotwsim.reference.game import Game
from rotwsim.reference.seat import Seat


def leave_display(game: Game, seat: Seat, card: int, why: int) -> None:
    """The gap closes (S32)."""
    game.display.remove(card)
    game.note(seat, CARD_GONE, card, why)
