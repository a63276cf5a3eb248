"""Play blocks of games on many cores: threads, processes or a Dask cluster."""

from __future__ import annotations

import os
import signal
import threading
import time
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import takewhile
from pathlib import Path

import joblib
import numpy as np

from rotwsim.core.jit.decorators import KERNEL_DIGEST
from rotwsim.core.state import layout
from rotwsim.core.state.log import no_log
from rotwsim.runner.block_plan import Block
from rotwsim.runner.decisions import record_block
from rotwsim.runner.game_columns import compact
from rotwsim.runner.play import new_outcomes, new_traffic, play_block
from rotwsim.scenario.schema import DataError

BACKENDS = ("threads", "processes", "dask")
PATIENCE_SECONDS = 600  # without a block from the cluster, until it is given up
SECONDS_BETWEEN_LOOKS = 1.0  # of a worker at whether its run is alive
MOST_JOBS = 1_024  # threads or processes; a cluster counts its own
RULES_KEPT = 4  # compiled scenarios a worker remembers


@dataclass(frozen=True, eq=False)
class Work:
    """What a worker must know of a run; it is sent packed to other processes, with every block."""

    rules: np.ndarray
    seed: int
    decisions: Path | None = None  # the folder they are written to, if they are
    kernels: str = KERNEL_DIGEST

    @cached_property
    def packed_rules(self) -> bytes:
        return zlib.compress(self.rules.tobytes(), level=1)

    def __reduce__(self) -> tuple:
        return unpacked_work, (self.packed_rules, self.seed, self.decisions, self.kernels)


@dataclass(frozen=True, slots=True)
class PlayedBlock:
    """The games of a block: narrow numbers, one row per column of the table, and the traffic."""

    block: Block
    numbers: np.ndarray
    traffic: np.ndarray


@dataclass(frozen=True)
class Workers:
    """The workers: how many play at once, and the options of joblib."""

    jobs: int
    options: dict

    def play(self, work: Work, blocks: Iterable[Block]) -> Iterator[PlayedBlock]:
        """Play blocks and yield each as soon as it is done, in any order.

        Blocks are taken from the iterable as workers become free: when it ends, the rest is
        finished and yielded, and nothing is lost.
        """
        abandoned = threading.Event()
        wanted = takewhile(lambda block: not abandoned.is_set(), blocks)
        run = joblib.Parallel(
            n_jobs=self.jobs, return_as="generator_unordered", batch_size=1, **self.options
        )
        results = run(joblib.delayed(play_one_block)(work, block) for block in wanted)
        try:
            for played in results:  # noqa: UP028  `yield from` would abort them when closed
                yield played
        finally:
            abandoned.set()
            for _ in results:
                pass


@dataclass(frozen=True)
class Machine:
    """Where games are played; it changes the time they take and nothing else."""

    jobs: int | None = None  # blocks at once; None for one per core
    backend: str = "threads"
    scheduler: str | None = None  # of a Dask cluster, as tcp://host:port


@contextmanager
def workers(machine: Machine) -> Iterator[Workers]:
    """Workers on this machine, or on the cluster behind a Dask scheduler."""
    backend, scheduler = machine.backend, machine.scheduler
    if backend not in BACKENDS:
        raise DataError(f'no backend is called "{backend}"; legal: {", ".join(BACKENDS)}')
    if scheduler and backend != "dask":
        raise DataError("a scheduler belongs to the backend dask")
    jobs = check_jobs(machine.jobs)
    if backend == "dask":
        from rotwsim.runner.cluster import cluster

        with (
            cluster(jobs, scheduler) as (client, cores),
            joblib.parallel_config(backend="dask", client=client),
        ):
            yield Workers(cores, {"timeout": PATIENCE_SECONDS})
    elif backend == "processes":
        begin = {"initializer": exit_with_parent, "initargs": (os.getpid(),)}
        with worker_death_as_error():
            yield Workers(jobs, {"backend": "loky", **begin})
    else:
        yield Workers(jobs, {"backend": "threading"})


def check_jobs(jobs: int | None) -> int:
    """Return the number of blocks played at once; by default one per core."""
    if jobs is None:
        return cores()
    if isinstance(jobs, bool) or not isinstance(jobs, int) or not 1 <= jobs <= MOST_JOBS:
        raise DataError(f"the number of jobs is {jobs}; legal are 1 to {MOST_JOBS:,}")
    return jobs


@cache
def cores() -> int:
    """Count the cores that this process may use; counting is slow, so do it once."""
    return joblib.cpu_count()


def play_one_block(work: Work, block: Block) -> PlayedBlock:
    """Play one block in a worker, with the same code as the run."""
    if work.kernels != KERNEL_DIGEST:
        raise DataError(
            f"a worker has other code of the game (digest {KERNEL_DIGEST}) than the run "
            f"(digest {work.kernels}); install the same rotwsim everywhere"
        )
    outcomes = new_outcomes(work.rules, block.games)
    traffic = new_traffic(work.rules)
    if work.decisions:
        record_block(work.rules, work.seed, block, outcomes, traffic, work.decisions)
    else:
        play_block(work.rules, work.seed, block.first, outcomes, no_log(), traffic)
    return PlayedBlock(block, compact(outcomes), traffic)


def unpacked_work(packed_rules: bytes, seed: int, decisions: Path | None, kernels: str) -> Work:
    """Unpack the work in the process that plays."""
    return Work(unpacked(packed_rules), seed, decisions, kernels)


@lru_cache(maxsize=RULES_KEPT)
def unpacked(packed_rules: bytes) -> np.ndarray:
    """Unpack compiled rules; writable, because numba would compile again for read-only arrays."""
    return np.frombuffer(zlib.decompress(packed_rules), layout.RULES).copy()


@contextmanager
def worker_death_as_error() -> Iterator[None]:
    """Turn the death of a worker process into a one-line error."""
    try:
        yield
    except BrokenProcessPool:
        raise DataError(
            "a worker process was killed, perhaps for want of memory; complete blocks are kept"
        ) from None


def exit_with_parent(run: int) -> None:
    """Prepare a worker process: ignore Ctrl-C, which the run handles, and exit with the run."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == run:
            time.sleep(SECONDS_BETWEEN_LOOKS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
