"""Lessons of a round: what features of actions were worth more, or less, than the player thought.

Within each decision the result of a candidate is regressed on the player's own worth of it and on
its features, by ridge. The coefficient of the worth says what a point of the player's judgement is
really worth; the others, divided by it, are corrections in the player's own points.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rotwsim.core.layout import PHASES
from rotwsim.players import trials
from rotwsim.players.features import EARLY_TURNS, MIDDLE_TURNS, NAMES

RIDGE = 60.0  # rows that would have to speak against a correction of no size
LEAST_ROWS = 50  # in which a feature must occur
LEAST_SHARE = 0.2  # of a point that a point of the player's judgement is taken to be worth


@dataclass(frozen=True)
class Rows:
    """Candidates tried out: one row each, those of a decision together."""

    decision: np.ndarray
    turns: np.ndarray
    base: np.ndarray  # the worth without corrections
    result: np.ndarray
    features: np.ndarray
    weight: float = 1.0

    @staticmethod
    def of(tables: list[np.ndarray], points: np.ndarray) -> Rows:
        """From tables of trials of a player with these points, by phase and feature."""
        table = np.concatenate(tables)
        features = np.zeros((len(table), len(NAMES)), np.float32)
        for row, (first, last) in enumerate(table[:, [trials.FIRST, trials.LAST]].astype(int)):
            features[row, first:last] = table[row, trials.FEATURES :][: last - first]
        turns = table[:, trials.TURNS]
        corrections = (features * points[phase_of(turns)]).sum(axis=1)
        return Rows(
            np.cumsum(table[:, trials.PLACE] == 0),
            turns,
            table[:, trials.WORTH] - corrections,
            table[:, trials.RESULT],
            features,
        )


def phase_of(turns: np.ndarray) -> np.ndarray:
    """The phase of a game with so many turns left, as players/corrections.py tells it."""
    return np.where(turns >= EARLY_TURNS, 0, np.where(turns >= MIDDLE_TURNS, 1, 2))


def learn(lessons: list[Rows], points: np.ndarray) -> np.ndarray:
    """Corrections to add to the points, by phase and feature."""
    found = np.zeros_like(points)
    for phase in range(PHASES):
        moments = [_moments(rows, phase, points[phase]) for rows in lessons]
        square = sum(each[0] for each in moments)
        product = sum(each[1] for each in moments)
        occurs = sum(each[2] for each in moments)
        found[phase] = _corrections(square, product, occurs)
    return found


def _moments(rows: Rows, phase: int, points: np.ndarray):
    """Sums of squares and products within decisions, the player's worth first."""
    mine = phase_of(rows.turns) == phase
    decision, features = rows.decision[mine], rows.features[mine].astype(float)
    worth = rows.base[mine] + features @ points
    columns = _within(np.column_stack([worth, features]), decision)
    result = _within(rows.result[mine], decision)
    weight = rows.weight / _spread(result, rows.turns[mine])
    weighted = columns * weight[:, None]
    occurs = rows.weight * (np.abs(columns[:, 1:]) > 0).sum(axis=0)
    return weighted.T @ columns, weighted.T @ result, occurs


def _within(values: np.ndarray, decision: np.ndarray) -> np.ndarray:
    """Values less their mean in the decision."""
    starts = np.flatnonzero(np.diff(decision, prepend=-1))
    count = np.diff(starts, append=len(decision))
    means = np.add.reduceat(values, starts, axis=0).T / count
    return values - np.repeat(means.T, count, axis=0)


def _spread(result: np.ndarray, turns: np.ndarray) -> np.ndarray:
    """The spread of results within decisions with so many turns left."""
    spread = np.ones_like(result)
    for number in np.unique(turns):
        there = turns == number
        spread[there] = max(1.0, float(np.sqrt((result[there] ** 2).mean())))
    return spread


def _corrections(square: np.ndarray, product: np.ndarray, occurs: np.ndarray) -> np.ndarray:
    """Ridge on features of one size each; the worth itself is not held back."""
    used = np.concatenate([[True], occurs >= LEAST_ROWS])
    kept = np.flatnonzero(used)
    square, product = square[np.ix_(kept, kept)], product[kept]
    size = np.sqrt(np.maximum(np.diag(square), 1e-12) / max(1.0, occurs.max()))
    square, product = square / np.outer(size, size), product / size
    penalty = np.full(len(kept), RIDGE)
    penalty[0] = 0.0
    coefficient = np.linalg.solve(square + np.diag(penalty), product) / size
    corrections = np.zeros(len(used) - 1)
    corrections[kept[1:] - 1] = coefficient[1:] / max(LEAST_SHARE, coefficient[0])
    return corrections
