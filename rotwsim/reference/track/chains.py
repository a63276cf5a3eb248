"""The cheapest Links with few tiles: layers by number of tiles over all steps of the map (B10-B14).

A layer holds for every step the least cost of a walk with a given number of tiles. A cheapest walk
may enter a hex twice, which a Link may not; then the search is split by how that hex is entered.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from functools import cached_property
from itertools import count

import numpy as np

from rotwsim.reference.track.hexmap import HEADINGS, HexMap

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
        """By city, or for the one aimed at: the lowest price of a Link within each limit
        of tiles.
        """
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
        return {city: _falling(prices) for city, prices in found.items() if min(prices) < NEVER}

    def chain(self, city: int, limit: int) -> tuple[int, tuple[int, ...]]:
        """Price and steps of a cheapest Link to a city that comes through no hex twice.

        Where a walk enters a hex twice, a Link enters it in the first of these headings and no
        other, or not in that one: two smaller questions, of which the cheaper is settled first.
        """
        order = count()
        questions = [(*Layers(self, limit).walk_to(city), next(order), self)]
        while questions:
            price, steps, _, search = heapq.heappop(questions)
            twice = entered_twice(steps)
            if price >= NEVER or twice is None:
                return min(price, NEVER), steps
            for narrower in (search.entering_only(twice), search.without(twice)):
                walk = Layers(narrower, limit).walk_to(city)
                heapq.heappush(questions, (*walk, next(order), narrower))
        raise AssertionError("a question is always answered or split")

    def entering_only(self, step: int) -> Search:
        """The same search where the hex of a step is entered by no other step."""
        free = self.free.copy()
        hex_ = step // HEADINGS
        free[hex_ * HEADINGS : (hex_ + 1) * HEADINGS] = False
        free[step] = self.free[step]
        return Search(self.hexmap, free, self.departures, self.begin)

    def without(self, step: int) -> Search:
        free = self.free.copy()
        free[step] = False
        return Search(self.hexmap, free, self.departures, self.begin)


class Layers:
    """What walks cost, by number of tiles and step; walks may come through a hex twice."""

    def __init__(self, search: Search, most: int):
        self.hexmap = hexmap = search.hexmap
        self.tiles = len(hexmap.tile_steps)
        price = np.where(search.free, hexmap.price, NEVER).astype(np.int32)
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
        """By tiles and place in city_steps: the price of walks that end with that step."""
        one, two, three = self.hexmap.city_before
        before = np.minimum(np.minimum(self.cost[:, one], self.cost[:, two]), self.cost[:, three])
        return np.minimum(before + self.city_price, NEVER)

    @cached_property
    def reached(self) -> np.ndarray:
        """By tiles and column of a city: the price of the cheapest walk to it."""
        return np.minimum.reduceat(self.arrived, self.hexmap.first_city_step, axis=1)

    def walk_to(self, city: int) -> tuple[int, tuple[int, ...]]:
        """Price and steps of one cheapest walk to a city, the step into the city at its end."""
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
        """Of pairs of city and place of a limit those whose cheapest walk enters a hex twice."""
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
        """One cheapest walk each: its tile steps in a row, NOTHING behind them, and its end."""
        hexmap, rows = self.hexmap, np.arange(len(cities))
        here = hexmap.goal[hexmap.city_steps] == cities[:, None]
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
    """The first step into a hex that a later step of the walk enters again."""
    first: dict[int, int] = {}
    for step in steps:
        if step // HEADINGS in first:
            return first[step // HEADINGS]
        first[step // HEADINGS] = step
    return None


def _falling(prices: list[int]) -> list[int]:
    """What a limit allows, a higher one allows too."""
    return np.minimum.accumulate(prices).tolist()
