"""What is on offer to a seat: the cheapest Links for one, two, three … Build actions (B11, B15).

An offer is (first city, second city, Build actions, price). It is made where that many Builds allow
a Link cheaper than fewer Builds do. With open track it counts only what is still to be laid.
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rotwsim.reference.game import Choice, Game, Seat, Track
from rotwsim.reference.hexmap import HEADINGS, HexMap

CONTINUED = -1  # in place of a city: the routes to continue open track


def offers_at(game: Game, seat: Seat, place: int) -> list[Choice]:
    """List offers from a city to higher-numbered ones, or on from open track, as choices."""
    if place == CONTINUED and seat.open_track:
        return list(_offers(game, seat, seat.open_track, -1))
    if game.offers_of_version != game.ground.version:  # only track changes what is on offer
        game.offers_of_version, game.offers_known = game.ground.version, {}
    key = place, game.given.tiles_per_build(seat.perfect_engineering)
    if key not in game.offers_known:
        game.offers_known[key] = list(_offers(game, seat, Track(place), place))
    return game.offers_known[key]


def one_build_price(game: Game, seat: Seat, begin: int, aim: int) -> int:
    """Price a Link that one Build can lay from city to city; NEVER if there is none."""
    limits = [
        min(game.given.tiles_per_build(seat.perfect_engineering), game.given.book.longest_link)
    ]
    (price,) = _prices(game, Track(begin), limits, aim).get(aim, [NEVER])
    return price


def _offers(game: Game, seat: Seat, track: Track, above: int) -> Iterator[Choice]:
    """List the falling prices for more and more Builds, as far as the longest Link goes."""
    per_build = game.given.tiles_per_build(seat.perfect_engineering)
    longest = game.given.book.longest_link - len(track.chain)
    if track.sea is not None:
        longest = game.given.sea_routes[track.sea].tiles
    builds = range(1, -(-longest // per_build) + 1)
    limits = [min(build * per_build, longest) for build in builds]
    if not limits:
        return
    for city, prices in sorted(_prices(game, track, limits).items()):
        lowest = NEVER
        for build, price in zip(builds, prices, strict=True):
            if price < lowest and city > above:
                yield (track.begin, city, build, price, 0, 0)
            lowest = min(lowest, price)


def _prices(
    game: Game, track: Track, limits: list[int], aim: int | None = None
) -> dict[int, list[int]]:
    """Find by city the lowest price within each limit of tiles, by land or by sea.

    With an aim nothing is said of other cities that can be reached by land.
    """
    found: dict[int, list[int]] = {}
    if track.sea is None:
        found = search_from(game, track).prices(limits, aim)
    for number, sea in enumerate(game.given.sea_routes):
        is_taken = number in game.ground.sea_used or track.begin not in sea.cities
        if is_taken if not track.chain else track.sea != number:
            continue
        tiles = sea.tiles - len(track.chain)
        price = 0 if track.chain else sea.price
        city = sea.other(track.begin)
        by_land = found.get(city, [NEVER] * len(limits))
        by_sea = [price if tiles <= limit else NEVER for limit in limits]
        found[city] = [min(pair) for pair in zip(by_land, by_sea, strict=True)]
    return found


def search_from(game: Game, track: Track) -> "Search":
    """Search all Links on land that begin at a city, or that open track can become."""
    free = game.ground.free
    steps = game.ground.first_steps(track.begin, track.chain)
    if track.chain:
        free = free.copy()
        for hex_ in track.hexes:  # a Link uses no hex twice
            free[hex_ * HEADINGS : (hex_ + 1) * HEADINGS] = False
        free[steps] = True  # its side carries the tip of this very track
    return Search(game.given.hexmap, free, tuple(steps), track.begin)


NEVER = 1 << 20  # a price above every price; some dozens of them still fit into 32 bits
NOTHING = -1
LEAST_LOOP = 6  # tiles from a hex back to it, each turned by 60 degrees at most (B13)


@dataclass(frozen=True, eq=False)
class Search:
    """Links from the same beginning: its first possible steps, on what is free of the map."""

    hexmap: HexMap
    free: np.ndarray  # by step
    departures: tuple[int, ...]
    begin: int  # the city where the Links begin

    def prices(self, limits: list[int], aim: int | None = None) -> dict[int, list[int]]:
        """Find by city, or for the aim, the lowest price of a Link within each limit of tiles."""
        layers = Layers(self, limits[-1])
        found: dict[int, list[int]] = {}
        asked: list[tuple[int, int]] = []  # city, place of the limit
        lowest = np.minimum.accumulate(layers.reached, axis=0)[[limit - 1 for limit in limits]]
        for city, column in self.hexmap.column.items():
            if city == self.begin or lowest[-1, column] >= NEVER or aim not in (None, city):
                continue
            found[city] = prices = lowest[:, column].tolist()
            asked += [
                (city, place)
                for place, price in enumerate(prices)
                if price < NEVER and (place == 0 or price < prices[place - 1])
            ]
        for city, place in layers.crossing_themselves(asked, limits):
            walked = found[city][place]
            for later in range(place, len(limits)):
                if lowest[later, self.hexmap.column[city]] == walked:
                    found[city][later], _ = self.chain(city, limits[later])
        # A higher limit allows what a lower one allows.
        return {
            city: np.minimum.accumulate(prices).tolist()
            for city, prices in found.items()
            if min(prices) < NEVER
        }

    def chain(self, city: int, limit: int) -> tuple[int, tuple[int, ...]]:
        """Find price and steps of a cheapest Link to a city that comes through no hex twice.

        Where a walk enters a hex twice, a Link enters it in the first of these headings and no
        other, or not in that one: two smaller questions, of which the cheaper is settled first.
        """
        searches: list[Search] = [self]
        questions = [(*Layers(self, limit).walk_to(city), 0)]  # price, steps, number of the search
        while questions:
            price, steps, number = heapq.heappop(questions)
            twice = entered_twice(steps)
            if price >= NEVER or twice is None:
                return min(price, NEVER), steps
            search = searches[number]
            for narrower in (search.narrowed(twice, True), search.narrowed(twice, False)):
                walk = Layers(narrower, limit).walk_to(city)
                heapq.heappush(questions, (*walk, len(searches)))
                searches.append(narrower)
        raise AssertionError("a question is always answered or split")

    def narrowed(self, step: int, is_entered: bool) -> "Search":
        """Enter the hex of a step by it alone, or not by it."""
        free, hex_ = self.free.copy(), step // HEADINGS
        if is_entered:
            free[hex_ * HEADINGS : (hex_ + 1) * HEADINGS] = False
        free[step] = is_entered and self.free[step]
        return Search(self.hexmap, free, self.departures, self.begin)


class Layers:
    """What walks cost, by number of tiles and step; walks may come through a hex twice."""

    def __init__(self, search: Search, most: int):
        self.hexmap = hexmap = search.hexmap
        self.tiles = len(hexmap.tile_steps)
        price = np.where(search.free, hexmap.prices, NEVER).astype(np.int32)
        tile_price, self.city_price = price[hexmap.tile_steps], price[hexmap.city_steps]
        self.cost = np.full((most, self.tiles + 1), NEVER, np.int32)
        first = np.searchsorted(hexmap.tile_steps, search.departures)
        self.cost[0, first] = tile_price[first]
        one, two, three = hexmap.tile_before
        for laid in range(1, most):
            before = self.cost[laid - 1]
            here = np.minimum(np.minimum(before[one], before[two]), before[three])
            here += tile_price
            np.minimum(here, NEVER, out=here)
            self.cost[laid, : self.tiles] = here

    @cached_property
    def arrived(self) -> np.ndarray:
        """Give by tiles and place in city_steps the price of walks that end with that step."""
        one, two, three = self.hexmap.city_before
        before = np.minimum(np.minimum(self.cost[:, one], self.cost[:, two]), self.cost[:, three])
        return np.minimum(before + self.city_price, NEVER)

    @cached_property
    def reached(self) -> np.ndarray:
        """Give by tiles and column of a city the price of the cheapest walk to it."""
        return np.minimum.reduceat(self.arrived, self.hexmap.first_city_step, axis=1)

    def walk_to(self, city: int) -> tuple[int, tuple[int, ...]]:
        """Find price and steps of one cheapest walk to a city, the step into it at the end."""
        if city not in self.hexmap.column:
            return NEVER, ()
        by_tiles = self.reached[:, self.hexmap.column[city]]
        laid = int(by_tiles.argmin())
        if by_tiles[laid] >= NEVER:
            return NEVER, ()
        walk, ends = self._walks(np.array([city]), np.array([laid]))
        return int(by_tiles[laid]), (*walk[0, : laid + 1].tolist(), int(ends[0]))

    def crossing_themselves(
        self, asked: list[tuple[int, int]], limits: list[int]
    ) -> list[tuple[int, int]]:
        """List the pairs of city and limit whose cheapest walk enters a hex twice."""
        if not asked or limits[-1] <= LEAST_LOOP:
            return []
        columns = [self.hexmap.column[city] for city, _ in asked]
        laid = np.array(
            [
                self.reached[: limits[place], column].argmin()
                for column, (_, place) in zip(columns, asked, strict=True)
            ]
        )
        walks, _ = self._walks(np.array([city for city, _ in asked]), laid)
        hexes = np.where(walks >= 0, walks // HEADINGS, -1 - np.arange(walks.shape[1]))
        hexes.sort(axis=1)
        twice = (hexes[:, 1:] == hexes[:, :-1]).any(axis=1)
        return [question for question, crossing in zip(asked, twice, strict=True) if crossing]

    def _walks(self, cities: np.ndarray, laid: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Find one cheapest walk each: its tile steps, NOTHING behind them, and its end."""
        hexmap, rows = self.hexmap, np.arange(len(cities))
        here = hexmap.city_goals == cities[:, None]
        ends = np.where(here, self.arrived[laid], NEVER * 2).argmin(axis=1)
        before = hexmap.city_before[:, ends]
        at = before[self.cost[laid, before].argmin(axis=0), rows]
        walks = np.full((len(cities), int(laid.max()) + 1), NOTHING)
        for layer in range(int(laid.max()), -1, -1):
            active = laid >= layer
            walks[active, layer] = hexmap.tile_steps[at[active]]
            if layer:
                before = hexmap.tile_before[:, np.minimum(at, self.tiles - 1)]
                earlier = before[self.cost[layer - 1, before].argmin(axis=0), rows]
                at = np.where(active, earlier, at)
        return walks, hexmap.city_steps[ends]


def entered_twice(steps: tuple[int, ...]) -> int | None:
    """Find the first step into a hex that a later step of the walk enters again."""
    first: dict[int, int] = {}
    for step in steps:
        if step // HEADINGS in first:
            return first[step // HEADINGS]
        first[step // HEADINGS] = step
    return None
