"""`rotwsim run` and `rotwsim plan`: many seeded games of one scenario, and what they would cost."""

from __future__ import annotations

from pathlib import Path

import click

from rotwsim.cli.frame import INTERRUPTED, example
from rotwsim.cli.options import form_options, run_options, scenario_options

GAMES = 10_000
CAP = 1_000_000  # games of a run that stops at a precision
MOST_POINTS = 50


@click.command(
    epilog=example(
        "rotwsim run --board eastern-us --player expert --games 10000",
        "rotwsim run --barons --tweak exhaust+1 --precision 0.5 --out runs/exhaust",
        "rotwsim run --player club --games 1000 --decisions club-decisions",
        'rotwsim run --seats "4*casual" --bidding first_to_pass --module rotors --games 1000',
    )
)
@scenario_options
@click.option(
    "--games", type=int, help=f"How many.  [default: {GAMES:,}; with --precision {CAP:,}]"
)
@run_options
@click.option(
    "--precision",
    type=float,
    metavar="POINTS",
    help="Stop once the win rate is known to ± this many points; --games is then the most.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Store the games here; the same command again goes on where it stopped.",
)
@click.option(
    "--decisions",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write every decision to this new folder, as Parquet to learn from; solo.",
)
@form_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--block", type=click.IntRange(min=1), hidden=True, help="Games per block.")
@click.pass_context
def run(context, scenario, games, precision, out, decisions, as_json, quiet, **machines) -> None:
    """Play many games and show how they went.

    Game number and seed decide everything random in a game: the same command gives the same games
    on any machine, however many cores share them. Ctrl-C ends the run and shows what is there. At a
    table the win rate that --precision means is that of the first seat.
    """
    from rotwsim.cli.progress import progress, run_progress
    from rotwsim.cli.tables import as_json as as_text
    from rotwsim.runner.run import run_games

    kept, summarise, show = summary_functions(scenario)
    rule = stopping_rule(precision)
    wanted = games if games is not None else CAP if rule else GAMES
    most = wanted if rule is None else min(wanted, most_games(precision))
    with progress(quiet) as advance:
        done = run_games(
            scenario,
            wanted,
            out=out,
            decisions=decisions,
            stop=rule,
            ready=lambda: begin(scenario, most, rule is not None, out, machines, quiet),
            watch=lambda run: advance(run.games, most, lambda: run_progress(run, most)),
            **kept,
            **machines,
        )
    if done.games:
        summary = summarise(done)
        click.echo(as_text(summary.as_dict())) if as_json else show(summary, out)
    if not quiet:
        for note in notes_on(done, wanted, precision, out):
            click.echo(note, err=True)
        if decisions and done.games:
            click.echo(f"The decisions are in {decisions}.", err=True)
    if done.interrupted:
        context.exit(INTERRUPTED)


def begin(scenario, most: int, is_most: bool, out: Path | None, machines, quiet: bool):
    """Compile the game, say what the run will cost, and return the speed if it was measured."""
    from rotwsim.cli.progress import announce_cost
    from rotwsim.runner.precompile import warm_up
    from rotwsim.runner.store import block_files
    from rotwsim.runner.workload import Workload, who

    warm_up(scenario)
    held = max((block.end for block in block_files(out)), default=0) if out else 0
    ahead = Workload()
    ahead.want("run", scenario, most, held)
    ahead.is_most = is_most
    announce_cost(ahead, machines["seed"], machines["jobs"], quiet)
    return ahead.speed.get(who(scenario))


def summary_functions(scenario):
    """What the figures need of a run, how they come out of it, and how they are shown."""
    if scenario.seats:
        from rotwsim.cli.run_tables import show_table_run
        from rotwsim.report.run_summary import columns_needed, table_summary_of

        columns = columns_needed(len(scenario.seats))
        return {"columns": columns}, table_summary_of, show_table_run
    from rotwsim.cli.run_tables import show_run
    from rotwsim.report.run_summary import COUNTED, summary_of

    return {"columns": (), "counted": COUNTED}, summary_of, show_run


def stopping_rule(precision: float | None):
    """The rule that ends a run once its win rate is known well enough."""
    from rotwsim.scenario.schema import DataError
    from rotwsim.stats import is_narrow

    if precision is None:
        return None
    if not 0 < precision <= MOST_POINTS:
        raise DataError(f"the precision is {precision:g} points; legal are 0 to {MOST_POINTS}")
    return lambda wins, games: is_narrow(wins, games, precision / 100)


def most_games(precision: float) -> int:
    """What a run that stops at a precision plays at most."""
    from rotwsim.runner.run_totals import LOOK_EVERY
    from rotwsim.stats import games_until_narrow

    looks = -(-games_until_narrow(precision / 100) // LOOK_EVERY)  # at a share of one half
    return looks * LOOK_EVERY


def notes_on(done, wanted: int, precision: float | None, out: Path | None) -> list[str]:
    """What the figures alone do not say about how the run ended."""
    if done.interrupted:
        kept = " The same command goes on from here." if out else ""
        return [f"Stopped by {done.interrupted} after {done.games:,} of {wanted:,} games.{kept}"]
    if precision is not None and not done.stopped:
        return [f"The precision of {precision:g} points was not reached in {wanted:,} games."]
    return []


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

    A short run measures speed and win rate here and now. Then: the games for a win rate to ± some
    points, and the pairs of games that show a difference of some points with 80 % power.
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
