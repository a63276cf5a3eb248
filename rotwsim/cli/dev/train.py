"""`rotwsim dev train`: better numbers for the expert, or better weights, from games played out."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import click

from rotwsim.cli import example
from rotwsim.cli.options import QUIET, machine_options, option
from rotwsim.cli.progress import announce_cost, announce_rounds, round_reporter, rounds_left

FEWEST_SEATS, MOST_SEATS = 2, 6
PLACE = click.Path(path_type=Path)
OF_ROUNDS = {"rounds": 7, "games": 24, "confirm": 400}
OF_WEIGHTS = {"rounds": 40, "games": 150, "confirm": 1000}
ROUNDS, GAMES, CONFIRM = (
    f"{OF_ROUNDS[name]}; of weights {OF_WEIGHTS[name]}" for name in ("rounds", "games", "confirm")
)


class SeatNumbers(click.ParamType):
    """Numbers of seats: `4`, or `2,3,4`."""

    name = "numbers"

    def convert(self, value, param, ctx) -> tuple[int, ...]:
        numbers = tuple(part.strip() for part in str(value).split(","))
        if not all(part.isdigit() and FEWEST_SEATS <= int(part) <= MOST_SEATS for part in numbers):
            legal = f"{FEWEST_SEATS} to {MOST_SEATS}, as in 2,3,4"
            self.fail(f"{value!r} are no numbers of seats; legal are {legal}", param, ctx)
        return tuple(int(part) for part in numbers)


@click.command(
    "train",
    epilog=example(
        "rotwsim dev train --out training",
        "rotwsim dev train --board mine.toml --rounds 1 --out mine",
        "rotwsim dev train --seats 2,3 --start rotwsim/data/learned/multiplayer.toml --out mine",
        "rotwsim dev train --weights club --board eastern-us --board mexico --out tuning",
    ),
)
@option(
    "--board NAME",
    "Board to train on; repeatable.  [default: five of ours and those to practise on; with "
    "--weights eastern-us]",
    "boards",
    multiple=True,
)
@option("--validation NAME", "Board that decides which round is best.  [default: all]", default="")
@option(
    "--rounds N",
    f"Rounds, or generations with --weights.  [default: {ROUNDS}]",
    type=click.IntRange(0, 10_000),
)
@option(
    "--games N",
    "Games of a round on each board, with and without Barons, short and with other "
    "parameters; with --weights, of each candidate on each board.  "
    f"[default: {GAMES}]",
    type=click.IntRange(1, 100_000),
)
@option("--validation-games N", type=click.IntRange(2, 1_000_000), default=800)
@option(
    "--confirm N",
    f"Fresh games that confirm the result.  [default: {CONFIRM}]",
    type=click.IntRange(0, 1_000_000),
)
@option("--start PATH", "Begin with this file.  [default: club]", type=PLACE)
@option(
    "--seats NUMBERS",
    "Train the multiplayer game with these numbers of seats, such as 4 or 2,3,4.",
    type=SeatNumbers(),
)
@option(
    "--among PLAYER",
    "With --seats: who plays beside the learner and judges it; may be a file.",
    default="expert",
)
@option("--weights PLAYER", "Tune the weights of this player instead.")
@option("--barons", "With --weights: with and without the Duel Barons.")
@option("--population N", "With --weights: candidates a generation.", default=12)
@option(
    "--out PATH",
    "Folder of the training; a stopped one goes on there.",
    "folder",
    type=PLACE,
    required=True,
)
@machine_options
@QUIET
def train(
    boards, weights: str | None, barons: bool, population: int, folder, quiet, **asked
) -> None:
    """Train the expert on your boards; with --weights tune a player.

    The folder keeps every round, so an interrupted training goes on where it stopped. At the end it
    has the learning curve and learned.toml, the round that is best on the --validation boards. With
    --seats the file is learned_multiplayer.toml, and the lead over the last expert decides.

    Weights are tuned on training seeds and confirmed on fresh ones. Every generation has new seeds,
    the same for all candidates. All boards count the same. The best ones are in weights.toml.
    """
    usual = OF_WEIGHTS if weights else OF_ROUNDS
    asked |= {name: usual[name] for name in usual if asked[name] is None}
    if weights:
        ways = product(boards or ("eastern-us",), (False, True) if barons else (False,))
        tune_weights(weights, list(ways), population, folder, quiet, asked)
        return
    from rotwsim.report.figures.skill import save_learning_curve
    from rotwsim.scenario.reading import read_toml
    from rotwsim.training import train as train_expert

    rounds, judging, seats = asked["rounds"], asked["validation_games"], asked.pop("seats") or ()
    judged = "{:+.1f} points ahead" if seats else "mean result {:.1f}"
    trained = train_expert(
        folder,
        boards,
        seats=seats,
        begin=lambda count: None if quiet else announce_rounds(rounds, count, judging),
        watch=round_reporter(rounds, judged.format, quiet),
        **asked,
    )
    words = "{:+.1f} ahead" if seats else "{:.1f}"
    for board, (before, after) in trained.confirmed.items():
        gain = (after - before).mean()
        click.echo(f"{board}: {words.format(after.mean())}, {gain:+.1f} on {len(after)} games")
    facts = read_toml(trained.file, trained.file.name)["training"]
    save_learning_curve(facts, folder / "learning.svg")
    click.echo(f"round {trained.round} is in {trained.file}")


def tune_weights(
    player: str, ways: list[tuple], population: int, folder: Path, quiet: bool, asked: dict
) -> None:
    """Tune the weights of a player on boards, with and without Barons, and confirm them."""
    import numpy as np

    from rotwsim.players.value.weights import NAMES
    from rotwsim.runner.parallel import check_jobs
    from rotwsim.runner.play import weights_of
    from rotwsim.runner.workload import Workload
    from rotwsim.scenario.files import write_whole
    from rotwsim.scenario.scenario import Scenario
    from rotwsim.stats import paired_mean_difference
    from rotwsim.training import tune as tuning

    generations, games, jobs = asked["rounds"], asked["games"], asked["jobs"]
    scenarios = [Scenario.of(board, player=player, barons=barons) for board, barons in ways]
    ahead, left = Workload(), rounds_left(generations)
    for scenario in scenarios:  # the weights before are played beside every candidate
        ahead.want(scenario.title(), scenario, generations * (population + 1) * games)
    announce_cost(ahead, seed=1, jobs=jobs, quiet=quiet)

    def report(generation: int, best: float, start: float) -> None:
        if not quiet:
            click.echo(
                f"generation {generation} of {generations}: mean result {best:.1f}, "
                f"{start:.1f} with the weights before{left(generation)}",
                err=True,
            )

    found = tuning.tune(scenarios, games, generations, folder, check_jobs(jobs), population, report)
    lines = [f"{name} = {value:.4f}" for name, value in zip(NAMES, found, strict=True)]
    click.echo("\n".join(lines))
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "weights.toml", "\n".join(lines) + "\n")
    for scenario in scenarios:  # on fresh seeds
        before, after = (
            tuning.results(scenario, np.array(weights), asked["confirm"], tuning.CONFIRMATION_SEED)
            for weights in (weights_of(scenario), found)
        )
        gain = paired_mean_difference(before, after)
        click.echo(
            f"{scenario.board.name}: {after.mean():.1f} on {len(after)} fresh games, "
            f"{gain.value:+.1f} ({gain.low:+.1f} to {gain.high:+.1f}) against the weights before",
            err=True,
        )
