"""`rotwsim plan`: how many games and minutes a precision or a difference needs."""

from __future__ import annotations

import click

from rotwsim.cli.forms import form_options
from rotwsim.cli.frame import example
from rotwsim.cli.options import scenario_options
from rotwsim.cli.run_options import run_options

PRECISIONS = (2.0, 1.0, 0.5, 0.2)
DIFFERENCES = (2.0, 1.0, 0.5)
FLIPS = (10.0, 25.0, 50.0)
LEAST, MOST = 0.001, 100  # points or percent
SECONDS = 1.5  # of the short run
FEWEST = 10  # games of it


@click.command(
    epilog=example(
        "rotwsim plan --player expert",
        "rotwsim plan --player expert --barons --precision 0.5 --difference 1 --flipped 20",
    )
)
@scenario_options
@click.option(
    "--precision", "precisions", type=float, multiple=True, help="Points of win rate; repeatable."
)
@click.option(
    "--difference",
    "differences",
    type=float,
    multiple=True,
    help="Points between two scenarios on the same seeds; repeatable.",
)
@click.option(
    "--flipped",
    "flips",
    type=float,
    multiple=True,
    help="Percent of games that only one of the two wins; repeatable.",
)
@run_options
@form_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def plan(scenario, precisions, differences, flips, seed, quiet, as_json, **machines) -> None:
    """How many games, and how long, an answer needs.

    A short run measures speed and win rate here and now. Then: the games for a win rate to ± so
    many points, and the pairs of games that show a difference of so many points with 80 % power.
    """
    from rotwsim.cli.run_tables import show_forecast
    from rotwsim.cli.tables import as_json as as_text
    from rotwsim.report.run.forecast import forecast
    from rotwsim.stats import wilson

    asked = bool(precisions or differences)
    precisions = checked("precision", precisions or (() if asked else PRECISIONS))
    differences = checked("difference", differences or (() if asked else DIFFERENCES))
    flips = [percent / 100 for percent in checked("flipped", flips or FLIPS)]
    short = short_run(scenario, seed, machines)
    rate = wilson(short.wins, short.games)
    costs = forecast(rate, short.games_per_second, precisions, differences, flips)
    if as_json:
        click.echo(as_text({"scenario": scenario.describe(), **costs.as_dict()}))
    else:
        show_forecast(scenario, costs)


def short_run(scenario, seed: int, machines: dict):
    """As many games as take a second or two, spread as the real run would be."""
    from rotwsim.runner.parallel import check_jobs
    from rotwsim.runner.plan import check_seed, measure_speed
    from rotwsim.runner.play import rules_of
    from rotwsim.runner.run import run_games

    speed = measure_speed(rules_of(scenario), check_seed(seed))
    games = max(FEWEST, round(speed * check_jobs(machines["jobs"]) * SECONDS))
    return run_games(scenario, games, seed, columns=["won"], **machines)


def checked(what: str, numbers) -> list[float]:
    """Points or percents, if they are possible ones."""
    from rotwsim.rules.schema import DataError

    for number in numbers:
        if not LEAST <= number <= MOST:
            raise DataError(f"--{what} is {number:g}; legal are {LEAST} to {MOST}")
    return list(numbers)
