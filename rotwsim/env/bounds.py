"""Between which numbers each part of an observation stays; see `core.numbered.observe`."""

from __future__ import annotations

import numpy as np

from rotwsim.core.state.codes import COLOURS, DECIDE_GROWTH, GREY, MOST_BONDS, NOBODY, RAILBOT, ROW
from rotwsim.core.state.layout import (
    BARON_ROW,
    BARONS,
    LEVELS,
    OPERATIONS_CARDS,
    RAILBOT_CARDS,
    SPOKES,
    TILES,
    TURNS,
)
from rotwsim.core.state.learning_view import CARDS

FLAG = (0, 1)
MOST_ACTIONS = 3 + 2 * OPERATIONS_CARDS  # of a turn, if all cards were Executives
MOST_POINTS = 10_000  # a game ends with some hundreds
NOTHING = -1


def bounds_of(rules: np.record) -> np.ndarray:
    """The least and the most of each number that is seen, as two rows."""
    cities = int(rules.cities)
    place, cards = (NOTHING, cities - 1), (0, OPERATIONS_CARDS)
    actions, level = (0, MOST_ACTIONS), (0, LEVELS)
    turn = [(0, TURNS), FLAG, actions, FLAG, FLAG, actions]
    decision = [(NOTHING, DECIDE_GROWTH), (NOTHING, max(cities, COLOURS) - 1)]
    money = [(0, MOST_BONDS), (0, MOST_BONDS)]
    own = [(-MOST_POINTS, MOST_POINTS), *money, level, level, cards, cards]
    table = [(0, cities), (NOTHING, ROW - 1), cards]
    track = [place, place, (0, TILES)]
    row = [(NOTHING, RAILBOT_CARDS - 1)] * ROW
    display = [(NOTHING, OPERATIONS_CARDS - 1)] * CARDS
    barons = [(NOTHING, BARONS - 1), (NOBODY, RAILBOT)] * BARON_ROW
    cubes = [(0, int(rules.cubes_per_colour))] * COLOURS
    city = [*cubes, (0, GREY), (0, 2 ** (GREY + 1) - 1), FLAG, cards, FLAG]
    pair = [(0, SPOKES), (0, SPOKES), (NOTHING, MOST_BONDS)]
    parts = (turn, decision, own, table, track, row, display, barons)
    parts += (city * cities, pair * int(rules.listed))
    return np.array([bound for part in parts for bound in part], np.int32).T
