"""What is given before a game begins: parameters in force, map, cities and cards, all by index."""

from dataclasses import replace
from typing import NamedTuple

from rotwsim.core.state.codes import GREY
from rotwsim.reference.hexmap import map_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import COLOURS, Board


class Line(NamedTuple):
    """A Major Line (B43); in play unless the map says otherwise or a city of it is not (S1)."""

    cities: tuple[int, ...]
    points: int
    in_play: bool


class Western(NamedTuple):
    """The Western Link of the board (B48)."""

    price: int
    cities: tuple[int, ...]
    colour: int
    cubes: int
    destination: int
    bonus_cubes: int


class Sea(NamedTuple):
    """A sea route: a Link without hexes; its price is paid with its first tile."""

    cities: tuple[int, int]
    price: int
    tiles: int

    def other(self, city: int) -> int:
        return self.cities[1] if city == self.cities[0] else self.cities[0]


class Given:
    """The fixed part of a game; made once per scenario, shared by all its games."""

    def __init__(self, scenario: Scenario):
        board, self.book = scenario.board, scenario.book
        if scenario.seats:  # M1: "not in play" belongs to the solo game
            board = replace(board, cities_not_in_play=(), lines_not_in_play=())
        place = {city.name: number for number, city in enumerate(board.cities)}
        self.scenario, self.parameters = scenario, scenario.parameters
        self.switches = scenario.switches  # the rulings that are switches, with the choice in force
        self.hexmap = map_of(board, self.book)
        # by city, as printed
        self.cubes = tuple(city.cubes for city in board.cities)
        self.colours = tuple(colour_number(city.colour) for city in board.cities)
        self.in_play = tuple(city.name not in board.cities_not_in_play for city in board.cities)
        self.cities_in_play = [city for city, in_play in enumerate(self.in_play) if in_play]
        self.sea_routes = tuple(_sea_routes(board, place, self.in_play))  # between such cities
        self.lines = tuple(_lines(board, place, self.in_play))
        self.western = _western(board, place)
        self.railbot_cards = scenario.railbot_cards
        self.railbot_cities = [[place[name] for name in card.cities] for card in self.railbot_cards]
        self.operations_cards = scenario.operations_cards
        # of each hotel and bounty
        self.operations_city = [place.get(card.city or "") for card in self.operations_cards]
        self.barons = scenario.duel_barons

    @property
    def highest_engine(self) -> int:
        return 1 + len(self.book.engine_prices)

    def tiles_per_build(self, perfect_engineering: int) -> int:
        """Count the tiles of a Build (B11); Perfect Engineering never allows fewer (B46)."""
        tiles = self.parameters["tiles_per_build"]
        if perfect_engineering:
            return max(tiles, self.book.tiles_with_perfect_engineering)
        return tiles


def colour_number(name: str) -> int:
    """Give the code of a colour; grey is no colour of cubes (B21)."""
    return COLOURS.index(name) if name in COLOURS else GREY


def _lines(board: Board, place: dict[str, int], in_play: tuple[bool, ...]):
    for line in board.lines:
        cities = tuple(place[name] for name in line.cities)
        played = line.name not in board.lines_not_in_play and all(in_play[city] for city in cities)
        yield Line(cities, line.points, played)


def _sea_routes(board: Board, place: dict[str, int], in_play: tuple[bool, ...]):
    for sea in board.sea_routes:
        first, second = (place[name] for name in sea.cities)
        if in_play[first] and in_play[second]:
            yield Sea((first, second), sea.price, sea.tiles)


def _western(board: Board, place: dict[str, int]) -> Western | None:
    link = board.western_link
    if link is None:
        return None
    return Western(
        link.price,
        tuple(place[name] for name in link.cities),
        colour_number(link.colour),
        link.cubes,
        place[link.destination],
        link.bonus_cubes,
    )
