"""Set-up of the solo game: cubes, Railbot deck and row, Operations cards, Barons (S1 to S7)."""

from __future__ import annotations

from rotwsim.core.state.codes import ROW
from rotwsim.core.state.log import (
    SET_BARON,
    SET_BOUNTY,
    SET_CUBE,
    SET_DECK,
    SET_DROPPED,
    SET_OPERATIONS,
    SET_REMOVED,
    SET_ROW,
)
from rotwsim.reference.game import Game
from rotwsim.reference.goods import colours_in
from rotwsim.reference.operations import deal_card
from rotwsim.reference.seat import Seat


def set_up(game: Game) -> None:
    """Draw what chance decides before the first turn; the log has it under the first seat."""
    seat = game.seats[0]
    _draw_goods(game, seat)
    _deal_railbot_cards(game, seat)
    if game.given.figures["operations_used"]:
        _deal_operations_cards(game, seat)
    _deal_barons(game, seat)
    deal_card(game, seat)  # S6: next to the bounties


def _draw_goods(game: Game, seat: Seat) -> None:
    """B20, S2: every city in play draws its printed number blind."""
    for city in game.given.cities_in_play:
        for _ in range(game.given.cubes[city]):
            colour = game.draw(seat, SET_CUBE, (city,), colours_in(game.bag))
            game.bag[colour] -= 1
            game.cubes[city][colour] += 1


def _deal_railbot_cards(game: Game, seat: Seat) -> None:
    given = game.given
    rest = list(range(len(given.railbot_cards)))

    def is_left(card: int) -> bool:
        return given.railbot_cards[card].slot == "left"

    for _ in range(given.book.left_cards_removed):  # S4
        rest.remove(game.draw(seat, SET_REMOVED, (), filter(is_left, rest)))
    for place in range(ROW):
        mild = [card for card in rest if is_left(card) and not _is_replaced(game, card)]
        card = game.draw(seat, SET_ROW, (place,), mild)
        rest.remove(card)
        game.row.append(card)
    (final,) = (card for card in rest if given.railbot_cards[card].final_evaluation)
    for _ in range(given.figures["cards_removed"]):  # T4
        rest.remove(game.draw(seat, SET_DROPPED, (), (card for card in rest if card != final)))
    from_here = len(rest) - 1 - given.book.cards_above_final_evaluation  # S5: in the bottom three
    for place in range(len(rest)):
        possible = [card for card in rest if card != final or place >= from_here]
        card = game.draw(seat, SET_DECK, (place,), possible)
        rest.remove(card)
        game.railbot_deck.append(card)


def _is_replaced(game: Game, card: int) -> bool:
    """S4: Taxation and Deadhead do not lie in the row at the start."""
    return game.given.railbot_cards[card].taxation or game.given.railbot_cards[card].deadhead


def _deal_operations_cards(game: Game, seat: Seat) -> None:
    """S6: the bounties that are not drawn leave the game."""
    cards = game.given.operations_cards
    deck = [card for card, printed in enumerate(cards) if printed.kind != "bounty"]
    bounties = [card for card, printed in enumerate(cards) if printed.kind == "bounty"]
    for place in range(len(deck)):
        card = game.draw(seat, SET_OPERATIONS, (place,), deck)
        deck.remove(card)
        game.operations_deck.append(card)
    for place in range(min(game.given.book.bounties, len(bounties))):
        card = game.draw(seat, SET_BOUNTY, (place,), bounties)
        bounties.remove(card)
        game.display.append(card)


def _deal_barons(game: Game, seat: Seat) -> None:
    """D1: distinct Barons; the scenario may force some in or out."""
    scenario, places = game.given.scenario, game.given.figures["barons_in_row"]
    names = [baron.name for baron in game.given.barons]
    out = {names.index(name) for name in scenario.barons_out}
    forced = {names.index(name) for name in scenario.barons_in}
    for place in range(places):
        waiting = forced.difference(game.baron_row)
        possible = set(range(len(names))) - out - set(game.baron_row)
        if len(waiting) == places - place:
            possible &= waiting
        game.baron_row.append(game.draw(seat, SET_BARON, (place,), sorted(possible)))
