"""The figures of a run at a table as tables for the terminal."""

from __future__ import annotations

from pathlib import Path

from rotwsim.cli.run_tables import plus_minus
from rotwsim.cli.tables import plain, share_between, show_lines, show_table
from rotwsim.report.run_summary import SeatSummary, TableSummary
from rotwsim.runner.assumed_parameters import in_words

HEADS = ("seat", "player", "won % (95 %)", "score", "spread", "5 to 95 %", "bonds", "bids", "first")


def show_table_run(summary: TableSummary, out: Path | None) -> None:
    """Prints what came out of a run: seat by seat, then the games as a whole."""
    rows = [row_of(number, seat) for number, seat in enumerate(summary.seats, 1)]
    show_table(summary.run.scenario.title(), rows, HEADS, ("player",))
    show_lines("", figures_of(summary) | ({"stored in": str(out)} if out else {}))


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


def figures_of(summary: TableSummary) -> dict[str, str]:
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
