"""What all analyses share: their options, their games, their folder, and one way through them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rotwsim.cli.frame import INTERRUPTED
from rotwsim.cli.options import CSV, Request, form
from rotwsim.cli.progress import in_minutes, progress
from rotwsim.cli.tables import as_json, notes_on_boxes, records, show_frame, show_notes
from rotwsim.scenario.schema import DataError

if TYPE_CHECKING:
    from rotwsim.analysis.pool import Games
    from rotwsim.analysis.results import Answer

GAMES_FOLDER = "games"  # below --out
MOST_ARMS = 10_000  # random sets or draws of one call


def games_option(default: int) -> Callable:
    """--games, with the default that suits the command."""
    return click.option(
        "--games", type=int, default=default, show_default=True, help="Games of each setting."
    )


def answer(
    request: Request,
    name: str,
    question: str,
    analyse: Callable[[Games], Answer],
    show: Callable[[Answer], None],
    as_data: Callable[[Answer], dict] | None = None,
    main_table: str = "",
    **asked,
) -> None:
    """Play and analyse, write what --out asks for, and print tables or one JSON object.

    `analyse` makes an Answer of the games, `show` prints it, `as_data` is what JSON holds of it;
    CSV is the main table, the one that has the analysis's name unless named.
    """
    from rotwsim.analysis.results import Asked, write_results

    wanted = Asked(question, name, command_line(), analyses=(name,), **asked)
    folder = games_folder(request.out)
    with balance_games(request.seed, folder, request.quiet, **request.machines) as games:
        found = analyse(games)
        found.games = games.counted
    if request.out:
        write_results(request.out, wanted, found)
    if request.as_json:
        whole = {**records(found.tables), "alerts": found.alerts}
        click.echo(as_json(as_data(found) if as_data else whole))
    elif form() == CSV and (main_table or name) in found.tables:
        click.echo(found.tables[main_table or name].to_csv(index=False), nl=False)
    else:
        show(found)


def show_answer(found: Answer, main: str, title: str, notes: Sequence[str] = ()) -> None:
    """Print the main table and all others that a terminal shows, and what a reader must know."""
    from rotwsim.report.columns import views_of

    others = [name for name in found.tables if name not in (main, "compare") and views_of(name)]
    shown = [*([main] if main in found.tables else []), *others]
    for name in shown:
        show_frame(name, found.tables[name], title if name == shown[0] else "")
    quoted = [found.tables[name] for name in shown if "boxes_low" in found.tables[name]]
    show_notes([*(note for table in quoted[:1] for note in notes_on_boxes(table)), *notes])
    show_notes(found.alerts)


@contextmanager
def balance_games(seed: int, folder: Path | None, quiet: bool, **machines) -> Iterator:
    """Games to ask for, shown on a terminal as they are played; Ctrl-C ends them with exit 130."""
    from rotwsim.analysis.pool import Games, Interrupted
    from rotwsim.cli.progress import announce_cost
    from rotwsim.runner.precompile import warm_up
    from rotwsim.runner.workload import check_seed

    seed = check_seed(seed)
    try:
        with (
            progress(quiet) as advance,
            Games(
                seed,
                folder,
                ready=warm_up,
                watch=lambda seen: advance(seen.done, seen.wanted, lambda: pool_progress(seen)),
                begin=lambda ahead: announce_cost(ahead, seed, machines.get("jobs"), quiet),
                **machines,
            ) as games,
        ):
            yield games
    except Interrupted as interrupted:
        kept = "; the same command goes on from here" if folder else ""
        click.echo(f"{interrupted}{kept}.", err=True)
        sys.exit(INTERRUPTED)


def pool_progress(seen) -> str:
    """Say how far everything is: "61,200 of 240,000 games, 2:10 min left, exhaust+1"."""
    left = in_minutes(seen.seconds_left)
    return f"{seen.done:,} of {seen.wanted:,} games, {left} left, {seen.now}"


def command_line() -> str:
    """Give the words of this command, with relative paths, quoted where a shell needs it."""
    import shlex

    return shlex.join(["rotwsim", *map(as_written, sys.argv[1:])])


def as_written(word: str) -> str:
    """Give a word such as "--runs=/home/me/runs" without a folder of this machine."""
    from rotwsim.scenario.files import relative_path

    option, is_given, value = word.partition("=")
    return f"{option}={as_written(value)}" if is_given else relative_path(word)


def games_folder(out: Path | None) -> Path | None:
    """Say where the games of --out lie; a folder that holds something else is refused at once."""
    from rotwsim.analysis.results import check_folder

    if out is None:
        return None
    check_folder(out)
    return out / GAMES_FOLDER


def as_fraction(name: str, points: float) -> float:
    """Return percentage points of the command line as a fraction."""
    if not 0 < points < 100:
        raise DataError(f"{name} is {points:g} pp; legal: above 0 and below 100")
    return points / 100


def check_count(name: str, count: int, least: int = 0, most: int = MOST_ARMS) -> int:
    """Return a count within its limits, or refuse it."""
    if count < least:
        raise DataError(f"{name} is {count}; it must be at least {least}")
    if count > most:
        raise DataError(f"{name} is {count}; it must be at most {most}")
    return count
