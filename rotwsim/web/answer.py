"""Say what the games so far show: win rates, the difference, a verdict that holds at every look."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass

import numpy as np

from rotwsim import stats
from rotwsim.report.wording import plain, signed
from rotwsim.stats import EASIER, EQUIVALENT, HARDER, UNDECIDED, Estimate
from rotwsim.web.pool import MOST_GAMES, LiveArm

FIRST_WORDS = 30  # pairs before anything is said of a difference
MANY = MOST_GAMES  # pairs: what would take more is not forecast in games
GROWTH = 1.05  # of the games from one try of a forecast to the next
LISTED = 6  # games of a kind to look into
POINTS = 40  # of a curve
# What else is counted of both sides: column, words, unit.
ALSO = (
    ("result", "Result", "points"),
    ("turns", "Turns", ""),
    ("deliveries", "Deliveries", ""),
    ("own_links", "Own Links", ""),
    ("bonds", "Bonds", ""),
    ("cubes_lost_to_exhaust", "Cubes lost to Exhaust", ""),
    ("railbot_links", "Railbot Links", ""),
    ("insurance_bought", "Insurance bought", ""),
)


@dataclass(frozen=True)
class Pairs:
    """How the first n games of both sides went: the four counts of a paired table."""

    both: int
    only_a: int
    only_b: int
    n: int

    @staticmethod
    def of(a: LiveArm, b: LiveArm, n: int) -> Pairs:
        won_a, won_b = a.won(n), b.won(n)
        outcomes = (won_a & won_b, won_a & ~won_b, ~won_a & won_b)
        both, only_a, only_b = (int(each.sum()) for each in outcomes)
        return Pairs(both, only_a, only_b, n)

    @property
    def rates(self) -> tuple[Estimate, Estimate]:
        wins = self.both + self.only_a, self.both + self.only_b
        return stats.anytime(wins[0], self.n), stats.anytime(wins[1], self.n)

    @property
    def difference(self) -> Estimate:
        return stats.anytime_difference(self.only_a, self.only_b, self.n)

    def times(self, factor: float) -> Pairs:
        """Give the counts after more games that go on as these did."""
        flips = round(self.only_a * factor), round(self.only_b * factor)
        return Pairs(round(self.both * factor), *flips, max(round(self.n * factor), sum(flips)))


def more_games(pairs: Pairs, margin: float) -> int | None:
    """Forecast how many more pairs would decide, if they go on as these did; None for too many."""

    def is_decided(n: float) -> bool:
        return stats.verdict(pairs.times(n / pairs.n).difference, margin) != UNDECIDED

    growing = pairs.n * GROWTH ** np.arange(1, math.log(2 * MANY / pairs.n, GROWTH))
    place = bisect_left(growing, True, key=is_decided)
    if place == len(growing):
        return None
    more = growing[place] - pairs.n
    size = 10 ** math.floor(math.log10(max(more, 10)))  # a forecast is no more exact than one digit
    step = max(10, size // 10 if more < 2.5 * size else size)
    return math.ceil(more / step) * step


def answer_of(pairs: Pairs, margin: float, same: bool) -> dict:
    """Say what is known: numbers in per cent, a headline and a line below it."""
    rate_a, rate_b = pairs.rates
    found: dict = {"n": pairs.n, "only_a": pairs.only_a, "only_b": pairs.only_b}
    found |= {"a": in_percent(rate_a), "b": in_percent(rate_b)}
    if same:
        sure = f"Surely between {100 * rate_a.low:.0f} and {100 * rate_a.high:.0f} %."
        headline = f"{100 * rate_a.value:.0f} % of the games are won."
        return found | {"verdict": "same", "headline": headline, "detail": sure}
    difference = pairs.difference
    verdict = stats.verdict(difference, margin)
    found |= {"difference": in_percent(difference), "verdict": verdict}
    return found | words_for(pairs, difference, verdict, margin)


def words_for(pairs: Pairs, difference: Estimate, verdict: str, margin: float) -> dict:
    """Put the verdict into a headline, and say what is uncertain in a line below."""
    points = 100 * abs(difference.value)
    size = plain(points, 1 if points < 9.95 else 0)  # two digits are enough
    span = f"between {signed(100 * difference.low)} and {signed(100 * difference.high)} pp"
    if verdict == EQUIVALENT:
        headline = "B is as hard as A."
        return {"headline": headline, "detail": f"The difference is {span}: too small to matter."}
    if verdict in (EASIER, HARDER):
        word = "more" if verdict == EASIER else "fewer"
        headline = f"B is {verdict}: {size}\u00a0pp {word} wins."
        return {"headline": headline, "detail": f"Surely {span}."}
    if pairs.n < FIRST_WORDS:
        return {"headline": "The first games arrive.", "detail": ""}
    more = more_games(pairs, margin)
    seems = f"B seems {EASIER if difference.value > 0 else HARDER} by {size}\u00a0pp"
    if abs(difference.value) < margin / 2:
        seems = "B seems as hard as A"
    wait = f"more than {MANY:,} games would be needed to decide this"
    if more:
        wait = f"about {more:,} more games would decide this"
    return {"headline": "Not decided yet.", "detail": f"{seems}; {wait}.", "more": more}


def in_percent(estimate: Estimate, name: str = "value") -> dict:
    numbers = {name: estimate.value, "low": estimate.low, "high": estimate.high}
    return {name: round(100 * number, 2) for name, number in numbers.items()}


def endings(a: LiveArm, b: LiveArm, n: int) -> list[dict]:
    """Compare both sides in why games end, and what else happens in them."""
    a_ends, b_ends = (100 * float((arm.column("trigger", n) == 1).mean()) for arm in (a, b))
    rows = [
        ("End by Empty City Markers", "%", a_ends, b_ends),
        ("End by Final Evaluation", "%", 100 - a_ends, 100 - b_ends),
    ]
    for column, words, unit in ALSO:
        of_a, of_b = (float(arm.column(column, n).mean()) for arm in (a, b))
        rows.append((words, unit, of_a, of_b))
    return [
        {"what": words, "unit": unit, "a": round(of_a, 1), "b": round(of_b, 1)}
        for words, unit, of_a, of_b in rows
    ]


def games_to_look_into(a: LiveArm, b: LiveArm, n: int) -> list[dict]:
    """List the games that only one side won, the closest and the oddest, the largest gap first."""
    of_a, of_b = (arm.column("result", n).astype(int) for arm in (a, b))
    margin_a, margin_b = (abs(arm.column("margin", n).astype(int)) for arm in (a, b))
    gap, won_a, won_b = of_b - of_a, a.won(n), b.won(n)
    wide = np.argsort(-np.abs(gap), kind="stable")
    kinds = {
        "Only A wins": wide[(won_a & ~won_b)[wide]],
        "Only B wins": wide[(won_b & ~won_a)[wide]],
        "Closest": np.argsort(margin_a + margin_b, kind="stable"),
        "Oddest: largest gap": wide if gap.any() else wide[:0],
    }
    found = []
    for kind, order in kinds.items():
        games = [{"game": int(g), "a": int(of_a[g]), "b": int(of_b[g])} for g in order[:LISTED]]
        found += [{"kind": kind, "games": games}] if games else []
    return found


def progress_of(a: LiveArm, b: LiveArm, n: int) -> dict[str, np.ndarray]:
    """Follow both win rates from the first games to the last: where they were, with intervals."""
    at = np.unique(np.geomspace(min(n, 20), n, POINTS).round().astype(int))
    found: dict[str, np.ndarray] = {"n": at}
    for side, arm in (("a", a), ("b", b)):
        wins = np.cumsum(arm.won(n))[at - 1]
        low, high = stats.anytime_bounds(wins, at)
        found |= {side: wins / at, f"{side}_low": low, f"{side}_high": high}
    return found
