"""One action of a seat: what is legal, what is chosen, what it does (B3), and the status row."""

from __future__ import annotations

from collections.abc import Iterable

from rotwsim.core.state import codes
from rotwsim.core.state.log import STATUS
from rotwsim.reference.choices import ActionChoices, Choice, action
from rotwsim.reference.cities import (
    buy_western_link,
    legal_new_cities,
    legal_western_cities,
    urbanize,
)
from rotwsim.reference.delivery import deliver, legal_deliveries
from rotwsim.reference.engine import can_upgrade, upgrade
from rotwsim.reference.game import Game
from rotwsim.reference.insurance import insure
from rotwsim.reference.mines import legal_mines, mine
from rotwsim.reference.operations import legal_display_places, take_card
from rotwsim.reference.seat import Seat
from rotwsim.reference.track.building import build, is_legal_build
from rotwsim.reference.track.link_offers import offer_places, offers_at


def decide_action(game: Game, seat: Seat, insurance: Iterable[Choice] = ()) -> Choice:
    """Let the player act; the log lists the offers of track first, if it lists them."""
    _list_offers(game, seat)
    choices = legal_actions(game, seat, insurance)
    chosen = game.log.decide(game.turn, seat.number, codes.DECIDE_ACTION, choices)
    game.actions_decided += 1
    return chosen


def legal_actions(game: Game, seat: Seat, insurance: Iterable[Choice] = ()) -> ActionChoices:
    """Every action that may be taken now (B3)."""
    others = [action(codes.PASS)]
    others += [action(codes.URBANIZE, city, colour) for city, colour in legal_new_cities(game)]
    if can_upgrade(game, seat):
        others.append(action(codes.UPGRADE))
    others += legal_deliveries(game, seat)
    others += [action(codes.TAKE_CARD, place) for place in legal_display_places(game)]
    others += insurance
    others += [action(codes.WESTERN_LINK, city) for city in legal_western_cities(game)]
    others += [action(codes.MINE, city) for city in legal_mines(game, seat)]
    return ActionChoices(others, lambda choice: is_legal_build(game, seat, choice))


def carry_out(game: Game, seat: Seat, chosen: Choice) -> int:
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
        case codes.MINE:
            mine(game, seat, arguments[0])
        case codes.PASS:
            seat.tally.passes += 1
    return 0


def note_status(game: Game, seat: Seat) -> None:
    """What a turn leaves a seat with."""
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


def _list_offers(game: Game, seat: Seat) -> None:
    every = game.log.offers_every
    if every and game.actions_decided % every == 0:
        places = offer_places(game, seat)
        game.log.show_offers(
            game.turn, seat.number, places, lambda place: offers_at(game, seat, place)
        )
