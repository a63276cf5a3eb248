"""Split the variance of outcomes into shares by factor, by seed and by random stream."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats import estimate
from rotwsim.stats.means_and_quantiles import bootstrap_column_means, percentile_interval

if TYPE_CHECKING:
    import pandas as pd


def variance_split(
    table: pd.DataFrame,
    factors: Sequence[str],
    outcome: str = "result",
    seed: str = "seed",
    replicates: int = estimate.BOOTSTRAP_REPLICATES,
    bootstrap_seed: int = 0,
) -> pd.DataFrame:
    """Analyse the variance of a crossed design: every seed plays all levels of all factors.

    The factors' levels (players, boards) are the whole population, equally likely; seeds are a
    random sample and are resampled for the intervals. The seed's own term is what all levels share:
    their mean covariance over seeds. Its term with a factor is what belongs to one level only: the
    mean variance less that covariance. `share` belongs to the term alone, `total` (single factors
    and the seed only) adds every interaction it takes part in. Estimates below zero are shown as 0.
    """
    import pandas as pd

    if not factors:
        raise ValueError("name at least one factor")
    array = crossed_array(table, factors, outcome, seed)
    n, cells = len(array), array[0].size
    if n < 2:
        raise ValueError("a variance split needs at least two seeds")
    rotated = (array.reshape(n, cells) - array.mean()) @ _rotation(array.shape[1:])
    if min(array.shape[1:]) < 2:
        raise ValueError("every factor needs at least two levels")
    subsets = [s for size in range(len(factors) + 1) for s in combinations(factors, size)]
    places = np.array(list(np.ndindex(*array.shape[1:]))).reshape(-1, len(factors))
    varies = [tuple(f for f, at in zip(factors, place, strict=True) if at > 0) for place in places]
    # Which subset of factors each rotated direction varies over.
    member = np.array([[subset == over for subset in subsets] for over in varies], dtype=float)
    own = _own_of_levels(dict(zip(factors, array.shape[1:], strict=True)), subsets)
    terms = [*subsets[1:], *((*subset, seed) for subset in subsets)]

    moments = np.column_stack([rotated, rotated**2])
    # A resample strays from the sample as the sample from the truth: once more v/n to remove.
    observed = _components(moments.mean(axis=0)[None], n, member, own, sampling_rounds=1)
    means = bootstrap_column_means(moments, replicates, bootstrap_seed)
    resampled = _components(means, n, member, own, sampling_rounds=2)
    if not array.std() > 0:
        raise ValueError(f"{outcome} never varies: there is no variance to split")
    singles = [(factor,) for factor in factors] + [(seed,)]
    contains = np.array([[set(single) <= set(term) for term in terms] for single in singles])
    share = _with_interval(_shares(observed), _shares(resampled))
    total = _with_interval(_shares(observed) @ contains.T, _shares(resampled) @ contains.T)
    rows = []
    for place, term in enumerate(terms):
        row = {"term": INTERACTION.join(term)}
        row |= dict(zip(("share", "low", "high"), share[:, place], strict=True))
        of_term = total[:, singles.index(term)] if term in singles else [np.nan] * 3
        row |= dict(zip(("total", "total_low", "total_high"), of_term, strict=True))
        rows.append(row | {"n": n})
    return pd.DataFrame(rows)


def _rotation(levels: tuple[int, ...]) -> np.ndarray:
    """Build orthonormal contrasts of all cells: per factor the mean, then the differences."""
    rotation = np.ones((1, 1))
    for count in levels:
        start = np.column_stack([np.ones(count), np.eye(count)[:, : count - 1]])
        rotation = np.kron(rotation, np.linalg.qr(start)[0])
    return rotation


def _own_of_levels(levels: dict[str, int], subsets: list[tuple[str, ...]]) -> np.ndarray:
    """Turn the variance of averages over levels into shared parts and parts of one level.

    The average of L levels still holds 1/L of each level's part, and the differences
    between levels only 1 - 1/L of it.
    """
    held = np.zeros((len(subsets), len(subsets)))
    for row, part in enumerate(subsets):
        for column, whole in enumerate(subsets):
            if set(part) <= set(whole):
                averaged = [1 / levels[factor] for factor in set(whole) - set(part)]
                differing = [1 - 1 / levels[factor] for factor in part]
                held[row, column] = np.prod([*averaged, *differing])
    return np.linalg.inv(held)


def _components(
    moments: np.ndarray, n: int, member: np.ndarray, own: np.ndarray, sampling_rounds: int
) -> np.ndarray:
    """Compute the variance per term (factors, then factors with seed), one line per replicate."""
    cells = len(member)
    mean, square = moments[:, :cells], moments[:, cells:]
    over_seeds = (square - mean**2) * n / (n - 1)
    over_levels = mean**2 - sampling_rounds * over_seeds / n
    return np.hstack([(over_levels @ member)[:, 1:], over_seeds @ member @ own.T]) / cells


def _shares(components: np.ndarray) -> np.ndarray:
    return _quotient(components, components.sum(axis=1, keepdims=True))


def _quotient(part: np.ndarray, whole: np.ndarray) -> np.ndarray:
    """Divide; a resample of rare wins without any variance gives NaN."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole > 0, part / whole, np.nan)


def _with_interval(observed: np.ndarray, resampled: np.ndarray) -> np.ndarray:
    """Return three lines, value, low and high, within [0, 1]."""
    usable = resampled[np.isfinite(resampled).all(axis=1)]
    ends = percentile_interval(usable) if len(usable) else np.outer((0, 1), observed**0)
    return np.clip(np.vstack([observed, ends]), 0.0, 1.0)


def sobol_indices(
    base: ArrayLike,
    other: ArrayLike,
    swapped: Mapping[str, ArrayLike],
    replicates: int = estimate.BOOTSTRAP_REPLICATES,
    bootstrap_seed: int = 0,
) -> pd.DataFrame:
    """Estimate first-order and total shares of variance of independent sources (pick and freeze).

    Row by row, `base` and `other` are outcomes with all sources (random streams, the player)
    drawn afresh, and `swapped[f]` is the game of `base` with source f alone taken from `other`.
    First-order, what f decides by itself: games that share only f (Janon and others 2014). Total,
    f with all its interactions: games that differ only in f (Jansen 1999).
    """
    import pandas as pd

    if not swapped:
        raise ValueError("name at least one swapped source")
    base, other = estimate.checked_column("base", base), estimate.checked_column("other", other)
    games = {name: estimate.checked_column(name, values) for name, values in swapped.items()}
    estimate.check_same_length(base=base, other=other, **games)
    for name, column in {"base": base, "other": other}.items():
        if not column.std() > 0:
            raise ValueError(f"{name} never varies: there is no variance to split")
    centre = np.concatenate([base, other]).mean()
    moments = np.hstack(
        [
            np.column_stack([one * two, (one + two) / 2, (one**2 + two**2) / 2])
            for two in (game - centre for game in games.values())
            for one in (other - centre, base - centre)
        ]
    )
    observed = _correlations(moments.mean(axis=0)[None])
    resampled = _correlations(bootstrap_column_means(moments, replicates, bootstrap_seed))
    table = {"factor": list(games)}
    ends = (observed[:, 0::2], resampled[:, 0::2]), (1 - observed[:, 1::2], 1 - resampled[:, 1::2])
    for name, (seen, drawn) in zip(("first", "total"), ends, strict=True):
        value = _with_interval(seen, drawn)
        table |= dict(zip((name, f"{name}_low", f"{name}_high"), value, strict=True))
    return pd.DataFrame(table | {"n": len(base)})


def _correlations(moments: np.ndarray) -> np.ndarray:
    product, mean, square = moments[:, 0::3], moments[:, 1::3], moments[:, 2::3]
    return _quotient(product - mean**2, square - mean**2)


# How a term of several factors is written: "exhaust × player".
INTERACTION = " × "


def crossed_array(
    table: pd.DataFrame, factors: Sequence[str], outcome: str, seed: str
) -> np.ndarray:
    """Return the outcomes as an array: one axis for seeds, one per factor, levels sorted."""
    columns = [seed, *factors]
    if len(set(columns)) < len(columns):
        raise ValueError(f"a column is named twice: {', '.join(columns)}")
    estimate.check_has_columns(table, [*columns, outcome])
    outcomes = estimate.checked_column(outcome, table[outcome])
    shape, places = [], []
    for column in columns:
        if table[column].isna().to_numpy().any():
            raise ValueError(f"column {column!r} holds missing values")
        levels, place = np.unique(table[column].to_numpy(), return_inverse=True)
        shape.append(len(levels))
        places.append(place)
    array = np.full(shape, np.nan)
    array[tuple(places)] = outcomes
    filled = int(np.isfinite(array).sum())
    if filled < array.size or len(outcomes) > array.size:
        raise ValueError(
            f"the design is not crossed: {len(outcomes)} rows fill {filled} of {array.size} "
            f"combinations of {', '.join(columns)}; each needs exactly one row"
        )
    return array
