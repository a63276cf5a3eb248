"""What happens to cities: Urbanize, New Industry, City Growth, Western Link (B22, B44, B48)."""

from __future__ import annotations

from rotwsim.core.state.codes import (
    DECIDE_GROWTH,
    DECIDE_NEW_CITY,
    GREY,
    PAID_URBANIZE,
    PAID_WESTERN_LINK,
)
from rotwsim.core.state.log import URBANIZED, WESTERN
from rotwsim.reference.game import Game
from rotwsim.reference.goods import colours_in, draw_cubes, take_cubes
from rotwsim.reference.money import pay
from rotwsim.reference.seat import Seat


def legal_new_cities(game: Game) -> list[tuple[int, int]]:
    """B22, S2: city and colour of every Urbanize; a New City is no longer grey."""
    colours = colours_in(game.new_city_tiles)
    return [
        (city, colour)
        for city in game.given.cities_in_play
        if game.colours[city] == GREY
        for colour in colours
    ]


def urbanize(game: Game, seat: Seat, city: int, colour: int) -> None:
    """The action: a New City for its price (B22)."""
    pay(game, seat, game.given.figures["urbanize_price"], PAID_URBANIZE)
    _place_new_city(game, seat, city, colour)


def found_industry(game: Game, seat: Seat) -> None:
    """B44: a free Urbanize, if there is a city and a tile for it."""
    if choices := legal_new_cities(game):
        _place_new_city(game, seat, *game.choose(seat, DECIDE_NEW_CITY, choices))


def grow_city(game: Game, seat: Seat) -> None:
    """B44: any city in play."""
    (city,) = game.choose(seat, DECIDE_GROWTH, [(city,) for city in game.given.cities_in_play])
    draw_cubes(game, seat, city, game.given.figures["growth_cubes"])


def legal_western_cities(game: Game) -> list[int]:
    """B48: once each, where city and destination are in play."""
    western, in_play = game.given.western, game.given.in_play
    if western is None or not in_play[western.destination]:
        return []
    return [city for city in western.cities if in_play[city] and city not in game.western_links]


def buy_western_link(game: Game, seat: Seat, city: int) -> None:
    """B48: red cubes come from the bag, as many as it holds."""
    western = game.given.western
    pay(game, seat, western.price, PAID_WESTERN_LINK)
    game.western_links.add(city)
    seat.western_links += 1
    game.note(seat, WESTERN, city)
    take_cubes(game, seat, city, western.colour, western.cubes)


def _place_new_city(game: Game, seat: Seat, city: int, colour: int) -> None:
    game.new_city_tiles[colour] -= 1
    game.colours[city] = colour
    game.urbanized.add(city)
    game.note(seat, URBANIZED, city, colour)
    draw_cubes(game, seat, city, game.given.figures["urbanize_cubes"])
