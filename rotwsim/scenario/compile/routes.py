"""Turn the hex grid into routes: for each pair of cities all Links up to a price bound."""

# Longer than most: the search for routes and the file that keeps what it found.

import hashlib
import os
import tempfile
from collections import defaultdict
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from rotwsim.core.jit.cache_folder import cache_folder
from rotwsim.core.state import layout
from rotwsim.core.track import routes as core_routes
from rotwsim.core.track.links import list_cheapest
from rotwsim.core.track.routes import FAR, LENGTH, PRICE, ROUTE, STEPS
from rotwsim.scenario import hexes
from rotwsim.scenario.compile import ground as ground_module
from rotwsim.scenario.compile.ground import LISTED_PRICE, Ground, Pair
from rotwsim.scenario.schema import Board, DataError, Rulebook

LISTED_ROUTES = layout.PAIR_ROUTES
LISTED_MORE = 12  # money above the cheapest
QUICK_ROUTES = 2  # listed besides for each number of Build actions
CHEAPEST_ROUTES = 24  # listed at least, whatever else is
DEAREST_DETOUR = 40  # money for a route through a given side of both cities
ALL_SIDES = (1 << layout.SIDES) - 1
FOUND = 4096  # routes of one price that an even choice is made from
WORK = 20_000  # steps after which a price is given up as too rich in routes
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
    hexes: tuple[tuple[int, int], ...] = ()
    sides: tuple[tuple[tuple[int, int], int], ...] = ()


def routes_of(board: Board, book: Rulebook) -> tuple[Route, ...]:
    """The cheapest route of each pair of cities that a player can join on the empty board."""
    pairs_of(board, book)
    return _routes_on(Ground.of(board, book))


def pairs_of(board: Board, book: Rulebook) -> tuple[Pair, ...]:
    """All pairs of cities that a Link can join: those across the sea, then the cheapest first."""
    return check_pairs(board, Ground.of(board, book))


def check_pairs(board: Board, ground: Ground) -> tuple[Pair, ...]:
    """The same, of a ground that is known already; refuse a map that is too large, or in parts."""
    _check_size(board, ground.longest)
    pairs = pairs_on(ground)
    _check_reach(board, pairs, ground.longest)
    return pairs


@lru_cache(maxsize=BOARDS_KEPT)
def pairs_on(ground: Ground) -> tuple[Pair, ...]:
    """Kept on disk by their content: without a compiler the search takes minutes."""
    kept = read_pairs(ground)
    if kept is not None:
        return kept
    pairs = _search_pairs(ground)
    keep_pairs(ground, pairs)
    return pairs


def _seas_between(ground: Ground, first: int, second: int) -> tuple[tuple[int, int], ...]:
    """Price and tiles of the sea routes between two cities."""
    return tuple(
        (price, length)
        for one, other, price, length in ground.sea
        if (one, other) == (first, second)
    )


def _search_pairs(ground: Ground) -> tuple[Pair, ...]:
    table = np.zeros(1, layout.RULES)
    rules = table[0]
    ground.fill(rules)
    steps = SIDES * int(rules.hexes)
    laid = np.zeros(layout.HEXES, np.int32)
    cities = len(ground.places)
    cost, tiles = np.empty((2, cities, steps), np.int64)
    through = np.empty((cities, SIDES, steps), np.int64)
    for city in range(cities):
        core_routes.spread_track(laid, rules, city, ALL_SIDES, FAR, cost[city])
        core_routes.count_tiles(rules, city, tiles[city])
        for side in range(SIDES):
            found = through[city, side]
            core_routes.spread_track(laid, rules, city, 1 << side, DEAREST_DETOUR, found)
    rest, rest_tiles = np.empty((2, steps), np.int64)
    lister = _Lister(rules, laid, through, rest, rest_tiles, ground.builds)
    pairs = []
    for second in range(cities):
        core_routes.measure_rest(rules, cost[second], False, rest)
        core_routes.measure_rest(rules, tiles[second], True, rest_tiles)
        into = SIDES * int(rules.city_hex[second]) + np.arange(SIDES)
        for first in range(second):
            sea = _seas_between(ground, first, second)
            price, fewest = int(cost[first][into].min()), int(tiles[first][into].min())
            if hexes.distance(ground.places[first], ground.places[second]) == 1:
                price = fewest = FAR  # B12: cities that touch have no Link between them
            if price >= FAR and not sea:
                continue
            routes, floor = np.zeros((0, ROUTE), np.int64), price
            if price <= LISTED_PRICE:
                room = LISTED_ROUTES - len(sea)
                routes, floor = lister.routes_between(first, second, price, fewest, room)
            lowest = min([price, *(sea_price for sea_price, _ in sea)])
            fewest = min([fewest, *(length for _, length in sea)])
            pairs.append(Pair(first, second, lowest, fewest, routes, floor, sea))
    return tuple(sorted(pairs, key=lambda pair: (not pair.seas, pair.price, pair.first)))


@dataclass
class _Lister:
    """Lists the routes between two cities; `rest` and `rest_tiles` are measured from the second."""

    rules: np.record
    laid: np.ndarray
    through: np.ndarray
    rest: np.ndarray
    rest_tiles: np.ndarray
    builds: tuple[int, ...]

    def __post_init__(self) -> None:
        self.found = np.zeros((FOUND, ROUTE), np.int64)

    def routes_between(
        self, first: int, second: int, price: int, fewest: int, room: int
    ) -> tuple[np.ndarray, int]:
        """Routes for each number of Build actions, a route through each side of both cities, and as
        many of the cheapest as there is room for; also what any other way costs at least.
        """
        rows: dict[bytes, np.ndarray] = {}
        for tiles in self.builds:
            if fewest <= tiles:
                routes, _ = self._list(first, second, tiles, price, QUICK_ROUTES)
                rows |= {_key(row): row for row in routes}
        routes = np.zeros((SIDES * SIDES, ROUTE), np.int64)
        routes = routes[: core_routes.list_detours(self.rules, self.through[first], second, routes)]
        for row in routes[np.argsort(routes[:, PRICE], kind="stable")]:
            if len(rows) < room - CHEAPEST_ROUTES:
                rows[_key(row)] = row
        longest, most = int(self.rules.longest_link), room - len(rows)
        routes, floor = self._list(first, second, longest, price, most)
        rows |= {_key(row): row for row in routes}
        routes = np.array(list(rows.values()), np.int64).reshape(-1, ROUTE)
        return routes[np.lexsort((routes[:, LENGTH], routes[:, PRICE]))], int(floor)

    def _list(
        self, first: int, second: int, tiles: int, price: int, most: int
    ) -> tuple[np.ndarray, int]:
        routes = np.zeros((most, ROUTE), np.int64)
        between = core_routes.Between(first, second, tiles, self.rest, self.rest_tiles, WORK)
        count, floor = core_routes.list_routes(
            self.rules, self.laid, between, price, price + LISTED_MORE, self.found, routes
        )
        return routes[:count], floor


def _key(route: np.ndarray) -> bytes:
    return route[: STEPS + route[LENGTH] + 1].tobytes()


@lru_cache(maxsize=BOARDS_KEPT)
def _routes_on(ground: Ground) -> tuple[Route, ...]:
    table, states = np.zeros(1, layout.RULES), np.zeros(1, layout.STATE)
    rules, state = table[0], states[0]
    ground.fill(rules)
    state.open_city = -1
    columns, cities = len(ground.rows[0]), len(ground.places)
    rules.cities = cities
    found_routes = []
    for first in range(cities):
        rules.pair_of[first, :cities] = [
            -1 if hexes.distance(ground.places[first], place) <= 1 else 0 for place in ground.places
        ]
        cheapest = np.zeros((cities, ROUTE), np.int64)
        list_cheapest(state, rules, first, cheapest)
        for second in range(first + 1, cities):
            routes = [_route(first, second, cheapest[second], columns)]
            for price, length in _seas_between(ground, first, second):
                routes.append(Route(first, second, length, price))
            best = min(routes, key=lambda route: route.cost)
            found_routes += [best] if best.cost < FAR else []
    return tuple(found_routes)


def _route(first: int, second: int, route: np.ndarray, columns: int) -> Route:
    tiles = int(route[LENGTH])
    steps = [divmod(int(step), SIDES) for step in route[STEPS : STEPS + tiles + 1]]
    sides = tuple(
        hexes.side_key(divmod(number, columns), hexes.opposite(walked)) for number, walked in steps
    )
    chain = tuple(divmod(number, columns) for number, _ in steps[:-1])
    return Route(first, second, tiles, int(route[PRICE]), chain, sides)


def _check_size(board: Board, longest: int) -> None:
    size = len(board.rows) * len(board.rows[0])
    for what, count, most in (
        ("hexes, rows times columns,", size, layout.HEXES),
        ("cities", len(board.cities), layout.CITIES),
        ("sea routes", len(board.sea_routes), layout.SEAS),
        ("tiles of the longest Link", longest, layout.TILES),
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
    neighbours: dict[int, set[int]] = defaultdict(set)
    for pair in pairs:
        if pair.tiles <= longest and pair.first in in_play and pair.second in in_play:
            neighbours[pair.first].add(pair.second)
            neighbours[pair.second].add(pair.first)
    reached = hexes.reached_from(in_play[0], neighbours.__getitem__)
    for number in in_play:
        if number not in reached:
            raise DataError(
                f"{board.file or board.name}: cities.list: {board.cities[number].name} cannot be "
                f"reached from {board.cities[in_play[0]].name} by Links of at most {longest} tiles"
            )


FORMAT = 1
FIGURES = ("first", "second", "price", "tiles", "floor")


def read_pairs(ground: Ground) -> tuple[Pair, ...] | None:
    """Read the kept pairs of a ground, or None; seas are not kept, they come from the ground."""
    try:
        with np.load(_path(ground), allow_pickle=False) as kept:
            figures, ends, routes = kept["figures"], kept["ends"], kept["routes"].astype(np.int64)
    except (OSError, ValueError, KeyError, BadZipFile):
        return None
    pairs = []
    for row, listed in zip(figures.tolist(), np.split(routes, ends[:-1]), strict=True):
        first, second, price, tiles, floor = row
        seas = _seas_between(ground, first, second)
        pairs.append(Pair(first, second, price, tiles, listed, floor, seas))
    return tuple(pairs)


def keep_pairs(ground: Ground, pairs: tuple[Pair, ...]) -> None:
    """Writes the file in one step; a folder that cannot be written to only costs time."""
    path = _path(ground)
    if not pairs:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".npz")
        with os.fdopen(handle, "wb") as file:
            np.savez_compressed(
                file,
                figures=np.array([[getattr(pair, name) for name in FIGURES] for pair in pairs]),
                ends=np.cumsum([len(pair.routes) for pair in pairs]),
                routes=np.concatenate([pair.routes for pair in pairs]).astype(np.int32),
            )
        os.replace(name, path)
    except OSError:
        return


def _path(ground: Ground) -> Path:
    content = asdict(ground) | {"ridges": sorted(ground.ridges)}
    text = repr((FORMAT, _code_digest(), sorted(content.items())))
    return cache_folder() / "ways" / f"{hashlib.sha256(text.encode()).hexdigest()[:20]}.npz"


@cache
def _code_digest() -> str:
    """Changes with any edit of what makes the lists."""
    files = [__file__, core_routes.__file__, ground_module.__file__, hexes.__file__]
    digest = hashlib.sha256(repr((layout.PAIR_ROUTES, layout.LISTED, layout.TILES)).encode())
    for file in files:
        digest.update(Path(file).read_bytes())
    return digest.hexdigest()
