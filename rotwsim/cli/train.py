"""`rotwsim train`: an expert that learns from games tried out to the end."""

from __future__ import annotations

from pathlib import Path

import click

from rotwsim.cli.costs import round_teller, tell_rounds
from rotwsim.cli.frame import example
from rotwsim.cli.run_options import MACHINES, QUIET
from rotwsim.cli.train_table import SeatNumbers, train_at_tables

HELD_OUT = ("great-britain",)
# What pays on Western US and Portugal loses up to 40 points elsewhere: they have points of their
# own only. The maps to practise on join the five, so that the player is good on maps it never saw.
BOARDS = ("eastern-us", "eastern-us-rebuilt", "sweden", "europe", "mexico")


@click.command(
    "train",
    epilog=example(
        "rotwsim train --out training",
        "rotwsim train --board mine.toml --rounds 1 --out mine",
        "rotwsim train --seats 2,3,4,5,6 --start rotwsim/data/learned_table.toml --out tables",
    ),
)
@click.option(
    "--board",
    "boards",
    multiple=True,
    help="Repeatable.  [default: five of ours and those to practise on]",
)
@click.option("--validation", default="", help="Board that decides on the round.  [all of them]")
@click.option("--rounds", type=click.IntRange(0, 100), default=7, show_default=True)
@click.option(
    "--games",
    type=click.IntRange(1, 100_000),
    default=24,
    show_default=True,
    help="A round, of each board with and without Barons, as a short game and with other figures.",
)
@click.option(
    "--validation-games", type=click.IntRange(2, 1_000_000), default=800, show_default=True
)
@click.option("--confirm", type=click.IntRange(0, 1_000_000), default=400, show_default=True)
@click.option(
    "--start", type=click.Path(path_type=Path), help="Begin with this file.  [default: club]"
)
@click.option(
    "--seats",
    type=SeatNumbers(),
    help="Train at tables with these numbers of seats instead of solo, as 4 or 2,3,4.",
)
@click.option("--out", "folder", type=click.Path(path_type=Path), required=True, help="Resumable.")
def train(
    boards,
    validation,
    rounds,
    games,
    validation_games,
    confirm,
    start,
    seats,
    folder,
    jobs,
    backend,
    scheduler,
    quiet,
) -> None:
    """Train the expert on boards of your choice, or on those that share one player.

    The folder keeps every round, so an interrupted training goes on where it stopped, and at the
    end learned.toml with the round that is best on the boards that decide, and the learning curve;
    at tables learned_table.toml, by the lead over club players.
    """
    if seats:
        machine = jobs, backend, scheduler, quiet
        sizes = rounds, games, validation_games, confirm
        train_at_tables(seats, boards, validation, *sizes, start, folder, machine)
        return
    from rotwsim.report.figures.learning import save_learning_curve
    from rotwsim.rules.load import PRACTICE, board_names
    from rotwsim.rules.reader import read_toml
    from rotwsim.rules.scenario import Scenario
    from rotwsim.runner import learned_file
    from rotwsim.runner import train as training
    from rotwsim.runner.rounds import best_of, points_begun_with, train_rounds

    held_out = tuple(name for name in HELD_OUT if name not in boards)
    chosen = boards or (*BOARDS, *board_names(PRACTICE))
    judges = (validation,) if validation else tuple(sorted(set(chosen)))
    points, digest = points_begun_with(start, training.NAMES)
    course = training.Course(tuple(chosen), judges, games, validation_games, digest)

    if not quiet:
        tell_rounds(rounds, len(course.arms(1)) * games, validation_games)
    tell = round_teller(rounds, "mean result {:.1f}".format, quiet)
    done = train_rounds(course, points, rounds, folder, jobs, backend, scheduler, tell)
    best = best_of(done)
    fresh = [
        Scenario.of(board, barons=barons, player="expert")
        for board in sorted({*chosen, *held_out, *judges})
        for barons in (False, True)
    ]
    confirmed = learned_file.confirm(fresh, points, best.points, confirm) if confirm else []
    for each in confirmed:
        click.echo(f"{each.title}: {each.after.mean():.1f}, {each.gain:+.1f} on {confirm} games")
    file = folder / "learned.toml"
    learned_file.write_learned(file, course, held_out, done, confirmed)
    save_learning_curve(read_toml(file, file.name)["training"], folder / "learning.svg")
    click.echo(f"round {best.number} is in {file}")


for piece in reversed((*MACHINES, QUIET)):
    train = piece(train)
