"""What all balance commands share: their games with progress on stderr, and their folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from rotwsim.cli.progress import PATIENCE

INTERRUPTED = 130  # exit code, as shells have it
GAMES_FOLDER = "games"  # below --out

OUT = click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write tables, manifest and games here; the same command goes on where it stopped.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


def games_option(default: int) -> Callable:
    """--games, with the default that suits the command."""
    return click.option(
        "--games", type=int, default=default, show_default=True, help="Games of each arm."
    )


@contextmanager
def balance_games(seed: int, folder: Path | None, quiet: bool, **machines) -> Iterator:
    """Games to ask for, shown on a terminal as they are played; Ctrl-C ends them with exit 130."""
    from rotwsim.balance.games import Games, Interrupted
    from rotwsim.cli.run_progress import compile_first
    from rotwsim.runner.plan import check_seed

    seed = check_seed(seed)
    try:
        with (
            games_progress(quiet) as watch,
            Games(
                seed,
                folder,
                ready=lambda scenario: compile_first(scenario, quiet),
                watch=watch,
                **machines,
            ) as games,
        ):
            yield games
    except Interrupted as interrupted:
        kept = "; the same command goes on from here" if folder else ""
        click.echo(f"{interrupted}{kept}.", err=True)
        sys.exit(INTERRUPTED)


@contextmanager
def games_progress(quiet: bool) -> Iterator[Callable]:
    """Gives the function that watches; on a terminal a bar shows the games after two seconds."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    console = Console(stderr=True)
    bar = Progress(
        BarColumn(),
        TextColumn("{task.fields[told]}"),
        console=console,
        transient=True,
        disable=quiet or not console.is_terminal,
    )
    task = bar.add_task("", told="")

    def watch(watched) -> None:
        if bar.disable or watched.run.seconds < PATIENCE:
            return
        if not bar.live.is_started:
            bar.start()
        run = watched.run
        done = (watched.place - 1) * run.wanted + run.games
        bar.update(task, completed=done, total=watched.places * run.wanted, told=told(watched))

    try:
        yield watch
    finally:
        if bar.live.is_started:
            bar.stop()


def told(watched) -> str:
    """How far: "arm 3 of 12, exhaust+1: 1,200 of 20,000 games, 2:10 min left"."""
    from rotwsim.cli.run_progress import in_minutes

    run = watched.run
    return (
        f"arm {watched.place} of {watched.places}, {watched.arm}: {run.games:,} of {run.wanted:,} "
        f"games, {in_minutes(watched.seconds_left)} left"
    )


def asked(question: str, name: str, **options):
    """What was asked, for the manifest, with the command line as it was typed."""
    from rotwsim.balance.results import Asked

    return Asked(question, name, command_line(), **options)


def command_line() -> str:
    """The words of this command, quoted where a shell needs it."""
    import shlex

    return shlex.join(["rotwsim", *sys.argv[1:]])


def games_folder(out: Path | None) -> Path | None:
    """Where the games of --out lie; a folder that holds something else is refused at once."""
    from rotwsim.balance.results import check_folder

    if out is None:
        return None
    check_folder(out)
    return out / GAMES_FOLDER


def write(out: Path | None, question, answer) -> None:
    """Writes the results folder if one was asked for."""
    from rotwsim.balance.results import write_results

    if out:
        write_results(out, question, answer)


def as_fraction(name: str, points: float) -> float:
    """Points of the command line as a fraction."""
    from rotwsim.rules.schema import DataError

    if not 0 < points < 100:
        raise DataError(f"{name} is {points:g} points; legal: above 0 and below 100")
    return points / 100


def check_count(name: str, count: int, least: int = 0) -> int:
    from rotwsim.rules.schema import DataError

    if count < least:
        raise DataError(f"{name} is {count}; it must be at least {least}")
    return count
