"""The games of a table as one row per game and seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rotwsim.core.play.multiplayer_outcome import GAME_FIELDS, SEAT_FIELDS
from rotwsim.core.state.layout import TABLE_TURNS
from rotwsim.runner.game_columns import TRIGGERS, seat_column
from rotwsim.scenario.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

OF_FIRST_SEAT = ("won", "result")  # of the whole game, as the first seat sees it
BY_TURN = "first_price"  # a column for each turn
GAME_COLUMNS = tuple(name for name, *_ in GAME_FIELDS if name not in (*OF_FIRST_SEAT, BY_TURN))
SEAT_COLUMNS = tuple(name for name, *_ in SEAT_FIELDS if name != "sharing")
NO_BARON = "none"


def seat_rows(scenario: Scenario, table: pd.DataFrame) -> pd.DataFrame:
    """One row per game and seat, seats from 1 on in seat order.

    `won` is the share of the win: 1, or less where the first place is shared (M42). `baron` is the
    Rail Baron's name; turns, margin, markers, trigger, unfinished and prices are those of the game;
    the price of a turn that was not played is NA.
    """
    import pandas as pd

    seats, games = len(scenario.seats), len(table)

    def of_seats(field: str) -> np.ndarray:
        columns = [table[seat_column(field, seat)].to_numpy() for seat in range(seats)]
        return np.stack(columns, axis=1).reshape(-1)

    sharing = of_seats("sharing")
    rows = {
        "game": np.repeat(table["game"].to_numpy(), seats),
        "seat": np.tile(np.arange(1, seats + 1), games),
        "player": pd.Categorical(list(scenario.seats) * games),
        "won": np.where(sharing > 0, 1 / np.maximum(sharing, 1), 0.0),
    }
    rows |= {name: of_seats(name) for name in SEAT_COLUMNS}
    rows |= {name: np.repeat(table[name].to_numpy(), seats) for name in GAME_COLUMNS}
    names = [baron.name for baron in scenario.rail_barons] + [NO_BARON]
    rows["baron"] = pd.Categorical.from_codes(rows["baron"] % len(names), dtype=_names(names))
    rows["trigger"] = pd.Categorical(rows["trigger"], categories=list(TRIGGERS))
    for name in ("unfinished", "bids_first"):
        rows[name] = rows[name] != 0
    for turn in range(1, TABLE_TURNS + 1):
        name = f"{BY_TURN}_{turn:02d}"
        prices = table[name].astype("Int32").where(table["turns"] >= turn)
        rows[name] = prices.repeat(seats).array
    return pd.DataFrame(rows)


def _names(names: list[str]):
    import pandas as pd

    return pd.CategoricalDtype(names)
