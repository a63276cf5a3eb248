"""Progress on stderr, for work that takes longer than two seconds: one bar for every command."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 2.0  # seconds without a word
BAR_WIDTH = 10

Tell = Callable[[int, int, Callable[[], str]], None]


@contextmanager
def progress(quiet: bool = False) -> Iterator[Tell]:
    """Gives `tell(done, total, words)`; a terminal shows a bar once patience is over."""
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

    def tell(done: int, total: int, words: Callable[[], str]) -> None:
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
