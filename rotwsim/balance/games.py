"""The games of many arms on the same seeds: played when they are asked for, kept in one folder."""

from __future__ import annotations

import hashlib
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rotwsim.core.jit import KERNEL_DIGEST
from rotwsim.rules.scenario import Scenario
from rotwsim.runner.notebook import notebook_bar
from rotwsim.runner.parallel import check_jobs
from rotwsim.runner.plan import block_size
from rotwsim.runner.play import rules_of
from rotwsim.runner.run import Progress, Run, run_games
from rotwsim.runner.store import block_files
from rotwsim.runner.table import seat_column

if TYPE_CHECKING:
    import pandas as pd

IDENTITY_LETTERS = 12


class Interrupted(Exception):
    """Ctrl-C or SIGTERM ended the games; what was played is kept if there is a folder."""


@dataclass(frozen=True)
class Arm:
    """A scenario that is played under a name; arms of one experiment share their seeds."""

    name: str
    scenario: Scenario
    side: str = ""  # what the rulebook says of it: easier, harder, or nothing
    label: str = ""  # its name among the variants of one baseline, where that is shorter


@dataclass(frozen=True)
class ArmGames:
    """The games of an arm: one row per game, and the traffic of `run_games` games."""

    arm: Arm
    seed: int
    table: pd.DataFrame
    digest: str
    traffic: np.ndarray
    run_games: int
    folder: str  # below the folder of all games

    @property
    def name(self) -> str:
        return self.arm.name

    @property
    def label(self) -> str:
        return self.arm.label or self.arm.name

    @property
    def scenario(self) -> Scenario:
        return self.arm.scenario

    @property
    def games(self) -> int:
        return len(self.table)

    @property
    def wins(self) -> int:
        return int(self.table["won"].sum())

    def column(self, name: str) -> pd.Series | None:
        """A column of the games; at a table that of the first seat, None where there is neither."""
        return self.table.get(name, self.table.get(seat_column(name, 0)))

    def command(self, game: int) -> str:
        """The words that replay one game."""
        return f"rotwsim replay {self.scenario.command()} --seed {self.seed} --game {game}"


@dataclass(frozen=True)
class Watched:
    """How far the games are: of this arm, and of all that were asked for together."""

    arm: str
    place: int
    places: int
    run: Progress
    seconds_left: float


class Games:
    """Plays arms; with a folder, what it holds is not played again, whoever asked for it.

    Use it as a context: without a folder of its own the games lie in a temporary one.
    """

    def __init__(
        self,
        seed: int = 1,
        folder: Path | str | None = None,
        *,
        ready: Callable[[Scenario], None] = lambda scenario: None,
        watch: Callable[[Watched], None] = lambda watched: None,
        begin: Callable[[Sequence[Scenario], int], None] = lambda scenarios, games: None,
        **machines,
    ):
        self.seed = seed
        self.folder = Path(folder) if folder else None
        self.ready, self.watch, self.begin, self.machines = ready, watch, begin, machines
        self.runs: dict[str, Run] = {}
        self.played = 0
        self.asked: dict[str, int] = {}  # how many games of each scenario an answer rests on
        self.speed: dict[tuple, float] = {}  # of one job, by player, so that only one is measured
        self._temporary: tempfile.TemporaryDirectory | None = None

    def __enter__(self) -> Games:
        if self.folder is None:
            self._temporary = tempfile.TemporaryDirectory(prefix="rotwsim-")
            self.folder = Path(self._temporary.name)
        return self

    def __exit__(self, *error) -> None:
        if self._temporary:
            self._temporary.cleanup()

    def reseeded(self, seed: int) -> Games:
        """Games of another seed, in the same folder and watched by the same eyes."""
        eyes = {"ready": self.ready, "watch": self.watch, "begin": self.begin}
        others = Games(seed, self.folder, **eyes, **self.machines)
        others.asked = self.asked
        return others

    @property
    def counted(self) -> int:
        """All games that were asked for so far, each counted once."""
        return sum(self.asked.values())

    def of(self, arm: Arm, games: int) -> ArmGames:
        """The first games of one arm."""
        return self.all([arm], games)[0]

    def all(self, arms: Sequence[Arm], games: int) -> list[ArmGames]:
        """The first games of each arm, numbers 0 to `games` - 1, on the same seeds."""
        waiting = [arm.scenario for arm in arms if not self._holds(arm.scenario, games)]
        if waiting:
            self.begin(waiting, games)
        start, found = time.perf_counter(), []
        for place, arm in enumerate(arms):

            def watch(run: Progress, arm=arm, place=place) -> None:
                wanted, done = games * len(arms), games * place + run.games
                speed = run.played / run.seconds if run.seconds > 0 else 0.0
                left = (wanted - done) / speed if speed else 0.0
                spent = replace(run, seconds=time.perf_counter() - start)
                self.watch(Watched(arm.name, place + 1, len(arms), spent, left))

            found.append(self._arm_games(arm, games, watch))
        return found

    def _holds(self, scenario: Scenario, games: int) -> bool:
        """Whether so many games were played, or read, before."""
        run = self.runs.get(folder_name(scenario, self.seed))
        return run is not None and run.games >= games

    def _arm_games(self, arm: Arm, games: int, watch: Callable[[Progress], None]) -> ArmGames:
        name = folder_name(arm.scenario, self.seed)
        self.asked[name] = max(games, self.asked.get(name, 0))
        run = self.runs.get(name)
        if run is None or run.games < games:
            run = self._run(arm.scenario, name, games, watch)
            self.runs[name] = run
        return ArmGames(
            arm, self.seed, run.table.iloc[:games], run.digest, run.traffic, run.games, name
        )

    def _run(self, scenario: Scenario, name: str, games: int, watch) -> Run:
        folder = self.folder / name
        held = max((block.end for block in block_files(folder)), default=0)
        jobs, who = (
            check_jobs(self.machines.get("jobs")),
            (scenario.player, scenario.budget, scenario.seats),
        )
        run = run_games(
            scenario,
            max(games, held),
            self.seed,
            out=folder,
            ready=lambda: self.ready(scenario),
            watch=watch,
            block=block_size(games, self.speed[who], jobs) if who in self.speed else None,
            **self.machines,
        )
        self.played += run.played
        if run.played:
            self.speed[who] = run.games_per_second / jobs
        if run.interrupted:
            raise Interrupted(f"stopped by {run.interrupted} in {scenario.title()}")
        return run


def folder_name(scenario: Scenario, seed: int) -> str:
    """One name per scenario, seed and code of the game, that a reader can still make out."""
    identity = hashlib.sha256(rules_of(scenario).tobytes())
    identity.update(f"{seed} {KERNEL_DIGEST}".encode())
    who = f"table {len(scenario.seats)}" if scenario.seats else scenario.player
    words = re.sub(r"[^a-z0-9]+", "-", f"{scenario.board.name} {who}".lower())
    return f"{words.strip('-')}-{identity.hexdigest()[:IDENTITY_LETTERS]}"


@contextmanager
def counted_games(
    seed: int, out: Path | str | None = None, jobs: int | None = None
) -> Iterator[Games]:
    """Games to ask for, counted by a bar in a notebook."""
    with notebook_bar() as tell:

        def watch(watched: Watched) -> None:
            run = watched.run
            done = (watched.place - 1) * run.wanted + run.games
            tell(done, watched.places * run.wanted)

        with Games(seed, out, watch=watch, jobs=jobs) as played:
            yield played
