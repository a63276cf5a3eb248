"""Add up the blocks of a run, decide when it stops, and list its Links and deliveries."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from rotwsim.players.blocks import BY_PLAYER, BY_RAILBOT, RECEIVED, SENT
from rotwsim.runner import game_columns
from rotwsim.runner.parallel import PlayedBlock
from rotwsim.runner.workload import MOST_GAMES, Block
from rotwsim.scenario.compile.routes import pairs_of
from rotwsim.scenario.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

Values = tuple[np.ndarray, np.ndarray]  # those of a column, in order, and how often each came


def together(one: Values, other: Values) -> Values:
    values, place = np.unique(np.concatenate([one[0], other[0]]), return_inverse=True)
    times = np.zeros(len(values), np.int64)
    np.add.at(times, place, np.concatenate([one[1], other[1]]))
    return values, times


@dataclass(slots=True)
class Sums:
    """Sums over the games of some blocks."""

    games: int = 0
    wins: int = 0
    digest: int = 0
    traffic: np.ndarray | None = None  # Links and deliveries; None without a game
    counts: tuple[Values, ...] | None = None

    @property
    def digest_text(self) -> str:
        return game_columns.digest_in_words(self.digest)

    def add(self, more: Sums) -> None:
        self.games += more.games
        self.wins += more.wins
        self.digest += more.digest
        self.traffic = more.traffic if self.traffic is None else self.traffic + more.traffic
        if self.counts is None or more.counts is None:
            self.counts = self.counts or more.counts
        else:
            pairs = zip(self.counts, more.counts, strict=True)
            self.counts = tuple(together(ours, theirs) for ours, theirs in pairs)


class RunTotals:
    """Blocks of one run in any order, each counted once.

    Only the wanted columns are kept, and of counted ones how often each value came.
    """

    def __init__(
        self,
        columns: Sequence[str] = game_columns.COLUMNS,
        form: game_columns.Form = game_columns.SOLO_FORM,
        counted: Sequence[str] = (),
    ):
        self.columns, self.counted = tuple(columns), tuple(counted)
        self.form = form
        self.rows = [form.columns.index(name) for name in self.columns]
        self.counted_rows = [form.columns.index(name) for name in self.counted]
        self.shares: dict[Block, np.ndarray] = {}  # the kept columns
        self.loose: dict[Block, Sums] = {}  # that may still be taken back
        self.settled = Sums()

    def add(self, played: PlayedBlock) -> None:
        block, numbers = played.block, played.numbers
        self.shares[block] = numbers if self.columns == self.form.columns else numbers[self.rows]
        self.loose[block] = Sums(
            block.games,
            int(np.count_nonzero(numbers[self.form.won])),
            game_columns.digest_of_games(numbers, np.arange(block.first, block.end)),
            played.traffic.astype(np.int64),
            tuple(np.unique(numbers[row], return_counts=True) for row in self.counted_rows),
        )

    def drop(self, block: Block) -> None:
        del self.shares[block], self.loose[block]

    def settle(self, end: int) -> None:
        """Add up the blocks below a game for good; then they need no memory each."""
        for block in [block for block in self.loose if block.end <= end]:
            self.settled.add(self.loose.pop(block))

    def sums(self) -> Sums:
        total = replace(self.settled)
        for share in self.loose.values():
            total.add(share)
        return total

    @property
    def games(self) -> int:
        return self.settled.games + sum(share.games for share in self.loose.values())

    @property
    def wins(self) -> int:
        return self.settled.wins + sum(share.wins for share in self.loose.values())

    def take_games(self) -> game_columns.GameColumns:
        """Give the counted games in order; the totals gives its memory away and has no columns
        left.
        """
        width = np.result_type(game_columns.NARROW, *self.shares.values())
        numbers = np.empty((len(self.columns), self.games), width)
        place, blocks = 0, tuple(sorted(self.shares))
        for block in blocks:
            numbers[:, place : place + block.games] = self.shares.pop(block)
            place += block.games
        return game_columns.GameColumns(numbers, blocks, self.columns)


LOOK_EVERY = 100  # games
SIGNALS = {signal.SIGINT: "Ctrl-C", signal.SIGTERM: "SIGTERM"}

# Wins among the first games of a run, for a row of numbers of games: at which it may stop.
StoppingRule = Callable[[np.ndarray, np.ndarray], np.ndarray]


class Stopping:
    """Find the first look at which the rule holds.

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
        """Take in a block; once all games before it are there, the rule looks at it."""
        if self.rule is None:
            return
        won = game_columns.form_with(len(played.numbers)).won
        self.waiting[played.block.first] = played.numbers[won]
        while self.at is None and self.games in self.waiting:
            self._look_along(self.waiting.pop(self.games))

    @property
    def safe(self) -> int:
        """Return the number of games that no stop can cut off any more."""
        if self.rule is None:
            return MOST_GAMES
        return self.games if self.at is None else self.at

    def _look_along(self, won: np.ndarray) -> None:
        wins = self.wins + np.cumsum(won, dtype=np.int64)
        looks = np.arange(self.games + 1, self.games + len(won) + 1)
        at = np.flatnonzero((looks % LOOK_EVERY == 0) & (looks >= self.least))
        if self.rule and len(at):
            holds = np.asarray(self.rule(wins[at], looks[at]))
            if holds.any():
                self.at = int(looks[at][np.argmax(holds)])
        self.games, self.wins = int(looks[-1]), int(wins[-1])


@dataclass
class Interrupt:
    by: str = ""  # "Ctrl-C" or "SIGTERM"


@contextmanager
def stopped_by_interrupt() -> Iterator[Interrupt]:
    """Note the first Ctrl-C or SIGTERM; the second one ends the process as usual."""
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


def links_table(scenario: Scenario, traffic: np.ndarray) -> pd.DataFrame:
    """Make one row per pair of cities: the price of its cheapest Link, and the Links built."""
    import pandas as pd

    pairs = pairs_of(scenario.board, scenario.book)
    names = [city.name for city in scenario.board.cities]
    return pd.DataFrame(
        {
            "first": [names[pair.first] for pair in pairs],
            "second": [names[pair.second] for pair in pairs],
            "cost": [pair.price for pair in pairs],
            "by_player": traffic[: len(pairs), BY_PLAYER],
            "by_railbot": traffic[: len(pairs), BY_RAILBOT],
        }
    )


def cities_table(scenario: Scenario, traffic: np.ndarray) -> pd.DataFrame:
    """Make one row per city: the cubes delivered from it and to it in all games."""
    import pandas as pd

    cities = scenario.board.cities
    counts = traffic[len(traffic) - len(cities) :]
    names = [city.name for city in cities]
    return pd.DataFrame({"city": names, "sent": counts[:, SENT], "received": counts[:, RECEIVED]})
