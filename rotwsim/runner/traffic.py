"""Traffic: how often each pair of cities was linked and by whom, and what each city sent and
received.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rotwsim.players.blocks import BY_PLAYER, BY_RAILBOT, RECEIVED, SENT
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.compile.routes import pairs_of
from rotwsim.scenario.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

# One line per pair of cities, then one per city; two counts each.


def new_traffic(rules: np.ndarray) -> np.ndarray:
    """Counts of zero for the pairs and cities of one compiled scenario."""
    return np.zeros((int(rules[0].pairs) + int(rules[0].cities), 2), np.int64)


def no_traffic() -> np.ndarray:
    """The traffic that counts nothing."""
    return np.zeros((0, 2), np.int64)


def links_table(scenario: Scenario, traffic: np.ndarray) -> pd.DataFrame:
    """One row per pair of cities: the price of its cheapest Link on the empty board, and how many
    Links were built by whom.
    """
    import pandas as pd

    pairs = pairs_of(scenario.board, load_rulebook())
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
    """One row per city: the cubes delivered from it and to it in all games."""
    import pandas as pd

    cities = scenario.board.cities
    counts = traffic[len(traffic) - len(cities) :]
    return pd.DataFrame(
        {
            "city": [city.name for city in cities],
            "sent": counts[:, SENT],
            "received": counts[:, RECEIVED],
        }
    )
