"""`rotwsim run`: many seeded games of one scenario; with --plan only what they would cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rotwsim.cli import INTERRUPTED, command
from rotwsim.cli.options import Request, option, request_options, scenario_options
from rotwsim.cli.progress import announce_cost, in_minutes, progress, run_progress
from rotwsim.cli.tables import as_json, range_in_words, show_frame, show_notes, show_row, show_rows
from rotwsim.scenario.schema import DataError

if TYPE_CHECKING:
    from rotwsim.runner.run import Run
    from rotwsim.runner.run_totals import StoppingRule
    from rotwsim.scenario.scenario import Scenario

GAMES = 10_000
CAP = 1_000_000  # games of a run that stops at a precision
MOST_POINTS = 50
LEAST, MOST = 0.001, 100  # pp or percent


@command(
    "rotwsim run --board eastern-us --wins 50 --games 10000",
    "rotwsim run --barons --tweak exhaust+1 --precision 0.5 --out runs/exhaust",
    "rotwsim run --plan --precision 1",
    "rotwsim run --player club --games 1000 --decisions club-decisions",
    'rotwsim run --seats "4*casual" --bidding first_to_pass --module rotors --games 1000',
)
@scenario_options
@option("--games N", f"Games to play.  [default: {GAMES:,}; with --precision {CAP:,}]")
@option(
    "--precision PP",
    "Stop once the win rate is known to ± this many pp, at most after --games.",
    type=float,
)
@option("--plan", "Play little: say how many games a precision needs.")
@option(
    "--decisions DIR",
    "Write every decision of solo games to this new folder (Parquet), as training data.",
)
@option("--block N", "Games per block.", type=click.IntRange(min=1), hidden=True)
@request_options
@click.pass_context
def run(
    context: click.Context,
    scenario: Scenario,
    games: int | None,
    precision: float | None,
    plan: bool,
    decisions: Path | None,
    block: int | None,
    request: Request,
) -> None:
    """Play many games and show how they went.

    Seed and game number decide everything random in a game. So the same command gives the same
    games on any machine, with any number of cores. Ctrl-C ends the run and shows the games played.
    With --seats, --precision refers to the win rate of the first seat.
    """
    from rotwsim.runner.run import run_games

    if plan:
        show_plan(scenario, request, precisions=[] if precision is None else [precision])
        return
    kept, summarise, show = summary_functions(scenario)
    rule = stopping_rule(precision)
    wanted = games if games is not None else CAP if rule else GAMES
    most = wanted if precision is None else min(wanted, most_games(precision))
    with progress(request.quiet) as advance:
        done = run_games(
            scenario,
            wanted,
            request.seed,
            out=request.out,
            decisions=decisions,
            stop=rule,
            block=block,
            ready=lambda: begin(scenario, most, rule is not None, request),
            watch=lambda run: advance(run.games, most, lambda: run_progress(run, most)),
            **kept,
            **request.machines,
        )
    if done.games:
        summary = summarise(done)
        click.echo(as_json(summary)) if request.as_json else show(done, summary, request.out)
    if not request.quiet:
        for note in notes_on(done, wanted, precision, request.out):
            click.echo(note, err=True)
        if decisions and done.games:
            click.echo(f"The decisions are in {decisions}.", err=True)
    if done.interrupted:
        context.exit(INTERRUPTED)


def begin(scenario: Scenario, most: int, is_most: bool, request: Request) -> float | None:
    """Compile the game, say what the run will cost, and return the speed if it was measured."""
    from rotwsim.runner.play import warm_up
    from rotwsim.runner.store import games_held
    from rotwsim.runner.workload import Workload, who

    warm_up(scenario)
    ahead = Workload()
    ahead.want("run", scenario, most, games_held(request.out) if request.out else 0)
    ahead.is_most = is_most
    announce_cost(ahead, request.seed, request.machines["jobs"], request.quiet)
    return ahead.speed.get(who(scenario))


def summary_functions(scenario: Scenario) -> tuple[dict, Callable, Callable]:
    """Return what a summary needs of a run, what makes it, and what prints it."""
    from rotwsim.report.runs import COUNTED, columns_needed, multiplayer_summary_of, summary_of

    if scenario.seats:
        return {"columns": columns_needed(len(scenario.seats))}, multiplayer_summary_of, show_seats
    return {"columns": (), "counted": COUNTED}, summary_of, show_run


def show_run(run: Run, summary: dict, out: Path | None) -> None:
    from rotwsim.analysis.boxes.known_ranges import plausible_range

    ends, boxes = summary["triggers"], plausible_range(run.scenario)
    row = {
        **of_games(run, summary, out),
        **bounds(run.games, "win_rate", summary["win_rate"], summary["win_rate_interval"]),
        **({"boxes_low": boxes.low, "boxes_high": boxes.high} if boxes else {}),
        **spread(run.games, summary["result"], "result", "result_mean"),
        "markers_share": ends["markers"] / sum(ends.values()),
    }
    show_row("run", row, run.scenario.title())
    show_notes([f"over plausible boxes: {range_in_words(boxes)}"])


def show_seats(run: Run, summary: dict, out: Path | None) -> None:
    from rotwsim.report.runs import MEANS

    seats = [
        {
            "seat": number,
            "player": seat["player"],
            **bounds(run.games, "win_rate", seat["win_rate"], seat["interval"]),
            **spread(run.games, seat["score"], "score", "score"),
            **{column: seat[name] for name, column in MEANS.items()},
        }
        for number, seat in enumerate(summary["seats"], 1)
    ]
    show_rows("seat_run", seats, run.scenario.title())
    row = {name: summary[name]["mean"] for name in ("margin", "money_bid")}
    row["unfinished"] = summary["unfinished"]
    show_row("run", of_games(run, summary, out) | row, "All seats together")


def of_games(run: Run, summary: dict, out: Path | None) -> dict:
    from rotwsim.runner.store import assumed_in_words

    return {
        "games": run.games,
        "seed": run.seed,
        **{f"turns_{name}": number for name, number in summary["turns"].items()},
        "speed": f"{run.games_per_second:,.0f} games a second" if run.played else "none played now",
        "digest": run.digest,
        "rests": assumed_in_words(summary["provenance"]),
        "stored": str(out or ""),
    }


def bounds(games: int, name: str, value: float, ends: Sequence[float], of: str = "") -> dict:
    """Return a number and the ends of its interval as columns; one game has no interval."""
    low, high = ends if games > 1 else (None, None)
    return {name: value, f"{of}low": low, f"{of}high": high}


def spread(games: int, found: dict, of: str, name: str) -> dict:
    """Return how results are spread as columns: mean with its ends, deviation, quantiles."""
    quantiles = {f"q{100 * float(p):02.0f}": value for p, value in found["quantiles"].items()}
    ends = bounds(games, name, found["mean"], found["interval"], f"{of}_")
    return ends | {f"{of}_sd": found["sd"]} | quantiles


def stopping_rule(precision: float | None) -> StoppingRule | None:
    from rotwsim.stats.proportions import is_narrow

    if precision is None:
        return None
    if not 0 < precision <= MOST_POINTS:
        raise DataError(f"the precision is {precision:g} pp; legal are 0 to {MOST_POINTS}")
    return lambda wins, games: is_narrow(wins, games, precision / 100)


def most_games(precision: float) -> int:
    from rotwsim.runner.run_totals import LOOK_EVERY
    from rotwsim.stats.proportions import games_until_narrow

    looks = -(-games_until_narrow(precision / 100) // LOOK_EVERY)  # at a share of one half
    return looks * LOOK_EVERY


def notes_on(done: Run, wanted: int, precision: float | None, out: Path | None) -> list[str]:
    """Say what the numbers alone do not say about how the run ended."""
    if done.interrupted:
        kept = " The same command goes on from here." if out else ""
        return [f"Stopped by {done.interrupted} after {done.games:,} of {wanted:,} games.{kept}"]
    if precision is not None and not done.stopped:
        return [f"The precision of {precision:g} pp was not reached in {wanted:,} games."]
    return []


def show_plan(
    scenario: Scenario,
    request: Request,
    precisions: Sequence[float] = (),
    differences: Sequence[float] | None = None,
    flips: Sequence[float] = (),
) -> None:
    """Measure speed and win rate by a short run; print the games that an answer needs.

    Of a win rate, or, where differences are given, of differences with 80 % power.
    """
    import pandas as pd

    from rotwsim.report import runs
    from rotwsim.stats import POWER

    asked = {"precisions": as_shares("precision", precisions) or runs.PRECISIONS}
    if differences is not None:
        gaps = as_shares("difference", differences) or runs.DIFFERENCES
        asked = {"differences": gaps, "flipped": as_shares("flipped", flips)}
    costs = runs.plan(scenario, seed=request.seed, **asked, **request.machines)
    if request.as_json:
        click.echo(as_json({"scenario": scenario.describe(), **asdict(costs)}))
        return
    speed = f"{costs.games_per_second:,.0f} games a second here"
    rate = costs.win_rate
    row = {"speed": speed, **bounds(rate.n, "win_rate", rate.value, (rate.low, rate.high))}
    show_row("plan", row, f"{scenario.title()}, a short run of {costs.win_rate.n:,} games")
    for name, found, title in (
        ("plan_precision", costs.precisions, "A win rate to ± percentage points"),
        ("plan_difference", costs.differences, f"A difference, found with {POWER:.0%} power"),
    ):
        if found:
            table = pd.DataFrame(found).rename(columns={"points": "pp"})
            for column in ("minutes", "minutes_until_stop"):
                if column in table:
                    times = [in_minutes(60 * minutes) for minutes in table[column]]
                    table[column.replace("minutes", "time")] = times
            show_frame(name, table, title)


def as_shares(what: str, numbers: Sequence[float]) -> list[float]:
    """Return percentage points or percents as fractions, if they are possible ones."""
    for number in numbers:
        if not LEAST <= number <= MOST:
            raise DataError(f"--{what} is {number:g}; legal are {LEAST} to {MOST}")
    return [number / 100 for number in numbers]
