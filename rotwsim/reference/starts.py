"""Start cards: points for whoever is first to deliver, to deliver far, to have an engine (B47)."""

from __future__ import annotations

from rotwsim.core.codes import CARD_FULFILLED, FROM_STARTS
from rotwsim.reference.display import leave_display
from rotwsim.reference.game import Game
from rotwsim.reference.scoring import score
from rotwsim.reference.seat import Seat


def fulfil_starts(game: Game, seat: Seat, goal: str, reached: int) -> None:
    """M5: every open Start card of this goal goes to the first who reaches so much."""
    for card in list(game.display):
        printed = game.given.operations_cards[card]
        if printed.kind == "start" and printed.goal == goal and reached >= printed.tier:
            leave_display(game, seat, card, CARD_FULFILLED)
            score(game, seat, printed.points, FROM_STARTS)
