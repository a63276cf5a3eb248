"""What commands say on stderr: the cost before long work, compiling, and one progress bar."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext

import click

from rotwsim.core.jit.cache_folder import COMPILING

PATIENCE = 2.0  # seconds without a word
IN_A_PIPE = 10.0  # seconds between two lines where nobody sees a bar
BAR_WIDTH = 10

Advance = Callable[[int, int, Callable[[], str]], None]


@contextmanager
def progress(quiet: bool = False, piped: bool = False) -> Iterator[Advance]:
    """Gives `advance(done, total, words)`; a terminal shows a bar once patience is over.

    `piped` is for work of minutes: a pipe gets a line now and then.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn
    from rich.table import Column

    console = Console(stderr=True)
    bar = Progress(
        BarColumn(BAR_WIDTH),
        TextColumn("{task.fields[text]}", markup=False, table_column=Column(no_wrap=True)),
        console=console,
        transient=True,
        disable=quiet or not console.is_terminal,
    )
    task = bar.add_task("", text="")
    begun = time.monotonic()
    next_line = begun + PATIENCE if piped and not quiet else math.inf

    def advance(done: int, total: int, words: Callable[[], str]) -> None:
        nonlocal next_line
        if bar.disable and time.monotonic() >= next_line:
            next_line = time.monotonic() + IN_A_PIPE
            click.echo(words(), err=True)
        if bar.disable or time.monotonic() - begun < PATIENCE:
            return
        bar.update(task, completed=done, total=total, text=words())
        if not bar.live.is_started:
            bar.start()

    try:
        yield advance
    finally:
        if bar.live.is_started:
            bar.stop()


def counted(advance: Advance, words: str, total: int = 0) -> Callable[[int], None]:
    """Watch a number grow, of a total if it is known: "{} files written"."""
    return lambda done: advance(done, total or done + 1, lambda: words.format(done))


def in_minutes(seconds: float) -> str:
    """Give a time as a person says it: 8 s, 3:20 min, 2:05 h."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    unit, larger = ("min", 60) if seconds < 3600 else ("h", 3600)
    whole, rest = divmod(round(seconds * 60 / larger), 60)
    return f"{whole}:{rest:02d} {unit}"


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
    from rich.console import Console

    console = Console(stderr=True)
    if console.is_terminal:
        return console.status(words)
    if not again:
        click.echo(words, err=True)
    return nullcontext()


def run_progress(progress, wanted: int) -> str:
    """Games done, speed, time left, and the win rate so far: "… won 41.2 % (39.8 to 42.6)"."""
    from rotwsim.stats import anytime

    speed = progress.played / progress.seconds
    left = max(0, wanted - progress.games) / speed
    rate = anytime(progress.wins, progress.games).scaled(100)
    return (
        f"{progress.games:,} of {wanted:,} games, {speed:,.0f}/s, "
        f"{in_minutes(left)} left, won {rate.value:.1f} % ({rate.low:.1f} to {rate.high:.1f})"
    )


WORTH_SAYING = 30.0  # seconds
GLANCE, PILOT = 0.02, 0.2  # seconds that a player's speed is measured for, at first and well
NEAR = 3.0  # times: how far off a glance may be


def announce_cost(ahead, seed: int, jobs: int | None, quiet: bool) -> None:
    """Say on stderr how many games are to come and how long they take, if that is long."""
    from rotwsim.runner.parallel import check_jobs

    if quiet:
        return
    jobs, new = check_jobs(jobs), not_timed(ahead)
    measure_speeds(ahead, new, seed, GLANCE)
    if NEAR * ahead.seconds_left(jobs) >= WORTH_SAYING:
        measure_speeds(ahead, new, seed, PILOT)
    seconds = ahead.seconds_left(jobs)
    if seconds >= WORTH_SAYING:
        click.echo(cost_in_words(ahead, seconds), err=True)


def not_timed(ahead) -> list:
    from rotwsim.runner.workload import who

    scenarios = [part.scenario for part in ahead.parts.values() if part.left]
    return list({who(each): each for each in scenarios if who(each) not in ahead.speed}.values())


def measure_speeds(ahead, scenarios: list, seed: int, seconds: float) -> None:
    from rotwsim.runner.play import rules_of
    from rotwsim.runner.workload import measure_speed

    for scenario in scenarios:
        ahead.time(scenario, measure_speed(rules_of(scenario), seed, seconds))


def cost_in_words(ahead, seconds: float) -> str:
    """Give all games and the time: "48,000 games, 12,000 of them there already, about 3:20 min"."""
    left = sum(part.left for part in ahead.parts.values())
    there = ahead.wanted - left
    words = f"at most {ahead.wanted:,} games" if ahead.is_most else f"{ahead.wanted:,} games"
    if there:
        words += f", {there:,} of them there already"
    sooner = ", fewer as soon as that is enough" if ahead.is_most else ""
    return f"{words}, about {in_minutes(seconds)}{sooner}"


def announce_rounds(rounds: int, games: int, judged: int) -> None:
    """Say what a training plays; how long that takes, only its rounds can show."""
    click.echo(
        f"{rounds} rounds of {games:,} games in which every choice is tried out, {judged:,} games "
        "to judge each; the first one shows how long that takes",
        err=True,
    )


def round_reporter(rounds: int, judged: Callable[[float], str], quiet: bool) -> Callable:
    left = rounds_left(rounds)

    def report(now) -> None:
        if not quiet:
            click.echo(
                f"round {now.number} of {rounds}: {now.rows:,} candidates tried out, "
                f"{judged(now.validation)}{left(now.number)}",
                err=True,
            )

    return report


def rounds_left(rounds: int) -> Callable[[int], str]:
    """Say after each round how long the others will take; the first says nothing of itself."""
    begun: list[tuple[int, float]] = []

    def time_left(number: int) -> str:
        begun.append((number, time.monotonic()))
        (first, start), now = begun[0], time.monotonic()
        if number == first or number >= rounds:
            return ""
        left = (now - start) * (rounds - number) / (number - first)
        return f", about {in_minutes(left)} left"

    return time_left
