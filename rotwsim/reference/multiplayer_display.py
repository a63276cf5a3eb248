"""Operations cards at a table: the open display, Start cards, lines as cards (B47, M4, M5)."""

from __future__ import annotations

from rotwsim.core.state.codes import CARD_DISCARDED, CARD_FULFILLED, FROM_LINES, FROM_STARTS
from rotwsim.core.state.log import CARD_ADDED, CARD_GONE
from rotwsim.reference.display import leave_display
from rotwsim.reference.game import Game
from rotwsim.reference.lines import give_line
from rotwsim.reference.scoring import score
from rotwsim.reference.seat import Seat


def deal_table_card(game: Game) -> None:
    """M4: no limit. M13: under worst_is_first an Executive is discarded for the next card."""
    cards, nobody = game.given.operations_cards, game.seats[0]
    while game.operations_deck:
        card = game.operations_deck.pop(0)
        if cards[card].kind == "executive" and game.given.scenario.bidding == "worst_is_first":
            game.note(nobody, CARD_GONE, card, CARD_DISCARDED)
            continue
        game.display.append(card)
        game.note(nobody, CARD_ADDED, card)
        if cards[card].kind == "major_line":
            _pay_all_who_fulfil(game, card)
        return


def _pay_all_who_fulfil(game: Game, card: int) -> None:
    """M5: a line that is fulfilled already when its card appears pays every such player."""
    number = game.given.operations_cards[card].line
    line = game.given.lines[number]
    fulfilling = [s for s in game.seats if game.network.are_connected(line.cities, s.number)]
    if fulfilling:
        leave_display(game, game.seats[0], card, CARD_FULFILLED)
    for seat in fulfilling:
        give_line(game, seat, number, seat.number)
        score(game, seat, line.points, FROM_LINES)


def fulfil_starts(game: Game, seat: Seat, goal: str, reached: int) -> None:
    """M5: every open Start card of this goal goes to the first who reaches so much."""
    for card in list(game.display):
        printed = game.given.operations_cards[card]
        if printed.kind == "start" and printed.goal == goal and reached >= printed.tier:
            leave_display(game, seat, card, CARD_FULFILLED)
            score(game, seat, printed.points, FROM_STARTS)
