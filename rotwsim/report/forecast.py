"""What an answer costs: the games and minutes that a precision or a difference needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from rotwsim import stats
from rotwsim.runner.parallel import check_jobs
from rotwsim.runner.play import rules_of
from rotwsim.runner.run import run_games
from rotwsim.runner.workload import check_seed, measure_speed
from rotwsim.scenario.scenario import Scenario, scenario_of
from rotwsim.scenario.schema import DataError
from rotwsim.stats import Estimate

MOST_GAMES = 10**12
PRECISIONS, DIFFERENCES = (0.02, 0.01, 0.005, 0.002), (0.02, 0.01, 0.005)
FLIPPED = (0.1, 0.25, 0.5)
LEAST = 0.00001
SECONDS = 1.5  # of the short run, spread over cores as the real run would be
FEWEST = 10  # games of it


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

    def as_dict(self) -> dict:
        return asdict(self)


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

    >>> costs = rotwsim.plan(rotwsim.Scenario.of(player="random"), precisions=[0.01])
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
    widths, gaps = (
        [round(100 * each, 6) for each in shares] for shares in (precisions, differences)
    )
    rate = stats.wilson(short.wins, short.games)
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

    def minutes(games: int) -> float:
        return games / games_per_second / 60

    costs = []
    for points in precisions:
        by_formula = stats.games_for_precision(points / 100, share)
        # Near 0 and 1 the formula promises too much; the interval itself does not.
        games = max(by_formula, games_at_fixed_size(points / 100, share))
        until_stop = stats.games_until_narrow(points / 100, share)
        costs.append(PrecisionCost(points, games, minutes(games), until_stop, minutes(until_stop)))
    gaps = []
    for points in differences:
        for flipped in flips:
            if points / 100 <= flipped:
                pairs = stats.pairs_for_difference(points / 100, flipped)
                gaps.append(DifferenceCost(points, flipped, pairs, minutes(2 * pairs)))
    return Forecast(win_rate, games_per_second, costs, gaps)


def games_at_fixed_size(half_width: float, share: float) -> int:
    """Find the games, to a thousandth of them, that give Wilson's interval this half-width."""

    def is_enough(games: int) -> bool:
        return stats.wilson(round(share * games), games).half_width <= half_width

    low, high = 0, 1
    while not is_enough(high) and high < MOST_GAMES:
        low, high = high, 2 * high
    while high - low > max(1, high // 1000):
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high
