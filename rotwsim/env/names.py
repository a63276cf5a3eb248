"""What the number of an action means, in words; see `core.numbered.blocks`."""

from __future__ import annotations

from bisect import bisect_right

from rotwsim.core.state.codes import COLOURS
from rotwsim.core.state.learning_view import blocks
from rotwsim.replay.names import PLACES, Names


def action_name(names: Names, number: int, cities: int, pairs: list[tuple[int, int]]) -> str:
    """Name an action of a board with these cities and pairs of cities."""
    starts = (0, 1, *blocks(cities, len(pairs))[:-1])
    block = bisect_right(starts, number) - 1
    return NAMES[block](names, number - starts[block], cities, pairs)


def _insurance(names: Names, place: int, *_) -> str:
    return f"insure the {PLACES[place]} card of the row"


def _card(names: Names, place: int, *_) -> str:
    return f"take card {place + 1} of the display"


def _link(names: Names, pair: int, cities: int, pairs: list[tuple[int, int]]) -> str:
    return f"build {'–'.join(map(names.city, pairs[pair]))}"


def _granted(*pair) -> str:
    return f"{_link(*pair)} with a Land Grant"


def _new_city(names: Names, number: int, *_) -> str:
    city, colour = divmod(number, COLOURS)
    return f"urbanize {names.city(city)}, {names.colour(colour)}"


def _western(names: Names, city: int, *_) -> str:
    return f"Western Link at {names.city(city)}"


def _delivery(names: Names, number: int, cities: int, pairs: list) -> str:
    cube, goal = divmod(number, cities)
    city, colour = divmod(cube, COLOURS)
    return f"deliver {names.colour(colour)} {names.city(city)}–{names.city(goal)}"


def _answer(names: Names, number: int, *_) -> str:
    return f"answer {number - 1}" if number else "answer none"


NAMES = (  # in the order of the blocks
    lambda *_: "pass",
    lambda *_: "upgrade the engine",
    _insurance,
    _card,
    lambda *_: "go on with the open track",
    _link,
    _granted,
    _new_city,
    _western,
    _delivery,
    _answer,
)
