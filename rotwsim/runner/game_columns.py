"""Turn outcomes into columns, readable DataFrames and one digest."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rotwsim.core.play.multiplayer_outcome import GAME_FIELDS, MULTIPLAYER_OUTCOME, SEAT_FIELDS
from rotwsim.core.state import layout
from rotwsim.core.state.layout import MULTIPLAYER_TURNS
from rotwsim.scenario.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

    from rotwsim.runner.workload import Block

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
    """The columns of solo or multiplayer outcomes."""

    record: np.dtype
    columns: tuple[str, ...]  # but `game`, in the order of the numbers in an outcome
    weights: tuple[np.uint64, ...]  # of the columns in a digest

    @staticmethod
    def of(record: np.dtype) -> Form:
        names = []
        for field in record.names or ():
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
        """Return the column that is not 0 where the player (multiplayer: the first seat) won."""
        return self.columns.index("won")


def seat_column(field: str, seat: int) -> str:
    """Name the column of a seat; people count seats from 1."""
    return f"{field}_seat{seat + 1}"


def _weight(name: str) -> np.uint64:
    """Make an odd number that depends only on the name of the column."""
    return np.uint64(int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little") | 1)


SOLO_FORM, MULTIPLAYER_FORM = Form.of(layout.OUTCOME), Form.of(MULTIPLAYER_OUTCOME)
COLUMNS = SOLO_FORM.columns


def form_of(rules: np.ndarray) -> Form:
    return MULTIPLAYER_FORM if rules[0].seats > 1 else SOLO_FORM


def form_with(columns: int) -> Form:
    return SOLO_FORM if columns == len(SOLO_FORM.columns) else MULTIPLAYER_FORM


def compact(outcomes: np.ndarray) -> np.ndarray:
    """Return the outcomes as one row of numbers per column, narrow ones if they all fit."""
    numbers = outcomes.view(layout.NUMBER).reshape(len(outcomes), -1)
    bounds = np.iinfo(NARROW)
    fit = bounds.min <= numbers.min() and numbers.max() <= bounds.max
    return np.ascontiguousarray(numbers.astype(NARROW if fit else layout.NUMBER).T)


def table_of(
    numbers: np.ndarray, games: np.ndarray, columns: Sequence[str] = COLUMNS
) -> pd.DataFrame:
    """Make one row per game: `game`, `won` as bool, `trigger` as category, all else as numbers.

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
class GameColumns:
    """Columns of many games as plain numbers; importing pandas takes a third of a second."""

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
    """Add up a 64-bit hash per game: blocks can be added, and a game twice is noticed."""
    mixed = _scrambled(games.astype(np.uint64))
    for weight, row in zip(form_with(len(numbers)).weights, numbers, strict=True):
        mixed += row.astype(np.uint64) * weight
    return int(_scrambled(mixed).sum(dtype=np.uint64))


def digest_in_words(total: int) -> str:
    return f"{total % 2**64:016x}"


def _scrambled(words: np.ndarray) -> np.ndarray:
    """Apply the finalizer of splitmix64: every bit of the word moves every bit of the result."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


BARON_SETS = ("barons_in_row", "barons_own", "barons_railbot")


def named(scenario: Scenario, table: pd.DataFrame) -> pd.DataFrame:
    """Name Duel Barons and mark missing values as NA, as `rotwsim.columns()` explains."""
    import pandas as pd

    names = [baron.name for baron in scenario.book.barons]
    columns = {}
    for column in table.columns:
        values: Any = table[column]
        begin, _, number = column.rpartition("_")
        if column in BARON_SETS:
            columns[column] = _sets(values.to_numpy(), names, bool(scenario.barons))
        elif begin == "points_after":
            columns[column] = _where(values, np.asarray(table["turns"]) >= int(number))
        elif begin in ("baron_turn", "baron_points"):
            baron = int(number) - 1
            if baron >= len(names):  # room for Barons of one's own
                continue
            own = table["barons_own"].to_numpy() >> baron & 1 == 1
            there = values != 0 if begin == "baron_turn" else own
            columns[f"{begin}: {names[baron]}"] = _where(values, there)
        else:
            columns[column] = values
    return pd.DataFrame(columns)


def _where(values: pd.Series, there: pd.Series | np.ndarray) -> pd.Series:
    width = np.dtype(values.to_numpy().dtype).itemsize
    return values.astype("Int32" if width > 2 else "Int16").where(there)


def _sets(bits: np.ndarray, names: list[str], used: bool) -> pd.Categorical:
    import pandas as pd

    found, codes = np.unique(bits, return_inverse=True)
    words = [
        ", ".join(name for baron, name in enumerate(names) if number >> baron & 1)
        for number in found.tolist()
    ]
    return pd.Categorical.from_codes(codes if used else np.full(len(bits), -1), words)


OF_FIRST_SEAT = ("won", "result")  # of the whole game, as the first seat sees it
BY_TURN = "first_price"  # a column for each turn
GAME_COLUMNS = tuple(
    name for name in layout.names_of(GAME_FIELDS) if name not in (*OF_FIRST_SEAT, BY_TURN)
)
SEAT_COLUMNS = tuple(name for name in layout.names_of(SEAT_FIELDS) if name != "sharing")
NO_BARON = "none"


def seat_rows(scenario: Scenario, table: pd.DataFrame) -> pd.DataFrame:
    """Make one row per game and seat, seats from 1 on in seat order.

    `won` is the share of the win: 1, or less where the first place is shared (M42). `baron` is the
    Rail Baron's name; turns, margin, markers, trigger, unfinished and prices are those of the game;
    the price of a turn that was not played is NA.
    """
    import pandas as pd

    seats, games = len(scenario.seats), len(table)

    def of_seats(field: str) -> np.ndarray:
        columns = [table[seat_column(field, seat)].to_numpy() for seat in range(seats)]
        return np.stack(columns, axis=1).reshape(-1)

    rows = {
        "game": np.repeat(table["game"].to_numpy(), seats),
        "seat": np.tile(np.arange(1, seats + 1), games),
        "player": pd.Categorical(list(scenario.seats) * games),
        "won": win_shares(of_seats("sharing")),
    }
    rows |= {name: of_seats(name) for name in SEAT_COLUMNS}
    rows |= {name: np.repeat(table[name].to_numpy(), seats) for name in GAME_COLUMNS}
    names = [baron.name for baron in scenario.rail_barons] + [NO_BARON]
    rows["baron"] = pd.Categorical.from_codes(rows["baron"] % len(names), categories=names)
    rows["trigger"] = pd.Categorical(rows["trigger"], categories=list(TRIGGERS))
    for name in ("unfinished", "bids_first"):
        rows[name] = rows[name] != 0
    for turn in range(1, MULTIPLAYER_TURNS + 1):
        name = f"{BY_TURN}_{turn:02d}"
        prices = table[name].astype("Int32").where(table["turns"] >= turn)
        rows[name] = prices.repeat(seats).array
    return pd.DataFrame(rows)


def win_shares(sharing: np.ndarray) -> np.ndarray:
    """Give the share of the win of those who share the first place with as many (M42); else 0."""
    return np.where(sharing > 0, 1 / np.maximum(sharing, 1), 0.0)
