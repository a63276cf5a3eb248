"""A run of a hundred million games on a thousand workers, simulated: who waits for whom.

`python -m tests.runner.scale` prints the table of docs/scale.md; `--measure` prints what one block
costs the process that keeps the games, on this machine.
"""

from __future__ import annotations

import argparse
import heapq
import random
import tempfile
import time
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from rotwsim.report.runs import COUNTED
from rotwsim.runner.parallel import PlayedBlock, Work, play_one_block
from rotwsim.runner.play import rules_of
from rotwsim.runner.run_totals import RunTotals
from rotwsim.runner.store import manifest_of, opened
from rotwsim.runner.workload import Block, block_size
from rotwsim.scenario.scenario import Scenario

GAMES = 100_000_000
WORKERS = 1_000
SLOWNESS = 10  # times as long as usual, for a block that is held up
AHEAD = 2  # blocks a worker has before it, the one it plays included: as joblib hands them out
MOST_SIMULATED = 2_000_000  # blocks; more than that nobody would store
HEADS = ("player", "games a block", "blocks", "hours", "of the ideal", "client busy")
HEADS += ("workers lost", "blocks played again", "most losses of one block")
SPEEDS = {"random": 4_000.0, "expert": 150.0, "master": 2.0}  # games a second and core


@dataclass(frozen=True)
class Cluster:
    """Machines that differ, slow down and vanish; times in seconds."""

    workers: int = WORKERS
    speed_spread: float = 0.2  # of the logarithm, from worker to worker
    slow_share: float = 0.01  # of blocks that are held up
    life: float = 6 * 3600.0  # of a worker, on average; infinite: none is lost
    absence: float = 300.0  # until another takes its place
    send: float = 0.010  # for the client to hand out one block, the scheduler's work included
    keep: float = 0.0055  # for the client to take in and store one block …
    keep_game: float = 1.2e-6  # … and for each of its games


@dataclass
class Course:
    """What a simulated run saw."""

    blocks: int
    ideal: float  # seconds, if every worker always played
    seconds: float = 0.0
    busy: float = 0.0  # of the client
    lost_workers: int = 0
    played_again: int = 0
    losses: Counter = field(default_factory=Counter)  # by block; Dask gives one up after the fourth

    @property
    def most_losses(self) -> int:
        return max(self.losses.values(), default=0)


class Simulation:
    """Hands blocks to workers until all are stored, with losses and stragglers as they come."""

    def __init__(self, games: int, speed: float, size: int, cluster: Cluster, seed: int = 1):
        self.dice, self.cluster, self.size = random.Random(seed), cluster, size
        spread = cluster.speed_spread
        speeds = [speed * self.dice.lognormvariate(0, spread) for _ in range(cluster.workers)]
        self.course = Course(blocks=-(-games // size), ideal=games / sum(speeds))
        self.seconds = [size / each for each in speeds]  # for a block, by worker
        self.waiting: list[deque[int]] = [deque() for _ in speeds]
        self.playing: dict[
            int, tuple[int, int]
        ] = {}  # worker: its block, and the number of this try
        self.is_away = [False for _ in speeds]
        self.events: list[tuple[float, int, str, int]] = []
        self.now = self.client = 0.0  # the client is busy until then
        self.handed_out = self.kept = self.tries = 0

    def run(self) -> Course:
        for worker in range(self.cluster.workers):
            self._at(self.cluster.life * self.dice.expovariate(1), "lose", worker)
        for place in range(AHEAD * self.cluster.workers):
            self._hand_out(place % self.cluster.workers)
        while self.kept < self.course.blocks:
            self.now, number, what, worker = heapq.heappop(self.events)
            if what != "keep" or self.playing.get(worker, (0, 0))[1] == number:
                getattr(self, f"_{what}")(worker)
        self.course.seconds = max(self.client, self.now)
        return self.course

    def _at(self, time: float, what: str, worker: int, number: int = 0) -> None:
        heapq.heappush(self.events, (time, number, what, worker))

    def _work_of_client(self, seconds: float) -> None:
        self.client = max(self.client, self.now) + seconds
        self.course.busy += seconds

    def _hand_out(self, worker: int) -> None:
        if self.handed_out < self.course.blocks:
            self._work_of_client(self.cluster.send)
            self.waiting[worker].append(self.handed_out)
            self.handed_out += 1
            self._at(self.client, "begin", worker)

    def _begin(self, worker: int) -> None:
        if worker in self.playing or self.is_away[worker]:
            return
        if not self.waiting[worker]:
            self._steal_for(worker)
        if not self.waiting[worker]:
            return
        self.tries += 1
        self.playing[worker] = self.waiting[worker].popleft(), self.tries
        slow = SLOWNESS if self.dice.random() < self.cluster.slow_share else 1
        self._at(self.now + slow * self.seconds[worker], "keep", worker, self.tries)

    def _steal_for(self, worker: int) -> None:
        """As Dask does: who is idle while blocks wait elsewhere takes one of them."""
        longest = max(self.waiting, key=len)
        if longest:
            self.waiting[worker].append(longest.pop())

    def _keep(self, worker: int) -> None:
        """A block is played: the worker goes on, the client stores it and hands out another."""
        del self.playing[worker]
        self._begin(worker)
        self._work_of_client(self.cluster.keep + self.size * self.cluster.keep_game)
        self.kept += 1
        self._hand_out(worker)

    def _lose(self, worker: int) -> None:
        """A worker vanishes: what it had is played elsewhere, and it comes back some time."""
        self.is_away[worker] = True
        self.course.lost_workers += 1
        self._at(self.now + self.cluster.absence, "return", worker)
        orphans = list(self.waiting[worker])
        self.waiting[worker].clear()
        if worker in self.playing:
            block, _ = self.playing.pop(worker)
            self.course.losses[block] += 1
            orphans.append(block)
        self.course.played_again += len(orphans)
        here = [each for each, is_away in enumerate(self.is_away) if not is_away]
        for block in orphans:
            other = self.dice.choice(here)
            self.waiting[other].appendleft(block)
            self._begin(other)

    def _return(self, worker: int) -> None:
        self.is_away[worker] = False
        self._at(self.now + self.cluster.life * self.dice.expovariate(1), "lose", worker)
        self._begin(worker)


def rows(games: int, cluster: Cluster) -> Iterator[str]:
    """The table of the page."""
    yield f"| {' | '.join(HEADS)} |"
    yield f"|{' --- |' * len(HEADS)}"
    for player, speed in SPEEDS.items():
        short = round(5 * speed)
        planned = block_size(games, speed, cluster.workers)
        for size in dict.fromkeys((short, planned)):
            for trouble in (replace(cluster, life=float("inf"), slow_share=0.0), cluster):
                if games / size > MOST_SIMULATED:
                    continue
                found = Simulation(games, speed, size, trouble).run()
                yield (
                    f"| {player}{'' if trouble is cluster else ', no trouble'} | {size:,} "
                    f"| {found.blocks:,} | {found.seconds / 3600:.2f} "
                    f"| {100 * found.ideal / found.seconds:.0f} % "
                    f"| {100 * found.busy / found.seconds:.0f} % | {found.lost_workers:,} "
                    f"| {found.played_again:,} | {found.most_losses} |"
                )


def measure(games: int) -> tuple[float, float]:
    """Seconds to store and count one block, and its bytes, on this machine."""
    scenario = Scenario.of(player="random")
    rules = rules_of(scenario)
    one = play_one_block(Work(rules, 1), Block(0, games))
    totals, tries = RunTotals((), counted=COUNTED), 20
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(f"{folder}/run", manifest_of(scenario, rules, 1, games)) as store,
    ):
        store.write(one)  # the first time loads what writes Parquet
        start = time.process_time()
        for place in range(1, tries + 1):
            block = Block(place * games, games)
            played = PlayedBlock(block, np.array(one.numbers), one.traffic)
            store.write(played)
            totals.add(played)
            totals.settle(block.end)
        taken = (time.process_time() - start) / tries
        return taken, store.files[block].stat().st_size


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--measure", action="store_true")
    given.add_argument("--games", type=int, default=GAMES)
    given.add_argument("--workers", type=int, default=WORKERS)
    options = given.parse_args()
    if options.measure:
        for games in (10, 1_000, 20_000):
            seconds, size = measure(games)
            print(f"a block of {games:,} games: {1000 * seconds:.2f} ms, {size:,} bytes")
        return
    for line in rows(options.games, Cluster(workers=options.workers)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
