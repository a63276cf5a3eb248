"""`rotwsim train` and `rotwsim tune`: better numbers for the expert, from games played out."""

from __future__ import annotations

from pathlib import Path

import click

from rotwsim.cli.frame import example
from rotwsim.cli.options import MACHINES, QUIET
from rotwsim.cli.progress import announce_cost, announce_rounds, round_reporter, rounds_left

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
    from rotwsim.report.figures.skill import save_learning_curve
    from rotwsim.scenario.reading import read_toml
    from rotwsim.training.train import train as train_expert

    sizes = {"rounds": rounds, "games": games, "validation_games": validation_games}
    machine = {"jobs": jobs, "backend": backend, "scheduler": scheduler}
    judged = "{:+.1f} points ahead of club" if seats else "mean result {:.1f}"
    trained = train_expert(
        folder,
        boards,
        seats=seats or (),
        validation=validation,
        confirm=confirm,
        start=start,
        begin=lambda count: None if quiet else announce_rounds(rounds, count, validation_games),
        watch=round_reporter(rounds, judged.format, quiet),
        **sizes,
        **machine,
    )
    words = "{:+.1f} ahead of club" if seats else "{:.1f}"
    for board, (before, after) in trained.confirmed.items():
        gain = (after - before).mean()
        click.echo(f"{board}: {words.format(after.mean())}, {gain:+.1f} on {len(after)} games")
    facts = read_toml(trained.file, trained.file.name)["training"]
    save_learning_curve(facts, folder / "learning.svg")
    click.echo(f"round {trained.round} is in {trained.file}")


for piece in reversed((*MACHINES, QUIET)):
    train = piece(train)


@click.command(
    "tune",
    epilog=example("rotwsim tune --board eastern-us --board mexico --generations 40 --out tuning"),
)
@click.option("--board", "boards", multiple=True, default=("eastern-us",), help="Repeatable.")
@click.option("--barons", is_flag=True, help="Tune with and without the Duel Barons.")
@click.option("--player", default="club", show_default=True, help="Whose weights are tuned.")
@click.option("--games", default=150, show_default=True, help="Games per candidate and board.")
@click.option("--generations", default=40, show_default=True)
@click.option("--population", default=12, show_default=True, help="Candidates per generation.")
@click.option("--jobs", default=2, show_default=True)
@click.option("--confirm", "confirm_games", default=1000, show_default=True, help="Fresh games.")
@click.option("--out", "folder", type=click.Path(path_type=Path), required=True, help="Resumable.")
def tune(
    boards, barons, player, games, generations, population, jobs, confirm_games, folder
) -> None:
    """Tune a player's weights on training seeds and confirm them on fresh ones.

    Every generation plays its own seeds, the same for all candidates; boards count the same. The
    folder keeps the state, so an interrupted tuning goes on where it stopped.
    """
    from rotwsim.runner.workload import Workload
    from rotwsim.scenario.scenario import Scenario
    from rotwsim.stats import paired_mean_difference
    from rotwsim.training import tune as tuning

    variants = (False, True) if barons else (False,)
    scenarios = [
        Scenario.of(board, player=player, barons=variant)
        for board in boards
        for variant in variants
    ]

    ahead, left = Workload(), rounds_left(generations)
    for scenario in scenarios:  # the weights before are played beside every candidate
        ahead.want(scenario.title(), scenario, generations * (population + 1) * games)
    announce_cost(ahead, seed=1, jobs=jobs, quiet=False)

    def report(progress: tuning.TuningProgress) -> None:
        click.echo(
            f"generation {progress.generation} of {generations}: mean result {progress.best:.1f}, "
            f"{progress.start:.1f} with the weights before{left(progress.generation)}",
            err=True,
        )

    weights = tuning.tune(scenarios, games, generations, folder, jobs, population, watch=report)
    for name, value in weights.items():
        click.echo(f"{name} = {round(value, 4)}")
    for title, before, after in tuning.confirm(scenarios, weights, confirm_games):
        gain = paired_mean_difference(before, after)
        click.echo(
            f"{title}: {after.mean():.1f} on {confirm_games} fresh games, "
            f"{gain.value:+.1f} ({gain.low:+.1f} to {gain.high:+.1f}) against the weights before",
            err=True,
        )
