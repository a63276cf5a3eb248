"""Test the random words that games are dealt from, over seeds, games, purposes and draws.

The table of docs/validity.md is `python -m experiments.validity.stream_battery --words 100000000`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from rotwsim.core.state.codes import STREAMS
from rotwsim.core.state.log import mix
from rotwsim.core.state.streams import GOLDEN

DRAWS = 20  # words of each stream
GAMES_AT_ONCE = 20_000
CELLS = 1 << 12  # of the tests of equal shares
LIMITS = (2, 3, 5, 25, 52)  # what games draw below: cubes, cities, cards
COLLISION_BITS = 38  # words are cut to this length, so that some must be equal by chance
COLLISION_WORDS = 1 << 22
SEED = 1
ONES_IN_A_BYTE = np.array([bin(byte).count("1") for byte in range(256)], np.uint8)


@dataclass(frozen=True, slots=True)
class Result:
    """One test: a number that is standard normal if the words are random."""

    test: str
    words: int
    z: float


def words_of(seed: int, first: int, games: int, draws: int = DRAWS) -> np.ndarray:
    """The first words of every stream: games × purposes × draws, as the kernels draw them."""
    key = _mixed(np.array([seed], np.uint64) + GOLDEN)
    numbers = np.arange(first, first + games, dtype=np.uint64)
    by_game = _mixed(key + numbers * GOLDEN)
    purposes = np.arange(1, STREAMS + 1, dtype=np.uint64)
    starts = _mixed(by_game[:, None] + purposes * GOLDEN)
    return _mixed(starts[:, :, None] + np.arange(1, draws + 1, dtype=np.uint64) * GOLDEN)


def _mixed(words: np.ndarray) -> np.ndarray:
    plain = getattr(mix, "py_func", mix)  # the same function, for whole arrays
    with np.errstate(over="ignore"):
        return plain(words)


def battery(words: int, seed: int = SEED) -> list[Result]:
    """Run all tests over about this many words."""
    games = max(GAMES_AT_ONCE, words // (STREAMS * DRAWS))
    tallies = [EqualShares(), Draws(), Neighbours(), Bits()]
    for first in range(0, games, GAMES_AT_ONCE):
        here = words_of(seed, first, GAMES_AT_ONCE)
        beside = words_of(seed + 1, first, GAMES_AT_ONCE)
        for tally in tallies:
            tally.add(here, beside)
    found = [result for tally in tallies for result in tally.results()]
    return [*found, collisions(words, seed)]


class EqualShares:
    """Every value of the first and of the last bits of a word comes equally often."""

    def __init__(self):
        self.high, self.low = np.zeros(CELLS, np.int64), np.zeros(CELLS, np.int64)

    def add(self, here: np.ndarray, beside: np.ndarray) -> None:
        flat, bits = here.ravel(), CELLS.bit_length() - 1
        self.high += np.bincount((flat >> np.uint64(64 - bits)).astype(np.int64), minlength=CELLS)
        self.low += np.bincount((flat & np.uint64(CELLS - 1)).astype(np.int64), minlength=CELLS)

    def results(self) -> Iterator[Result]:
        for name, counts in (("first", self.high), ("last", self.low)):
            yield Result(f"equal shares of the {name} 12 bits", int(counts.sum()), z_of(counts))


class Draws:
    """Numbers below a limit, as `draw_below` makes them, come equally often."""

    def __init__(self):
        self.counts = {limit: np.zeros(limit, np.int64) for limit in LIMITS}

    def add(self, here: np.ndarray, beside: np.ndarray) -> None:
        top = here.ravel() >> np.uint64(33)
        for limit, counts in self.counts.items():
            drawn = (top % np.uint64(limit)).astype(np.int64)
            counts += np.bincount(drawn, minlength=limit)

    def results(self) -> Iterator[Result]:
        for limit, counts in self.counts.items():
            yield Result(f"equal shares of draws below {limit}", int(counts.sum()), z_of(counts))


class Neighbours:
    """Words that lie side by side in any direction are not correlated."""

    def __init__(self):
        self.sums: dict[str, float] = {}
        self.pairs: dict[str, int] = {}

    def add(self, here: np.ndarray, beside: np.ndarray) -> None:
        centred, other = _centred(here), _centred(beside)
        self._pair("draws that follow each other", centred[:, :, :-1], centred[:, :, 1:])
        self._pair("games that follow each other", centred[:-1], centred[1:])
        self._pair("seeds that follow each other", centred, other)
        for one, two in combinations(range(STREAMS), 2):
            self._pair("purposes of a game", centred[:, one], centred[:, two])

    def _pair(self, name: str, one: np.ndarray, two: np.ndarray) -> None:
        self.sums[name] = self.sums.get(name, 0.0) + float((one * two).sum())
        self.pairs[name] = self.pairs.get(name, 0) + one.size

    def results(self) -> Iterator[Result]:
        for name, total in self.sums.items():  # the product of two uniforms has variance 1/144
            pairs = self.pairs[name]
            yield Result(f"no correlation of {name}", pairs, total * 12 / math.sqrt(pairs))


class Bits:
    """Half of the bits differ between the same draw of neighbouring games, and of seeds."""

    def __init__(self):
        self.differ = {"games": 0, "seeds": 0}
        self.pairs = {"games": 0, "seeds": 0}

    def add(self, here: np.ndarray, beside: np.ndarray) -> None:
        for name, one, two in (("games", here[:-1], here[1:]), ("seeds", here, beside)):
            self.differ[name] += ones_in(one ^ two)
            self.pairs[name] += one.size

    def results(self) -> Iterator[Result]:
        for name, pairs in self.pairs.items():
            z = (self.differ[name] - 32 * pairs) / math.sqrt(16 * pairs)
            yield Result(f"half the bits differ between neighbouring {name}", pairs, z)


def ones_in(words: np.ndarray) -> int:
    """The bits that are set in all words together."""
    return int(ONES_IN_A_BYTE[words.ravel().view(np.uint8)].sum(dtype=np.int64))


def collisions(words: int, seed: int) -> Result:
    """Words cut short meet as often as chance has it, over games, purposes and three seeds.

    The count is that of a Poisson law, whose root is nearly normal.
    """
    count = min(words, COLLISION_WORDS)
    games = max(1, count // (3 * STREAMS * DRAWS))
    parts = [words_of(seed + more, 0, games).ravel() for more in range(3)]
    drawn = np.sort(np.concatenate(parts) >> np.uint64(64 - COLLISION_BITS))
    n = len(drawn)
    met = int((drawn[1:] == drawn[:-1]).sum())
    expected = n**2 / 2 / 2**COLLISION_BITS
    return Result("collisions as often as by chance", n, 2 * (math.sqrt(met) - math.sqrt(expected)))


def z_of(counts: np.ndarray) -> float:
    """Pearson's chi-square of equal shares as a standard normal number (Wilson and Hilferty)."""
    expected, free = counts.sum() / len(counts), len(counts) - 1
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    spread = 2 / (9 * free)
    return ((chi_square / free) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)


def _centred(words: np.ndarray) -> np.ndarray:
    return (words >> np.uint64(11)) / 2.0**53 - 0.5


def main() -> None:
    """Prints the table."""
    import argparse

    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--words", type=int, default=10**8)
    given.add_argument("--seed", type=int, default=SEED)
    options = given.parse_args()
    print("| test | words | z |\n| --- | --- | --- |")
    for result in battery(options.words, options.seed):
        print(f"| {result.test} | {result.words:,} | {result.z:+.2f} |")


if __name__ == "__main__":
    main()
