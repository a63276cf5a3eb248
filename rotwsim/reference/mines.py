"""Mines: an action that brings cubes to a grey city, until one comes a second time (M31)."""

from __future__ import annotations

from rotwsim.core.state.codes import GREY, PAID_MINE
from rotwsim.core.state.log import CUBE_DRAWN, CUBE_RETURNED, MINED
from rotwsim.reference.game import Game
from rotwsim.reference.goods import colours_in, put_cube
from rotwsim.reference.money import pay
from rotwsim.reference.seat import Seat


def legal_mines(game: Game, seat: Seat) -> list[int]:
    """Grey cities that were never mined; a seat mines twice at most."""
    table = game.given.book.multiplayer
    if "mines" not in game.given.scenario.modules or seat.mines >= table.mines_per_seat:
        return []
    return [
        city
        for city in game.given.cities_in_play
        if game.colours[city] == GREY and city not in game.mined
    ]


def mine(game: Game, seat: Seat, city: int) -> None:
    """Draws one by one; a colour already drawn goes back to the bag and ends it."""
    table = game.given.book.multiplayer
    pay(game, seat, table.mine_price, PAID_MINE)
    seat.mines += 1
    game.mined.add(city)
    game.note(seat, MINED, city)
    drawn: set[int] = set()
    for _ in range(table.mine_draws):
        if not any(game.bag):
            return
        possible = [
            (CUBE_RETURNED if colour in drawn else CUBE_DRAWN, city, colour)
            for colour in colours_in(game.bag)
        ]
        event, _, colour = game.log.draw_row(game.turn, seat.number, possible)
        if event == CUBE_RETURNED:
            return
        put_cube(game, seat, city, colour)
        drawn.add(colour)
