"""The games of many arms on the same seeds: played when they are asked for, kept in one folder."""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rotwsim.runner.game_columns import seat_column
from rotwsim.runner.workload import Batch, Workload, notebook_bar, who
from rotwsim.scenario.player_numbers import behaviour_of
from rotwsim.scenario.scenario import Scenario

if TYPE_CHECKING:  # what plays is loaded when games are asked for: the help of a question is fast
    import pandas as pd

    from rotwsim.runner.run import Progress, Run

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


def batch_of(arms: Iterable[Arm], games: int) -> Batch:
    return Batch([arm.scenario for arm in arms], games)


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
    def side(self) -> str:
        return self.arm.side

    @property
    def scenario(self) -> Scenario:
        return self.arm.scenario

    @property
    def games(self) -> int:
        return len(self.table)

    @property
    def wins(self) -> int:
        return int(self.table["won"].to_numpy().sum())

    def column(self, name: str) -> Any:
        """Find a column of the games, or that of the first seat; None where there is neither."""
        return self.table.get(name, self.table.get(seat_column(name, 0)))

    def of_seat(self, name: str, seat: int) -> np.ndarray:
        return self.table[seat_column(name, seat)].to_numpy()

    def command(self, game: int) -> str:
        return f"rotwsim replay {self.scenario.command()} --seed {self.seed} --game {game}"


@dataclass(frozen=True)
class Watched:
    """How far the games are, those of all arms and stages together, and what is played now."""

    now: str
    done: int
    wanted: int
    seconds_left: float


class Games:
    """Plays arms; with a folder, what it holds is not played again.

    Use it as a context: without a folder the games are in a temporary one. `begin`
    hears what is ahead whenever that has grown, `watch` how far all of it is.
    """

    def __init__(
        self,
        seed: int = 1,
        folder: Path | str | None = None,
        *,
        ready: Callable[[Scenario], None] = lambda scenario: None,
        watch: Callable[[Watched], None] = lambda watched: None,
        begin: Callable[[Workload], None] = lambda ahead: None,
        **machines,
    ):
        self.seed = seed
        self.folder = Path(folder) if folder else None
        self.ready, self.watch, self.begin, self.machines = ready, watch, begin, machines
        self.runs: dict[str, Run] = {}
        self.played = 0
        self.ahead = Workload()
        self._names: dict[Scenario, str] = {}
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
        """Give games of another seed, in the same folder and watched by the same eyes."""
        eyes = {"ready": self.ready, "watch": self.watch, "begin": self.begin}
        others = Games(seed, self.folder, **eyes, **self.machines)
        others.ahead = self.ahead
        return others

    @property
    def place(self) -> Path:
        assert self.folder is not None
        return self.folder

    @property
    def jobs(self) -> int:
        from rotwsim.runner.parallel import check_jobs

        return check_jobs(self.machines.get("jobs"))

    @property
    def counted(self) -> int:
        return self.ahead.done

    def expect(self, batches: Iterable[Batch], at_most: bool = False) -> None:
        """Say what is to come before the first game of it; what is known already is no news."""
        for batch in batches:
            if batch.stage:
                self.ahead.want_stage(batch)
                continue
            for scenario in batch.scenarios:
                name = self._name(scenario)
                self.ahead.want(name, scenario, batch.games, self._held(name))
        self.ahead.is_most |= at_most
        if self.ahead.needs_announcement():
            self.begin(self.ahead)

    def of(self, arm: Arm, games: int) -> ArmGames:
        return self.all([arm], games)[0]

    def all(self, arms: Sequence[Arm], games: int, stage: str = "") -> list[ArmGames]:
        """Give the first games of each arm, numbers 0 to `games` - 1, on the same seeds."""
        if stage:
            self.ahead.begin_stage(stage)
        self.expect([batch_of(arms, games)])
        return [self._arm_games(arm, games) for arm in arms]

    def enough(self, arm: Arm) -> None:
        """Close an arm: no more of its games will be asked for."""
        self.ahead.enough(self._name(arm.scenario))

    def report(self, now: str) -> None:
        left = self.ahead.seconds_left(self.jobs)
        self.watch(Watched(now, self.ahead.done, self.ahead.wanted, left))

    def _name(self, scenario: Scenario) -> str:
        if scenario not in self._names:
            self._names[scenario] = folder_name(scenario, self.seed)
        return self._names[scenario]

    def _held(self, name: str) -> int:
        from rotwsim.runner.store import games_held

        return games_held(self.place / name)

    def _arm_games(self, arm: Arm, games: int) -> ArmGames:
        name = self._name(arm.scenario)
        run = self.runs.get(name)
        if run is None or run.games < games:
            run = self.runs[name] = self._run(arm, name, games)
        self.ahead.count(name, games)
        assert run.traffic is not None
        table = run.table.iloc[:games]
        return ArmGames(arm, self.seed, table, run.digest, run.traffic, run.games, name)

    def _run(self, arm: Arm, name: str, games: int) -> Run:
        from rotwsim.runner.run import run_games

        scenario = arm.scenario

        def watch(run: Progress) -> None:
            self.ahead.count(name, min(run.games, games))
            if run.played and run.seconds > 0:
                self.ahead.time(scenario, run.played / run.seconds / self.jobs)
            self.report(arm.name)

        run = run_games(
            scenario,
            max(games, self._held(name)),
            self.seed,
            out=self.place / name,
            ready=lambda: self.ready(scenario),
            watch=watch,
            games_per_second=self.ahead.speed.get(who(scenario)),
            **self.machines,
        )
        self.played += run.played
        if run.interrupted:
            raise Interrupted(f"stopped by {run.interrupted} in {scenario.title()}")
        return run


def folder_name(scenario: Scenario, seed: int) -> str:
    """Give one name per scenario, seed and behaviour of its players, that a reader can make out."""
    identity = hashlib.sha256(f"{seed} {behaviour_of(scenario)}".encode())
    who = f"table {len(scenario.seats)}" if scenario.seats else scenario.player
    words = re.sub(r"[^a-z0-9]+", "-", f"{scenario.board.name} {who}".lower())
    return f"{words.strip('-')}-{identity.hexdigest()[:IDENTITY_LETTERS]}"


@contextmanager
def counted_games(
    seed: int, out: Path | str | None = None, jobs: int | None = None
) -> Iterator[Games]:
    with (
        notebook_bar() as advance,
        Games(seed, out, watch=lambda seen: advance(seen.done, seen.wanted), jobs=jobs) as played,
    ):
        yield played
