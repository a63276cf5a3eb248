"""What is given before a game begins: figures in force, cities, routes and cards, all by index."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from rotwsim.core.codes import BUILD, GREY
from rotwsim.reference.options import option_digest
from rotwsim.rules.load import load_rulebook
from rotwsim.rules.routes import Route
from rotwsim.rules.scenario import Scenario
from rotwsim.rules.schema import COLOURS, DuelBaron, OperationsCard, RailbotCard, Rulebook

Hex = tuple[int, int]
Side = tuple[Hex, int]


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
class Given:
    """The fixed part of a game; made once per scenario, shared by all its games."""

    scenario: Scenario
    book: Rulebook
    figures: dict[str, int]
    removed_to_bag: bool  # switch removed_cubes (B24)
    path_reuses_links: bool  # switch railbot_path (S23)
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
    routes: tuple[Route, ...]
    routes_at: tuple[tuple[tuple[int, int, int], ...], ...]  # by city: price, route, other city
    routes_on_hex: dict[Hex, tuple[int, ...]]
    routes_on_side: dict[Side, tuple[int, ...]]
    route_digest: tuple[int, ...]  # of the Build option of each route

    @staticmethod
    def of(scenario: Scenario, routes: tuple[Route, ...]) -> Given:
        board, book = scenario.board, load_rulebook()
        place = {city.name: number for number, city in enumerate(board.cities)}
        switches = scenario.switches
        in_play = tuple(city.name not in board.cities_not_in_play for city in board.cities)
        return Given(
            scenario=scenario,
            book=book,
            figures=scenario.figures,
            removed_to_bag=switches["removed_cubes"] == "bag",
            path_reuses_links=switches["railbot_path"] == "reuse",
            cubes=tuple(city.cubes for city in board.cities),
            colours=tuple(colour_number(city.colour) for city in board.cities),
            in_play=in_play,
            lines=tuple(_line(scenario, place, in_play)),
            western=_western(scenario, place),
            railbot_cards=scenario.railbot_cards,
            railbot_cities=tuple(
                tuple(place[name] for name in card.cities) for card in scenario.railbot_cards
            ),
            operations_cards=scenario.operations_cards,
            operations_city=tuple(
                place[card.city] if card.city else None for card in scenario.operations_cards
            ),
            barons=scenario.duel_barons,
            routes=routes,
            routes_at=_routes_at(len(place), routes),
            routes_on_hex=_routes_on(routes, lambda route: route.hexes),
            routes_on_side=_routes_on(routes, lambda route: route.sides),
            route_digest=tuple(
                option_digest((BUILD, route, 0, 0, 0, 0)) for route in range(len(routes))
            ),
        )

    @property
    def cities_in_play(self) -> list[int]:
        return [city for city, in_play in enumerate(self.in_play) if in_play]

    @property
    def highest_engine(self) -> int:
        return 1 + len(self.book.engine_prices)


def colour_number(name: str) -> int:
    """The code of a colour; grey is no colour of cubes (B21)."""
    return COLOURS.index(name) if name in COLOURS else GREY


def _line(scenario: Scenario, place: dict[str, int], in_play: tuple[bool, ...]):
    board = scenario.board
    for line in board.lines:
        cities = tuple(place[name] for name in line.cities)
        played = line.name not in board.lines_not_in_play and all(in_play[city] for city in cities)
        yield Line(cities, line.points, played)


def _western(scenario: Scenario, place: dict[str, int]) -> Western | None:
    link = scenario.board.western_link
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


def _routes_at(cities: int, routes: tuple[Route, ...]) -> tuple:
    at: list[list[tuple[int, int, int]]] = [[] for _ in range(cities)]
    for number, route in enumerate(routes):
        at[route.first].append((route.cost, number, route.second))
        at[route.second].append((route.cost, number, route.first))
    return tuple(tuple(sorted(entries)) for entries in at)


def _routes_on(routes: tuple[Route, ...], places) -> dict:
    on = defaultdict(list)
    for number, route in enumerate(routes):
        for place in places(route):
            on[place].append(number)
    return {place: tuple(numbers) for place, numbers in on.items()}
