"""Progress on stderr, for work that takes longer than two seconds: one bar for every command."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

PATIENCE = 2.0  # seconds without a word
IN_A_PIPE = 10.0  # seconds between two lines where nobody sees a bar
BAR_WIDTH = 10

Tell = Callable[[int, int, Callable[[], str]], None]


@contextmanager
def progress(quiet: bool = False, piped: bool = False) -> Iterator[Tell]:
    """Gives `tell(done, total, words)`; a terminal shows a bar once patience is over.

    `piped` is for work of minutes: a pipe gets a line now and then.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn
    from rich.table import Column

    console = Console(stderr=True)
    bar = Progress(
        BarColumn(BAR_WIDTH),
        TextColumn("{task.fields[told]}", markup=False, table_column=Column(no_wrap=True)),
        console=console,
        transient=True,
        disable=quiet or not console.is_terminal,
    )
    task = bar.add_task("", told="")
    begun = time.monotonic()
    next_line = begun + PATIENCE if piped and not quiet else math.inf

    def tell(done: int, total: int, words: Callable[[], str]) -> None:
        nonlocal next_line
        if bar.disable and time.monotonic() >= next_line:
            next_line = time.monotonic() + IN_A_PIPE
            click.echo(words(), err=True)
        if bar.disable or time.monotonic() - begun < PATIENCE:
            return
        bar.update(task, completed=done, total=total, told=words())
        if not bar.live.is_started:
            bar.start()

    try:
        yield tell
    finally:
        if bar.live.is_started:
            bar.stop()


def in_minutes(seconds: float) -> str:
    """A time as a person says it: 8 s, 3:20 min, 2:05 h."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    unit, larger = ("min", 60) if seconds < 3600 else ("h", 3600)
    whole, rest = divmod(round(seconds * 60 / larger), 60)
    return f"{whole}:{rest:02d} {unit}"
