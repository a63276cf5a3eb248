"""`rotwsim plan`: how many games and minutes a precision or a difference needs."""

from __future__ import annotations

import click

from rotwsim.cli.frame import example
from rotwsim.cli.options import scenario_options
from rotwsim.cli.output_format import form_options
from rotwsim.cli.run_options import run_options

LEAST, MOST = 0.001, 100  # points or percent


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
    from rotwsim.report.forecast import plan as plan_games

    costs = plan_games(
        scenario,
        precisions=as_shares("precision", precisions),
        differences=as_shares("difference", differences),
        flipped=as_shares("flipped", flips),
        seed=seed,
        **machines,
    )
    if as_json:
        click.echo(as_text({"scenario": scenario.describe(), **costs.as_dict()}))
    else:
        show_forecast(scenario, costs)


def as_shares(what: str, numbers) -> list[float]:
    """Points or percents as fractions, if they are possible ones."""
    from rotwsim.scenario.schema import DataError

    for number in numbers:
        if not LEAST <= number <= MOST:
            raise DataError(f"--{what} is {number:g}; legal are {LEAST} to {MOST}")
    return [number / 100 for number in numbers]
