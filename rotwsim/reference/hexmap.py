"""The map as track sees it: steps from hex to hex, their price, and which are still free (B14).

A step enters a hex in one of six headings; its number is hex * 6 + heading. A heading is the side
through which the hex behind was left, so the entered hex is entered through the opposite side. A
chain of steps is a Link: the first leaves a city, each further one turns by at most 60 degrees
(B13), the last enters another city. Every step into a hex that is no city is a tile.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

import numpy as np

from rotwsim.scenario import hexes
from rotwsim.scenario.schema import Board, Rulebook

HEADINGS = 6
TURNS = (-1, 0, 1)  # B13, in sixths of a full turn
NOWHERE = -1
MAPS_KEPT = 16


@dataclass(frozen=True, eq=False)
class HexMap:
    """All steps of a board; lists are by step and ready for plain loops, arrays for layers."""

    price: list[int]  # B10: terrain of the entered hex, and the ridge on the side crossed
    back: list[int]  # the step across the same side the other way, or NOWHERE if it is impossible
    side: list[int]  # the hex side crossed: the smaller of the two steps that cross it
    origin: list[int]  # city that is left, or NOWHERE
    goal: list[int]  # city that is entered, or NOWHERE
    before: list[list[int]]  # the possible steps before it
    after: list[list[int]]  # the possible steps after it
    terrain: tuple[int, ...]  # price by hex
    is_plain: tuple[bool, ...]  # by hex, for Land Grants
    departures: list[list[int]]  # by city: the steps that leave it
    arrivals: list[list[int]]  # by city: the steps that enter it
    prices: np.ndarray  # by step
    tile_steps: np.ndarray  # the steps that exist and lay a tile
    tile_before: np.ndarray  # by turn and place in tile_steps: place there of the step before
    city_steps: np.ndarray  # the steps that exist and enter a city, city by city
    city_goals: np.ndarray  # by place in city_steps: the city entered
    city_before: np.ndarray  # by turn and place in city_steps: place in tile_steps before it
    column: dict[int, int]  # by city entered: its place among them
    first_city_step: np.ndarray  # by that place: the place in city_steps where its steps begin

    def hex_of(self, step: int) -> int:
        return step // HEADINGS


@lru_cache(maxsize=MAPS_KEPT)
def map_of(board: Board, book: Rulebook) -> HexMap:
    """Find the steps of a board from its file alone: rows, ridges, cities, closed sides."""
    rows, columns = len(board.rows), len(board.rows[0])
    steps = rows * columns * HEADINGS
    cost = {
        hexes.PLAIN: book.track_plain,
        hexes.RIVER: book.track_water,
        hexes.WATER: book.track_water,
    }
    cost |= {hexes.MOUNTAIN: book.track_mountain, hexes.CITY: 0, hexes.UNPLAYABLE: 0}
    letters = "".join(board.rows)
    terrain = tuple(cost[letter] for letter in letters)
    city_at = {
        city.row * columns + city.column: number
        for number, city in enumerate(board.cities)
        if city.name not in board.cities_not_in_play
    }
    price, back = np.zeros(steps, np.int64), np.full(steps, NOWHERE)
    origin, goal = np.full(steps, NOWHERE), np.full(steps, NOWHERE)
    closed = {
        (city.row * columns + city.column, hexes.SIDES.index(name))
        for city in board.cities
        for name in city.closed
    }
    for step in range(steps):
        hex_, heading = divmod(step, HEADINGS)
        entered = hexes.opposite(heading)
        behind = hexes.neighbour(divmod(hex_, columns), entered)
        if board.terrain(behind) == hexes.UNPLAYABLE or letters[hex_] == hexes.UNPLAYABLE:
            continue
        left = behind[0] * columns + behind[1]
        both = letters[left] + letters[hex_]
        if both == hexes.CITY + hexes.CITY or not closed.isdisjoint(
            ((left, heading), (hex_, entered))
        ):
            continue  # B12: cities that touch have no Link; B13: only through open sides
        if hexes.CITY in both and left not in city_at and hex_ not in city_at:
            continue  # S2: not in play
        back[step] = left * HEADINGS + entered
        is_ridge = hexes.side_key(behind, heading) in board.ridges
        price[step] = terrain[hex_] + book.track_ridge * is_ridge
        origin[step], goal[step] = city_at.get(left, NOWHERE), city_at.get(hex_, NOWHERE)
    exists = back != NOWHERE
    before = _steps_before(back, origin)
    tile_steps = np.flatnonzero(exists & (goal == NOWHERE))
    city_steps = np.flatnonzero(exists & (goal != NOWHERE))
    city_steps = city_steps[np.argsort(goal[city_steps], kind="stable")]
    entered, first_city_step = np.unique(goal[city_steps], return_index=True)
    place = np.full(steps + 1, len(tile_steps))
    place[tile_steps] = np.arange(len(tile_steps))
    return HexMap(
        price=price.tolist(),
        back=back.tolist(),
        side=np.where(exists, np.minimum(np.arange(steps), back), NOWHERE).tolist(),
        origin=origin.tolist(),
        goal=goal.tolist(),
        before=[[one for one in ones if one < steps] for ones in before.tolist()],
        after=_steps_after(before),
        terrain=terrain,
        is_plain=tuple(letter == hexes.PLAIN for letter in letters),
        departures=_by_city(origin, len(board.cities)),
        arrivals=_by_city(goal, len(board.cities)),
        prices=price,
        tile_steps=tile_steps,
        tile_before=np.ascontiguousarray(place[before[tile_steps]].T),
        city_steps=city_steps,
        city_goals=goal[city_steps],
        city_before=np.ascontiguousarray(place[before[city_steps]].T),
        column={city: column for column, city in enumerate(entered.tolist())},
        first_city_step=first_city_step,
    )


def _steps_before(back: np.ndarray, origin: np.ndarray) -> np.ndarray:
    """List by step and turn the step before, or the number of steps."""
    before = np.full((len(back), len(TURNS)), len(back))
    inland = np.flatnonzero((back != NOWHERE) & (origin == NOWHERE))[:, None]
    earlier = back[inland] // HEADINGS * HEADINGS + (inland % HEADINGS + TURNS) % HEADINGS
    before[inland[:, 0]] = np.where(back[earlier] != NOWHERE, earlier, len(back))
    return before


def _steps_after(before: np.ndarray) -> list[list[int]]:
    after: list[list[int]] = [[] for _ in range(len(before) + 1)]
    for step, earlier in enumerate(before.tolist()):
        for one in earlier:
            after[one].append(step)
    return after[:-1]


def _by_city(city_of_step: np.ndarray, cities: int) -> list[list[int]]:
    return [np.flatnonzero(city_of_step == city).tolist() for city in range(cities)]


Tile = tuple[int, int, int]  # hex, side entered, side left
SEA = -1  # in place of a hex
SEA_TILE: Tile = (SEA, 0, 0)


@dataclass
class Ground:
    """The tiles on the board; `version` changes with every tile laid or lifted."""

    hexmap: HexMap
    tracks_per_hex: int
    tracks: Counter[int] = field(default_factory=Counter)  # by hex
    used: set[int] = field(default_factory=set)  # sides
    sea_used: set[int] = field(default_factory=set)  # sea routes, by their number
    version: int = 0
    is_free: bytearray = field(default_factory=bytearray)  # by step, for plain loops
    free: np.ndarray = field(init=False)  # the same bytes as an array

    def __post_init__(self):
        self.is_free = bytearray(back != NOWHERE for back in self.hexmap.back)
        self.free = np.frombuffer(self.is_free, bool)

    def has_room(self, hex_: int) -> bool:
        return self.tracks[hex_] < self.tracks_per_hex

    def lay(self, tile: Tile, sea: int | None = None) -> None:
        """Take a hex once and both sides of a tile, of which the tile before may share one; or a
        sea route.
        """
        if sea is not None:
            self.sea_used.add(sea)
        else:
            hex_, *sides = tile
            self.tracks[hex_] += 1
            self.used.update(self.side_at(hex_, side) for side in sides)
            self._look_again(tile)
        self.version += 1

    def lift(self, chain: list[Tile], sea: int | None = None) -> None:
        """Remove a whole chain of tiles, or leave a sea route."""
        self.version += 1
        if sea is not None:
            self.sea_used.remove(sea)
            return
        for hex_, *sides in chain:
            self.tracks[hex_] -= 1
            self.used.difference_update(self.side_at(hex_, side) for side in sides)
        for tile in chain:
            self._look_again(tile)

    def first_steps(self, begin: int, chain: list[Tile]) -> list[int]:
        """List the steps with which track on land may begin at a city or go on from its tip."""
        if not chain:
            return [step for step in self.hexmap.departures[begin] if self.is_free[step]]
        hex_, _, left = chain[-1]
        step = self.hexmap.back[step_through(hex_, left)]
        into = self.hexmap.hex_of(step)
        is_new = all(into != laid for laid, _, _ in chain)  # a Link uses no hex twice
        return [step] if self.has_room(into) and is_new else []

    def side_at(self, hex_: int, side: int) -> int:
        """Number a side of a hex: the step that enters through it crosses it."""
        return self.hexmap.side[step_through(hex_, side)]

    def _look_again(self, tile: Tile) -> None:
        """Say whether the steps into the tile's hex and across its sides are free now."""
        hex_, *sides = tile
        steps = set(range(hex_ * HEADINGS, (hex_ + 1) * HEADINGS))
        for side in sides:
            step = step_through(hex_, side)
            steps |= {step, self.hexmap.back[step]}
        for step in steps:
            if step != NOWHERE and self.hexmap.back[step] != NOWHERE:
                is_used = self.hexmap.side[step] in self.used
                self.is_free[step] = not is_used and self.has_room(self.hexmap.hex_of(step))


def step_through(hex_: int, side: int) -> int:
    """Give the step that enters a hex through a side."""
    return hex_ * HEADINGS + (side + HEADINGS // 2) % HEADINGS


def tile_between(step: int, after: int) -> Tile:
    """Give the tile that a step lays which is followed by another step."""
    hex_, heading = divmod(step, HEADINGS)
    return hex_, (heading + HEADINGS // 2) % HEADINGS, after % HEADINGS


def tiles_of(steps: tuple[int, ...]) -> list[Tile]:
    """List the tiles of a chain of steps whose last one enters a city."""
    return [tile_between(step, after) for step, after in pairwise(steps)]
