"""What a run costs before it is played, and what it gave: forecast and summary in numbers."""

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import product

import numpy as np

from rotwsim import stats
from rotwsim.analysis.boxes.known_ranges import plausible_range
from rotwsim.runner.game_columns import SOLO_TRIGGERS, TRIGGERS, seat_column
from rotwsim.runner.parallel import check_jobs
from rotwsim.runner.play import rules_of
from rotwsim.runner.run import Run, run_games
from rotwsim.runner.store import provenance_of
from rotwsim.runner.workload import check_seed, measure_speed
from rotwsim.scenario.scenario import Scenario, scenario_of
from rotwsim.scenario.schema import DataError
from rotwsim.stats import Estimate
from rotwsim.stats.means_and_quantiles import Counts

PRECISIONS, DIFFERENCES = (0.02, 0.01, 0.005, 0.002), (0.02, 0.01, 0.005)
FLIPPED = (0.1, 0.25, 0.5)
LEAST = 0.00001
SECONDS = 1.5  # of the short run, spread over cores as the real run would be
FEWEST = 10  # games of it
PROBABILITIES = (0.05, 0.25, 0.50, 0.75, 0.95)
COUNTED = ("result", "turns", "trigger")  # the columns whose values a summary counts
OF_GAMES = ("won", "turns", "margin", "unfinished", "money_bid")
MEANS = {"bonds": "bonds", "bids": "bids_paid", "turns_first": "turns_first"}
OF_SEATS = ("sharing", "score", *MEANS.values())


@dataclass(frozen=True)
class PrecisionCost:
    """Games until a win rate is known to ± points: of a number fixed before, and of a stop."""

    points: float
    games: int
    minutes: float
    games_until_stop: int
    minutes_until_stop: float


@dataclass(frozen=True)
class DifferenceCost:
    """Pairs of games on the same seeds until a difference is found with the usual power."""

    points: float
    flipped: float  # share of pairs that only one side wins
    pairs: int
    minutes: float


@dataclass(frozen=True)
class Forecast:
    """Costs at a measured speed, near a measured win rate."""

    win_rate: Estimate
    games_per_second: float
    precisions: list[PrecisionCost]
    differences: list[DifferenceCost]


def plan(
    scenario: Scenario | str = "eastern-us",
    *,
    precisions: Sequence[float] = (),
    differences: Sequence[float] = (),
    flipped: Sequence[float] = (),
    seed: int = 1,
    jobs: int | None = None,
    **machines,
) -> Forecast:
    """Say how many games and minutes an answer needs, by a short run here and now.

    `precisions` of a win rate, `differences` between two scenarios on the same seeds and the share
    `flipped` of games that only one of the two wins are fractions; `points` in the answer are
    percentage points.

    >>> costs = rotwsim.plan(rotwsim.Scenario.of(player="club"), precisions=[0.01])
    >>> [cost.points for cost in costs.precisions], costs.games_per_second > 0
    ([1.0], True)
    """
    if not precisions and not differences:
        precisions, differences = PRECISIONS, DIFFERENCES
    for share in (*precisions, *differences, *flipped):
        if not LEAST <= share <= 1:
            raise DataError(f"a share of games is {share:g}; legal are {LEAST:g} to 1")
    chosen, seed = scenario_of(scenario), check_seed(seed)
    speed = measure_speed(rules_of(chosen), seed)
    games = max(FEWEST, round(speed * check_jobs(jobs) * SECONDS))
    short = run_games(chosen, games, seed, columns=["won"], jobs=jobs, **machines)
    rate = stats.wilson(short.wins, short.games)
    widths, gaps = ([round(100 * each, 6) for each in some] for some in (precisions, differences))
    return forecast(rate, short.games_per_second, widths, gaps, list(flipped or FLIPPED))


def forecast(
    win_rate: Estimate,
    games_per_second: float,
    precisions: list[float],
    differences: list[float],
    flips: list[float],
) -> Forecast:
    """Compute the costs of precisions and differences in pp, for shares of flipped games."""
    # The end of the interval nearest to one half, where a win rate needs most games.
    share = min(max(0.5, win_rate.low), win_rate.high)
    a_minute = games_per_second * 60
    costs, gaps = [], []
    for points in precisions:
        by_formula = stats.games_for_precision(points / 100, share)
        # Near 0 and 1 the formula promises too much; the interval itself does not.
        games = max(by_formula, games_at_fixed_size(points / 100, share))
        stop = stats.games_until_narrow(points / 100, share)
        costs.append(PrecisionCost(points, games, games / a_minute, stop, stop / a_minute))
    for points, flipped in product(differences, flips):
        if points / 100 <= flipped:
            pairs = stats.pairs_for_difference(points / 100, flipped)
            gaps.append(DifferenceCost(points, flipped, pairs, 2 * pairs / a_minute))
    return Forecast(win_rate, games_per_second, costs, gaps)


def games_at_fixed_size(half_width: float, share: float) -> int:
    """Find the fewest games that give Wilson's interval this half-width."""

    def is_enough(games: int) -> bool:
        return stats.wilson(round(share * games), games).half_width <= half_width

    many = 1
    while not is_enough(many):
        many *= 2
    games = range(many // 2 + 1, many + 1)
    return games[bisect_left(games, True, key=is_enough)]


def summary_of(run: Run) -> dict:
    """Sum up a solo run of at least one game as plain data, as `rotwsim run --json` prints it.

    A run that stopped at a precision gets the interval that stopped it, one that was interrupted
    an interval that looks at any time cannot spoil.
    """
    results, turns, ends = (Counts(*run.counts[name]) for name in COUNTED)
    interval = stats.at_stop if run.stopped else stats.wilson
    rate = (stats.anytime if run.interrupted else interval)(run.wins, run.games)
    boxes = plausible_range(run.scenario)  # where the win rate may be with another plausible box
    own = {
        "win_rate": rate.value,
        "win_rate_interval": [rate.low, rate.high],
        "win_rate_over_plausible_boxes": asdict(boxes) if boxes else None,
        "result": spread_of(results, run.games),
        "turns": turns_of(turns),
        "triggers": {name: ends.at(TRIGGERS.index(name)) for name in SOLO_TRIGGERS},
    }
    return with_own(run, own)


def with_own(run: Run, own: dict) -> dict:
    head = {"scenario": run.scenario.describe(), "games": run.games, "seed": run.seed}
    tail = {"games_per_second": run.games_per_second, "digest": run.digest}
    return head | own | tail | {"provenance": provenance_of(run.scenario)}


def spread_of(values: np.ndarray | Counts, games: int) -> dict:
    mean = stats.mean(values)
    return {
        "mean": mean.value,
        "interval": [mean.low, mean.high],
        "sd": float(values.std(ddof=1)) if games > 1 else 0.0,
        "quantiles": {str(p): stats.quantile(values, p).value for p in PROBABILITIES},
    }


def turns_of(turns: np.ndarray | Counts) -> dict[str, float]:
    return {"mean": stats.mean(turns).value, "min": int(turns.min()), "max": int(turns.max())}


def columns_needed(seats: int) -> list[str]:
    columns = [seat_column(field, seat) for field in OF_SEATS for seat in range(seats)]
    return [*OF_GAMES, *columns]


def multiplayer_summary_of(run: Run) -> dict:
    """Sum up a multiplayer run as plain data, as `rotwsim run --seats … --json` prints it."""
    games = run.outcomes
    own = {
        "seats": [seat_summary(run, seat) for seat in range(len(run.scenario.seats))],
        "turns": turns_of(games["turns"]),
        "margin": {"mean": stats.mean(games["margin"]).value},
        "unfinished": float(np.mean(games["unfinished"] != 0)),
        "money_bid": {"mean": stats.mean(games["money_bid"]).value},
    }
    return with_own(run, own)


def seat_summary(run: Run, seat: int) -> dict:
    """Say how one seat fared; a shared win counts its share, so that win rates add up to 1."""
    columns = {field: run.outcomes[seat_column(field, seat)] for field in OF_SEATS}
    rate = share_of_wins(columns["sharing"], bool(run.stopped or run.interrupted))
    return {
        "player": run.scenario.seats[seat],
        "win_rate": rate.value,
        "interval": [rate.low, rate.high],
        "score": spread_of(columns["score"], run.games),
        **{name: stats.mean(columns[of]).value for name, of in MEANS.items()},
    }


def share_of_wins(sharing: np.ndarray, looked_at: bool) -> Estimate:
    """Count wins with their share; the interval is that of the whole wins around them.

    A run that was stopped by a look at its games gets an interval that such looks cannot spoil.
    """
    wins = float(np.sum(1.0 / sharing[sharing > 0]))
    games, interval = len(sharing), stats.anytime if looked_at else stats.wilson
    fewer, more = math.floor(wins + 1e-9), math.ceil(wins - 1e-9)
    return Estimate(wins / games, interval(fewer, games).low, interval(more, games).high, games)
