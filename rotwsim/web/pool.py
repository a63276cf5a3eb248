"""Keep the games of settings that were looked at, to go back to one or to save it as a folder."""

import threading
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import numpy as np

from rotwsim.analysis.pool import folder_name
from rotwsim.runner.game_columns import COLUMNS, table_of
from rotwsim.runner.parallel import Work, cores, give_memory_back, play_one_block
from rotwsim.runner.play import rules_of
from rotwsim.runner.workload import Block
from rotwsim.scenario.reading import describe
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.web.design import FOLDER
from rotwsim.web.setting import Question

MOST_GAMES = 50_000  # of one setting
MOST_KEPT = 400_000  # of all settings; a game takes 176 bytes
MOST_SETTINGS = 200  # kept, however few games they have
MOST_SAVED = 50_000  # games of each side
FIRST_BLOCK = 8  # games: an answer at once
FIRST_ROOM = 512  # games
BLOCK_SECONDS = 0.05  # a change waits for the blocks under way


class LiveArm:
    """The games 0 to n - 1 of a scenario, played block by block for those who watch it."""

    def __init__(self, scenario: Scenario, seed: int) -> None:
        self.scenario, self.seed = scenario, seed
        self.numbers = np.zeros((len(COLUMNS), FIRST_ROOM), np.int16)  # grows by doubling
        self.n = 0  # games without a gap
        self.begun = 0  # games that are played or being played
        self.speed = 0.0  # games per second of one core
        self.watchers = 0
        self._work: Work | None = None
        self._early: dict[int, np.ndarray] = {}  # blocks after a gap
        self._lock = threading.Lock()

    def column(self, name: str, n: int) -> np.ndarray:
        return self.numbers[COLUMNS.index(name), :n]

    def won(self, n: int) -> np.ndarray:
        return self.column("won", n) != 0

    def table(self, n: int):
        return table_of(self.numbers[:, :n].copy(), np.arange(n), COLUMNS)

    def prepare(self) -> None:
        """Compile the rules, which takes a moment, where this was not done before."""
        with self._lock:
            if self._work is None:
                self._work = Work(rules_of(self.scenario), self.seed)

    def rest(self) -> None:
        """Forget the compiled rules, 3 MB, and the room for more games when nobody watches."""
        with self._lock:
            if not self.watchers:
                self._work = None
                self.numbers = self.numbers[:, : max(1, self.n)].copy()

    def next_block(self) -> Block | None:
        """Reserve the next games; None where there are enough."""
        with self._lock:
            size = max(1, round(self.speed * BLOCK_SECONDS)) if self.speed else FIRST_BLOCK
            size = min(size, max(FIRST_BLOCK, self.begun), MOST_GAMES - self.begun)
            if size <= 0:
                return None
            block = Block(self.begun, size)
            self.begun += size
            return block

    def play(self, block: Block) -> None:
        """Play a reserved block as every command does, and keep its games."""
        work = self._work
        assert work is not None
        start = time.thread_time()
        numbers = play_one_block(work, block).numbers
        taken = time.thread_time() - start
        with self._lock:
            if taken > 0:
                self.speed = block.games / taken
            self._early[block.first] = numbers
            while self.n in self._early:
                self._append(self._early.pop(self.n))

    def _append(self, numbers: np.ndarray) -> None:
        end, room = self.n + numbers.shape[1], self.numbers.shape[1]
        kind = np.result_type(self.numbers, numbers)
        if end > room or kind != self.numbers.dtype:
            larger = np.zeros((len(COLUMNS), max(end, 2 * room if end > room else room)), kind)
            larger[:, : self.n] = self.numbers[:, : self.n]
            self.numbers = larger
        self.numbers[:, self.n : end] = numbers
        self.n = end


class LivePool:
    """The arms that were asked for, the latest last, and the threads that play them."""

    def __init__(self, jobs: int | None = None) -> None:
        give_memory_back()
        self.jobs = jobs or cores()
        self.threads = ThreadPoolExecutor(self.jobs, thread_name_prefix="games")
        self.arms: OrderedDict[str, LiveArm] = OrderedDict()
        self._lock = threading.Lock()

    def arm(self, scenario: Scenario, seed: int) -> LiveArm:
        """Find the games of a scenario, or begin them; watch them until `release`."""
        name = folder_name(scenario, seed)
        with self._lock:
            arm = self.arms.setdefault(name, LiveArm(scenario, seed))
            self.arms.move_to_end(name)
            arm.watchers += 1
            self._forget()
        arm.prepare()
        return arm

    def release(self, arm: LiveArm) -> None:
        with self._lock:
            arm.watchers -= 1
        arm.rest()

    def _forget(self) -> None:
        """Drop the arms that nobody watches, the oldest first, until few enough are left."""
        kept = sum(arm.begun for arm in self.arms.values())
        for name, arm in list(self.arms.items()):
            if kept <= MOST_KEPT and len(self.arms) <= MOST_SETTINGS:
                return
            if not arm.watchers:
                kept -= arm.begun
                del self.arms[name]

    def close(self) -> None:
        self.threads.shutdown(cancel_futures=True)


def save_folder(question: Question, games: object, home: Path) -> str:
    """Play the comparison as the command does and write its folder; give its name."""
    from rotwsim.analysis.comparison import compare
    from rotwsim.analysis.pool import Games
    from rotwsim.analysis.results import Asked, write_results

    if not question.change:
        raise DataError("A and B are the same: there is nothing to compare")
    if not isinstance(games, int) or not 1 <= games <= MOST_SAVED:
        raise DataError(f"games is {describe(games)}; legal are 1 to {MOST_SAVED:,}")
    question = question.calibrated()
    names = (f"{FOLDER}/{number:03d}" for number in count(1))
    name = next(name for name in names if not (home / name).exists())
    title = f"What does {question.change.partition(': ')[2]} do to {question.a.title()}?"
    margin = question.margin
    asked = Asked(title, name, question.command(games), analyses=("compare",), margin=margin)
    with Games(question.seed, home / name / "games") as played:
        change = [question.change]
        answer = compare(question.a, change, games=games, margin=margin, using=played).answer
        answer.games = played.counted
    write_results(home / name, asked, answer)
    return name
