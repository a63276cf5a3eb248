"""Count the games that a command will play, and divide them into blocks of half a second each.

The bar of a notebook is here too: it shows how many of these games are played.
"""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from rotwsim.core.state.log import no_log
from rotwsim.runner.play import new_outcomes, play_games
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError


@dataclass(frozen=True)
class Batch:
    """Planned games: the same number of each scenario.

    A stage names games whose scenarios are not known in advance, or that are not stored; the
    scenarios given then represent as many of their kind.
    """

    scenarios: Sequence[Scenario]
    games: int
    stage: str = ""

    @property
    def names(self) -> list[str]:
        return [f"{self.stage} {number}" for number in range(1, len(self.scenarios) + 1)]


@dataclass
class Part:
    """The games of one scenario: wanted, played in this call, and stored before."""

    scenario: Scenario
    wanted: int
    done: int = 0
    held: int = 0

    @property
    def left(self) -> int:
        return max(0, self.wanted - max(self.done, self.held))


class Workload:
    """Games wanted and done, by their run, or by stage and number."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self.speed: dict[tuple, float] = {}  # of one job, by player, so that each is measured once
        self.is_most = False  # whether some games may prove unnecessary
        self._latest = 1.0  # speed
        self._announced = 0

    def want(self, name: str, scenario: Scenario, games: int, held: int = 0) -> None:
        """Plan games of a run, or of a stage that is not counted yet."""
        part = self.parts.setdefault(name, Part(scenario, 0))
        part.wanted, part.held = max(part.wanted, games), max(part.held, min(held, games))

    def want_stage(self, batch: Batch) -> None:
        """Plan a whole stage; asked for a second time it is not counted again."""
        for name, scenario in zip(batch.names, batch.scenarios, strict=True):
            self.want(name, scenario, batch.games)

    def begin_stage(self, stage: str) -> None:
        """Drop what was planned of a stage: from here on its games are counted one by one."""
        for name, part in self.parts.items():
            if name.startswith(f"{stage} "):
                part.wanted = part.done

    def forget_stage(self, stage: str) -> None:
        """Drop a stage that stood for time alone: its games are no games of the answer."""
        self.parts = {n: part for n, part in self.parts.items() if not n.startswith(f"{stage} ")}

    def enough(self, name: str) -> None:
        self.parts[name].wanted = self.parts[name].done

    def count(self, name: str, games: int) -> None:
        self.parts[name].done = max(self.parts[name].done, games)

    @property
    def wanted(self) -> int:
        return sum(max(part.wanted, part.done) for part in self.parts.values())

    @property
    def done(self) -> int:
        return sum(part.done for part in self.parts.values())

    def needs_announcement(self) -> bool:
        """Check whether more is wanted than was announced; then count it as announced."""
        before, self._announced = self._announced, max(self._announced, self.wanted)
        return self._announced > before

    def time(self, scenario: Scenario, speed: float) -> None:
        """Note the speed of a player: games per second of one job."""
        self.speed[who(scenario)] = self._latest = speed

    def seconds_left(self, jobs: int) -> float:
        """Estimate the time for what is left; players not timed yet get the latest speed."""
        parts = [part for part in self.parts.values() if part.left]
        alone = sum(p.left / self.speed.get(who(p.scenario), self._latest) for p in parts)
        return alone / jobs


def who(scenario: Scenario) -> tuple:
    return scenario.player, scenario.budget, scenario.seats


LARGEST_SEED = 2**63 - 1
MOST_GAMES = 10**12  # game numbers have twelve digits in the names of block files

BLOCK_SECONDS = 0.5
BLOCK_GAMES = 10_000  # of fast players, because blocks wait in memory to be stored: 2 MB each
SHORTEST_BLOCK_SECONDS = 0.1  # ten times what it takes to hand a block out and to store it
LONGEST_BLOCK_SECONDS = 5.0
MANY_BLOCKS = 2_000  # a run of more blocks than this gets longer ones, so that files stay few
MOST_BLOCKS = 20_000  # each is a file: beyond this number blocks grow …
LARGEST_LOSS_SECONDS = 600.0  # … up to what a lost worker may cost
BLOCKS_PER_JOB = 8  # at least, so that no job waits long for another
HAND_OUT_SECONDS = 0.016  # what a block costs the process that hands out and stores
PILOT_SECONDS = 0.02


@dataclass(frozen=True, order=True, slots=True)
class Block:
    """Games `first`, `first + 1`, … up to but not including `end`."""

    first: int
    games: int

    @property
    def end(self) -> int:
        return self.first + self.games


def blocks_to_play(
    games: int, done: Iterable[Block], size: int, jobs: int = 1, least: int | None = None
) -> Iterator[Block]:
    """Yield the games below `games` that no block of `done` holds, in blocks of `size`.

    With several jobs the last blocks get smaller, down to `least`: otherwise the jobs would wait
    for one last block.
    """
    least = size if least is None or jobs == 1 else min(least, size)
    missing = gaps(games, done)
    left = sum(gap.games for gap in missing)
    for gap in missing:
        first = gap.first
        while first < gap.end:
            now = min(size, max(least, math.ceil(left / (2 * jobs))), gap.end - first)
            yield Block(first, now)
            first += now
            left -= now


def gaps(games: int, done: Iterable[Block]) -> list[Block]:
    found, next_game = [], 0
    for block in (*sorted(done), Block(games, 0)):
        if block.first > next_game:
            found.append(Block(next_game, min(block.first, games) - next_game))
        next_game = max(next_game, block.end)
        if next_game >= games:
            break
    return found


def block_size(games: int, games_per_second: float, jobs: int) -> int:
    """Choose the games per block; this changes the time, never the results."""
    in_all = games / games_per_second
    seconds = min(BLOCK_SECONDS, BLOCK_GAMES / games_per_second)
    seconds = min(max(in_all / MANY_BLOCKS, seconds), LONGEST_BLOCK_SECONDS)
    seconds = max(seconds, min(in_all / MOST_BLOCKS, LARGEST_LOSS_SECONDS))
    balanced = math.ceil(games / (jobs * BLOCKS_PER_JOB))
    balanced = max(balanced, min(games, round(games_per_second * SHORTEST_BLOCK_SECONDS)))
    return max(1, min(round(games_per_second * seconds), balanced))


def last_block_size(games_per_second: float, jobs: int) -> int:
    """Choose the smallest blocks at the end of a run: not more than can be handed out in time."""
    return max(1, round(games_per_second * jobs * HAND_OUT_SECONDS))


def measure_speed(
    rules: np.ndarray,
    seed: int,
    seconds: float = PILOT_SECONDS,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Measure games per second of one job by longer and longer blocks; the first compiles."""
    play_games(rules, seed, 0, new_outcomes(rules, 1), no_log())
    games = 1
    while True:
        outcomes = new_outcomes(rules, games)
        start = clock()
        play_games(rules, seed, 0, outcomes, no_log())
        taken = clock() - start
        if taken >= seconds:
            return games / taken
        games *= 2


def check_games(games: int, what: str = "the number of games") -> int:
    return _whole(what, games, 1, MOST_GAMES)


def check_game_number(game: int) -> int:
    return _whole("the game", game, 0, MOST_GAMES - 1)


def check_seed(seed: int) -> int:
    """Return the run seed, or refuse one that the random streams cannot use."""
    return _whole("the seed", seed, 0, LARGEST_SEED, "d")


def _whole(what: str, number: object, least: int, most: int, form: str = ",d") -> int:
    if isinstance(number, bool) or not isinstance(number, int | np.integer):
        raise DataError(f"{what} is {number!r}; it must be a whole number")
    if not least <= number <= most:
        raise DataError(f"{what} is {number}; legal are {least} to {most:{form}}")
    return int(number)


PATIENCE = 2.0  # seconds without a bar
NO_BAR = "ROTWSIM_NO_BAR"  # set while notebooks are stored: a bar would leave its lines in them
BAR = 24  # letters

Show = Callable[[int, int], None]


@contextmanager
def notebook_bar() -> Iterator[Show]:
    """Give `show(done, wanted)`, which draws a bar after two seconds in a notebook."""
    if not in_notebook() or os.environ.get(NO_BAR):
        yield lambda done, wanted: None
        return
    from IPython.display import display

    begun = time.monotonic()
    handle: Any = None

    def draw(line: str) -> None:
        nonlocal handle
        shown = {"text/plain": line}
        if handle is None:
            handle = display(shown, raw=True, display_id=True)
        else:
            handle.update(shown, raw=True)

    def show(done: int, wanted: int) -> None:
        if time.monotonic() - begun >= PATIENCE:
            full = BAR * done // max(wanted, 1)
            draw(f"{'█' * full}{'░' * (BAR - full)} {done:,}/{wanted:,} games")

    try:
        yield show
    finally:
        if handle:
            draw("")  # a stored notebook has no bar in it


def in_notebook() -> bool:
    """Check whether this process is the kernel of a notebook."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"
