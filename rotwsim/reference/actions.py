"""One action of a seat: what is legal, what it does (B3); the engine (B33), Insurance (S15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rotwsim.core.state import codes
from rotwsim.core.state.log import ENGINE, INSURANCE, STATUS
from rotwsim.reference.barons import engine_lower, total
from rotwsim.reference.building import build, is_legal_build
from rotwsim.reference.cities import (
    buy_western_link,
    legal_mines,
    legal_new_cities,
    legal_western_cities,
    mine,
    urbanize,
)
from rotwsim.reference.delivery import deliver, legal_deliveries
from rotwsim.reference.game import ActionChoices, Choice, Game, Seat, action
from rotwsim.reference.link_offers import offer_places, offers_at
from rotwsim.reference.money_and_outcome import pay
from rotwsim.reference.operations import fulfil_starts, legal_display_places, take_card


def decide_action(game: Game, seat: Seat, insurance: Iterable[Choice] = ()) -> Choice:
    """Let the player act; the log lists the offers of track first, if it lists them."""
    _list_offers(game, seat)
    choices = legal_actions(game, seat, insurance)
    chosen = game.log.decide(game.turn, seat.number, codes.DECIDE_ACTION, choices)
    game.actions_decided += 1
    return chosen


def legal_actions(game: Game, seat: Seat, insurance: Iterable[Choice] = ()) -> ActionChoices:
    """List every action that may be taken now (B3)."""
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
    """Do what was chosen; give the number of further actions it brings."""
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
    """Note what a turn leaves a seat with."""
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


LOWEST_PRICED = 2  # level 1 is what everybody begins with


def can_upgrade(game: Game, seat: Seat) -> bool:
    return seat.engine < game.given.highest_engine


def upgrade(game: Game, seat: Seat) -> None:
    """Upgrade the engine by one level, at its price (B33)."""
    pay(game, seat, upgrade_price(game, seat), codes.PAID_ENGINE)
    seat.engine += 1
    game.first_at_level.setdefault(seat.engine, seat.number)
    game.note(seat, ENGINE, seat.engine)
    fulfil_starts(game, seat, "engine", seat.engine)


def upgrade_price(game: Game, seat: Seat) -> int:
    """Give the price of the next level, printed or as the lower one it counts as (D12)."""
    level = seat.engine + 1
    lower = engine_lower(game)  # of the solo game alone, as is the ruling
    if lower and game.given.switches["tychoon_price"] == "lower":
        level = max(LOWEST_PRICED, level - lower)
    return game.given.book.engine_prices[level - LOWEST_PRICED]


INSURABLE_PLACES = (0, 1)  # S15: the row's first or second card


def legal_insurance(game: Game, seat: Seat, actions: int) -> Iterator[Choice]:
    """List the places to insure: as the first actions of a turn, with the token (S15)."""
    parameters = game.given.parameters
    if game.insured is not None or seat.actions_done or not parameters["railbot_acts"]:
        return
    if actions >= parameters["insurance_actions"]:
        for place in INSURABLE_PLACES:
            yield action(codes.INSURE, place)


def insure(game: Game, seat: Seat, place: int) -> None:
    """Insure a card; dear Insurance also costs an action after the Railbot step (D17)."""
    game.insured = place
    seat.tally.insurance_bought += 1
    game.note(seat, INSURANCE, place)
    seat.actions_forfeited = total(game, "dear_insurance")


def use_insurance(game: Game, seat: Seat) -> None:
    """Return the token; the insured card has no effect at all (S15)."""
    game.insured = None
    seat.tally.insurance_used += 1
