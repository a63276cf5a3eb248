"""How the seats of tables fared: a row per arm and seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from rotwsim import stats
from rotwsim.balance.games import ArmGames
from rotwsim.runner.table import seat_column

if TYPE_CHECKING:
    import pandas as pd

MEANS = ("score", "bonds", "bids_paid", "turns_first", "links", "deliveries", "points_given")


def seats_table(arms: Iterable[ArmGames]) -> pd.DataFrame:
    """Share of the wins, a shared one counted by its share, and means per game."""
    import pandas as pd

    rows = []
    for arm in arms:
        for seat, player in enumerate(arm.scenario.seats):
            sharing = arm.table[seat_column("sharing", seat)].to_numpy()
            won = np.where(sharing > 0, 1 / np.maximum(sharing, 1), 0.0)
            wins = stats.mean(won).within(0, 1)
            row = {"arm": arm.name, "seat": seat + 1, "player": player, "games": arm.games}
            row |= {"win_rate": wins.value, "low": wins.low, "high": wins.high}
            rows.append(row | {name: arm.table[seat_column(name, seat)].mean() for name in MEANS})
    return pd.DataFrame(rows)
