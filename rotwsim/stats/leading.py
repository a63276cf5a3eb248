"""How many games until the better of several players leads."""

from __future__ import annotations

import math

import numpy as np

from rotwsim.stats.checks import checked_share
from rotwsim.stats.levels import CONFIDENCE

MOST_GAMES = 1 << 20
DRAWS = 20_000  # of the standings after so many games: the chance to lead to ± 0.3 points


def games_to_lead(share: float, players: int, chance: float = CONFIDENCE, seed: int = 0) -> float:
    """Games after which who wins this share has the most wins, alone, with this chance.

    The others win equally often. Infinite where the share is no larger than theirs, or so little
    larger that more than a million games would be needed.
    """
    share = checked_share("share", share)
    if players < 2:
        raise ValueError("a lead needs at least two players")
    if share * players <= 1:
        return math.inf
    if chance_to_lead(share, players, MOST_GAMES, seed) < chance:
        return math.inf
    low, high = 0, 1
    while high < MOST_GAMES and chance_to_lead(share, players, high, seed) < chance:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if chance_to_lead(share, players, middle, seed) < chance:
            low = middle
        else:
            high = middle
    return float(high)


def chance_to_lead(share: float, players: int, games: int, seed: int = 0) -> float:
    """How often who wins this share has more wins than everybody else after so many games."""
    others = [(1 - share) / (players - 1)] * (players - 1)
    wins = np.random.default_rng(seed).multinomial(games, [share, *others], size=DRAWS)
    return float((wins[:, 0] > wins[:, 1:].max(axis=1)).mean())
