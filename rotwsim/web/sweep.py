"""Go through the values of a parameter: the win rate at each, the most informative value next."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rotwsim import stats
from rotwsim.scenario.scenario import Scenario
from rotwsim.stats import Estimate
from rotwsim.web.answer import in_percent
from rotwsim.web.catalogue import PARAMETERS
from rotwsim.web.pool import MOST_GAMES, LiveArm
from rotwsim.web.watch import Watch

LEAST = 60  # games at every value before one is preferred
ASIDE = 0.3  # how much the width counts of a value that is surely not the wanted one


@dataclass(frozen=True)
class Point:
    """One value of the parameter and its win rate so far."""

    value: int
    rate: Estimate

    def distance(self, wish: float) -> Estimate:
        return stats.distance_from(wish, self.rate)


class SweepWatch(Watch):
    """A watch of many values; all their intervals together hold at every look."""

    _seen: tuple[tuple[int, ...], list[Point]] = ((), [])  # the points after these games

    def scenarios(self) -> list[Scenario]:
        return [self.question.at(value).b for value in self.question.values]

    @property
    def points(self) -> list[Point]:
        """Estimate the win rate at each value, if all have games."""
        games = tuple(arm.n for arm in self.arms)
        if games != self._seen[0]:
            wins = np.array([arm.won(n).sum() for arm, n in zip(self.arms, games, strict=True)])
            level = stats.simultaneous_level(len(games))
            rows = zip(wins / games, *stats.anytime_bounds(wins, games, level), games, strict=True)
            rates = [Estimate(float(at), float(low), float(high), n) for at, low, high, n in rows]
            points = list(map(Point, self.question.values, rates))
            self._seen = games, points
        return self._seen[1]

    @property
    def n(self) -> int:
        has_all = len(self.arms) == len(self.question.values) and all(arm.n for arm in self.arms)
        return sum(arm.n for arm in self.arms) if has_all else 0

    def is_enough(self) -> bool:
        """Ask whether every value is known as well as wanted."""
        if not self.n:
            return False
        return max(self.needs().values(), default=0.0) <= self.question.precision

    def needs(self) -> dict[LiveArm, float]:
        """Measure how uncertain each value is, less where it surely is not the nearest."""
        points = {arm: point for arm, point in zip(self.arms, self.points, strict=True)}
        wish, rivals = self.question.wish, set(points)
        if wish is not None:
            best = min(points, key=lambda arm: points[arm].distance(wish).value)
            reach = points[best].distance(wish).high
            rivals = {arm for arm in points if points[arm].distance(wish).low < reach} | {best}
        return {
            arm: points[arm].rate.half_width * (1.0 if arm in rivals or arm.n < LEAST else ASIDE)
            for arm in self.arms
            if arm.n < MOST_GAMES
        }

    def next_arm(self) -> LiveArm | None:
        """Choose the value that more games would say most about, counting those under way."""
        if not self.n:
            return min(self.arms, key=lambda arm: arm.begun)
        needs = self.needs()
        waits = {arm: need * ((arm.n + 1) / (arm.begun + 1)) ** 0.5 for arm, need in needs.items()}
        return max(waits, key=lambda arm: waits[arm], default=None)

    def snapshot(self) -> dict:
        """Say the win rate at each value, and which comes nearest to the wish."""
        found = {"state": self.state, "note": self.note, "games_per_second": self.speed()}
        if not self.n:
            return found | {"n": 0}
        points = self.points
        headline, detail = words_for(points, self.question.wish, label_of(self.question.sweep))
        rows = [
            {"value": point.value, "n": point.rate.n, **in_percent(point.rate, "rate")}
            for point in points
        ]
        return found | {
            "n": self.n,
            "headline": headline,
            "detail": detail,
            "points": rows,
            "command": self.question.sweep_command(min(arm.n for arm in self.arms)),
        }


def words_for(points: list[Point], wish: float | None, name: str) -> tuple[str, str]:
    """Say which value comes nearest to the wish, and what is not sure about it."""
    if wish is None or len(points) < 2:
        low, high = (pick(points, key=lambda point: point.rate.value) for pick in (min, max))
        headline = f"{name} moves the win rate from {_rate(low)} to {_rate(high)}."
        return headline, f"Lowest at {low.value}, highest at {high.value}."
    ordered = sorted(points, key=lambda point: point.distance(wish).value)
    best, others = ordered[0], ordered[1:]
    rivals = [p for p in others if p.distance(wish).low < best.distance(wish).high]
    headline = f"{name} {best.value} comes nearest to {100 * wish:.0f} %: {_rate(best)} won."
    if len(rivals) > 2:
        return headline, "Other values may still come nearer; more games narrow them down."
    if rivals:
        names = " and ".join(f"{point.value} ({_rate(point)})" for point in rivals)
        return headline, f"Not sure yet: {names} may come as near."
    beside = [point for point in points if abs(point.value - best.value) == 1]
    words = ", ".join(f"{point.value} gives {_rate(point)}" for point in beside)
    return headline, f"This is sure. {words}." if words else "This is sure."


def label_of(parameter: str) -> str:
    """Name a parameter as the page does."""
    return PARAMETERS[parameter][0] if parameter in PARAMETERS else parameter


def _rate(point: Point) -> str:
    return f"{100 * point.rate.value:.0f} %"
