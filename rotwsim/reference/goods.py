"""Cubes, the bag and the Empty City Markers (B20 to B24)."""

from __future__ import annotations

from rotwsim.core.state.codes import BY_MARKERS
from rotwsim.core.state.log import CUBE_DRAWN, CUBE_GONE, MARKER
from rotwsim.reference.game import Game, Seat


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
