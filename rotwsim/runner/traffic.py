"""Traffic: how often each route was built and by whom, and what each city sent and received."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rotwsim.players.games import BY_PLAYER, BY_RAILBOT, RECEIVED, SENT
from rotwsim.rules.load import load_rulebook
from rotwsim.rules.routes import routes_of
from rotwsim.rules.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

# One line per route, then one per city; two counts each.


def new_traffic(rules: np.ndarray) -> np.ndarray:
    """Counts of zero for the routes and cities of one compiled scenario."""
    return np.zeros((int(rules[0].routes) + int(rules[0].cities), 2), np.int64)


def no_traffic() -> np.ndarray:
    """The traffic that counts nothing."""
    return np.zeros((0, 2), np.int64)


def links_table(scenario: Scenario, traffic: np.ndarray) -> pd.DataFrame:
    """One row per route: its two cities, and how many games saw it built by whom."""
    import pandas as pd

    routes = routes_of(scenario.board, load_rulebook())
    names = [city.name for city in scenario.board.cities]
    return pd.DataFrame(
        {
            "route": np.arange(len(routes)),
            "first": [names[route.first] for route in routes],
            "second": [names[route.second] for route in routes],
            "cost": [route.cost for route in routes],
            "by_player": traffic[: len(routes), BY_PLAYER],
            "by_railbot": traffic[: len(routes), BY_RAILBOT],
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
