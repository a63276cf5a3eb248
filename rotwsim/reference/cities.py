"""Cities and cubes: the bag, markers, New Cities, growth, mines, rotors (B20 to B24, B44, M30)."""

from __future__ import annotations

from rotwsim.core.state import codes
from rotwsim.core.state.codes import BY_MARKERS
from rotwsim.core.state.log import (
    CUBE_DRAWN,
    CUBE_GONE,
    CUBE_RETURNED,
    MARKER,
    MINED,
    ROTOR,
    URBANIZED,
    WESTERN,
)
from rotwsim.reference.game import Game, Seat
from rotwsim.reference.given import colour_number
from rotwsim.reference.money_and_outcome import pay


def legal_new_cities(game: Game) -> list[tuple[int, int]]:
    """List city and colour of every Urbanize; a New City is not grey any more (B22, S2)."""
    colours = colours_in(game.new_city_tiles)
    return [
        (city, colour)
        for city in game.given.cities_in_play
        if game.colours[city] == codes.GREY
        for colour in colours
    ]


def urbanize(game: Game, seat: Seat, city: int, colour: int) -> None:
    """Take the action: a New City for its price (B22)."""
    pay(game, seat, game.given.parameters["urbanize_price"], codes.PAID_URBANIZE)
    _place_new_city(game, seat, city, colour)


def found_industry(game: Game, seat: Seat) -> None:
    """Urbanize for nothing, if there is a city and a tile for it (B44)."""
    if choices := legal_new_cities(game):
        _place_new_city(game, seat, *game.choose(seat, codes.DECIDE_NEW_CITY, choices))


def grow_city(game: Game, seat: Seat) -> None:
    """Add cubes to any city in play (B44)."""
    (city,) = game.choose(
        seat, codes.DECIDE_GROWTH, [(city,) for city in game.given.cities_in_play]
    )
    draw_cubes(game, seat, city, game.given.parameters["growth_cubes"])


def legal_western_cities(game: Game) -> list[int]:
    """List the cities without one, where city and destination are in play (B48)."""
    western, in_play = game.given.western, game.given.in_play
    if western is None or not in_play[western.destination]:
        return []
    return [city for city in western.cities if in_play[city] and city not in game.western_links]


def buy_western_link(game: Game, seat: Seat, city: int) -> None:
    """Buy it; red cubes come from the bag, as many as it has (B48)."""
    western = game.given.western
    assert western is not None  # a city is legal on such a board alone
    pay(game, seat, western.price, codes.PAID_WESTERN_LINK)
    game.western_links.add(city)
    seat.western_links += 1
    game.note(seat, WESTERN, city)
    take_cubes(game, seat, city, western.colour, western.cubes)


def _place_new_city(game: Game, seat: Seat, city: int, colour: int) -> None:
    game.new_city_tiles[colour] -= 1
    game.colours[city] = colour
    game.urbanized.add(city)
    game.note(seat, URBANIZED, city, colour)
    draw_cubes(game, seat, city, game.given.parameters["urbanize_cubes"])


def legal_mines(game: Game, seat: Seat) -> list[int]:
    """List grey cities that were never mined; a seat mines twice at most."""
    table = game.given.book.multiplayer
    if "mines" not in game.given.scenario.modules or seat.mines >= table.mines_per_seat:
        return []
    return [
        city
        for city in game.given.cities_in_play
        if game.colours[city] == codes.GREY and city not in game.mined
    ]


def mine(game: Game, seat: Seat, city: int) -> None:
    """Draw one by one; a colour already drawn goes back to the bag and ends it."""
    table = game.given.book.multiplayer
    pay(game, seat, table.mine_price, codes.PAID_MINE)
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


NO_SECOND = -1


def set_rotors(game: Game) -> None:
    """Begin in every rotor city with the colour after its own on the wheel."""
    scenario = game.given.scenario
    if "rotors" not in scenario.modules:
        return
    printed = scenario.board.multiplayer
    for name in printed.rotor_cities if printed else ():
        city = scenario.board.city_index(name)
        game.rotors[city] = _after(game, game.colours[city])


def accepted_colours(game: Game, city: int) -> set[int]:
    """Give the colours of the cubes that may be delivered here, and must stop here (B31)."""
    return {game.colours[city], game.rotors.get(city, game.colours[city])}


def turn_rotor(game: Game, seat: Seat, city: int) -> None:
    """Turn it after a delivery; where it shows the city's own colour there is no second."""
    if city in game.rotors:
        shown = game.rotors[city] = _after(game, game.rotors[city])
        game.note(seat, ROTOR, city, NO_SECOND if shown == game.colours[city] else shown)


def _after(game: Game, colour: int) -> int:
    wheel = [colour_number(name) for name in game.given.book.multiplayer.wheel]
    return wheel[(wheel.index(colour) + 1) % len(wheel)]


def draw_cubes(game: Game, seat: Seat, city: int, count: int) -> None:
    """Draw blind from the bag to a city; an empty bag gives nothing (B24)."""
    for _ in range(count):
        if any(game.bag):
            colour = game.draw(seat, CUBE_DRAWN, (city,), colours_in(game.bag))
            put_cube(game, seat, city, colour)


def take_cubes(game: Game, seat: Seat, city: int, colour: int, count: int) -> None:
    """Take cubes of one colour out of the bag, as many as it has (B48)."""
    for _ in range(min(count, game.bag[colour])):
        game.note(seat, CUBE_DRAWN, city, colour)
        put_cube(game, seat, city, colour)


def remove_cube(game: Game, seat: Seat, city: int, colour: int, why: int) -> None:
    """Remove a cube; the last one leaves a marker (B23), which may end the game (S40)."""
    game.cubes[city][colour] -= 1
    if game.given.switches["removed_cubes"] == "bag":  # B24
        game.bag[colour] += 1
    game.cubes_gone[why] += 1
    game.note(seat, CUBE_GONE, city, colour, why)
    if not any(game.cubes[city]):
        game.markers.add(city)
        game.note(seat, MARKER, city, 1)
        needed = game.given.parameters["empty_city_trigger"]
        if 0 < needed <= len(game.markers):
            game.trigger_end(seat, BY_MARKERS)


def put_cube(game: Game, seat: Seat, city: int, colour: int) -> None:
    """Put a cube from the bag on a city."""
    game.bag[colour] -= 1
    game.cubes[city][colour] += 1
    if city in game.markers:  # B23: a city that receives cubes loses its marker
        game.markers.remove(city)
        game.note(seat, MARKER, city, 0)


def colours_in(cubes: list[int]) -> list[int]:
    """List the colours of which there is at least one cube."""
    return [colour for colour, count in enumerate(cubes) if count]
