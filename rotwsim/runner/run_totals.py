"""What the blocks of a run add up to: games, wins, table, digest and traffic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rotwsim.runner.block_plan import Block
from rotwsim.runner.game_columns import (
    COLUMNS,
    NARROW,
    SOLO_FORM,
    Form,
    Games,
    digest_in_words,
    digest_of_games,
)
from rotwsim.runner.parallel import PlayedBlock

Values = tuple[np.ndarray, np.ndarray]  # those of a column, in order, and how often each came


def together(one: Values, other: Values) -> Values:
    """The values of two columns as if they were one."""
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
    traffic: np.ndarray | None = None
    counts: tuple[Values, ...] | None = None

    def add(self, more: Sums) -> None:
        self.games += more.games
        self.wins += more.wins
        self.digest += more.digest
        self.traffic = more.traffic if self.traffic is None else self.traffic + more.traffic
        if self.counts is None:
            self.counts = more.counts
        else:
            pairs = zip(self.counts, more.counts, strict=True)
            self.counts = tuple(together(ours, theirs) for ours, theirs in pairs)


class Tally:
    """Blocks of one run in any order, each counted once.

    Only the wanted columns are kept, and of counted ones how often each value came.
    """

    def __init__(
        self,
        columns: Sequence[str] = COLUMNS,
        form: Form = SOLO_FORM,
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
        """Counts a block."""
        block, numbers = played.block, played.numbers
        self.shares[block] = numbers if self.columns == self.form.columns else numbers[self.rows]
        self.loose[block] = Sums(
            block.games,
            int(np.count_nonzero(numbers[self.form.won])),
            digest_of_games(numbers, np.arange(block.first, block.end)),
            played.traffic.astype(np.int64),
            tuple(np.unique(numbers[row], return_counts=True) for row in self.counted_rows),
        )

    def drop(self, block: Block) -> None:
        """Takes a counted block back that is not settled."""
        del self.shares[block], self.loose[block]

    def settle(self, end: int) -> None:
        """Adds up the blocks below a game for good, which takes no memory for each."""
        for block in [block for block in self.loose if block.end <= end]:
            self.settled.add(self.loose.pop(block))

    def sums(self) -> Sums:
        """Over all counted games."""
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

    def digest(self) -> str:
        """The digest of all counted games, the same as of their table."""
        return digest_in_words(self.sums().digest)

    def traffic(self) -> np.ndarray | None:
        """Links and deliveries of all counted games; None without a game."""
        return self.sums().traffic

    def counts(self) -> dict[str, Values]:
        """How often each value came in the counted columns; empty without a game."""
        return dict(zip(self.counted, self.sums().counts or (), strict=False))

    def take_games(self) -> Games:
        """The counted games in order; the tally gives its memory away and has no columns left."""
        width = np.result_type(NARROW, *(numbers.dtype for numbers in self.shares.values()))
        numbers = np.empty((len(self.columns), self.games), width)
        place, blocks = 0, tuple(sorted(self.shares))
        for block in blocks:
            numbers[:, place : place + block.games] = self.shares.pop(block)
            place += block.games
        return Games(numbers, blocks, self.columns)
