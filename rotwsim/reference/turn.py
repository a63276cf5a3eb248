"""A game from set-up to its last turn, and the turn of the solo game (S10, S40)."""

from __future__ import annotations

from rotwsim.core.state import codes
from rotwsim.core.state.log import TURN
from rotwsim.reference.actions import carry_out, decide_action, note_status
from rotwsim.reference.barons import offer_claims
from rotwsim.reference.game import Game
from rotwsim.reference.insurance import legal_insurance
from rotwsim.reference.money import collect_income
from rotwsim.reference.operations import deal_card
from rotwsim.reference.railbot import take_railbot_step
from rotwsim.reference.seat import Seat
from rotwsim.reference.setup import set_up
from rotwsim.reference.track.building import remove_open_track


def play_game(game: Game) -> None:
    """Set-up, then turns until the one after the trigger is played (S40)."""
    set_up(game)
    (seat,) = game.seats
    while not game.last_turn:
        play_turn(game, seat)


def play_turn(game: Game, seat: Seat) -> None:
    """S10: two actions, the Railbot, the third action, income, one new Operations card."""
    game.turn += 1
    game.last_turn = game.trigger != codes.NOT_YET
    seat.actions_done = seat.actions_forfeited = seat.barons_claimed = 0
    figures = game.given.figures
    game.note(seat, TURN, game.turn, int(game.last_turn))
    offer_claims(game, seat)
    take_actions(game, seat, figures["actions_before_railbot"], railbot_to_come=not game.last_turn)
    if not game.last_turn:  # S21, S40
        take_railbot_step(game, seat)
    after = figures["actions_after_railbot"] - seat.actions_forfeited
    take_actions(game, seat, after, railbot_to_come=False)
    remove_open_track(game, seat)
    collect_income(game, seat)
    deal_card(game, seat)
    seat.tally.points_after_turn.append(seat.score)
    note_status(game, seat)


def take_actions(game: Game, seat: Seat, actions: int, railbot_to_come: bool) -> None:
    """The actions on one side of the Railbot step; Executives add theirs on this side (B45)."""
    while actions > 0:
        insurance = legal_insurance(game, seat, actions) if railbot_to_come else []
        chosen = decide_action(game, seat, insurance)
        actions -= game.given.figures["insurance_actions"] if chosen[0] == codes.INSURE else 1
        actions += carry_out(game, seat, chosen)
        seat.actions_done += 1
        offer_claims(game, seat)  # D1
