"""What a run says on stderr while it goes on: that it compiles, and how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext

import click

from rotwsim.cli.progress import in_minutes
from rotwsim.core.jit.cache_folder import COMPILING

WORDS = "compiling the game (once, about a minute) …"
LONG = 5.0  # seconds of compiling that are worth a word afterwards


@contextmanager
def announced_compiling(is_quiet: Callable[[], bool]) -> Iterator[None]:
    """Say that kernels are compiled, and how long it took, whatever command needs them."""
    shown, starts = ExitStack(), []

    def begin() -> None:
        starts.append(time.monotonic())
        if not is_quiet():
            shown.enter_context(spinner(WORDS, again=len(starts) > 1))

    def end() -> None:
        shown.close()
        seconds = time.monotonic() - starts[-1]
        if seconds >= LONG and not is_quiet():
            click.echo(f"compiled in {seconds:.0f} s", err=True)

    COMPILING.begin, COMPILING.end, COMPILING.depth = begin, end, 0
    with shown:
        try:
            yield
        finally:
            COMPILING.begin = COMPILING.end = lambda: None


def spinner(words: str, again: bool = False) -> AbstractContextManager:
    """Show words on stderr, on a terminal with a sign that something goes on; elsewhere once."""
    from rich.console import Console

    console = Console(stderr=True)
    if console.is_terminal:
        return console.status(words)
    if not again:
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
