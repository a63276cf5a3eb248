"""`rotwsim train --seats`: the expert at a table, trained in self-play."""

from __future__ import annotations

from pathlib import Path

import click

from rotwsim.cli.costs import round_teller, tell_rounds

VALIDATION = "eastern-us"
# The board of the headline counts twice.
BOARDS = ("eastern-us", "eastern-us", "sweden", "europe")
FEWEST_SEATS, MOST_SEATS = 2, 6


class SeatNumbers(click.ParamType):
    """Numbers of seats: `4`, or `2,3,4`."""

    name = "numbers"

    def convert(self, value, param, ctx):
        if isinstance(value, tuple):
            return value
        numbers = tuple(part.strip() for part in str(value).split(","))
        if not all(part.isdigit() and FEWEST_SEATS <= int(part) <= MOST_SEATS for part in numbers):
            legal = f"{FEWEST_SEATS} to {MOST_SEATS}, as in 2,3,4"
            self.fail(f"{value!r} are no numbers of seats; legal are {legal}", param, ctx)
        return tuple(int(part) for part in numbers)


def train_at_tables(
    seats, boards, validation, rounds, games, validation_games, confirm, start, folder, machine
) -> None:
    """All rounds, the file and the curve; `machine`: jobs, backend, scheduler, quiet."""
    from rotwsim.report.figures.learning import save_learning_curve
    from rotwsim.rules.reader import read_toml
    from rotwsim.rules.schema import TABLE
    from rotwsim.runner import table_learned_file
    from rotwsim.runner import table_train as training
    from rotwsim.runner.rounds import best_of, points_begun_with, train_rounds

    jobs, backend, scheduler, quiet = machine
    chosen = boards or BOARDS
    validation = validation or (boards[0] if boards else VALIDATION)
    points, digest = points_begun_with(start, training.NAMES, TABLE)
    course = training.TableCourse(
        tuple(chosen), tuple(seats), validation, games, validation_games, digest
    )

    if not quiet:
        tell_rounds(rounds, len(course.arms(1)) * games, validation_games)

    def judged(lead: float) -> str:
        return f"{lead:+.1f} points ahead of club on {validation}"

    tell = round_teller(rounds, judged, quiet)
    done = train_rounds(course, points, rounds, folder, jobs, backend, scheduler, tell)
    best = best_of(done)
    confirmed = {}
    for board in sorted({*chosen, validation}) if confirm else ():
        seed = training.CONFIRMATION_SEED
        before, after = (
            training.leads(board, each, confirm, seed) for each in (points, best.points)
        )
        confirmed[board] = before, after
        gain = (after - before).mean()
        click.echo(f"{board}: {after.mean():+.1f} ahead of club, {gain:+.1f} on {len(after)} games")
    file: Path = folder / "learned_table.toml"
    table_learned_file.write_learned(file, course, done, confirmed)
    save_learning_curve(read_toml(file, file.name)["training"], folder / "learning.svg")
    click.echo(f"round {best.number} is in {file}")
