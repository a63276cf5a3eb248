"""Lessons of a round: what features of actions were worth more, or less, than the player thought.

Within each decision the result of a candidate is regressed on the player's own worth of it and on
its features, by ridge. The coefficient of the worth says what a point of the player's judgement is
really worth; the others, divided by it, are corrections in the player's own points. Each feature
has one coefficient for the whole game and one more for each phase, held back harder: where the
samples do not separate the phases, the correction is the same in all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rotwsim.core.state.layout import PHASES
from rotwsim.players.learned import samples
from rotwsim.players.learned.features import NAMES

PLACES = range(len(NAMES))  # of the features of solo in the rules
LEAST_ROWS = 50  # in which a feature must differ within decisions
LEAST_SHARE = 0.2  # of a point that a point of the player's judgement is taken to be worth


@dataclass(frozen=True)
class Rows:
    """Candidates tried out: one row each, those of a decision together."""

    decision: np.ndarray
    turns: np.ndarray
    phase: np.ndarray
    base: np.ndarray  # the worth without corrections
    result: np.ndarray
    features: np.ndarray
    weight: float = 1.0

    @staticmethod
    def of(tables: list[np.ndarray], points: np.ndarray, places: Sequence[int] = PLACES) -> Rows:
        """Read tables of trials of a player with these points; `places` are of its features."""
        table = np.concatenate(tables)
        features = np.zeros((len(table), len(places)))
        column = {place: number for number, place in enumerate(places)}
        bounds = table[:, samples.FIRST : samples.TABLE_LAST + 1].astype(int)
        for kind in np.unique(bounds, axis=0):
            mine = np.flatnonzero((bounds == kind).all(axis=1))
            first, last, at_first, at_last = kind
            filled = [column[place] for place in (*range(first, last), *range(at_first, at_last))]
            values = table[mine, samples.FEATURES :]
            features[mine[:, None], filled] = values[:, : len(filled)]
        phase = table[:, samples.PHASE].astype(int)
        corrections = (features * points[phase]).sum(axis=1)
        return Rows(
            np.cumsum(table[:, samples.PLACE] == 0),
            table[:, samples.TURNS],
            phase,
            table[:, samples.WORTH] - corrections,
            table[:, samples.RESULT],
            features,
        )


def learn(
    lessons: list[Rows], points: np.ndarray, ridge: float, ridge_of_phase: float
) -> np.ndarray:
    """Find corrections to add to the points, by phase and feature.

    A ridge is the number of rows that would have to speak against a correction of no size, and
    against one that a phase has for itself.
    """
    moments = []
    for phase in range(PHASES):
        found = [_moments(rows, phase, points[phase]) for rows in lessons]
        moments.append([sum(each) for each in zip(*found, strict=True)])
    rows = np.sum([each[2] for each in moments], axis=0)
    squares = np.sum([np.diag(each[0])[1:] for each in moments], axis=0)
    size = np.sqrt(squares / max(1.0, rows.max()))
    used = np.flatnonzero((rows >= LEAST_ROWS) & (size > 0))
    share, shared, own = _solve(moments, used, size[used], (ridge, ridge_of_phase))
    found = np.zeros_like(points)
    found[:, used] = (shared + own) / np.maximum(LEAST_SHARE, share)[:, None]
    return found


def _moments(rows: Rows, phase: int, points: np.ndarray) -> tuple:
    """Sum squares and products within decisions, the worth first; count rows that differ."""
    mine = rows.phase == phase
    decision, features = rows.decision[mine], rows.features[mine]
    columns = np.column_stack([rows.base[mine] + features @ points, features])
    columns, result = _within(columns, decision), _within(rows.result[mine], decision)
    weighted = columns * (rows.weight / _spread(result, rows.turns[mine]))[:, None]
    differs = rows.weight * (np.abs(columns[:, 1:]) > 0).sum(axis=0)
    return weighted.T @ columns, weighted.T @ result, differs


def _within(values: np.ndarray, decision: np.ndarray) -> np.ndarray:
    """Subtract from values their mean in the decision."""
    if len(decision) == 0:
        return values
    starts = np.flatnonzero(np.diff(decision, prepend=-1))
    count = np.diff(starts, append=len(decision))
    means = np.add.reduceat(values, starts, axis=0).T / count
    return values - np.repeat(means.T, count, axis=0)


def _spread(result: np.ndarray, turns: np.ndarray) -> np.ndarray:
    """Compute the spread of results among decisions with equally many turns left."""
    spread = np.ones_like(result)
    for number in np.unique(turns):
        there = turns == number
        spread[there] = max(1.0, float(np.sqrt((result[there] ** 2).mean())))
    return spread


def _solve(moments: list, used: np.ndarray, size: np.ndarray, ridges: tuple[float, float]) -> tuple:
    """Find coefficients of the worth by phase, of features in all phases and by phase.

    Features are scaled to one size; the worth is not held back.
    """
    count = len(used)
    total = PHASES * (1 + count) + count
    square, product = np.zeros((total, total)), np.zeros(total)
    scale = np.concatenate([[1.0], size])
    for phase, (squares, products, _) in enumerate(moments):
        kept = np.concatenate([[0], 1 + used])
        part = squares[np.ix_(kept, kept)] / np.outer(scale, scale)
        given = products[kept] / scale
        own = PHASES + count + phase * count + np.arange(count)
        shared = PHASES + np.arange(count)
        for place in (np.append(phase, own), np.append(phase, shared)):
            product[place[1:]] += given[1:]
            square[phase, place[1:]] += part[0, 1:]
            square[place[1:], phase] += part[1:, 0]
        product[phase] += given[0]
        square[phase, phase] += part[0, 0]
        for here in (own, shared):
            for there in (own, shared):
                square[np.ix_(here, there)] += part[1:, 1:]
    penalty = np.full(total, ridges[1])
    penalty[:PHASES], penalty[PHASES : PHASES + count] = 1e-9, ridges[0]
    found = np.linalg.solve(square + np.diag(penalty), product)
    shared = found[PHASES : PHASES + count] / size
    return found[:PHASES], shared, found[PHASES + count :].reshape(PHASES, count) / size
