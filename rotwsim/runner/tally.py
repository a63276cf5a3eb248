"""What the blocks of a run add up to: games, wins, table, digest and traffic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rotwsim.runner.parallel import PlayedBlock
from rotwsim.runner.plan import Block
from rotwsim.runner.table import (
    COLUMNS,
    NARROW,
    SOLO_FORM,
    Form,
    Games,
    digest_in_words,
    digest_of_games,
)


@dataclass(frozen=True, slots=True)
class Share:
    """What one block adds: the columns that are kept, and sums over its games."""

    numbers: np.ndarray
    wins: int
    digest: int
    traffic: np.ndarray


class Tally:
    """Blocks of one run in any order, each counted once; only the wanted columns are kept."""

    def __init__(self, columns: Sequence[str] = COLUMNS, form: Form = SOLO_FORM):
        self.columns = tuple(columns)
        self.form = form
        self.rows = [form.columns.index(name) for name in self.columns]
        self.shares: dict[Block, Share] = {}
        self.games = 0
        self.wins = 0

    def add(self, played: PlayedBlock) -> None:
        """Counts a block."""
        block, numbers = played.block, played.numbers
        wins = int(np.count_nonzero(numbers[self.form.won]))
        digest = digest_of_games(numbers, np.arange(block.first, block.end))
        kept = numbers if self.columns == self.form.columns else numbers[self.rows]
        self.shares[block] = Share(kept, wins, digest, played.traffic.astype(np.int32))
        self.games += block.games
        self.wins += wins

    def drop(self, block: Block) -> None:
        """Takes a counted block back."""
        self.games -= block.games
        self.wins -= self.shares.pop(block).wins

    def digest(self) -> str:
        """The digest of all counted games, the same as of their table."""
        return digest_in_words(sum(share.digest for share in self.shares.values()))

    def traffic(self) -> np.ndarray | None:
        """Links and deliveries of all counted games; None without a game."""
        total = None
        for share in self.shares.values():
            total = share.traffic.astype(np.int64) if total is None else total + share.traffic
        return total

    def take_games(self) -> Games:
        """The counted games in order; the tally gives its memory away and is empty afterwards."""
        width = np.result_type(NARROW, *(share.numbers.dtype for share in self.shares.values()))
        numbers = np.empty((len(self.columns), self.games), width)
        place, blocks = 0, tuple(sorted(self.shares))
        for block in blocks:
            numbers[:, place : place + block.games] = self.shares.pop(block).numbers
            place += block.games
        return Games(numbers, blocks, self.columns)
