"""What an answer costs: the games and minutes that a precision or a difference needs."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from rotwsim import stats
from rotwsim.stats import Estimate

MOST_GAMES = 10**12


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


def forecast(
    win_rate: Estimate,
    games_per_second: float,
    precisions: list[float],
    differences: list[float],
    flips: list[float],
) -> Forecast:
    """Costs of precisions and differences in points, for shares of flipped games."""
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
    """The games, to a thousandth of them, that give Wilson's interval this half-width."""

    def is_enough(games: int) -> bool:
        return stats.wilson(round(share * games), games).half_width <= half_width

    low, high = 0, 1
    while not is_enough(high) and high < MOST_GAMES:
        low, high = high, 2 * high
    while high - low > max(1, high // 1000):
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high
