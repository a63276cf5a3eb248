"""Insurance: the token on a card of the row (S15, D17)."""

from __future__ import annotations

from collections.abc import Iterator

from rotwsim.core.state.codes import INSURE
from rotwsim.core.state.log import INSURANCE
from rotwsim.reference.barons import has_effect
from rotwsim.reference.choices import Choice, action
from rotwsim.reference.game import Game
from rotwsim.reference.seat import Seat

INSURABLE_PLACES = (0, 1)  # S15: the row's first or second card


def legal_insurance(game: Game, seat: Seat, actions: int) -> Iterator[Choice]:
    """S15: check for the first actions of a turn, with the token in hand."""
    figures = game.given.figures
    if game.insured is not None or seat.actions_done or not figures["railbot_acts"]:
        return
    if actions >= figures["insurance_actions"]:
        for place in INSURABLE_PLACES:
            yield action(INSURE, place)


def insure(game: Game, seat: Seat, place: int) -> None:
    """D17: dear Insurance also costs an action after the Railbot step."""
    game.insured = place
    seat.tally.insurance_bought += 1
    game.note(seat, INSURANCE, place)
    if has_effect(game, "dear_insurance"):
        seat.actions_forfeited = 1


def use_insurance(game: Game, seat: Seat) -> None:
    """S15: the insured card has no effect at all, the token comes back."""
    game.insured = None
    seat.tally.insurance_used += 1
