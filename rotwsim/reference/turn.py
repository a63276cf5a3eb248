"""A game from set-up to its last turn, and the turn of the solo game (S10, S15, S40)."""

from __future__ import annotations

from collections.abc import Iterator

from rotwsim.core import codes
from rotwsim.core.log import ENGINE, INSURANCE, STATUS, TURN
from rotwsim.reference.barons import has_effect, offer_claims
from rotwsim.reference.delivery import deliver, legal_deliveries
from rotwsim.reference.game import Game
from rotwsim.reference.money import collect_income, pay
from rotwsim.reference.operations import (
    buy_western_link,
    deal_card,
    legal_display_places,
    legal_new_cities,
    legal_western_cities,
    take_card,
    urbanize,
)
from rotwsim.reference.options import ActionOptions, Option, action
from rotwsim.reference.railbot import take_railbot_step
from rotwsim.reference.setup import set_up
from rotwsim.reference.track import build, is_legal_build, legal_routes, remove_open_track

INSURABLE_PLACES = (0, 1)  # S15: the row's first or second card


def play_game(game: Game) -> None:
    """Set-up, then turns until the one after the trigger is played (S40)."""
    set_up(game)
    while not game.last_turn:
        play_turn(game)


def play_turn(game: Game) -> None:
    """S10: two actions, the Railbot, the third action, income, one new Operations card."""
    game.turn += 1
    game.last_turn = game.trigger != codes.NOT_YET
    game.actions_done = game.actions_forfeited = 0
    figures = game.given.figures
    game.note(TURN, game.turn, int(game.last_turn))
    offer_claims(game)
    take_actions(game, figures["actions_before_railbot"], railbot_to_come=not game.last_turn)
    if not game.last_turn:  # S21, S40
        take_railbot_step(game)
    after = figures["actions_after_railbot"] - game.actions_forfeited
    take_actions(game, after, railbot_to_come=False)
    remove_open_track(game)
    collect_income(game)
    deal_card(game)
    game.tally.points_after_turn.append(game.score)
    _note_status(game)


def take_actions(game: Game, actions: int, railbot_to_come: bool) -> None:
    """The actions on one side of the Railbot step; Executives add theirs on this side (B45)."""
    while actions > 0:
        options = legal_actions(game, actions, railbot_to_come)
        chosen = game.log.decide(game.turn, codes.DECIDE_ACTION, options)
        actions -= game.given.figures["insurance_actions"] if chosen[0] == codes.INSURE else 1
        actions += _carry_out(game, chosen)
        game.actions_done += 1
        offer_claims(game)  # D1


def legal_actions(game: Game, actions: int, railbot_to_come: bool) -> ActionOptions:
    """Every action that may be taken now (B3)."""
    routes, digest = legal_routes(game)
    others = [action(codes.PASS)]
    others += [action(codes.URBANIZE, city, colour) for city, colour in legal_new_cities(game)]
    if game.engine < game.given.highest_engine:  # B33
        others.append(action(codes.UPGRADE))
    others += legal_deliveries(game)
    others += [action(codes.TAKE_CARD, place) for place in legal_display_places(game)]
    if railbot_to_come:
        others += _legal_insurance(game, actions)
    others += [action(codes.WESTERN_LINK, city) for city in legal_western_cities(game)]
    return ActionOptions(others, routes, digest, lambda option: is_legal_build(game, option))


def _legal_insurance(game: Game, actions: int) -> Iterator[Option]:
    """S15: the first actions of a turn, with the token at hand."""
    figures = game.given.figures
    if game.insured is not None or game.actions_done or not figures["railbot_acts"]:
        return
    if actions >= figures["insurance_actions"]:
        for place in INSURABLE_PLACES:
            yield action(codes.INSURE, place)


def _carry_out(game: Game, chosen: Option) -> int:
    """Does what was chosen; gives the number of further actions it brings."""
    kind, *arguments = chosen
    match kind:
        case codes.BUILD:
            build(game, *arguments[:4])
        case codes.URBANIZE:
            urbanize(game, *arguments[:2])
        case codes.UPGRADE:
            _upgrade(game)
        case codes.DELIVER:
            deliver(game, *arguments)
        case codes.TAKE_CARD:
            return take_card(game, arguments[0])
        case codes.INSURE:
            _insure(game, arguments[0])
        case codes.WESTERN_LINK:
            buy_western_link(game, arguments[0])
        case codes.PASS:
            game.tally.passes += 1
    return 0


def _upgrade(game: Game) -> None:
    """B33: the price of the next level follows the printed level (D12)."""
    pay(game, game.given.book.engine_prices[game.engine - 1], codes.PAID_ENGINE)
    game.engine += 1
    game.note(ENGINE, game.engine)


def _insure(game: Game, place: int) -> None:
    """S15; D17: dear Insurance also costs an action after the Railbot step."""
    game.insured = place
    game.tally.insurance_bought += 1
    game.note(INSURANCE, place)
    if has_effect(game, "dear_insurance"):
        game.actions_forfeited = 1


def _note_status(game: Game) -> None:
    on_board = sum(map(sum, game.cubes))
    game.note(
        STATUS,
        game.score,
        game.cash,
        game.bonds,
        game.engine,
        len(game.markers),
        on_board,
        sum(game.bag),
    )
