"""Play the games of one question, or of a sweep, until it is answered or no longer looked at."""

import threading
import time
from collections import deque
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from typing import NamedTuple

import numpy as np

from rotwsim import stats
from rotwsim.runner.person_calibration import with_knob
from rotwsim.runner.play import is_compiled
from rotwsim.scenario.mistakes import lines_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.stats import Estimate
from rotwsim.web.answer import Pairs, answer_of, endings, games_to_look_into, in_percent
from rotwsim.web.pool import MOST_GAMES, LiveArm, LivePool
from rotwsim.web.setting import Question, label_of

STARTING, FINDING, COMPILES = "starting", "calibrating", "compiling"
PLAYING, DONE, FAILED, CANCELLED = "playing", "done", "error", "cancelled"
ENDED = (DONE, FAILED, CANCELLED)
LOOK = 0.05  # seconds between two looks at the blocks under way
SPEED_OVER = 2.0  # seconds
LEAST = 60  # games at every value before one is preferred
ASIDE = 0.3  # how much the width counts of a value that is surely not the wanted one
CALIBRATING = threading.Lock()  # one person is found at a time


class Watch(threading.Thread):
    """One question that somebody looks at; it plays, `snapshot` says how far it is."""

    def __init__(self, pool: LivePool, question: Question) -> None:
        super().__init__(daemon=True, name="watch")
        self.pool, self.question = pool, question
        self.state, self.note = STARTING, ""
        self.arms: list[LiveArm] = []
        self._held: list[LiveArm] = []  # arms to release at the end
        self._cancelled = threading.Event()
        self._counts: deque[tuple[float, int]] = deque()

    def cancel(self) -> None:
        """Stop after the blocks under way; their games are kept."""
        self._cancelled.set()

    @property
    def is_left(self) -> bool:
        return self._cancelled.is_set()

    @property
    def n(self) -> int:
        return min((arm.n for arm in self.arms), default=0)

    def snapshot(self) -> dict:
        found = {"state": self.state, "note": self.note, "games_per_second": self.speed()}
        return found | (self.shown() if self.n else {"n": 0})

    def shown(self) -> dict:
        n, a, b = self.n, self.arms[0], self.arms[-1]
        found = answer_of(Pairs.of(a, b, n), self.question.margin, same=a is b)
        found |= {"also": endings(a, b, n), "inside": games_to_look_into(a, b, n)}
        return found | {"command": self.question.command(n)}

    def speed(self) -> int:
        """Measure games per second of all sides together, over the last seconds."""
        now, played = time.monotonic(), sum(arm.n for arm in dict.fromkeys(self.arms))
        self._counts.append((now, played))
        while len(self._counts) > 2 and now - self._counts[0][0] > SPEED_OVER:
            self._counts.popleft()
        seconds, games = now - self._counts[0][0], played - self._counts[0][1]
        return round(games / seconds) if seconds > 0.2 and self.state == PLAYING else 0

    def is_enough(self) -> bool:
        """Ask whether the difference is known as well as wanted."""
        n = self.n
        if not 2 <= n < MOST_GAMES:
            return n >= MOST_GAMES
        pairs = Pairs.of(self.arms[0], self.arms[-1], n)
        known = pairs.rates[0] if self.arms[0] is self.arms[-1] else pairs.difference
        return known.half_width <= self.question.precision

    def run(self) -> None:
        try:
            self._find_arms()
            self._play()
        except CancelledError:
            self.state = CANCELLED
        except (DataError, OSError) as error:
            self.state, self.note = FAILED, "\n".join(lines_of(error))
        except Exception as error:  # a page must say it, whatever it was
            self.state, self.note = FAILED, f"{type(error).__name__}: {error}"
            raise
        finally:
            for arm in self._held:
                self.pool.release(arm)

    def _find_arms(self) -> None:
        def progress(done: int, wanted: int) -> None:
            self._check()
            self.note = f"Finding this person: {done:,} of {wanted:,} games, once for this game."

        self.state = FINDING
        with CALIBRATING:
            self._check()
            self.question = self.question.calibrated(progress)
        self._check()
        for scenario in self.scenarios():
            scenario = with_knob(scenario, progress=progress)  # where side B has its own person
            self.note = ""
            if not is_compiled(scenario):
                self.state, self.note = COMPILES, "Compiling the game, once, about a minute."
            self._held.append(self.pool.arm(scenario, self.question.seed))
        self.arms = list(self._held)  # all at once: one side alone is another answer

    def scenarios(self) -> list[Scenario]:
        return [self.question.a, self.question.b] if self.question.change else [self.question.a]

    def _play(self) -> None:
        under_way: set[Future] = set()
        try:
            while not self.is_left:
                if self.is_enough():
                    self.state = DONE
                    return
                while len(under_way) <= self.pool.jobs and (arm := self.next_arm()):
                    if (block := arm.next_block()) is None:
                        break
                    under_way.add(self.pool.threads.submit(arm.play, block))
                finished, under_way = wait(under_way, timeout=LOOK, return_when=FIRST_COMPLETED)
                for future in finished:
                    future.result()
                    self.state, self.note = PLAYING, ""
                if not under_way and not finished:
                    time.sleep(LOOK)  # another tab plays these games
            raise CancelledError
        finally:
            wait(under_way)

    def next_arm(self) -> LiveArm | None:
        """Choose the side with fewer games, so that pairs come in step."""
        return min(self.arms, key=lambda arm: arm.begun)

    def _check(self) -> None:
        if self.is_left:
            raise CancelledError


class Point(NamedTuple):
    """One value of the parameter and its win rate so far."""

    value: int
    rate: Estimate

    def distance(self, wish: float) -> Estimate:
        return stats.distance_from(wish, self.rate)

    def __str__(self) -> str:
        return f"{100 * self.rate.value:.0f} %"


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
            level = stats.simultaneous_level(len(games))  # all at once, which is quick
            rows = zip(wins / games, *stats.anytime_bounds(wins, games, level), games, strict=True)
            rates = [Estimate(float(at), float(low), float(high), n) for at, low, high, n in rows]
            self._seen = games, list(map(Point, self.question.values, rates))
        return self._seen[1]

    @property
    def n(self) -> int:
        has_all = len(self.arms) == len(self.question.values) and all(arm.n for arm in self.arms)
        return sum(arm.n for arm in self.arms) if has_all else 0

    def is_enough(self) -> bool:
        """Ask whether every value is known as well as wanted."""
        return self.n > 0 and max(self.needs().values(), default=0.0) <= self.question.precision

    def needs(self) -> dict[LiveArm, float]:
        """Measure how uncertain each value is, less where it surely is not the nearest."""
        points = dict(zip(self.arms, self.points, strict=True))
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

    def shown(self) -> dict:
        headline, detail = words_for(self.points, self.question.wish, label_of(self.question.sweep))
        command = self.question.sweep_command(min(arm.n for arm in self.arms))
        points = [{"value": v, "n": rate.n, **in_percent(rate, "rate")} for v, rate in self.points]
        found = {"n": self.n, "headline": headline, "detail": detail}
        return found | {"points": points, "command": command}


def words_for(points: list[Point], wish: float | None, name: str) -> tuple[str, str]:
    """Say which value comes nearest to the wish, and what is not sure about it."""
    if wish is None or len(points) < 2:
        low, high = (pick(points, key=lambda point: point.rate.value) for pick in (min, max))
        headline = f"{name} moves the win rate from {low} to {high}."
        return headline, f"Lowest at {low.value}, highest at {high.value}."
    best, *others = sorted(points, key=lambda point: point.distance(wish).value)
    rivals = [p for p in others if p.distance(wish).low < best.distance(wish).high]
    headline = f"{name} {best.value} comes nearest to {100 * wish:.0f} %: {best} won."
    if len(rivals) > 2:
        return headline, "Other values may still come nearer; more games narrow them down."
    if rivals:
        names = " and ".join(f"{point.value} ({point})" for point in rivals)
        return headline, f"Not sure yet: {names} may come as near."
    beside = [point for point in points if abs(point.value - best.value) == 1]
    words = ", ".join(f"{point.value} gives {point}" for point in beside)
    return headline, f"This is sure. {words}." if words else "This is sure."
