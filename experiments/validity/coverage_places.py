"""What the test of places promises, held against games whose places are worth what is known."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from experiments.validity.coverage import Row, percent
from rotwsim.stats.estimate import CONFIDENCE
from rotwsim.stats.fairness import UNFAIR, fair_verdicts, fairness, unfairness_difference

EQUAL = {places: (1 / places,) * places for places in (2, 4, 6)}
UNEQUAL = (0.4, 0.25, 0.2, 0.15)
STYLES = 4
FEW_RUNS = 200  # of what resamples its games in every run


def place_rows(runs: int) -> Iterator[Row]:
    """Identical players exchanged, families of styles, the interval of unfairness, its change."""
    for places, shares in EQUAL.items():
        yield Row(
            "identical players at places that are worth the same (`fairness`) are called unfair",
            f"{places} places, 200 games",
            "5 %",
            percent(alarms(runs, 200, shares)),
            runs,
        )
    yield Row(
        "any of several fair styles is called unfair (`fair_verdicts`)",
        f"{STYLES} styles, 4 places, 500 games",
        "at most 5 %",
        percent(family_alarms(runs, 500)),
        runs,
    )
    yield Row(
        "interval of the unfairness contains the truth",
        "4 places that win 40, 25, 20 and 15 %, 500 games",
        "95 %",
        percent(held(runs, 500, UNEQUAL)),
        runs,
    )
    few = min(runs, FEW_RUNS)
    yield Row(
        "two equally unfair styles (`unfairness_difference`) are called different",
        "4 places that win 40, 25, 20 and 15 %, 500 games",
        "5 %",
        percent(false_changes(few, 500)),
        few,
    )


def winners(random: np.random.Generator, games: int, shares: tuple[float, ...]) -> np.ndarray:
    """One winner a game, by place."""
    return np.eye(len(shares))[random.choice(len(shares), games, p=shares)]


def alarms(runs: int, games: int, shares: tuple[float, ...], seed: int = 1) -> float:
    random = np.random.default_rng(seed)
    found = [fairness(winners(random, games, shares)).p_value for _ in range(runs)]
    return float(np.mean(np.array(found) <= 1 - CONFIDENCE))


def family_alarms(runs: int, games: int, seed: int = 2) -> float:
    random = np.random.default_rng(seed)
    found = []
    for _ in range(runs):
        tables = [winners(random, games, EQUAL[4]) for _ in range(STYLES)]
        found.append(any(one.verdict == UNFAIR for one in fair_verdicts(tables)))
    return float(np.mean(found))


def held(runs: int, games: int, shares: tuple[float, ...], seed: int = 3) -> float:
    random = np.random.default_rng(seed)
    truth = math.sqrt(np.mean((np.array(shares) - 1 / len(shares)) ** 2))
    found = [fairness(winners(random, games, shares)).unfairness.covers(truth) for _ in range(runs)]
    return float(np.mean(found))


def false_changes(runs: int, games: int, seed: int = 4) -> float:
    random = np.random.default_rng(seed)
    found = []
    for run in range(runs):
        both = (winners(random, games, UNEQUAL) for _ in range(2))
        found.append(unfairness_difference(*both, seed=run)[1] <= 1 - CONFIDENCE)
    return float(np.mean(found))
