"""What a run says on stderr while it goes on: that it compiles, and how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from rotwsim.cli.progress import PATIENCE

BAR_WIDTH = 10
COMPILING = "compiling the game (once, about two minutes) …"


def compile_first(scenario, quiet: bool) -> None:
    """Compiles the game if it is not in the cache yet, and says so."""
    from rotwsim.runner.warm import is_compiled, warm_up

    if is_compiled(scenario):
        return
    if not quiet:
        click.echo(COMPILING, err=True)
    start = time.monotonic()
    warm_up(scenario)
    if not quiet:
        click.echo(f"compiled in {time.monotonic() - start:.0f} s", err=True)


@contextmanager
def run_progress(quiet: bool) -> Iterator[Callable]:
    """Gives the function that watches a run; on a terminal a bar shows it after two seconds."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn
    from rich.table import Column

    console = Console(stderr=True)
    bar = Progress(
        BarColumn(BAR_WIDTH),
        TextColumn("{task.fields[told]}", table_column=Column(no_wrap=True)),
        console=console,
        transient=True,
        disable=quiet or not console.is_terminal,
    )
    task = bar.add_task("", told="")

    def watch(progress) -> None:
        if bar.disable or progress.seconds < PATIENCE:
            return
        bar.update(task, completed=progress.games, total=progress.wanted, told=told(progress))
        if not bar.live.is_started:
            bar.start()

    try:
        yield watch
    finally:
        if bar.live.is_started:
            bar.stop()


def told(progress) -> str:
    """Games done, speed, time left, and the win rate so far: "… won 41.2 % (39.8 to 42.6)"."""
    from rotwsim.stats import anytime

    speed = progress.played / progress.seconds
    left = (progress.wanted - progress.games) / speed
    rate = anytime(progress.wins, progress.games).scaled(100)
    return (
        f"{progress.games:,} of {progress.wanted:,} games, {speed:,.0f}/s, "
        f"{in_minutes(left)} left, won {rate.value:.1f} % ({rate.low:.1f} to {rate.high:.1f})"
    )


def in_minutes(seconds: float) -> str:
    """A time as a person says it: 8 s, 3:20 min, 2:05 h."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    unit, larger = ("min", 60) if seconds < 3600 else ("h", 3600)
    whole, rest = divmod(round(seconds * 60 / larger), 60)
    return f"{whole}:{rest:02d} {unit}"
