"""The ground under the track: hexes and sides taken, and the steps that are still free (B14)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from rotwsim.reference.track.hexmap import HEADINGS, HexMap

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
        self.is_free = bytearray(self.hexmap.exists)
        self.free = np.frombuffer(self.is_free, bool)

    def has_room(self, hex_: int) -> bool:
        return self.tracks[hex_] < self.tracks_per_hex

    def lay(self, tile: Tile) -> None:
        """Take a hex once and both sides of a tile; the tile before may share one of them."""
        hex_, entered, left = tile
        self.tracks[hex_] += 1
        sides = self.side_at(hex_, entered), self.side_at(hex_, left)
        self.used.update(sides)
        for side in sides:
            for step in self.hexmap.side_steps.get(side, ()):
                self.is_free[step] = False
        if not self.has_room(hex_):
            self.is_free[hex_ * HEADINGS : (hex_ + 1) * HEADINGS] = bytes(HEADINGS)
        self.version += 1

    def lift(self, chain: list[Tile]) -> None:
        """Remove a whole chain of tiles."""
        for hex_, entered, left in chain:
            self.tracks[hex_] -= 1
            self.used -= {self.side_at(hex_, entered), self.side_at(hex_, left)}
        for tile in chain:
            self._look_again(tile)

    def take_sea(self, number: int) -> None:
        self.sea_used.add(number)
        self.version += 1

    def leave_sea(self, number: int) -> None:
        self.sea_used.remove(number)
        self.version += 1

    def first_steps(self, begin: int, chain: list[Tile]) -> list[int]:
        """List the steps with which track on land may begin at a city or go on from its tip."""
        if not chain:
            return [step for step in self.hexmap.departures[begin] if self.is_free[step]]
        hex_, _, left = chain[-1]
        ahead = self.hexmap.side_steps[self.side_at(hex_, left)]
        (step,) = (step for step in ahead if self.hexmap.hex_of(step) != hex_)
        into = self.hexmap.hex_of(step)
        is_new = all(into != laid for laid, _, _ in chain)  # a Link uses no hex twice
        return [step] if self.has_room(into) and is_new else []

    def side_at(self, hex_: int, side: int) -> int:
        """Number a side of a hex: the step that enters through it crosses it."""
        return self.hexmap.side[step_through(hex_, side)]

    def _look_again(self, tile: Tile) -> None:
        """Whether the steps into the tile's hex and across its sides are free now."""
        hex_, *sides = tile
        steps = set(range(hex_ * HEADINGS, (hex_ + 1) * HEADINGS))
        for side in sides:
            steps.update(self.hexmap.side_steps.get(self.side_at(hex_, side), ()))
        for step in steps:
            self.is_free[step] = (
                self.hexmap.exists[step]
                and self.hexmap.side[step] not in self.used
                and self.has_room(self.hexmap.hex_of(step))
            )
        self.version += 1


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
