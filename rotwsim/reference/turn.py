"""A game from set-up to its last turn, and the turn of the solo game (S10, S40)."""

from __future__ import annotations

from rotwsim.core import codes
from rotwsim.core.log import STATUS, TURN
from rotwsim.reference.barons import offer_claims
from rotwsim.reference.cities import (
    buy_western_link,
    legal_new_cities,
    legal_western_cities,
    urbanize,
)
from rotwsim.reference.delivery import deliver, legal_deliveries
from rotwsim.reference.engine import can_upgrade, upgrade
from rotwsim.reference.game import Game
from rotwsim.reference.insurance import insure, legal_insurance
from rotwsim.reference.money import collect_income
from rotwsim.reference.offers import offer_places, offers_at
from rotwsim.reference.operations import deal_card, legal_display_places, take_card
from rotwsim.reference.options import ActionOptions, Option, action
from rotwsim.reference.railbot import take_railbot_step
from rotwsim.reference.seat import Seat
from rotwsim.reference.setup import set_up
from rotwsim.reference.track import build, is_legal_build, remove_open_track


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
    _note_status(game, seat)


def take_actions(game: Game, seat: Seat, actions: int, railbot_to_come: bool) -> None:
    """The actions on one side of the Railbot step; Executives add theirs on this side (B45)."""
    while actions > 0:
        _tell_offers(game, seat)
        options = legal_actions(game, seat, actions, railbot_to_come)
        chosen = game.log.decide(game.turn, seat.number, codes.DECIDE_ACTION, options)
        game.actions_decided += 1
        actions -= game.given.figures["insurance_actions"] if chosen[0] == codes.INSURE else 1
        actions += _carry_out(game, seat, chosen)
        seat.actions_done += 1
        offer_claims(game, seat)  # D1


def legal_actions(game: Game, seat: Seat, actions: int, railbot_to_come: bool) -> ActionOptions:
    """Every action that may be taken now (B3)."""
    others = [action(codes.PASS)]
    others += [action(codes.URBANIZE, city, colour) for city, colour in legal_new_cities(game)]
    if can_upgrade(game, seat):
        others.append(action(codes.UPGRADE))
    others += legal_deliveries(game, seat)
    others += [action(codes.TAKE_CARD, place) for place in legal_display_places(game)]
    if railbot_to_come:
        others += legal_insurance(game, seat, actions)
    others += [action(codes.WESTERN_LINK, city) for city in legal_western_cities(game)]
    return ActionOptions(others, lambda option: is_legal_build(game, seat, option))


def _tell_offers(game: Game, seat: Seat) -> None:
    every = game.log.offers_every
    if every and game.actions_decided % every == 0:
        places = offer_places(game, seat)
        game.log.show_offers(
            game.turn, seat.number, places, lambda place: offers_at(game, seat, place)
        )


def _carry_out(game: Game, seat: Seat, chosen: Option) -> int:
    """Does what was chosen; gives the number of further actions it brings."""
    kind, *arguments = chosen
    match kind:
        case codes.BUILD:
            build(game, seat, *arguments[:4])
        case codes.URBANIZE:
            urbanize(game, seat, *arguments[:2])
        case codes.UPGRADE:
            upgrade(game, seat)
        case codes.DELIVER:
            deliver(game, seat, *arguments)
        case codes.TAKE_CARD:
            return take_card(game, seat, arguments[0])
        case codes.INSURE:
            insure(game, seat, arguments[0])
        case codes.WESTERN_LINK:
            buy_western_link(game, seat, arguments[0])
        case codes.PASS:
            seat.tally.passes += 1
    return 0


def _note_status(game: Game, seat: Seat) -> None:
    on_board = sum(map(sum, game.cubes))
    game.note(
        seat,
        STATUS,
        seat.score,
        seat.cash,
        seat.bonds,
        seat.engine,
        len(game.markers),
        on_board,
        sum(game.bag),
    )
