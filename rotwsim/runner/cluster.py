"""Connect to a Dask cluster: one behind a scheduler, or a small one on this machine."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from rotwsim.scenario.schema import DataError

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

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
    if scheduler is None:
        with local_cluster(jobs) as local, distributed.Client(local) as client:
            yield client, jobs
    else:
        with connected(scheduler) as client, lost_cluster_as_error(scheduler):
            cores = cores_of(client, scheduler)
            check_code(client, scheduler)
            yield client, cores


def local_cluster(jobs: int) -> LocalCluster:
    """Start worker processes on this machine that ignore Ctrl-C: the run handles it."""
    import distributed

    with interrupts_ignored():  # what a new process inherits
        return distributed.LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            dashboard_address=":0",
            silence_logs=logging.CRITICAL,
        )


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Ignore Ctrl-C inside the block; only the main thread can set this."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def connected(scheduler: str) -> Client:
    """Connect to a running scheduler, or fail with one clear line within seconds."""
    import distributed

    try:
        check_port(scheduler)
        with ThreadPoolExecutor(1) as aside:  # a notebook has its own loop in this thread
            aside.submit(asyncio.run, check_scheduler(scheduler)).result()
        return distributed.Client(scheduler, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except Exception as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise DataError(f'no Dask scheduler answers at "{scheduler}": {reason}') from None


def check_port(scheduler: str) -> None:
    """Fail at once if nobody listens; Dask itself would retry for long."""
    address = urlsplit(scheduler)
    if not address.hostname or not address.port:
        raise ValueError("the form is tcp://host:port")
    socket.create_connection((address.hostname, address.port), SECONDS_TO_CONNECT).close()


async def check_scheduler(scheduler: str) -> None:
    """Fail soon if something else than a scheduler listens; Dask itself would wait for ever."""
    from distributed.comm.core import connect

    greeting = await asyncio.wait_for(connect(scheduler), SECONDS_TO_CONNECT)
    await greeting.close()


@contextmanager
def lost_cluster_as_error(scheduler: str) -> Iterator[None]:
    """Turn a failure of the cluster into a one-line error; stored blocks are kept."""
    from distributed import KilledWorker

    try:
        yield
    except ImportError as error:
        raise DataError(f"the workers at {scheduler} cannot play: {error}") from None
    except (OSError, CancelledError, KilledWorker) as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise DataError(f"the cluster at {scheduler} was lost: {reason}") from None


def cores_of(client: Client, scheduler: str) -> int:
    """Count the blocks that the workers of a cluster can play at once."""
    try:
        client.wait_for_workers(1, timeout=SECONDS_FOR_WORKERS)
    except TimeoutError:
        raise DataError(f"the Dask scheduler at {scheduler} has no workers") from None
    cores: Any = client.ncores()
    return sum(cores.values())


def check_code(client: Client, scheduler: str) -> None:
    """Refuse workers with other code of the game; one that cannot import it would hang the run."""
    digests: Any = client.run(digest_of_code)
    for worker, digest in digests.items():
        if digest != digest_of_code():
            raise DataError(
                f"worker {worker} at {scheduler} has other code of the game ({digest} there, "
                f"{digest_of_code()} here); install the same rotwsim everywhere"
            )


def digest_of_code() -> str:
    """Return the digest of the game's code in the process that calls this."""
    from rotwsim.core.jit.decorators import KERNEL_DIGEST

    return KERNEL_DIGEST
