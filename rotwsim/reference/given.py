"""What is given before a game begins: parameters in force, map, cities and cards, all by index."""

from dataclasses import dataclass, replace
from functools import cached_property

from rotwsim.core.state.codes import GREY
from rotwsim.reference.hexmap import HexMap, map_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import COLOURS, Board, DuelBaron, OperationsCard, RailbotCard, Rulebook


@dataclass(frozen=True)
class Line:
    """A Major Line (B43); in play unless the map says otherwise or a city of it is not (S1)."""

    cities: tuple[int, ...]
    points: int
    in_play: bool


@dataclass(frozen=True)
class Western:
    """The Western Link of the board (B48)."""

    price: int
    cities: tuple[int, ...]
    colour: int
    cubes: int
    destination: int
    bonus_cubes: int


@dataclass(frozen=True)
class Sea:
    """A sea route: a Link without hexes; its price is paid with its first tile."""

    cities: tuple[int, int]
    price: int
    tiles: int

    def other(self, city: int) -> int:
        return self.cities[1] if city == self.cities[0] else self.cities[0]


@dataclass(frozen=True)
class Given:
    """The fixed part of a game; made once per scenario, shared by all its games."""

    scenario: Scenario
    book: Rulebook
    parameters: dict[str, int]
    switches: dict[str, str]  # the rulings that are switches, with the choice in force
    hexmap: HexMap
    sea_routes: tuple[Sea, ...]  # between cities in play
    cubes: tuple[int, ...]  # printed, by city
    colours: tuple[int, ...]  # printed, by city
    in_play: tuple[bool, ...]
    lines: tuple[Line, ...]
    western: Western | None
    railbot_cards: tuple[RailbotCard, ...]
    railbot_cities: tuple[tuple[int, ...], ...]  # of each card's Building Links
    operations_cards: tuple[OperationsCard, ...]
    operations_city: tuple[int | None, ...]  # of each hotel and bounty
    barons: tuple[DuelBaron, ...]

    @staticmethod
    def of(scenario: Scenario) -> "Given":
        board, book = scenario.board, scenario.book
        if scenario.seats:  # M1: "not in play" belongs to the solo game
            board = replace(board, cities_not_in_play=(), lines_not_in_play=())
        place = {city.name: number for number, city in enumerate(board.cities)}
        in_play = tuple(city.name not in board.cities_not_in_play for city in board.cities)
        return Given(
            scenario=scenario,
            book=book,
            parameters=scenario.parameters,
            switches=scenario.switches,
            hexmap=map_of(board, book),
            sea_routes=tuple(_sea_routes(board, place, in_play)),
            cubes=tuple(city.cubes for city in board.cities),
            colours=tuple(colour_number(city.colour) for city in board.cities),
            in_play=in_play,
            lines=tuple(_line(board, place, in_play)),
            western=_western(board, place),
            railbot_cards=scenario.railbot_cards,
            railbot_cities=tuple(
                tuple(place[name] for name in card.cities) for card in scenario.railbot_cards
            ),
            operations_cards=scenario.operations_cards,
            operations_city=tuple(
                place[card.city] if card.city else None for card in scenario.operations_cards
            ),
            barons=scenario.duel_barons,
        )

    @cached_property
    def cities_in_play(self) -> list[int]:
        return [city for city, in_play in enumerate(self.in_play) if in_play]

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


def _line(board: Board, place: dict[str, int], in_play: tuple[bool, ...]):
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
