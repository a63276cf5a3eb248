"""Progress on stderr, for work that takes longer than two seconds."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 2.0  # seconds without a word


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Gives a function that takes the number done; a terminal shows a bar once patience is over."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task(what, total=total)
    begun = time.monotonic()

    def show(done: int) -> None:
        if not bar.live.is_started and time.monotonic() - begun > PATIENCE:
            bar.start()
        bar.update(task, completed=done)

    try:
        yield show
    finally:
        if bar.live.is_started:
            bar.stop()
