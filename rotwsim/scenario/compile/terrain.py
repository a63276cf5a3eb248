"""The ground of a board: just what its track depends on, and how the kernels see it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rotwsim.core.state import layout
from rotwsim.scenario import hexes
from rotwsim.scenario.schema import Board, Rulebook

MOST_BUILDS = 3  # for which quicker routes are listed
BOARDS_KEPT = 16
SIDES = layout.SIDES


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
    def of(board: Board, book: Rulebook) -> Ground:
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
                rules.axial[here] = hexes.axial((row, column))
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
