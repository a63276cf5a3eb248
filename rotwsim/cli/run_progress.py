"""What a run says on stderr while it goes on: that it compiles, and how far it is."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, nullcontext

import click

from rotwsim.cli.progress import in_minutes

COMPILING = "compiling the game (once, about a minute) …"
COMPILING_TABLE = "compiling the game for 2 to 6 (once, about a minute) …"


def compile_first(scenario, quiet: bool) -> None:
    """Compiles the game if it is not in the cache yet, and says so."""
    from rotwsim.runner.warm import is_compiled, warm_up

    if is_compiled(scenario):
        return
    words = COMPILING_TABLE if scenario.seats else COMPILING
    start = time.monotonic()
    with spinner(words) if not quiet else nullcontext():
        warm_up(scenario)
    if not quiet:
        click.echo(f"compiled in {time.monotonic() - start:.0f} s", err=True)


def spinner(words: str) -> AbstractContextManager:
    """Words on stderr, on a terminal with a sign that something goes on."""
    from rich.console import Console

    console = Console(stderr=True)
    if console.is_terminal:
        return console.status(words)
    click.echo(words, err=True)
    return nullcontext()


def told(progress, wanted: int) -> str:
    """Games done, speed, time left, and the win rate so far: "… won 41.2 % (39.8 to 42.6)"."""
    from rotwsim.stats import anytime

    speed = progress.played / progress.seconds
    left = max(0, wanted - progress.games) / speed
    rate = anytime(progress.wins, progress.games).scaled(100)
    return (
        f"{progress.games:,} of {wanted:,} games, {speed:,.0f}/s, "
        f"{in_minutes(left)} left, won {rate.value:.1f} % ({rate.low:.1f} to {rate.high:.1f})"
    )
