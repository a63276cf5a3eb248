"""A run in figures: win rate, result, length and end of its games, each with its uncertainty."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from rotwsim import stats
from rotwsim.analysis.boxes.known_ranges import PlausibleRange, plausible_range
from rotwsim.runner.assumed_parameters import provenance_of
from rotwsim.runner.game_columns import SOLO_TRIGGERS, TRIGGERS
from rotwsim.runner.run import Run
from rotwsim.stats import Estimate
from rotwsim.stats.distributions import Counts

PROBABILITIES = (0.05, 0.25, 0.50, 0.75, 0.95)
COUNTED = ("result", "turns", "trigger")  # the columns whose values a summary counts


@dataclass(frozen=True)
class Summary:
    """The figures of one run; shares are fractions."""

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
        """All of it as plain data, as `rotwsim run --json` prints it."""
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
    """The figures of a run of at least one game.

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
