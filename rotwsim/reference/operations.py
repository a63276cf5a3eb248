"""Operations cards: the display and what its cards do (B40 to B46, S12, S27, S32)."""

from __future__ import annotations

from collections.abc import Iterator

from rotwsim.core.state.codes import (
    CARD_DEADHEADED,
    CARD_FULFILLED,
    CARD_PUSHED_OFF,
    CARD_SPOILED,
    CARD_TAKEN,
    FROM_BOUNTIES,
)
from rotwsim.core.state.log import CARD_ADDED, LIMIT
from rotwsim.reference.cities import found_industry, grow_city
from rotwsim.reference.display import leave_display
from rotwsim.reference.game import Game
from rotwsim.reference.scoring import score
from rotwsim.reference.seat import Seat


def legal_display_places(game: Game) -> Iterator[int]:
    """B40: the cards that may be taken; a bounty goes to the seat that fulfils it."""
    taken = {kind.kind for kind in game.given.book.operations_kinds if kind.taken}
    for place, card in enumerate(game.display):
        if game.given.operations_cards[card].kind in taken:
            yield place


def take_card(game: Game, seat: Seat, place: int) -> int:
    """Takes a card and carries out its effect; gives the number of further actions (B45)."""
    card = game.display[place]
    kind = game.given.operations_cards[card].kind
    leave_display(game, seat, card, CARD_TAKEN)
    seat.tally.cards_taken[kind] += 1
    match kind:
        case "hotel":
            seat.hotels[game.given.operations_city[card]] += 1
        case "new_industry":
            found_industry(game, seat)
        case "city_growth":
            grow_city(game, seat)
        case "executive":
            return game.given.figures["executive_actions"]
        case "land_grant":
            seat.land_grants += 1
        case "perfect_engineering":
            seat.perfect_engineering += 1
    return 0


def deal_card(game: Game, seat: Seat) -> None:
    """S12: one new card; over the limit it pushes off the one farthest from the deck."""
    if not game.operations_deck:
        return
    card = game.operations_deck.pop(0)
    game.display.append(card)
    game.note(seat, CARD_ADDED, card)
    if len(game.display) > game.display_limit:
        leave_display(game, seat, game.display[0], CARD_PUSHED_OFF)


def lower_display_limit(game: Game, seat: Seat) -> None:
    """S27, Deadhead: from a full display the farthest card goes first."""
    if game.display and len(game.display) >= game.display_limit:
        leave_display(game, seat, game.display[0], CARD_DEADHEADED)
    game.display_limit = max(0, game.display_limit - 1)
    game.deadheads += 1
    game.note(seat, LIMIT, game.display_limit)


def fulfil_bounties(game: Game, seat: Seat, city: int) -> None:
    """B42: the first delivery to the city scores the points; the card leaves."""
    for card in _bounties_for(game, city):
        leave_display(game, seat, card, CARD_FULFILLED)
        score(game, seat, game.given.operations_cards[card].points, FROM_BOUNTIES)


def spoil_bounties(game: Game, seat: Seat, city: int) -> None:
    """S32: the city lost a cube to the Railbot."""
    for card in _bounties_for(game, city):
        leave_display(game, seat, card, CARD_SPOILED)


def _bounties_for(game: Game, city: int) -> list[int]:
    return [
        card
        for card in game.display
        if game.given.operations_cards[card].kind == "bounty"
        and game.given.operations_city[card] == city
    ]
