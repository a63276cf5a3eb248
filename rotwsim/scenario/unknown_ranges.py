"""Read what unseen parameters may be: the ranges of the package, or of a board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from rotwsim.scenario.reading import Reader, read_toml
from rotwsim.scenario.rulebook import PRINTED

if TYPE_CHECKING:
    from rotwsim.scenario.schema import Board

FILE = "unknown_ranges.toml"
FARTHEST = 1_000  # no parameter of the game is farther out


@dataclass(frozen=True)
class Range:
    """From `low` to `high`, both included, and why it is as wide as that."""

    key: str
    low: int
    high: int
    reason: str
    cities: int = 0  # for a map with this number of cities; 0 for any
    around: bool = False  # steps from the present parameter

    def on(self, cities: int) -> Range:
        """Give the range for a map with this number of cities."""
        if not self.cities:
            return self
        low, high = (round(end * cities / self.cities) for end in (self.low, self.high))
        return replace(self, low=low, high=high, cities=0)


def ranges_of(board: Board) -> dict[str, Range]:
    """The ranges that hold on a board, by the key of their parameters."""
    ours = {key: each.on(len(board.cities)) for key, each in load_ranges().items()}
    return ours | {each.key: each.on(len(board.cities)) for each in board.ranges}


@lru_cache(maxsize=1)
def load_ranges() -> dict[str, Range]:
    """The ranges that come with the package."""
    top = Reader.uncounted(read_toml(PRINTED / FILE, FILE), FILE)
    found = read_ranges(top)
    top.done()
    return {each.key: each for each in found}


def read_ranges(top: Reader, legal: tuple[str, ...] = ()) -> tuple[Range, ...]:
    """The entries under `ranges`; a board states only such as the package knows."""
    found = []
    for entry in top.tables("ranges", []):
        key = entry.choice("key", legal) if legal else entry.text("key")
        low = entry.integer("low", -FARTHEST, FARTHEST)
        high = entry.integer("high", low, FARTHEST)
        cities = entry.integer("cities", 0, FARTHEST, 0)
        around = entry.flag("around")
        found.append(Range(key, low, high, entry.text("reason"), cities, around))
        entry.done()
    return tuple(found)
