"""The figures of a run, and what a run would cost, as tables for the terminal."""

from __future__ import annotations

from pathlib import Path

from rotwsim.cli.progress import in_minutes
from rotwsim.cli.tables import plain, range_in_words, share_between, show_lines, show_table
from rotwsim.report.forecast import Forecast
from rotwsim.report.run_summary import SeatSummary, Summary, TableSummary
from rotwsim.runner.assumed_parameters import in_words
from rotwsim.scenario.scenario import Scenario
from rotwsim.stats import CONFIDENCE, POWER, Estimate

TRIGGER_NAMES = {"markers": "Empty City Markers", "evaluation": "Final Evaluation"}


def show_run(summary: Summary, out: Path | None) -> None:
    """Prints what came out of a run."""
    lines = figures_of(summary) | ({"stored in": str(out)} if out else {})
    show_lines(summary.run.scenario.title(), lines)


def show_forecast(scenario: Scenario, costs: Forecast) -> None:
    """Prints games and times for precisions and differences."""
    rate = costs.win_rate.scaled(100)
    lines = {
        "speed": f"{costs.games_per_second:,.0f} games a second here",
        "win rate": f"{percent(rate)} in a short run of {rate.n:,} games",
    }
    show_lines(scenario.title(), lines)
    if costs.precisions:
        heads = ("± points", "games", "time", "games with --precision", "time so")
        rows = [
            (
                f"{cost.points:g}",
                f"{cost.games:,}",
                in_minutes(60 * cost.minutes),
                f"{cost.games_until_stop:,}",
                in_minutes(60 * cost.minutes_until_stop),
            )
            for cost in costs.precisions
        ]
        show_table("A win rate to ± points", rows, heads)
    if costs.differences:
        heads = ("points", "games flipped", "pairs of games", "time")
        rows = [
            (
                f"{cost.points:g}",
                f"{100 * cost.flipped:g} %",
                f"{cost.pairs:,}",
                in_minutes(60 * cost.minutes),
            )
            for cost in costs.differences
        ]
        show_table(f"A difference of points, found with {100 * POWER:.0f} % power", rows, heads)


def figures_of(summary: Summary) -> dict[str, str]:
    """The lines of the table; every figure that was estimated has its interval."""
    run = summary.run
    rate = summary.win_rate.scaled(100)
    return {
        "games": f"{run.games:,}, seed {run.seed}",
        "win rate": f"{percent(rate)} ({100 * CONFIDENCE:.0f} % interval), as assumed",
        "over plausible boxes": range_in_words(summary.boxes),
        "result": f"mean {plus_minus(summary.result)}, spread {summary.result_sd:.1f}",
        "its quantiles": quantiles(summary.quantiles),
        "turns": f"mean {summary.turns.value:.1f}, {summary.shortest} to {summary.longest}",
        "ended by": ends(summary.triggers),
        "speed": f"{run.games_per_second:,.0f} games a second" if run.played else "none played now",
        "digest": run.digest,
        "rests on": in_words(summary.provenance),
    }


def percent(rate: Estimate) -> str:
    """A win rate in percent with as many digits as its interval deserves."""
    digits = 1 if rate.half_width > 0.2 else 2
    return f"{rate.value:.{digits}f} %, {rate.low:.{digits}f} to {rate.high:.{digits}f}"


def plus_minus(estimate: Estimate) -> str:
    """A single game has no spread, and nothing is known of its chance."""
    value = f"{estimate.value:.2f}"
    return f"{value} ± {estimate.half_width:.2f}" if estimate.n > 1 else value


def quantiles(found: dict[float, Estimate]) -> str:
    return ", ".join(f"{100 * p:.0f} %: {estimate.value:.0f}" for p, estimate in found.items())


def ends(triggers: dict[str, int]) -> str:
    total = sum(triggers.values())
    return ", ".join(
        f"{TRIGGER_NAMES[name]} {100 * count / total:.1f} %" for name, count in triggers.items()
    )


SEAT_HEADS = (
    "seat",
    "player",
    "won % (95 %)",
    "score",
    "spread",
    "5 to 95 %",
    "bonds",
    "bids",
    "first",
)


def show_table_run(summary: TableSummary, out: Path | None) -> None:
    """Prints what came out of a run: seat by seat, then the games as a whole."""
    rows = [row_of(number, seat) for number, seat in enumerate(summary.seats, 1)]
    show_table(summary.run.scenario.title(), rows, SEAT_HEADS, ("player",))
    show_lines("", table_lines(summary) | ({"stored in": str(out)} if out else {}))


def row_of(number: int, seat: SeatSummary) -> tuple[str, ...]:
    low, *_, high = (estimate.value for estimate in seat.quantiles.values())
    rate = seat.win_rate
    return (
        str(number),
        seat.player,
        share_between(rate.value, rate.low, rate.high),
        plus_minus(seat.score),
        plain(seat.score_sd),
        f"{low:.0f} to {high:.0f}",
        plain(seat.bonds.value),
        plain(seat.bids.value),
        plain(seat.turns_first.value),
    )


def table_lines(summary: TableSummary) -> dict[str, str]:
    """What belongs to the games and to no seat."""
    run = summary.run
    return {
        "games": f"{run.games:,}, seed {run.seed}",
        "turns": f"mean {summary.turns.value:.1f}, {summary.shortest} to {summary.longest}",
        "margin": f"mean {plus_minus(summary.margin)} of the first place over the second",
        "money bid": f"mean {plus_minus(summary.money_bid)} a game, all seats together",
        "unfinished": f"{100 * summary.unfinished:.1f} % of the games, ended after turn 40",
        "speed": f"{run.games_per_second:,.0f} games a second" if run.played else "none played now",
        "digest": run.digest,
        "rests on": in_words(summary.provenance),
    }
