"""Run games of a scenario, from the plan to the result."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from functools import cached_property
from inspect import signature
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rotwsim.core.jit.decorators import KERNEL_DIGEST
from rotwsim.runner import run_totals, workload
from rotwsim.runner.decisions import compile_recording, recording
from rotwsim.runner.game_columns import GameColumns, form_of, named, seat_rows
from rotwsim.runner.parallel import Machine, PlayedBlock, Work, Workers, play_one_block, workers
from rotwsim.runner.person_calibration import with_knob
from rotwsim.runner.play import rules_of
from rotwsim.runner.store import Store, manifest_of, now, opened
from rotwsim.scenario.options import PERSON, among
from rotwsim.scenario.scenario import Scenario, scenario_of
from rotwsim.scenario.schema import DataError

if TYPE_CHECKING:
    import pandas as pd

PLAYED_AGAIN = 5  # games of a stored run, where the code has changed since


@dataclass(frozen=True)
class Run:
    """The result of a run: games 0, 1, 2, … of a scenario under one seed."""

    scenario: Scenario
    seed: int
    games: int
    wins: int
    outcomes: GameColumns  # in the columns that were asked for
    counts: dict[str, run_totals.Values]  # how often each value came in the counted columns
    digest: str  # over all columns
    traffic: np.ndarray | None  # Links and deliveries; None without games
    played: int  # games played now; the others were in the folder
    seconds: float  # that this took
    stopped: bool  # because the rule held
    interrupted: str  # "Ctrl-C" or "SIGTERM": all games may be there, but no more are wanted

    @cached_property
    def table(self) -> pd.DataFrame:
        return self.outcomes.table()

    @property
    def games_per_second(self) -> float:
        return self.played / self.seconds if self.played else 0.0


@dataclass(frozen=True)
class Progress:
    games: int
    wanted: int
    wins: int
    played: int  # of the games, those played since the start
    seconds: float  # since the start


def run_games(
    scenario: Scenario,
    games: int,
    seed: int = 1,
    *,
    jobs: int | None = None,
    backend: str = "threads",
    scheduler: str | None = None,
    out: Path | str | None = None,
    decisions: Path | str | None = None,
    stop: run_totals.StoppingRule | None = None,
    ready: Callable[[], float | None] = lambda: None,
    watch: Callable[[Progress], None] = lambda progress: None,
    columns: Sequence[str] | None = None,
    counted: Sequence[str] = (),
    block: int | None = None,
    games_per_second: float | None = None,
) -> Run:
    """Play games 0 to `games` - 1, or fewer if the rule `stop` holds before.

    With `out` every block is stored as it comes, and what the folder already holds is not played
    again. With `decisions` every decision is written to a new folder, see `rotwsim.columns`. Jobs,
    backend and block size change the time it takes and nothing else. `ready` is
    called before the first game, when everything else is in order, and may return the speed of one
    job, if it measured that; `watch` after each block; the
    run keeps all columns, or those named. Of `counted` columns it keeps how often each value came:
    this takes no more memory for ten million games than for one. A known speed saves a trial.
    """
    games, seed = workload.check_games(games), workload.check_seed(seed)
    if scenario.has_person:
        scenario = with_knob(scenario)
    block = None if block is None else workload.check_games(block, "the block")
    rules = rules_of(scenario)
    manifest = manifest_of(scenario, seed, games)
    if decisions:
        # This machine writes them once for fixed games.
        given = {"--out": out, "--precision": stop, "--backend dask": backend == "dask"}
        for option in (name for name, value in given.items() if value):
            raise DataError(f"{option} does not go with --decisions; leave one of them out")
    with (
        workers(Machine(jobs, backend, scheduler)) as crew,
        opened(out, manifest) if out else nullcontext() as store,
        recording(scenario, decisions, manifest) if decisions else nullcontext() as written,
    ):
        form = form_of(rules)
        totals = run_totals.RunTotals(form.columns if columns is None else columns, form, counted)
        work = Work(rules, seed, written and written.folder)
        run = RunInProgress(games, work, store, totals, run_totals.Stopping(stop))
        run.take_stored()
        if not run.is_done:
            known_speed = ready() or games_per_second
            if written:
                compile_recording(rules)
            if block:
                run.play(crew, block, block, watch)
            else:
                speed = known_speed or workload.measure_speed(rules, seed)
                size = workload.block_size(games, speed, crew.jobs)
                run.play(crew, size, workload.last_block_size(speed, crew.jobs), watch)
        run.finish()
        sums = run.totals.sums()
        if written:
            facts = {"games": sums.games, "digest": sums.digest_text, "finished": now()}
            written.manifest |= facts
    return Run(
        scenario=scenario,
        seed=seed,
        games=sums.games,
        wins=sums.wins,
        digest=sums.digest_text,
        traffic=sums.traffic,
        outcomes=run.totals.take_games(),
        counts=dict(zip(counted, sums.counts or (), strict=False)),
        played=run.played,
        seconds=run.seconds,
        stopped=run.stopping.at is not None,
        interrupted=run.interrupted,
    )


@dataclass
class RunInProgress:
    """A run that is being played: its blocks, totals and folder."""

    games: int
    work: Work
    store: Store | None
    totals: run_totals.RunTotals
    stopping: run_totals.Stopping
    played: int = 0
    seconds: float = 0.0
    interrupted: str = ""

    @property
    def is_done(self) -> bool:
        return self.stopping.at is not None or self.totals.games >= self.games

    def take_stored(self) -> None:
        """Count the blocks of the folder; damaged ones are put aside and played again."""
        if self.store is None:
            return
        if self.store.manifest["finished"]:
            self.stopping.least = self.store.manifest["games"]  # what is paid for is not cut off
        for played in self.store.read():
            if played.block.end > self.games:
                raise DataError(f"{self.store.folder} holds more games; ask for at least as many")
            if self.store.manifest["kernel_digest"] != KERNEL_DIGEST:
                self.compare_games(played)
            self.count(played)
        self.store.compare_digest(self.totals)

    def compare_games(self, played: PlayedBlock) -> None:
        """Refuse stored games that the current code plays differently."""
        assert self.store
        games = min(PLAYED_AGAIN, played.block.games)
        again = play_one_block(self.work, workload.Block(played.block.first, games)).numbers
        if not np.array_equal(again, played.numbers[:, :games]):
            raise DataError(
                f"{self.store.folder} holds games that the players now play otherwise; give "
                "another folder, or remove this one"
            )
        self.store.manifest |= {"kernel_digest": KERNEL_DIGEST}

    def play(self, crew: Workers, size: int, least: int, watch: Callable[[Progress], None]) -> None:
        """Play what is missing; if stopped early, finish and count the blocks under way."""
        facts = {"games": self.games, "finished": None, "digest": None}
        if self.store and not facts.items() <= self.store.manifest.items():
            self.store.note(**facts)
        known, start = self.totals.games, time.perf_counter()
        missing = workload.blocks_to_play(self.games, self.totals.shares, size, crew.jobs, least)
        with run_totals.stopped_by_interrupt() as interrupt:

            def goes_on(_: workload.Block) -> bool:
                return self.stopping.at is None and not interrupt.by

            with closing(crew.play(self.work, takewhile(goes_on, missing))) as blocks:
                for played in blocks:
                    if self.store:
                        self.store.write(played)
                    self.count(played)
                    self.played = self.totals.games - known
                    self.seconds = time.perf_counter() - start
                    totals = self.totals
                    done = (totals.games, self.games, totals.wins, self.played, self.seconds)
                    watch(Progress(*done))
        self.interrupted = interrupt.by

    def count(self, played: PlayedBlock) -> None:
        self.totals.add(played)
        self.stopping.add(played)
        self.totals.settle(self.stopping.safe)

    def finish(self) -> None:
        """Cut off what is beyond the stop, and note in the folder that all is there."""
        if self.stopping.at is not None:
            self.cut_off(self.stopping.at)
        if self.store and self.is_done:
            sums = self.totals.sums()
            self.store.note(games=sums.games, finished=now(), digest=sums.digest_text)

    def cut_off(self, end: int) -> None:
        """Drop the games from number `end` on; a block across it is played again up to there."""
        for block in [block for block in self.totals.shares if block.end > end]:
            self.totals.drop(block)
            if block.first < end:
                shorter = play_one_block(self.work, workload.Block(block.first, end - block.first))
                self.totals.add(shorter)
                if self.store:
                    self.store.write(shorter)
            if self.store:
                self.store.remove(block)


def simulate(
    scenario: Scenario | str,
    games: int = 1000,
    seed: int = 1,
    jobs: int | None = None,
    *,
    wins: float = 0,
    errs: str = "",
    on: str = "",
    **options,
) -> pd.DataFrame:
    """Play games of a scenario (or of a board by its name) and return one row per game, in
    multiplayer one row per game and seat.

    A person plays a board given by its name: one who wins half of the standard games, or `wins` per
    cent of them, on the board `on` if it is named, and errs as `errs` says. `jobs` is the number of
    cores, by default all; further options are those of `run_games`. The table's `attrs` say what
    was played: scenario, seed, digest; `rotwsim.columns()` explains its columns. A notebook shows
    a bar.

    >>> games = rotwsim.simulate(rotwsim.Scenario.of(player="club"), games=20)
    >>> len(games), bool(games.won.any())
    (20, True)
    """
    for keyword in options:
        among("option of simulate", keyword, list(signature(run_games).parameters))
    scenario = with_knob(scenario_of(scenario, player=PERSON, wins=wins, errs=errs, on=on))
    with workload.notebook_bar() as show:
        shown = {"watch": lambda run: show(run.games, run.wanted), **options}
        run = run_games(scenario, games, seed, jobs=jobs, **shown)
    if run.interrupted:
        raise KeyboardInterrupt
    if scenario.seats:
        table = seat_rows(scenario, run.table)
    else:
        table = named(scenario, run.table) if "columns" not in options else run.table
    table.attrs.update(scenario=scenario.describe(), seed=run.seed, digest=run.digest)
    return table
