"""Show the ground of a board and the listed routes on it to the kernels."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rotwsim.core.state import layout
from rotwsim.core.track.routes import FAR, LENGTH, PRICE, STEPS
from rotwsim.scenario import hexes
from rotwsim.scenario.schema import Board, Rulebook

LISTED_PRICE = 24  # pairs whose cheapest Link costs more have no list
MOST_BUILDS = 3  # for which quicker routes are listed
SIDES = layout.SIDES
BITS = layout.PAIR_ROUTES
ALL = np.uint64(2**64 - 1)
UNREACHABLE = 1 << 20  # money


@dataclass(frozen=True)
class Ground:
    """Just what the routes depend on."""

    rows: tuple[str, ...]
    ridges: frozenset
    places: tuple[hexes.Hex, ...]
    closed: tuple[tuple[str, ...], ...]
    sea: tuple[tuple[int, int, int, int], ...]
    prices: tuple[int, int, int, int]
    tracks_per_hex: int
    longest: int
    builds: tuple[int, ...]  # tiles that some number of Build actions lays

    @staticmethod
    def of(board: Board, book: Rulebook) -> "Ground":
        place = {city.name: number for number, city in enumerate(board.cities)}
        return Ground(
            board.rows,
            board.ridges,
            tuple(city.hex for city in board.cities),
            tuple(tuple(sorted(city.closed)) for city in board.cities),
            tuple(
                (min(ends), max(ends), sea.price, sea.tiles)
                for sea in board.sea_routes
                for ends in [[place[name] for name in sea.cities]]
            ),
            (book.track_plain, book.track_water, book.track_mountain, book.track_ridge),
            book.tracks_per_hex,
            book.longest_link,
            tuple(
                sorted(
                    tiles
                    for limit in (book.tiles_per_build, book.tiles_with_perfect_engineering)
                    for tiles in range(limit, MOST_BUILDS * limit + 1, limit)
                )
            ),
        )

    def fill(self, rules, out: frozenset[int] = frozenset()) -> None:
        """The ground as the kernels see it; no track leads to the cities that are out."""
        columns = len(self.rows[0])
        rules.hexes, rules.columns = len(self.rows) * columns, columns
        rules.full = self.tracks_per_hex << SIDES
        rules.longest_link = self.longest
        rules.cheapest_tile = min(self.prices[:3])
        rules.dearest_tile = max(self.prices[:3]) + self.prices[3]
        rules.hex_city[:] = rules.ahead[:] = -1
        for city, (row, column) in enumerate(self.places):
            rules.hex_city[row * columns + column] = city
            rules.city_hex[city] = row * columns + column
        plain, water, mountain, ridge = self.prices
        prices = {hexes.PLAIN: plain, hexes.RIVER: water, hexes.WATER: water}
        prices[hexes.MOUNTAIN] = mountain
        for row, letters in enumerate(self.rows):
            for column, letter in enumerate(letters):
                here = row * columns + column
                rules.axial[here] = hexes.axial((row, column))
                if letter == hexes.UNPLAYABLE:
                    continue
                rules.hex_price[here] = prices.get(letter, 0)
                rules.hex_grant[here] = plain if letter == hexes.PLAIN else 0
                for side in range(SIDES):
                    behind = hexes.neighbour((row, column), side)
                    if self._is_open((row, column), side, behind, out):
                        rules.ahead[here, side] = behind[0] * columns + behind[1]
                        if hexes.side_key((row, column), side) in self.ridges:
                            rules.ridge[here, side] = ridge

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

    @cached_property
    def _city(self) -> dict[hexes.Hex, int]:
        return {place: city for city, place in enumerate(self.places)}


@dataclass(frozen=True)
class Pair:
    """Two cities that one Link can join: their routes as rows (price, tiles, steps), the cheapest
    first, and what any other way costs at least.
    """

    first: int
    second: int
    price: int
    tiles: int  # the fewest of any Link
    routes: np.ndarray
    floor: int
    seas: tuple[tuple[int, int], ...] = ()  # price and tiles


def fill_pairs(rules, cities: int, pairs: tuple[Pair, ...], out: frozenset[int]) -> None:
    """All pairs of cities, and the lists of as many of them as there is room for; no route leads to
    the cities that are out.
    """
    for name in ("first", "second", "price", "tiles", "floor"):
        rules[f"pair_{name}"][: len(pairs)] = [getattr(pair, name) for pair in pairs]
    rules.pair_of[:] = -1
    for number, pair in enumerate(pairs):
        if not out & {pair.first, pair.second}:
            rules.pair_of[pair.first, pair.second] = number
            rules.pair_of[pair.second, pair.first] = number
    rules.pairs = len(pairs)
    rules.bound = LISTED_PRICE
    _fill_near(rules, cities, pairs, out)
    _fill_lists(rules, pairs, out)
    distances = _distances(cities, pairs)
    rules.city_distance[:cities, :cities] = distances
    bits = np.uint64(1) << np.arange(cities, dtype=np.uint64)
    rules.within_8[:cities] = ((distances <= 8) * bits).sum(axis=1, dtype=np.uint64)
    rules.within_16[:cities] = ((distances <= 16) * bits).sum(axis=1, dtype=np.uint64)


def _fill_near(rules, cities: int, pairs: tuple[Pair, ...], out: frozenset[int]) -> None:
    """The pairs at each city in play, the cheapest first."""
    at_city: list[list[int]] = [[] for _ in range(cities)]
    for number, pair in enumerate(pairs):
        if not out & {pair.first, pair.second}:
            at_city[pair.first].append(number)
            at_city[pair.second].append(number)
    entry = 0
    for city, numbers in enumerate(at_city):
        rules.near_start[city] = entry
        cheapest_first = sorted(numbers, key=lambda number: pairs[number].price)
        span = slice(entry, entry + len(numbers))
        rules.near_pair[span] = cheapest_first
        ends = [(pairs[number].first, pairs[number].second) for number in cheapest_first]
        rules.near_city[span] = [sum(both) - city for both in ends]
        rules.near_price[span] = [pairs[number].price for number in cheapest_first]
        entry += len(numbers)
    rules.near_start[cities] = entry


def _fill_lists(rules, pairs: tuple[Pair, ...], out: frozenset[int]) -> None:
    """Each route is a bit; each side and each hex knows the bits of the routes that it carries."""
    rules.barred[:] = ALL
    step = listed = 0
    for number, pair in enumerate(pairs[: layout.LISTED]):
        price, tiles, steps = _with_seas(pair)
        lengths = (steps >= 0).sum(axis=1)
        is_far = pair.price > LISTED_PRICE and not pair.seas
        if is_far or step + lengths.sum() > layout.ROUTE_STEPS:
            break
        in_play = not out & {pair.first, pair.second} and len(price) > 0
        rules.first_route[number] = BITS * number if in_play else -1
        rules.first_price[number] = price[0] if in_play else FAR
        rules.pair_routes[number] = len(price) if in_play else 0
        routes = slice(BITS * number, BITS * number + len(price))
        rules.route_price[routes], rules.route_tiles[routes] = price, tiles
        rules.route_start[routes] = step + np.cumsum(lengths) - lengths
        rules.route_step[step : step + lengths.sum()] = steps[steps >= 0]
        step += int(lengths.sum())
        rules.route_start[routes.stop : BITS * (number + 1) + 1] = step
        bits = np.uint64(1) << np.arange(len(price), dtype=np.uint64)
        by_tiles = np.zeros(rules.within.shape[1], np.uint64)
        np.bitwise_or.at(by_tiles, tiles, bits)
        rules.within[number] = np.bitwise_or.accumulate(by_tiles)
        if in_play:
            rules.barred[number] = ALL ^ np.bitwise_or.reduce(bits)
        for place in np.flatnonzero(lengths == 0):
            rules.sea_route[rules.seas] = routes.start + place
            rules.seas += 1
        listed += 1
    rules.listed = listed
    while not _fill_touches(rules):
        rules.listed -= rules.listed // 4 + 1  # the others are searched for on the hexes
    rules.pair_floor[rules.listed :] = rules.pair_price[rules.listed :]


def _with_seas(pair: Pair) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """List price, tiles and steps of each route, -1 after the last; none across the sea."""
    seas = np.array(pair.seas, np.int64).reshape(-1, 2)
    price = np.concatenate([pair.routes[:, PRICE], seas[:, 0]])
    tiles = np.concatenate([pair.routes[:, LENGTH], seas[:, 1]])
    steps = np.full((len(price), pair.routes.shape[1] - STEPS), -1)
    steps[: len(pair.routes)] = pair.routes[:, STEPS:]
    beyond = np.arange(steps.shape[1]) > pair.routes[:, [LENGTH]]
    steps[: len(pair.routes)][beyond] = -1
    order = np.lexsort((tiles, price))
    return price[order], tiles[order], steps[order]


def _fill_touches(rules) -> bool:
    """What each side and each hex touches; False if there is no room for the lists."""
    start = rules.route_start[: BITS * int(rules.listed) + 1].astype(np.int64)
    steps = rules.route_step[: start[-1]].astype(np.int64)
    route = np.repeat(np.arange(len(start) - 1), np.diff(start))
    # A side has two names, one from each hex; the step into a hex knows its own.
    hex_, walked = np.divmod(steps, SIDES)
    within = rules.hex_city[hex_] < 0
    entry = 0
    by_side = hex_ * SIDES + (walked + 3) % SIDES
    for keys, routes, starts in (
        (_one_name(rules, by_side), route, rules.side_start),
        (hex_[within], route[within], rules.full_start),
    ):
        key = keys * layout.LISTED + routes // BITS
        order = np.argsort(key, kind="stable")
        bits = np.uint64(1) << (routes[order] % BITS).astype(np.uint64)
        unique, first = np.unique(key[order], return_index=True)
        merged = np.bitwise_or.reduceat(bits, first) if len(first) else bits
        if entry + len(unique) > layout.TOUCHES:
            return False
        rules.touch_pair[entry : entry + len(unique)] = unique % layout.LISTED
        rules.touch_bits[entry : entry + len(unique)] = merged
        starts[:] = entry + np.searchsorted(unique // layout.LISTED, np.arange(len(starts)))
        entry += len(unique)
    return True


def _one_name(rules, sides: np.ndarray) -> np.ndarray:
    """Of the two names of each side the smaller."""
    hex_, side = np.divmod(sides, SIDES)
    other = rules.ahead[hex_, side].astype(np.int64) * SIDES + (side + 3) % SIDES
    return np.minimum(sides, np.where(other >= 0, other, sides))


def _distances(cities: int, pairs: tuple[Pair, ...]) -> np.ndarray:
    """The money for the cheapest chain of Links between any two cities."""
    distance = np.full((cities, cities), UNREACHABLE, np.int64)
    np.fill_diagonal(distance, 0)
    for pair in pairs:
        if pair.price < FAR:
            distance[pair.first, pair.second] = distance[pair.second, pair.first] = pair.price
    for between in range(cities):
        distance = np.minimum(distance, distance[:, [between]] + distance[[between], :])
    return distance
