# Longer than most: threads, processes and a Dask cluster side by side.
"""Play blocks of games on many cores: threads, processes or a Dask cluster."""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import threading
import time
import zlib
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import joblib
import numpy as np

from rotwsim.core.jit.decorators import KERNEL_DIGEST
from rotwsim.core.state import layout
from rotwsim.core.state.log import no_log
from rotwsim.players.own import KNOWN, own_player
from rotwsim.players.registry import own_numbers
from rotwsim.runner.decisions import record_block
from rotwsim.runner.game_columns import NARROW, compact, form_of
from rotwsim.runner.play import new_outcomes, new_traffic, play_games
from rotwsim.runner.workload import Block
from rotwsim.scenario.options import among
from rotwsim.scenario.schema import DataError

if TYPE_CHECKING:
    from distributed import Client

BACKENDS = ("threads", "processes", "dask")
PATIENCE_SECONDS = 600  # without a block from the cluster, until it is given up
SECONDS_BETWEEN_LOOKS = 1.0  # of a worker at whether its run is alive
LOOKS_AT_A_DEAD_WORKER = 5  # for which loky may still notice by itself
MOST_JOBS = 1_024  # threads or processes; a cluster counts its own
GAMES_AT_ONCE = 500  # whose outcomes wait, four times as wide, to become columns
TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3  # of mallopt
LARGE_ARRAY = 1 << 20  # bytes; with smaller ones random games get slower
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
        files = tuple(KNOWN[number][:2] for number in own_numbers(self.rules))
        return unpacked_work, (self.packed_rules, self.seed, self.decisions, self.kernels, files)


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

    def play(self, work: Work, blocks: Iterable[Block]) -> Generator[PlayedBlock, None, None]:
        """Play blocks and yield each as soon as it is done, in any order.

        Blocks are taken from the iterable as workers become free: when it ends, the rest is
        finished and yielded, and nothing is lost.
        """
        abandoned = threading.Event()
        wanted = takewhile(lambda block: not abandoned.is_set(), blocks)
        options: dict[str, Any] = {"batch_size": 1, **self.options}
        run = joblib.Parallel(n_jobs=self.jobs, return_as="generator_unordered", **options)
        results: Any = run(joblib.delayed(play_one_block)(work, block) for block in wanted)
        try:
            with half_messages_ended(run):
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
    give_memory_back()
    backend, scheduler = machine.backend, machine.scheduler
    among("backend", backend, BACKENDS)
    if scheduler and backend != "dask":
        raise DataError("a scheduler belongs to the backend dask")
    jobs = check_jobs(machine.jobs)
    if backend == "dask":
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
    traffic = new_traffic(work.rules)
    if work.decisions:
        outcomes = new_outcomes(work.rules, block.games)
        record_block(work.rules, work.seed, block, outcomes, traffic, work.decisions)
        return PlayedBlock(block, compact(outcomes), traffic)
    numbers = np.empty((len(form_of(work.rules).columns), block.games), NARROW)
    for place in range(0, block.games, GAMES_AT_ONCE):
        outcomes = new_outcomes(work.rules, min(GAMES_AT_ONCE, block.games - place))
        play_games(work.rules, work.seed, block.first + place, outcomes, no_log(), traffic)
        part = compact(outcomes)
        numbers = numbers.astype(np.result_type(numbers, part), copy=False)
        numbers[:, place : place + len(outcomes)] = part
    return PlayedBlock(block, numbers, traffic)


def give_memory_back() -> None:
    """Make malloc return large arrays to the system at once: it would keep the largest size of a
    search for track that ever came, for each thread. Only glibc has these settings.
    """
    with suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(MMAP_THRESHOLD, LARGE_ARRAY)
        mallopt(TRIM_THRESHOLD, 2 * LARGE_ARRAY)


def unpacked_work(
    packed_rules: bytes,
    seed: int,
    decisions: Path | None,
    kernels: str,
    files: tuple[tuple[Path, str], ...] = (),
) -> Work:
    for path, module in files:
        own_player(path, module)
    return Work(unpacked(packed_rules), seed, decisions, kernels)


@lru_cache(maxsize=RULES_KEPT)
def unpacked(packed_rules: bytes) -> np.ndarray:
    """Unpack compiled rules; writable, because numba would compile again for read-only arrays."""
    return np.frombuffer(zlib.decompress(packed_rules), layout.RULES).copy()


@contextmanager
def worker_death_as_error() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool:
        raise DataError(
            "a worker process was killed, perhaps for want of memory; complete blocks are kept: "
            "call the same again, with fewer --jobs or with --backend threads"
        ) from None


@contextmanager
def half_messages_ended(run: joblib.Parallel) -> Iterator[None]:
    """End the pool when a worker process was killed in the middle of handing a block over.

    Loky would wait forever for the rest of the message. With all workers killed and our end of the
    pipe closed the message ends, and loky reports a broken pool as for any other killed worker.
    """
    done = threading.Event()

    def watch() -> None:
        missed = 0
        while not done.wait(SECONDS_BETWEEN_LOOKS):
            pool: Any = getattr(getattr(run, "_backend", None), "_workers", None)
            processes = list((getattr(pool, "_processes", None) or {}).values())
            missed = missed + 1 if any((each.exitcode or 0) < 0 for each in processes) else 0
            if missed > LOOKS_AT_A_DEAD_WORKER:
                for process in processes:
                    process.terminate()
                pool._result_queue._writer.close()
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


def exit_with_parent(run: int) -> None:
    """Prepare a worker process: ignore Ctrl-C, which the run handles, and exit with the run."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == run:
            time.sleep(SECONDS_BETWEEN_LOOKS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


SECONDS_TO_CONNECT = 3
SECONDS_FOR_WORKERS = 15


@contextmanager
def cluster(jobs: int, scheduler: str | None = None) -> Iterator[tuple[Client, int]]:
    """Give a connected client and its number of cores; close everything at the end."""
    try:
        import distributed
    except ImportError:
        raise DataError('Dask is not installed; pip install "rotwsim[dask]"') from None

    # The user need not know of a lost worker: its blocks are played again elsewhere.
    for name in ("distributed", "distributed.client", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    where = f"the Dask cluster at {scheduler or 'this machine'}"
    if scheduler:
        check_scheduler(scheduler)
        made: dict[str, Any] = {"address": scheduler, "timeout": SECONDS_TO_CONNECT}
    else:
        made = {"n_workers": jobs, "threads_per_worker": 1, "dashboard_address": ":0"}
        made["silence_logs"] = logging.CRITICAL
    try:
        with interrupts_ignored():  # what a new process inherits: the run handles Ctrl-C
            client = distributed.Client(set_as_default=False, **made)
        with client:
            cores_by_worker = wait_for_workers(client, where)
            yield client, sum(cores_by_worker.values())
    except ImportError as error:
        raise DataError(f"the workers of {where} cannot play: {error}") from None
    except (OSError, CancelledError, distributed.KilledWorker) as error:
        raise DataError(f"{where} was lost: {error or type(error).__name__}") from None


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Ignore Ctrl-C inside the block; only the main thread can set this."""
    is_main = threading.current_thread() is threading.main_thread()
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN) if is_main else None
    try:
        yield
    finally:
        if is_main:
            signal.signal(signal.SIGINT, usual)


def check_scheduler(scheduler: str) -> None:
    """Refuse an address where nobody or something else answers: Dask would wait for ever."""
    import asyncio

    from distributed.comm.core import connect

    async def greet() -> None:
        greeting = await asyncio.wait_for(connect(scheduler), SECONDS_TO_CONNECT)
        await greeting.close()

    try:
        with ThreadPoolExecutor(1) as aside:  # a notebook has its own loop in this thread
            aside.submit(asyncio.run, greet()).result()
    except Exception:
        raise DataError(
            f'no Dask scheduler answers at "{scheduler}"; the form is tcp://host:port'
        ) from None


def wait_for_workers(client: Client, where: str) -> dict[str, int]:
    """Give the cores of each worker; refuse other code, which would hang the run or change it."""
    try:
        client.wait_for_workers(1, timeout=SECONDS_FOR_WORKERS)
    except TimeoutError:
        raise DataError(f"{where} has no workers") from None
    digests: Any = client.run(digest_of_code)
    for worker, digest in digests.items():
        if digest != digest_of_code():
            raise DataError(
                f"worker {worker} of {where} has other code of the game ({digest} there, "
                f"{digest_of_code()} here); install the same rotwsim everywhere"
            )
    cores: Any = client.ncores()
    return cores


def digest_of_code() -> str:
    """Return the digest in the process that calls this."""
    from rotwsim.core.jit.decorators import KERNEL_DIGEST

    return KERNEL_DIGEST
