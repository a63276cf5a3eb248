"""How much memory ten million games need in the process that keeps them.

`python -m tests.runner.memory --games 10000000` plays one block, counts copies of it as if they
were all those games, and prints megabytes: what a run needs beside its workers does not depend on
what the games were. `--stored` plays and stores them all. `--blocks 2000` plays blocks one after
the other, as a worker does, and prints by how many megabytes the process grew since the tenth:
nothing may pile up in a long run.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from rotwsim.report.runs import COUNTED, summary_of
from rotwsim.runner.parallel import PlayedBlock, Work, play_one_block
from rotwsim.runner.play import rules_of
from rotwsim.runner.run import run_games
from rotwsim.runner.run_totals import RunTotals
from rotwsim.runner.workload import Block
from rotwsim.scenario.scenario import Scenario

SIZE = 5_000  # games of a block
WARM = 10  # blocks, after which everything is loaded


def peak() -> float:
    """The most megabytes that this process ever had."""
    return megabytes("VmHWM")


def megabytes(field: str) -> float:
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(re.search(rf"{field}:\s+(\d+) kB", status)[1]) / 1024


def keep_games(games: int) -> None:
    """Counts so many games and makes the figures of `rotwsim run` of them."""
    scenario = Scenario.of(player="random")
    small = run_games(scenario, 10, columns=(), counted=COUNTED, jobs=1)
    one = play_one_block(Work(rules_of(scenario), 1), Block(0, SIZE))
    totals = RunTotals((), counted=COUNTED)
    for first in range(0, games, SIZE):
        block = Block(first, min(SIZE, games - first))
        totals.add(PlayedBlock(block, one.numbers[:, : block.games].copy(), one.traffic))
        totals.settle(block.end)
    counts = dict(zip(totals.counted, totals.sums().counts, strict=True))
    summary_of(replace(small, games=games, wins=totals.wins, counts=counts))


def store_games(games: int) -> None:
    """Play games of the fastest player as `rotwsim run --out` does."""
    with TemporaryDirectory() as folder:
        scenario = Scenario.of(player="random")
        run = run_games(scenario, games, columns=(), counted=COUNTED, jobs=2, out=folder)
        summary_of(run)


def growth(blocks: int, games: int = 500) -> float:
    """Megabytes by which a worker grows from its tenth block to its last."""
    work, early = Work(rules_of(Scenario.of(player="passive")), 1), 0.0
    for number in range(blocks):
        play_one_block(work, Block(number * games, games))
        if number == WARM:
            early = megabytes("VmRSS")
    return megabytes("VmRSS") - early


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--games", type=int, default=10_000_000)
    given.add_argument("--stored", action="store_true", help="Play and store them.")
    given.add_argument("--blocks", type=int, default=0, help="Of a worker, instead.")
    options = given.parse_args()
    if options.blocks:
        print(json.dumps({"blocks": options.blocks, "growth": round(growth(options.blocks), 1)}))
        return
    start = time.process_time()
    (store_games if options.stored else keep_games)(options.games)
    found = {"games": options.games, "megabytes": round(peak())}
    print(json.dumps(found | {"seconds": round(time.process_time() - start, 1)}))


if __name__ == "__main__":
    main()
