"""A bar in a notebook for games that take longer than two seconds; elsewhere nothing is shown."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 2.0  # seconds without a bar
BAR = 24  # letters

Tell = Callable[[int, int], None]


@contextmanager
def notebook_bar() -> Iterator[Tell]:
    """Gives `tell(done, wanted)`, which counts games."""
    if not in_notebook():
        yield lambda done, wanted: None
        return
    begun, shown = time.monotonic(), 0

    def tell(done: int, wanted: int) -> None:
        nonlocal shown
        if time.monotonic() - begun >= PATIENCE:
            full = BAR * done // max(wanted, 1)
            line = f"{'█' * full}{'░' * (BAR - full)} {done:,}/{wanted:,} games"
            print(f"\r{line}", end="", flush=True)
            shown = len(line)

    try:
        yield tell
    finally:
        if shown:
            print("\r" + " " * shown + "\r", end="", flush=True)


def in_notebook() -> bool:
    """Whether this process is the kernel of a notebook."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"
