"""Play the games of one question until it is answered, stopped or no longer looked at."""

from __future__ import annotations

import threading
import time
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, wait

from rotwsim.runner.precompile import is_compiled
from rotwsim.runner.skill import with_knob
from rotwsim.scenario.reading import Mistakes
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.web.answer import Pairs, answer_of, endings, games_to_look_into
from rotwsim.web.pool import MOST_GAMES, LiveArm, LivePool
from rotwsim.web.setting import Question

STARTING, FINDING, COMPILES = "starting", "calibrating", "compiling"
PLAYING, DONE, FAILED, CANCELLED = "playing", "done", "error", "cancelled"
LOOK = 0.05  # seconds between two looks at the blocks under way
SPEED_OVER = 2.0  # seconds
CALIBRATING = threading.Lock()  # one person is found at a time


class Cancelled(Exception):
    """Nobody looks any more."""


class Watch:
    """One question that somebody looks at; a thread plays, `snapshot` says how far it is."""

    def __init__(self, pool: LivePool, question: Question) -> None:
        self.pool, self.question = pool, question
        self.state, self.note = STARTING, ""
        self.arms: list[LiveArm] = []
        self._held: list[LiveArm] = []  # arms to release at the end
        self._cancelled = threading.Event()
        self._counts: deque[tuple[float, int]] = deque()
        self._thread = threading.Thread(target=self._run, daemon=True, name="watch")

    def start(self) -> Watch:
        self._thread.start()
        return self

    def cancel(self) -> None:
        """Stop after the blocks under way; their games are kept."""
        self._cancelled.set()

    def join(self, seconds: float) -> None:
        self._thread.join(seconds)

    @property
    def n(self) -> int:
        """Count the games that all sides have played."""
        return min((arm.n for arm in self.arms), default=0)

    def snapshot(self) -> dict:
        """Say everything a page shows, pictures left out."""
        n = self.n
        found = {"state": self.state, "note": self.note, "games_per_second": self.speed()}
        if not n:
            return found | {"n": 0}
        a, b = self.arms[0], self.arms[-1]
        pairs = Pairs.of(a, b, n)
        return (
            found
            | answer_of(pairs, self.question.margin, same=a is b)
            | {
                "titles": [a.scenario.title(("on",)), b.scenario.title(("on",))],
                "command": self.question.command(n),
                "also": endings(a, b, n),
                "inside": games_to_look_into(a, b, n),
            }
        )

    def speed(self) -> int:
        """Measure games per second of all sides together, over the last seconds."""
        now, played = time.monotonic(), sum(arm.n for arm in dict.fromkeys(self.arms))
        self._counts.append((now, played))
        while len(self._counts) > 2 and now - self._counts[0][0] > SPEED_OVER:
            self._counts.popleft()
        then, before = self._counts[0]
        seconds = now - then
        return round((played - before) / seconds) if seconds > 0.2 and self.state == PLAYING else 0

    def is_enough(self) -> bool:
        """Ask whether the difference is known as well as wanted."""
        n = self.n
        if n >= MOST_GAMES:
            return True
        if n < 2:
            return False
        pairs = Pairs.of(self.arms[0], self.arms[-1], n)
        known = pairs.rates[0] if self.arms[0] is self.arms[-1] else pairs.difference
        return known.half_width <= self.question.precision

    def _run(self) -> None:
        try:
            self._find_arms()
            self._play()
        except Cancelled:
            self.state = CANCELLED
        except Mistakes as error:
            self.state, self.note = FAILED, "\n".join(error.lines)
        except (DataError, OSError) as error:
            self.state, self.note = FAILED, str(error)
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
        """List the sides to play."""
        return [self.question.a, self.question.b] if self.question.change else [self.question.a]

    def _play(self) -> None:
        under_way: set[Future] = set()
        try:
            while not self._cancelled.is_set():
                if self.is_enough():
                    self.state = DONE
                    return
                while len(under_way) < self.pool.jobs + 1:
                    arm = self.next_arm()
                    block = arm.next_block() if arm else None
                    if arm is None or block is None:
                        break
                    under_way.add(self.pool.submit(arm.play, block))
                finished, under_way = wait(under_way, timeout=LOOK, return_when=FIRST_COMPLETED)
                for future in finished:
                    future.result()
                    self.state, self.note = PLAYING, ""
                if not under_way and not finished:
                    time.sleep(LOOK)  # another tab plays these games
            raise Cancelled
        finally:
            wait(under_way)

    def next_arm(self) -> LiveArm | None:
        """Choose the side with fewer games, so that pairs come in step."""
        return min(self.arms, key=lambda arm: arm.begun)

    def _check(self) -> None:
        if self._cancelled.is_set():
            raise Cancelled
