"""The options that say how games are run, shared by every command that plays many."""

from __future__ import annotations

from collections.abc import Callable

import click

SEED = click.option("--seed", type=int, default=1, show_default=True, help="Run seed.")
QUIET = click.option("--quiet", is_flag=True, help="No word on stderr while it runs.")
MACHINES = (
    click.option("--jobs", type=int, help="Blocks of games at once.  [default: one per core]"),
    click.option(
        "--backend",
        default="threads",
        show_default=True,
        metavar="NAME",
        help="threads, processes, or dask: a cluster.",
    ),
    click.option("--scheduler", metavar="ADDRESS", help="Of a Dask cluster, as tcp://host:port."),
)


def run_options(command: Callable) -> Callable:
    """Adds --seed, --jobs, --backend, --scheduler and --quiet."""
    for piece in reversed((SEED, *MACHINES, QUIET)):
        command = piece(command)
    return command
