"""A run in numbers, solo and multiplayer: win rates, results, length, with uncertainty."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass

import numpy as np

import rotwsim.stats as stats
from rotwsim.analysis.boxes.known_ranges import PlausibleRange, plausible_range
from rotwsim.runner.game_columns import SOLO_TRIGGERS, TRIGGERS, seat_column
from rotwsim.runner.manifest import provenance_of
from rotwsim.runner.run import Run
from rotwsim.stats import Estimate
from rotwsim.stats.means_and_quantiles import Counts

PROBABILITIES = (0.05, 0.25, 0.50, 0.75, 0.95)
COUNTED = ("result", "turns", "trigger")  # the columns whose values a summary counts
OF_GAMES = ("won", "turns", "margin", "unfinished", "money_bid")
OF_SEATS = ("sharing", "score", "bonds", "bids_paid", "turns_first")


@dataclass(frozen=True)
class Summary:
    """The numbers of one solo run; shares are fractions."""

    run: Run
    win_rate: Estimate
    result: Estimate
    result_sd: float
    quantiles: dict[float, Estimate]
    turns: Estimate
    shortest: int
    longest: int
    triggers: dict[str, int]
    boxes: PlausibleRange | None  # where the win rate may lie with another plausible box
    provenance: dict

    def as_dict(self) -> dict:
        """Give all of it as plain data, as `rotwsim run --json` prints it."""
        return {
            "scenario": self.run.scenario.describe(),
            "games": self.run.games,
            "seed": self.run.seed,
            "win_rate": self.win_rate.value,
            "win_rate_interval": [self.win_rate.low, self.win_rate.high],
            "win_rate_over_plausible_boxes": asdict(self.boxes) if self.boxes else None,
            "result": {
                "mean": self.result.value,
                "sd": self.result_sd,
                "quantiles": {str(p): estimate.value for p, estimate in self.quantiles.items()},
            },
            "turns": {"mean": self.turns.value, "min": self.shortest, "max": self.longest},
            "triggers": self.triggers,
            "games_per_second": self.run.games_per_second,
            "digest": self.run.digest,
            "provenance": self.provenance,
        }


def summary_of(run: Run) -> Summary:
    """Sum up a solo run of at least one game.

    A run that stopped at a precision gets the interval that stopped it, one that was interrupted
    an interval that looks at any time cannot spoil.
    """
    results, turns, ends = (Counts(*run.counts[name]) for name in COUNTED)
    interval = stats.at_stop if run.stopped else stats.wilson
    if run.interrupted:
        interval = stats.anytime
    return Summary(
        run=run,
        win_rate=interval(run.wins, run.games),
        result=stats.mean(results),
        result_sd=results.std(ddof=1) if run.games > 1 else 0.0,
        quantiles={p: stats.quantile(results, p) for p in PROBABILITIES},
        turns=stats.mean(turns),
        shortest=int(turns.min()),
        longest=int(turns.max()),
        triggers={name: ends.at(TRIGGERS.index(name)) for name in SOLO_TRIGGERS},
        boxes=plausible_range(run.scenario),
        provenance=provenance_of(run.scenario),
    )


@dataclass(frozen=True)
class SeatSummary:
    """How one seat fared; a shared win counts its share, so that win rates add up to 1."""

    player: str
    win_rate: Estimate
    score: Estimate
    score_sd: float
    quantiles: dict[float, Estimate]
    bonds: Estimate
    bids: Estimate
    turns_first: Estimate

    def as_dict(self) -> dict:
        return {
            "player": self.player,
            "win_rate": self.win_rate.value,
            "interval": [self.win_rate.low, self.win_rate.high],
            "score": {
                "mean": self.score.value,
                "sd": self.score_sd,
                "quantiles": {str(p): estimate.value for p, estimate in self.quantiles.items()},
            },
            "bonds": self.bonds.value,
            "bids": self.bids.value,
            "turns_first": self.turns_first.value,
        }


@dataclass(frozen=True)
class TableSummary:
    """The numbers of one multiplayer run; shares are fractions."""

    run: Run
    seats: tuple[SeatSummary, ...]
    turns: Estimate
    shortest: int
    longest: int
    margin: Estimate
    unfinished: float
    money_bid: Estimate
    provenance: dict

    def as_dict(self) -> dict:
        """All of it as plain data, as `rotwsim run --seats … --json` prints it."""
        return {
            "scenario": self.run.scenario.describe(),
            "games": self.run.games,
            "seed": self.run.seed,
            "seats": [seat.as_dict() for seat in self.seats],
            "turns": {"mean": self.turns.value, "min": self.shortest, "max": self.longest},
            "margin": {"mean": self.margin.value},
            "unfinished": self.unfinished,
            "money_bid": {"mean": self.money_bid.value},
            "games_per_second": self.run.games_per_second,
            "digest": self.run.digest,
            "provenance": self.provenance,
        }


def columns_needed(seats: int) -> list[str]:
    """List what a summary needs of the games."""
    columns = [seat_column(field, seat) for field in OF_SEATS for seat in range(seats)]
    return [*OF_GAMES, *columns]


def table_summary_of(run: Run) -> TableSummary:
    """Sum up a multiplayer run of at least one game."""
    turns = run.outcomes["turns"]
    return TableSummary(
        run=run,
        seats=tuple(seat_summary(run, seat) for seat in range(len(run.scenario.seats))),
        turns=stats.mean(turns),
        shortest=int(turns.min()),
        longest=int(turns.max()),
        margin=stats.mean(run.outcomes["margin"]),
        unfinished=float(np.mean(run.outcomes["unfinished"] != 0)),
        money_bid=stats.mean(run.outcomes["money_bid"]),
        provenance=provenance_of(run.scenario),
    )


def seat_summary(run: Run, seat: int) -> SeatSummary:
    columns = {field: run.outcomes[seat_column(field, seat)] for field in OF_SEATS}
    scores, sharing = columns["score"], columns["sharing"]
    return SeatSummary(
        player=run.scenario.seats[seat],
        win_rate=share_of_wins(sharing, bool(run.stopped or run.interrupted)),
        score=stats.mean(scores),
        score_sd=float(scores.std(ddof=1)) if run.games > 1 else 0.0,
        quantiles={p: stats.quantile(scores, p) for p in PROBABILITIES},
        bonds=stats.mean(columns["bonds"]),
        bids=stats.mean(columns["bids_paid"]),
        turns_first=stats.mean(columns["turns_first"]),
    )


def share_of_wins(sharing: np.ndarray, looked_at: bool) -> Estimate:
    """Count wins with their share; the interval is that of the whole wins around them.

    A run that was stopped by a look at its games gets an interval that such looks cannot spoil.
    """
    wins = float(np.sum(1.0 / sharing[sharing > 0]))
    games, interval = len(sharing), stats.anytime if looked_at else stats.wilson
    fewer, more = math.floor(wins + 1e-9), math.ceil(wins - 1e-9)
    return Estimate(wins / games, interval(fewer, games).low, interval(more, games).high, games)
