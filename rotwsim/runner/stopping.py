"""When a run stops early: at a rule that looks at fixed game numbers, at Ctrl-C or at SIGTERM."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from rotwsim.runner.block_plan import MOST_GAMES
from rotwsim.runner.game_columns import form_with
from rotwsim.runner.parallel import PlayedBlock

LOOK_EVERY = 100  # games
SIGNALS = {signal.SIGINT: "Ctrl-C", signal.SIGTERM: "SIGTERM"}

# Wins among the first games of a run, for a row of numbers of games: at which it may stop.
StoppingRule = Callable[[np.ndarray, np.ndarray], np.ndarray]


class Stopping:
    """Finds the first look at which the rule holds.

    A look is at a multiple of `LOOK_EVERY`, and counts all games below it: where a run stops
    depends on its games, never on how they were cut into blocks or on which block was faster.
    """

    def __init__(self, rule: StoppingRule | None):
        self.rule = rule
        self.least = 0  # games, before which it does not look
        self.at: int | None = None
        self.games = 0  # without a gap from the first one
        self.wins = 0
        self.waiting: dict[int, np.ndarray] = {}

    def add(self, played: PlayedBlock) -> None:
        """Takes in a block; once all games before it are there, the rule looks at it."""
        if self.rule is None:
            return
        self.waiting[played.block.first] = played.numbers[form_with(len(played.numbers)).won]
        while self.at is None and self.games in self.waiting:
            self._look_along(self.waiting.pop(self.games))

    @property
    def safe(self) -> int:
        """Games that no stop can cut off any more."""
        if self.rule is None:
            return MOST_GAMES
        return self.games if self.at is None else self.at

    def _look_along(self, won: np.ndarray) -> None:
        wins = self.wins + np.cumsum(won, dtype=np.int64)
        looks = np.arange(self.games + 1, self.games + len(won) + 1)
        at = np.flatnonzero((looks % LOOK_EVERY == 0) & (looks >= self.least))
        if len(at):
            holds = np.asarray(self.rule(wins[at], looks[at]))
            if holds.any():
                self.at = int(looks[at][np.argmax(holds)])
        self.games, self.wins = int(looks[-1]), int(wins[-1])


@dataclass
class Interrupt:
    """Whether somebody wants the run to end, and by what."""

    by: str = ""  # "Ctrl-C" or "SIGTERM"


@contextmanager
def stopped_by_interrupt() -> Iterator[Interrupt]:
    """Notes the first Ctrl-C or SIGTERM; the second one ends the process as usual."""
    stopped = Interrupt()
    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return
    usual = {number: signal.getsignal(number) for number in SIGNALS}

    def stop(number, frame) -> None:
        stopped.by = SIGNALS[number]
        give_back()

    def give_back() -> None:
        for number, handler in usual.items():
            signal.signal(number, handler)

    for number in SIGNALS:
        signal.signal(number, stop)
    try:
        yield stopped
    finally:
        give_back()
