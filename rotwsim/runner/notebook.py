"""A bar in a notebook for games that take longer than two seconds; elsewhere nothing is shown."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 2.0  # seconds without a bar

Tell = Callable[[int, int], None]


@contextmanager
def notebook_bar() -> Iterator[Tell]:
    """Gives `tell(done, wanted)`, which counts games."""
    if not in_notebook():
        yield lambda done, wanted: None
        return
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    bar = Progress(*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    task, begun = bar.add_task("games"), time.monotonic()

    def tell(done: int, wanted: int) -> None:
        if time.monotonic() - begun >= PATIENCE:
            bar.start()
            bar.update(task, completed=done, total=wanted)

    try:
        yield tell
    finally:
        if bar.live.is_started:
            bar.stop()


def in_notebook() -> bool:
    """Whether this process is the kernel of a notebook."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"
