"""The table of games: outcomes as compact columns, as a DataFrame, and as one digest."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rotwsim.core.play.multiplayer_outcome import TABLE_OUTCOME
from rotwsim.core.state import layout

if TYPE_CHECKING:
    import pandas as pd

    from rotwsim.runner.block_plan import Block

NARROW = np.int16  # half of what the kernels use, and wide enough for all but absurd scenarios
TRIGGERS = ("not yet", "markers", "evaluation", "unfinished")  # by the codes in core.codes
SOLO_TRIGGERS = TRIGGERS[1:3]  # that end a solo game
LIST_FIELDS = {  # fields of the outcome with several numbers: how their columns begin
    "baron_turn": "baron_turn",  # by the place of the Baron in duel_barons.toml, from 01
    "baron_points": "baron_points",
    "first_price": "first_price",  # by turn, from 01; 0 after the last turn
    "points_after_turn": "points_after",  # by turn, from 01; 0 after the last turn
}


@dataclass(frozen=True)
class Form:
    """How the outcomes of the solo game, or of a table, stand in columns."""

    record: np.dtype
    columns: tuple[str, ...]  # but `game`, in the order of the numbers in an outcome
    weights: tuple[np.uint64, ...]  # of the columns in a digest

    @staticmethod
    def of(record: np.dtype) -> Form:
        names = []
        for field in record.names:
            shape = record[field].shape
            if shape == (layout.SEATS,):
                names += [seat_column(field, seat) for seat in range(layout.SEATS)]
            elif shape:
                begin = LIST_FIELDS[field]
                names += [f"{begin}_{place:02d}" for place in range(1, shape[0] + 1)]
            else:
                names.append(field)
        return Form(record, tuple(names), tuple(_weight(name) for name in names))

    @property
    def won(self) -> int:
        """The column that is not 0 where the player, at a table the first seat, won."""
        return self.columns.index("won")


def seat_column(field: str, seat: int) -> str:
    """The column of a seat at a table; people count seats from 1."""
    return f"{field}_seat{seat + 1}"


def _weight(name: str) -> np.uint64:
    """An odd number that depends on nothing but the name of the column."""
    return np.uint64(int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little") | 1)


SOLO_FORM, TABLE_FORM = Form.of(layout.OUTCOME), Form.of(TABLE_OUTCOME)
COLUMNS = SOLO_FORM.columns


def form_of(rules: np.ndarray) -> Form:
    """The form of the games of a compiled scenario."""
    return TABLE_FORM if rules[0].seats > 1 else SOLO_FORM


def form_with(columns: int) -> Form:
    """The form that has so many columns."""
    return SOLO_FORM if columns == len(SOLO_FORM.columns) else TABLE_FORM


def compact(outcomes: np.ndarray) -> np.ndarray:
    """The outcomes as one row of numbers per column, narrow ones if they all fit."""
    numbers = outcomes.view(layout.NUMBER).reshape(len(outcomes), -1)
    bounds = np.iinfo(NARROW)
    fit = bounds.min <= numbers.min() and numbers.max() <= bounds.max
    return np.ascontiguousarray(numbers.astype(NARROW if fit else layout.NUMBER).T)


def table_of(
    numbers: np.ndarray, games: np.ndarray, columns: Sequence[str] = COLUMNS
) -> pd.DataFrame:
    """One row per game: `game`, `won` as bool, `trigger` as category, all else as numbers.

    `numbers` has one row per column, as `compact` gives it; the table keeps it without a copy.
    """
    import pandas as pd

    table = pd.DataFrame(numbers.T, columns=list(columns), copy=False)
    if "won" in columns:
        table["won"] = table["won"].to_numpy() != 0
    if "trigger" in columns:
        codes = table["trigger"].to_numpy().astype(np.int8)
        table["trigger"] = pd.Categorical.from_codes(codes, categories=list(TRIGGERS))
    table.insert(0, "game", games)
    return table


@dataclass(frozen=True)
class Games:
    """Columns of many games as plain numbers; pandas takes a third of a second to begin with."""

    numbers: np.ndarray  # one row per column, as `compact` gives it
    blocks: tuple[Block, ...]  # which games these are, in order
    columns: tuple[str, ...]

    def __getitem__(self, column: str) -> np.ndarray:
        return self.numbers[self.columns.index(column)]

    def table(self) -> pd.DataFrame:
        numbers = [np.arange(block.first, block.end) for block in self.blocks]
        games = np.concatenate(numbers) if numbers else np.zeros(0, np.int64)
        return table_of(self.numbers, games, self.columns)


def digest_of_games(numbers: np.ndarray, games: np.ndarray) -> int:
    """The sum of a 64-bit hash per game: blocks can be added up, and a game twice is noticed."""
    mixed = _scrambled(games.astype(np.uint64))
    for weight, row in zip(form_with(len(numbers)).weights, numbers, strict=True):
        mixed += row.astype(np.uint64) * weight
    return int(_scrambled(mixed).sum(dtype=np.uint64))


def digest_in_words(total: int) -> str:
    """A digest as it is shown and stored."""
    return f"{total % 2**64:016x}"


def _scrambled(words: np.ndarray) -> np.ndarray:
    """The finalizer of splitmix64: every bit of the word moves every bit of the result."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
