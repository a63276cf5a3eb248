"""Major Lines and the points they score (B43, S28)."""

from __future__ import annotations

from rotwsim.core.state.codes import CARD_FULFILLED, FROM_LINES, NOBODY
from rotwsim.core.state.log import LINE
from rotwsim.reference.game import Game, Seat
from rotwsim.reference.money import score


def score_lines(game: Game, seat: Seat) -> None:
    """Score every unclaimed line whose cities the player's own Links now connect (B43)."""
    for line in lines_connected_by(game, seat.number):
        if line in game.line_cards:
            game.leave_display(seat, game.line_cards[line], CARD_FULFILLED)
        give_line(game, seat, line, seat.number)
        score(game, seat, game.given.lines[line].points, FROM_LINES)


def lines_connected_by(game: Game, owner: int) -> list[int]:
    """List the unclaimed lines whose cities one owner's Links connect."""
    return [
        line
        for line in unclaimed_lines(game)
        if game.network.are_connected(game.given.lines[line].cities, owner)
    ]


def give_line(game: Game, seat: Seat, line: int, owner: int) -> None:
    game.line_owner[line] = owner
    seat.lines += owner == seat.number
    game.note(seat, LINE, line, owner)


def unclaimed_lines(game: Game) -> list[int]:
    """List the lines in play that nobody has (S1); as cards only those on display (M5)."""
    return [
        number
        for number, line in enumerate(game.given.lines)
        if line.in_play
        and game.line_owner[number] == NOBODY
        and (number not in game.line_cards or game.line_cards[number] in game.display)
    ]
