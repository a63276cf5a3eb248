"""From the hex grid to ways: for each pair of cities the list of all Links up to a price bound."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rotwsim.core import layout
from rotwsim.core.ways import (
    FAR,
    LENGTH,
    PRICE,
    STEPS,
    WAY,
    count_tiles,
    list_ways,
    measure_rest,
    spread_track,
)
from rotwsim.rules import hexes
from rotwsim.rules.schema import Board, DataError, Rulebook

LISTED_PRICE = 24  # pairs whose cheapest Link costs more have no list
LISTED_WAYS = layout.PAIR_WAYS
LISTED_MORE = 12  # money above the cheapest
FOUND = 4096  # ways of one price that an even choice is made from
WORK = 20_000  # steps after which a price is given up as too rich in ways
BOARDS_KEPT = 16
SIDES = layout.SIDES


@dataclass(frozen=True)
class Route:
    """A chain of hexes that can carry one Link, from city `first` to city `second` (indices).

    `sides` are those crossed, in order, one more than hexes; across the sea there are neither.
    """

    first: int
    second: int
    tiles: int
    cost: int
    hexes: tuple[hexes.Hex, ...] = ()
    sides: tuple[tuple[hexes.Hex, int], ...] = ()


@dataclass(frozen=True)
class Pair:
    """Two cities that one Link can join: their ways as rows (price, tiles, steps), the cheapest
    first, and what any other way costs at least.
    """

    first: int
    second: int
    price: int
    tiles: int  # the fewest of any Link
    ways: np.ndarray
    floor: int
    seas: tuple[tuple[int, int], ...] = ()  # price and tiles


def routes_of(board: Board, book: Rulebook) -> tuple[Route, ...]:
    """The cheapest route of each pair of cities that a player can join on the empty board."""
    columns = len(board.rows[0])
    found = (_cheapest_route(pair, columns) for pair in pairs_of(board, book))
    return tuple(route for route in found if route and route.tiles <= book.longest_link)


def pairs_of(board: Board, book: Rulebook) -> tuple[Pair, ...]:
    """All pairs of cities that a Link can join: those across the sea, then the cheapest first."""
    ground = Ground.of(board, book)
    _check_size(board, book)
    pairs = _pairs_on(ground)
    _check_reach(board, pairs, book.longest_link)
    return pairs


@dataclass(frozen=True)
class Ground:
    """Just what the ways depend on."""

    rows: tuple[str, ...]
    ridges: frozenset
    places: tuple[hexes.Hex, ...]
    closed: tuple[tuple[str, ...], ...]
    sea: tuple[tuple[int, int, int, int], ...]
    prices: tuple[int, int, int, int]
    tracks_per_hex: int
    longest: int

    @staticmethod
    def of(board: Board, book: Rulebook) -> Ground:
        place = {city.name: number for number, city in enumerate(board.cities)}
        return Ground(
            board.rows,
            board.ridges,
            tuple(city.hex for city in board.cities),
            tuple(tuple(sorted(city.closed)) for city in board.cities),
            tuple(
                (*sorted(place[name] for name in sea.cities), sea.price, sea.tiles)
                for sea in board.sea_routes
            ),
            (book.track_plain, book.track_water, book.track_mountain, book.track_ridge),
            book.tracks_per_hex,
            book.longest_link,
        )

    def fill(self, rules, out: frozenset[int] = frozenset()) -> None:
        """The ground as the kernels see it; no track leads to the cities that are out."""
        columns = len(self.rows[0])
        rules.hexes, rules.columns = len(self.rows) * columns, columns
        rules.full = self.tracks_per_hex << SIDES
        rules.longest_link = self.longest
        rules.dearest_tile = max(self.prices[:3]) + self.prices[3]
        hex_price, hex_grant, hex_city = rules.hex_price, rules.hex_grant, rules.hex_city
        ahead, ridge = rules.ahead, rules.ridge
        hex_city[:] = -1
        ahead[:] = -1
        for city, (row, column) in enumerate(self.places):
            hex_city[row * columns + column] = city
            rules.city_hex[city] = row * columns + column
        prices = dict(zip(".rwM", (self.prices[0], self.prices[1], *self.prices[1:3]), strict=True))
        for row, letters in enumerate(self.rows):
            for column, letter in enumerate(letters):
                here = row * columns + column
                if letter == hexes.UNPLAYABLE:
                    continue
                hex_price[here] = prices.get(letter, 0)
                hex_grant[here] = self.prices[0] if letter == hexes.PLAIN else 0
                for side in range(SIDES):
                    behind = hexes.neighbour((row, column), side)
                    if self._is_open((row, column), side, behind, out):
                        ahead[here, side] = behind[0] * columns + behind[1]
                        if hexes.side_key((row, column), side) in self.ridges:
                            ridge[here, side] = self.prices[3]

    def _is_open(self, here: hexes.Hex, side: int, behind: hexes.Hex, out: frozenset[int]) -> bool:
        row, column = behind
        if not (0 <= row < len(self.rows) and 0 <= column < len(self.rows[0])):
            return False
        ends = [self._city.get(here), self._city.get(behind)]
        if self.rows[row][column] == hexes.UNPLAYABLE or None not in ends or out & set(ends):
            return False
        for city, crossed in zip(ends, (side, hexes.opposite(side)), strict=True):
            if city is not None and hexes.SIDES[crossed] in self.closed[city]:
                return False
        return True

    @property
    def _city(self) -> dict[hexes.Hex, int]:
        return _places(self.places)


@lru_cache(maxsize=BOARDS_KEPT)
def _places(places: tuple[hexes.Hex, ...]) -> dict[hexes.Hex, int]:
    return {place: city for city, place in enumerate(places)}


@lru_cache(maxsize=BOARDS_KEPT)
def _pairs_on(ground: Ground) -> tuple[Pair, ...]:
    table = np.zeros(1, layout.RULES)
    ground.fill(table[0])
    rules, steps = table[0], SIDES * int(table[0].hexes)
    laid, barred = np.zeros(layout.HEXES, np.int32), np.zeros(layout.HEXES, np.uint8)
    cities = len(ground.places)
    cost, tiles = np.empty((cities, steps), np.int64), np.empty((cities, steps), np.int64)
    for city in range(cities):
        spread_track(laid, rules, city, FAR, barred, cost[city])
        count_tiles(rules, city, tiles[city])
    rest, found = np.empty(steps, np.int64), np.zeros((FOUND, WAY), np.int64)
    pairs = []
    for second in range(cities):
        measure_rest(rules, cost[second], rest)
        into = SIDES * int(rules.city_hex[second]) + np.arange(SIDES)
        for first in range(second):
            sea = tuple(
                (price, length)
                for one, other, price, length in ground.sea
                if (one, other) == (first, second)
            )
            price = int(cost[first][into].min())
            if hexes.distance(ground.places[first], ground.places[second]) == 1:
                price = FAR  # B12: cities that touch have no Link between them
            if price >= FAR and not sea:
                continue
            ways, floor = np.zeros((LISTED_WAYS, WAY), np.int64), price
            count = 0
            if price < FAR:
                most = LISTED_WAYS - len(sea) if price <= LISTED_PRICE else 1
                count, floor = list_ways(
                    rules, laid, first, second, rest, price, price + LISTED_MORE, most, WORK,
                    found, ways
                )  # fmt: skip
            ways = ways[:count]
            ways = ways[np.lexsort((ways[:, LENGTH], ways[:, PRICE]))]
            fewest = int(tiles[first][into].min())
            lowest = min([price, *(sea_price for sea_price, _ in sea)])
            fewest = min([fewest, *(length for _, length in sea)])
            pairs.append(Pair(first, second, lowest, fewest, ways, int(floor), sea))
    return tuple(sorted(pairs, key=lambda pair: (not pair.seas, pair.price, pair.first)))


def _cheapest_route(pair: Pair, columns: int) -> Route | None:
    land = pair.ways[0] if len(pair.ways) else None
    if pair.seas and (land is None or min(pair.seas)[0] <= land[PRICE]):
        price, tiles = min(pair.seas)
        return Route(pair.first, pair.second, tiles, price)
    if land is None:
        return None
    tiles = int(land[LENGTH])
    steps = [divmod(int(step), SIDES) for step in land[STEPS : STEPS + tiles + 1]]
    sides = [
        hexes.side_key(divmod(number, columns), hexes.opposite(walked)) for number, walked in steps
    ]
    chain = tuple(divmod(number, columns) for number, _ in steps[:-1])
    return Route(pair.first, pair.second, tiles, int(land[PRICE]), chain, tuple(sides))


def _check_size(board: Board, book: Rulebook) -> None:
    size = len(board.rows) * len(board.rows[0])
    for what, count, most in (
        ("hexes, rows times columns,", size, layout.HEXES),
        ("cities", len(board.cities), layout.CITIES),
        ("sea routes", len(board.sea_routes), layout.SEAS),
        ("tiles of the longest Link", book.longest_link, layout.TILES),
    ):
        if count > most:
            raise DataError(
                f"{board.file or board.name}: {count} {what} are more than the {most} there is "
                "room for"
            )


def _check_reach(board: Board, pairs: tuple[Pair, ...], longest: int) -> None:
    """B13 and the longest Link can cut off a city that the plain grid seems to reach."""
    in_play = [
        number
        for number, city in enumerate(board.cities)
        if city.name not in board.cities_not_in_play
    ]
    neighbours: dict[int, set[int]] = {number: set() for number in in_play}
    for pair in pairs:
        if pair.tiles <= longest and pair.first in neighbours and pair.second in neighbours:
            neighbours[pair.first].add(pair.second)
            neighbours[pair.second].add(pair.first)
    reached, frontier = {in_play[0]}, [in_play[0]]
    while frontier:
        new = neighbours[frontier.pop()] - reached
        reached |= new
        frontier += new
    for number in in_play:
        if number not in reached:
            raise DataError(
                f"{board.file or board.name}: cities.list: {board.cities[number].name} cannot be "
                f"reached from {board.cities[in_play[0]].name} by Links of at most {longest} tiles"
            )
