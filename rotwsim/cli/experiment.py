"""`rotwsim experiment`: a question in a file, played, analysed and written to a results folder."""

from __future__ import annotations

from pathlib import Path

import click

from rotwsim.cli.analysis import balance_games, command_line
from rotwsim.cli.frame import example
from rotwsim.cli.options import MACHINES, QUIET, TERMINAL, form, form_options
from rotwsim.cli.tables import notes_on_boxes, show_frame, show_notes
from rotwsim.scenario.reading import describe, suggest
from rotwsim.scenario.schema import DataError

FOLDER = Path("experiments")


@click.command(
    epilog=example(
        "rotwsim experiment experiments/tweaks.toml",
        "rotwsim experiment demo",
        "rotwsim experiment mine.toml --out results/mine --games 500",
    )
)
@click.argument("file", metavar="FILE.toml|NAME", type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="  [default: results/<name>]"
)
@click.option(
    "--runs",
    type=click.Path(path_type=Path),
    default=Path("runs/games"),
    show_default=True,
    metavar="DIR",
    help="Where games are kept, those of all experiments together; the same command goes on.",
)
@click.option("--games", type=int, help="Instead of every number of games in the file, to test it.")
@MACHINES[0]
@MACHINES[1]
@MACHINES[2]
@form_options
@QUIET
def experiment(
    file: Path, out: Path | None, runs: Path, games: int | None, quiet: bool, **machines
) -> None:
    """Answer the question of an experiment file.

    The file's first line is the question; then come the arms (boards × Barons × tweaks × players),
    games or a precision, a seed, and analyses. Games that are there are not played again. Results
    are tables in CSV and Parquet and a manifest.
    """
    from rotwsim.analysis.experiment import RESULTS, read_experiment, run_experiment, with_games
    from rotwsim.analysis.tables import arms_table

    asked = read_experiment(found_experiment(file))
    if games is not None:
        asked = with_games(asked, games)
    folder = out or RESULTS / asked.name
    with balance_games(asked.seed, runs, quiet, **machines) as played:
        begin = (lambda part: None) if quiet else (lambda part: click.echo(f"{part} …", err=True))
        answer = run_experiment(asked, folder, played, command_line(), begin)
    arms = arms_table(answer.arms)
    show_frame("arms", arms, asked.question)
    show_notes(notes_on_boxes(arms))
    if any(arm.scenario.seats for arm in answer.arms):
        show_notes(["with --seats won and result are those of the first seat"])
    show_notes([*answer.alerts, f"written to {folder}, {played.played:,} games played now"])
    if "compare" in answer.tables and form() == TERMINAL:
        say_what_to_do(folder)


def say_what_to_do(folder: Path) -> None:
    """Close with the advice that the comparison gives to a player, if it gives one."""
    from rotwsim.report.findings.sentences import closing
    from rotwsim.report.results import read_results

    if advice := closing(read_results(folder)):
        click.secho(f"\n{advice}", bold=True)


def found_experiment(file: Path) -> Path:
    """A file, or by its name one of the folder experiments/; a folder is neither."""
    named = FOLDER / f"{file}.toml"
    if file.suffix or file.is_file() or len(file.parts) > 1:
        return file
    if not named.is_file():
        known = [path.stem for path in FOLDER.glob("*.toml")]
        where = suggest(str(file), known) if known else f"; there is no folder {FOLDER} here"
        raise DataError(f"no experiment is called {describe(str(file))}{where}")
    return named
