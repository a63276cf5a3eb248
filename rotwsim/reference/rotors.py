"""City Rotors: which colours a city accepts, and how its second colour moves on (M30)."""

from __future__ import annotations

from rotwsim.core.state.log import ROTOR
from rotwsim.reference.game import Game
from rotwsim.reference.given import colour_number
from rotwsim.reference.seat import Seat

NO_SECOND = -1


def set_rotors(game: Game) -> None:
    """Every rotor city begins with the colour after its own on the wheel."""
    scenario = game.given.scenario
    if "rotors" not in scenario.modules:
        return
    for name in scenario.board.multiplayer.rotor_cities:
        city = scenario.board.city_index(name)
        game.rotors[city] = _after(game, game.colours[city])


def accepted_colours(game: Game, city: int) -> set[int]:
    """The colours of the cubes that may be delivered here, and must stop here (B31)."""
    return {game.colours[city], game.rotors.get(city, game.colours[city])}


def turn_rotor(game: Game, seat: Seat, city: int) -> None:
    """After each delivery to the city; where the wheel shows its own colour it has no second."""
    if city in game.rotors:
        shown = game.rotors[city] = _after(game, game.rotors[city])
        game.note(seat, ROTOR, city, NO_SECOND if shown == game.colours[city] else shown)


def _after(game: Game, colour: int) -> int:
    wheel = [colour_number(name) for name in game.given.book.multiplayer.wheel]
    return wheel[(wheel.index(colour) + 1) % len(wheel)]
