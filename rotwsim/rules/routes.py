"""From the hex grid to candidate routes: for each pair of cities the cheapest chain, then others.

The others, two at most: the cheapest chain that takes fewer Build actions, if there is one, then
chains that share as few hex sides as possible with those before, for the case that a route is
blocked.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from rotwsim.core.cache import cache_folder
from rotwsim.rules import hexes
from rotwsim.rules.schema import Board, DataError, Rulebook

ALTERNATIVES = 2
PAIRS_AT_ONCE = 256
FAR = np.int32(1 << 28)
SHARED_SIDE = 10_000  # a shared side weighs more than any price, so alternatives avoid it first
FORMAT = 3


@dataclass(frozen=True)
class Route:
    """A chain of hexes that can carry one Link, from city `first` to city `second` (indices).

    `sides` are those crossed, in order, one more than hexes. `costs[end]` are the prices of the
    tiles laid from that end (0 first, 1 second): terrain plus the ridge crossed on the way into
    the tile, the last tile also the ridge on the far city's side. `plain[end]` tells which of
    these tiles are plain.
    """

    first: int
    second: int
    hexes: tuple[hexes.Hex, ...]
    sides: tuple[tuple[hexes.Hex, int], ...]
    costs: tuple[tuple[int, ...], tuple[int, ...]]
    plain: tuple[tuple[bool, ...], tuple[bool, ...]]

    @property
    def tiles(self) -> int:
        return len(self.costs[0])

    @property
    def cost(self) -> int:
        return sum(self.costs[0])


def routes_of(board: Board, book: Rulebook) -> tuple[Route, ...]:
    """All candidate routes, by pair of cities, the cheapest first; kept on disk by content."""
    routes = _cached_routes(_Ground.of(board, book))
    _check_reach(board, routes, book.longest_link)
    return routes


def cheapest_routes(routes: Iterable[Route]) -> list[Route]:
    """The first candidate of each pair of cities."""
    first: dict[tuple[int, int], Route] = {}
    for route in routes:
        first.setdefault((route.first, route.second), route)
    return list(first.values())


@lru_cache(maxsize=16)
def _cached_routes(ground: _Ground) -> tuple[Route, ...]:
    digest = hashlib.sha256(json.dumps([FORMAT, ground.content()]).encode()).hexdigest()[:20]
    path = cache_folder() / "routes" / f"{digest}.json"
    try:
        chains = json.loads(path.read_text(encoding="ascii"))
        land = [_route(ground, first, second, steps) for first, second, steps in chains]
    except (OSError, ValueError, TypeError, KeyError, IndexError):
        chains = _search(ground)
        _keep(path, chains)
        land = [_route(ground, first, second, steps) for first, second, steps in chains]
    return tuple(land) + tuple(_sea_route(ground, *sea) for sea in ground.sea)


@dataclass(frozen=True)
class _Ground:
    """Just what the routes depend on."""

    rows: tuple[str, ...]
    ridges: frozenset
    places: tuple[hexes.Hex, ...]
    closed: tuple[tuple[str, ...], ...]
    sea: tuple[tuple[int, int, int, int], ...]
    prices: tuple[int, int, int, int]
    longest: int
    tiles_per_build: int

    @staticmethod
    def of(board: Board, book: Rulebook) -> _Ground:
        place = {city.name: number for number, city in enumerate(board.cities)}
        return _Ground(
            board.rows,
            board.ridges,
            tuple(city.hex for city in board.cities),
            tuple(tuple(sorted(city.closed)) for city in board.cities),
            tuple(
                (*sorted(place[name] for name in sea.cities), sea.price, sea.tiles)
                for sea in board.sea_routes
            ),
            (book.track_plain, book.track_water, book.track_mountain, book.track_ridge),
            book.longest_link,
            book.tiles_per_build,
        )

    def content(self) -> list:
        return [
            self.rows,
            sorted(self.ridges),
            self.places,
            self.closed,
            self.prices,
            self.longest,
            self.tiles_per_build,
        ]

    def price(self, hex_: hexes.Hex) -> int:
        plain, water, mountain, _ = self.prices
        return {".": plain, "r": water, "w": water, "M": mountain}[self.letter(hex_)]

    def ridge(self, hex_: hexes.Hex, side: int) -> int:
        return self.prices[3] if hexes.side_key(hex_, side) in self.ridges else 0

    def letter(self, hex_: hexes.Hex) -> str:
        row, column = hex_
        if 0 <= row < len(self.rows) and 0 <= column < len(self.rows[0]):
            return self.rows[row][column]
        return hexes.UNPLAYABLE


def _search(ground: _Ground) -> list[list]:
    """Chains as [first city, second city, steps]: the sides walked through from the first on."""
    grid = _Grid(ground)
    chains: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    cities = range(len(ground.places))
    candidates = [
        (first, second)
        for first in cities
        for second in cities
        if first < second and not grid.touch(first, second)
    ]
    none = np.zeros((grid.sides, 1), np.int32)
    for first in cities:
        layers = grid.spread([first], none)
        for second in (last for start, last in candidates if start == first):
            cheapest = grid.cheapest(layers, 0, second, none)
            if not cheapest or not grid.is_simple(first, cheapest):
                continue
            chains[first, second] = [cheapest]
            quickest = grid.quickest(layers, second)
            if len(quickest) < len(cheapest) and grid.is_simple(first, quickest):
                chains[first, second].append(quickest)
    for _ in range(ALTERNATIVES):
        pairs = [pair for pair in candidates if 1 <= len(chains.get(pair, [])) <= ALTERNATIVES]
        for start in range(0, len(pairs), PAIRS_AT_ONCE):
            some = pairs[start : start + PAIRS_AT_ONCE]
            weights = np.zeros((grid.sides, len(some)), np.int32)
            for place, pair in enumerate(some):
                for steps in chains[pair]:
                    weights[grid.crossed(pair[0], steps), place] += SHARED_SIDE
            layers = grid.spread([pair[0] for pair in some], weights)
            for place, pair in enumerate(some):
                steps = grid.cheapest(layers, place, pair[1], weights)
                known = chains[pair]
                if steps and steps not in known and grid.is_simple(pair[0], steps):
                    known.append(steps)
    return [[*pair, list(steps)] for pair in candidates for steps in chains.get(pair, [])]


class _Grid:
    """Track laid tile by tile as a graph: a node is a hex and the way walked into it (B13)."""

    def __init__(self, ground: _Ground):
        self.ground = ground
        self.node: dict[tuple[hexes.Hex, int], int] = {}
        for row, letters in enumerate(ground.rows):
            for column, letter in enumerate(letters):
                if letter in ".rwM":
                    for walked in range(6):
                        self.node[(row, column), walked] = len(self.node)
        self.names = list(self.node)
        side_numbers: dict = {}
        self.side_of: dict[tuple[hexes.Hex, int], int] = {}
        for row in range(len(ground.rows)):
            for column in range(len(ground.rows[0])):
                for side in range(6):
                    key = hexes.side_key((row, column), side)
                    number = side_numbers.setdefault(key, len(side_numbers))
                    self.side_of[(row, column), side] = number
        self.sides = len(side_numbers)
        nobody = len(self.node)
        self.before = np.full((len(self.node), 3), nobody, np.int32)
        self.price = np.zeros(len(self.node), np.int32)
        self.side_in = np.zeros(len(self.node), np.int32)
        for (hex_, walked), number in self.node.items():
            previous = hexes.neighbour(hex_, hexes.opposite(walked))
            self.price[number] = ground.price(hex_) + ground.ridge(hex_, hexes.opposite(walked))
            self.side_in[number] = self.side_of[hex_, hexes.opposite(walked)]
            for turn in (0, 1, 2):
                came = self.node.get((previous, (walked + turn - 1) % 6))
                if came is not None:
                    self.before[number, turn] = came
        self.exits = [self._exits(city) for city in range(len(ground.places))]
        self.entries = [self._entries(city) for city in range(len(ground.places))]

    def spread(self, sources: list[int], weights: np.ndarray) -> list[np.ndarray]:
        """For 1, 2, … tiles: the price from each source city to each node, with extra weights."""
        columns = np.arange(len(sources))
        entering = self.price[:, None] + weights[self.side_in]
        layer = np.full((len(self.node) + 1, len(sources)), FAR, np.int32)
        for column, city in zip(columns, sources, strict=True):
            layer[self.exits[city], column] = entering[self.exits[city], column]
        layers = [layer]
        for _ in range(self.ground.longest - 1):
            best = np.minimum(layer[self.before[:, 0]], layer[self.before[:, 1]])
            np.minimum(best, layer[self.before[:, 2]], out=best)
            layer = np.full_like(layer, FAR)
            layer[:-1] = np.minimum(best + entering, FAR)
            layers.append(layer)
        return layers

    def cheapest(
        self,
        layers: list[np.ndarray],
        column: int,
        second: int,
        weights: np.ndarray,
    ) -> tuple[int, ...]:
        """The sides walked through on the cheapest chain, fewest tiles among equals; () if none."""
        best = (int(FAR), 0, -1, -1)
        for tiles, layer in enumerate(layers, 1):
            for node, side, price in self.entries[second]:
                total = int(layer[node, column]) + price + int(weights[side, column])
                if total < best[0]:
                    best = (total, tiles, node, side)
        _, tiles, node, last_side = best
        if node < 0:
            return ()
        steps = [self._last_step(node, last_side)]
        for layer in reversed(layers[: tiles - 1]):
            steps.append(self.names[node][1])
            node = min(self.before[node], key=lambda came, layer=layer: (layer[came, column], came))
        steps.append(self.names[node][1])
        return tuple(reversed(steps))

    def quickest(self, layers: list[np.ndarray], second: int) -> tuple[int, ...]:
        """The cheapest chain among those that take the fewest Build actions."""
        none = np.zeros((self.sides, 1), np.int32)
        step = self.ground.tiles_per_build
        for tiles in range(step, self.ground.longest + step, step):
            steps = self.cheapest(layers[:tiles], 0, second, none)
            if steps:
                return steps
        return ()

    def crossed(self, first: int, steps: tuple[int, ...]) -> list[int]:
        """The numbers of the sides that a chain crosses."""
        hex_, numbers = self.ground.places[first], []
        for side in steps:
            numbers.append(self.side_of[hex_, side])
            hex_ = hexes.neighbour(hex_, side)
        return numbers

    def touch(self, first: int, second: int) -> bool:
        """B12: cities that touch have no Link between them."""
        return hexes.distance(self.ground.places[first], self.ground.places[second]) == 1

    def is_simple(self, first: int, steps: tuple[int, ...]) -> bool:
        """No hex twice: one Link does not cross itself."""
        hex_, seen = self.ground.places[first], set()
        for side in steps:
            seen.add(hex_)
            hex_ = hexes.neighbour(hex_, side)
        seen.add(hex_)
        return len(seen) == len(steps) + 1

    def _exits(self, city: int) -> list[int]:
        place, closed = self.ground.places[city], self.ground.closed[city]
        steps = [(hexes.neighbour(place, s), s) for s in range(6) if hexes.SIDES[s] not in closed]
        return [self.node[step] for step in steps if step in self.node]

    def _entries(self, city: int) -> list[tuple[int, int, int]]:
        """Nodes from which one more step enters the city: node, side crossed, ridge price there."""
        place, closed = self.ground.places[city], self.ground.closed[city]
        entries = []
        for side in range(6):
            if hexes.SIDES[side] in closed:
                continue
            last, walk = hexes.neighbour(place, side), hexes.opposite(side)
            for turn in (-1, 0, 1):
                node = self.node.get((last, (walk + turn) % 6))
                if node is not None:
                    ridge = self.ground.ridge(place, side)
                    entries.append((node, self.side_of[place, side], ridge))
        return entries

    def _last_step(self, node: int, side_number: int) -> int:
        hex_, walked = self.names[node]
        for turn in (-1, 0, 1):
            side = (walked + turn) % 6
            if self.side_of[hex_, side] == side_number:
                return side
        raise AssertionError("an entry is always reachable from its node")


def _route(ground: _Ground, first: int, second: int, steps: list[int]) -> Route:
    hex_ = ground.places[first]
    chain, sides = [], []
    for side in steps:
        sides.append(hexes.side_key(hex_, side))
        hex_ = hexes.neighbour(hex_, side)
        chain.append(hex_)
    tiles = chain[:-1]
    ridges = [ground.prices[3] if side in ground.ridges else 0 for side in sides]
    forward = [ground.price(tile) + ridge for tile, ridge in zip(tiles, ridges, strict=False)]
    forward[-1] += ridges[-1]
    backward = [
        ground.price(tile) + ridge for tile, ridge in zip(tiles[::-1], ridges[::-1], strict=False)
    ]
    backward[-1] += ridges[0]
    plain = tuple(ground.letter(tile) == hexes.PLAIN for tile in tiles)
    return Route(
        first,
        second,
        tuple(tiles),
        tuple(sides),
        (tuple(forward), tuple(backward)),
        (plain, plain[::-1]),
    )


def _sea_route(ground: _Ground, first: int, second: int, price: int, tiles: int) -> Route:
    costs = (price,) + (0,) * (tiles - 1)
    sides = ((((-1 - first), second), 0),)
    return Route(first, second, (), sides, (costs, costs), ((False,) * tiles,) * 2)


def _keep(path: Path, chains: list) -> None:
    """Writes the file in one step; a folder that cannot be written to only costs time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            json.dump(chains, file)
        os.replace(name, path)
    except OSError:
        return


def _check_reach(board: Board, routes: tuple[Route, ...], longest: int) -> None:
    """B13 and the longest Link can cut off a city that the plain grid seems to reach."""
    in_play = [
        number
        for number, city in enumerate(board.cities)
        if city.name not in board.cities_not_in_play
    ]
    neighbours: dict[int, set[int]] = {number: set() for number in in_play}
    for route in routes:
        if route.first in neighbours and route.second in neighbours:
            neighbours[route.first].add(route.second)
            neighbours[route.second].add(route.first)
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
