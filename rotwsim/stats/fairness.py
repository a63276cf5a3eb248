"""Places that should be worth the same: is one better, by how much, and which design is fairest?

A row is a game and holds a value for every place: its share of the win, or its score. Places of
one game are not independent, so games are the unit. If places made no difference, the values of a
game could be exchanged among them; that fixes how far apart chance alone drives their means.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats import estimate
from rotwsim.stats.means_and_quantiles import bootstrap_column_means, mean, percentile_interval
from rotwsim.stats.verdicts import UNDECIDED, FamilyVerdict, shared_error, simultaneous_level

FAIR, UNFAIR = "fair", "unfair"
FAR_FROM_FAIR = 400.0  # a statistic beyond which its root is as good as normal


@dataclass(frozen=True, slots=True)
class Fairness:
    """How the places of a game fare.

    The intervals of the places hold together; `unfairness` is the root mean square of how far the
    true means of the places lie from their average, with what chance adds taken away.
    """

    places: tuple[estimate.Estimate, ...]
    unfairness: estimate.Estimate
    p_value: float


def fairness(values: ArrayLike) -> Fairness:
    """Estimate how games (rows) treat their places (columns).

    The test compares the spread of the places' means with what exchanging the values within games
    at random would give; it is chi-square with one degree of freedom less than there are places.
    """
    from scipy.special import chdtrc

    rows = checked_rows(values)
    games, places = rows.shape
    apart = rows - rows.mean(axis=1, keepdims=True)
    chance = float((apart**2).sum(axis=1).mean()) / (places - 1)
    square = float((apart.mean(axis=0) ** 2).sum())
    statistic = games * square / chance if chance > 0 else 0.0
    each = simultaneous_level(places)
    per_unit = chance / (games * places)
    ends = _noncentralities(statistic, places - 1)
    return Fairness(
        places=tuple(mean(column, each) for column in rows.T),
        unfairness=estimate.Estimate(*(math.sqrt(end * per_unit) for end in ends), n=games),
        p_value=float(chdtrc(places - 1, statistic)),
    )


def fair_verdicts(
    tables: Sequence[ArrayLike], margin: float = estimate.MARGIN
) -> list[FamilyVerdict]:
    """Judge several designs; any verdict is false with a chance of 5 %.

    Fair: every place is surely within the margin of their average. Unfair: the test says so.
    They share the chance to err as `family_verdicts` do.
    """
    margin = estimate.checked_positive("margin", margin)
    adjusted, within = shared_error([fairness(table).p_value for table in tables])
    found = []
    for table, p_adjusted in zip(tables, adjusted, strict=True):
        rows = checked_rows(table)
        apart = rows - rows.mean(axis=1, keepdims=True)
        sure = [mean(column, 1 - within / rows.shape[1]) for column in apart.T]
        word = UNFAIR if p_adjusted <= estimate.ERROR else UNDECIDED
        if all(-margin < place.low and place.high < margin for place in sure):
            word = FAIR
        found.append(FamilyVerdict(word, float(p_adjusted)))
    return found


def unfairness_difference(
    baseline: ArrayLike,
    variant: ArrayLike,
    replicates: int = estimate.BOOTSTRAP_REPLICATES,
    seed: int = 0,
) -> tuple[estimate.Estimate, float]:
    """Estimate unfairness of the variant minus the baseline on the same seeds, with p value."""
    sides = [checked_rows(side) for side in (baseline, variant)]
    games = len(sides[0])
    if len(sides[1]) != games:
        raise ValueError(f"{games} and {len(sides[1])} games are no pairs")
    parts = [side - side.mean(axis=1, keepdims=True) for side in sides]
    moments = np.hstack([_moments(part) for part in parts])
    width = parts[0].shape[1] + 1
    seen = moments.mean(axis=0)[None]
    again = bootstrap_column_means(moments, replicates, seed)
    value, drawn = (
        _unfair(means[:, width:], games, rounds) - _unfair(means[:, :width], games, rounds)
        for means, rounds in ((seen, 1), (again, 2))
    )
    low, high = percentile_interval(drawn)
    tail = min(float((drawn <= 0).mean()), float((drawn >= 0).mean()))
    p_value = min(1.0, 2 * max(tail, 1 / replicates))
    return estimate.Estimate(float(value[0]), float(low), float(high), games), p_value


def checked_rows(values: ArrayLike) -> np.ndarray:
    """Return games by places as an array, or refuse fewer than two of each."""
    rows = np.asarray(values, dtype=float)
    if rows.ndim != 2 or min(rows.shape) < 2:
        raise ValueError("fairness needs a table of at least two games and two places")
    if not np.isfinite(rows).all():
        raise ValueError("values must be numbers, found NaN or infinity")
    return rows


def _noncentralities(statistic: float, freedom: int) -> tuple[float, float, float]:
    """Estimate by how much a chi-square exceeds chance, with the ends of its interval."""
    from scipy.special import chndtr, chndtrinc

    value = max(0.0, statistic - freedom)
    tail = estimate.ERROR / 2
    if statistic > FAR_FROM_FAIR:
        reach = estimate.critical_value()
        return value, (math.sqrt(value) - reach) ** 2, (math.sqrt(value) + reach) ** 2
    ends = []
    for below in (1 - tail, tail):
        fits = chndtr(statistic, freedom, 0.0) > below
        ends.append(float(chndtrinc(statistic, freedom, below)) if fits else 0.0)
    return value, *ends


def _moments(apart: np.ndarray) -> np.ndarray:
    """List the parts of the unfairness per game: the places, then the sum of their squares."""
    return np.hstack([apart, (apart**2).sum(axis=1, keepdims=True)])


def _unfair(means: np.ndarray, games: int, rounds: int) -> np.ndarray:
    """Compute the root mean square of the places' means, minus chance per sampling round."""
    square = (means[:, :-1] ** 2).sum(axis=1)
    chance = (means[:, -1] - square) / (games - 1)
    places = means.shape[1] - 1
    return np.sqrt(np.maximum(0.0, square - rounds * chance) / places)


MOST_GAMES = 1 << 20
DRAWS = 20_000  # of the final wins: gives the chance to lead to ± 0.3 percentage points


def games_to_lead(share: float, players: int) -> float:
    """Find the games after which a player with this share leads alone, with 95 % chance.

    The others win equally often. Infinite where more than a million games would be needed.
    """
    share = estimate.checked_share("share", share)
    if players < 2:
        raise ValueError("a lead needs at least two players")
    others = [(1 - share) / (players - 1)] * (players - 1)

    def leads(games: int) -> float:
        """Estimate how often the player with this share has the most wins after these games."""
        random = np.random.default_rng(0)
        wins = random.multinomial(games, [share, *others], size=DRAWS)
        return float((wins[:, 0] > wins[:, 1:].max(axis=1)).mean())

    if share * players <= 1 or leads(MOST_GAMES) < estimate.CONFIDENCE:
        return math.inf
    high = 1
    while high < MOST_GAMES and leads(high) < estimate.CONFIDENCE:
        high *= 2
    games = range(high // 2 + 1, high + 1)
    return float(games[min(bisect_left(games, estimate.CONFIDENCE, key=leads), len(games) - 1)])
