"""Estimate effects and interactions of two-level factors played on the same seeds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np

from rotwsim.stats import estimate
from rotwsim.stats.variance import INTERACTION, crossed_array

if TYPE_CHECKING:
    import pandas as pd

Term = tuple[int, ...]
ROUNDING = 1e-12


def factorial_effects(
    table: pd.DataFrame,
    factors: Sequence[str],
    seed: str | None = "seed",
    interactions: bool = True,
) -> pd.DataFrame:
    """Estimate main effects and two-way interactions by a logit model, as odds ratios and shares.

    `table` has one row per game, `win` and every factor as 0 or 1 (on), full or fractional. Factors
    are coded -1/2 and +1/2, so a main effect's odds ratio is the (geometric) average over the
    other factors, and an interaction's is the ratio of two odds ratios. `difference` is the
    average marginal effect on the win rate over all 2^k combinations (an interaction: difference
    of differences), its interval by the delta method. Errors are clustered by seed unless
    `seed` is None. `p_value` tests the difference, `p_odds` the coefficient.
    """
    import pandas as pd

    grid, terms, design, fit = _fit(table, list(factors), seed, interactions)
    z = estimate.critical_value()
    share = 1 / (1 + np.exp(-design @ fit.coefficients))
    rows = []
    for place, term in enumerate(terms, start=1):
        coefficient = fit.coefficients[place]
        error = math.sqrt(fit.covariance[place, place])
        # The contrast of predicted win rates, and its error by the delta method.
        contrast = _contrast(grid, term)
        gradient = (contrast * share * (1 - share)) @ design
        difference_error = math.sqrt(gradient @ fit.covariance @ gradient)
        rows.append(
            {
                **_effect(factors, term, float(contrast @ share), difference_error),
                "coefficient": coefficient,
                "standard_error": error,
                "p_odds": _p_value(coefficient, error),
                "odds_ratio": math.exp(coefficient),
                "odds_low": math.exp(coefficient - z * error),
                "odds_high": math.exp(coefficient + z * error),
                "n": fit.n,
            }
        )
    return pd.DataFrame(rows)


def _effect(factors: Sequence[str], term: Term, value: float, error: float) -> dict:
    reach = estimate.critical_value() * error
    row = {"term": INTERACTION.join(factors[factor] for factor in term), "difference": value}
    return row | {"low": value - reach, "high": value + reach, "p_value": _p_value(value, error)}


def _fit(
    table: pd.DataFrame, factors: list[str], seed: str | None, interactions: bool
) -> tuple[np.ndarray, list[Term], np.ndarray, LogitFit]:
    if not factors:
        raise ValueError("name at least one factor")
    estimate.check_has_columns(table, [*factors, "win", *([seed] if seed else [])])
    won = estimate.checked_indicators("win", table["win"])
    levels = np.column_stack([estimate.checked_indicators(name, table[name]) for name in factors])
    grid = np.array(list(product((0, 1), repeat=len(factors))))
    terms = _terms(len(factors), interactions)
    columns = [(grid - 0.5)[:, list(term)].prod(axis=1) for term in terms]
    design = np.column_stack([np.ones(len(grid)), *columns])

    combination = levels @ (1 << np.arange(len(factors))[::-1])
    games = np.bincount(combination, minlength=len(grid))
    wins = np.bincount(combination, weights=won, minlength=len(grid))
    played = np.flatnonzero(games)
    fit = fit_logit(design[played], wins[played], games[played])
    if seed:
        if table[seed].isna().to_numpy().any():
            raise ValueError(f"column {seed!r} holds missing values")
        row = np.searchsorted(played, combination)
        covariance = clustered_covariance(fit, design[played], row, won, table[seed].to_numpy())
        fit = replace(fit, covariance=covariance)
    return grid, terms, design, fit


def _terms(factors: int, interactions: bool = True) -> list[Term]:
    sizes = (1, 2) if interactions else (1,)
    return [term for size in sizes for term in combinations(range(factors), size)]


def _p_value(value: float, error: float) -> float:
    """Compute the p value of no effect; without any error it is 0 or 1."""
    if error <= ROUNDING:
        return float(abs(value) <= ROUNDING)
    return estimate.two_sided_p_value(value / error)


def _contrast(grid: np.ndarray, term: Term) -> np.ndarray:
    """Weigh on minus off (twice for two factors), averaged over the other factors."""
    signs = (2 * grid[:, list(term)] - 1).prod(axis=1)
    return signs / 2 ** (grid.shape[1] - len(term))


def factorial_contrasts(table: pd.DataFrame, factors: Sequence[str]) -> pd.DataFrame:
    """Estimate the same effects without a model: each seed's own contrast, averaged over seeds.

    For a full 2^k design with every seed in every combination, also where some combination never
    wins, which leaves the logit model without an estimate.
    """
    import pandas as pd

    estimate.check_has_columns(table, list(factors))
    for name in factors:
        estimate.checked_indicators(name, table[name])
    array = crossed_array(table, factors, "win", "seed")
    if array.shape[1:] != (2,) * len(factors):
        raise ValueError("every factor must occur both off (0) and on (1)")
    if len(array) < 2:
        raise ValueError("contrasts need at least two seeds")
    grid = np.array(list(product((0, 1), repeat=len(factors))))
    by_seed = array.reshape(len(array), -1)
    rows = []
    for term in _terms(len(factors)):
        contrast = by_seed @ _contrast(grid, term)
        error = contrast.std(ddof=1) / math.sqrt(len(contrast))
        row = _effect(factors, term, contrast.mean(), error)
        rows.append(row | {"standard_error": error, "n": len(contrast)})
    return pd.DataFrame(rows)


MAX_ITERATIONS = 50
CONVERGED_STEP = 1e-10
# Fitted odds this extreme mean that the likelihood has no maximum: the estimate runs away.
RUNAWAY_LOG_ODDS = 20.0


@dataclass(frozen=True)
class LogitFit:
    """Coefficients, their model-based covariance, and the fitted share of every design row."""

    coefficients: np.ndarray
    covariance: np.ndarray
    fitted: np.ndarray
    n: int


def fit_logit(design: np.ndarray, wins: np.ndarray, games: np.ndarray) -> LogitFit:
    """Fit by maximum likelihood `wins` of `games` at every row of the design matrix."""
    design, wins, games = (np.asarray(a, dtype=float) for a in (design, wins, games))
    _check_fittable(design, wins, games)
    share = (wins + 0.5) / (games + 1)
    log_odds = np.log(share / (1 - share))
    coefficients = np.zeros(design.shape[1])
    for _ in range(MAX_ITERATIONS):
        weight = games * share * (1 - share)
        target = weight * log_odds + wins - games * share
        updated = _solve(design.T @ (weight[:, None] * design), design.T @ target)
        step = np.abs(updated - coefficients).max()
        coefficients = updated
        log_odds = design @ coefficients
        if np.abs(log_odds).max() > RUNAWAY_LOG_ODDS:
            raise _separated()
        share = 1 / (1 + np.exp(-log_odds))
        if step < CONVERGED_STEP:
            break
    else:
        raise _separated()
    weight = games * share * (1 - share)
    covariance = np.linalg.inv(design.T @ (weight[:, None] * design))
    return LogitFit(coefficients, covariance, share, int(games.sum()))


def clustered_covariance(
    fit: LogitFit, design: np.ndarray, row: np.ndarray, won: np.ndarray, cluster: np.ndarray
) -> np.ndarray:
    """Compute the covariance that allows games of one cluster (one seed) to be correlated.

    `row` says which design row each game belongs to. The sandwich is corrected as in statsmodels.
    """
    names, place = np.unique(cluster, return_inverse=True)
    clusters, games, terms = len(names), len(won), design.shape[1]
    if clusters < 2:
        raise ValueError("cluster-robust errors need at least two seeds")
    if games <= terms:
        raise ValueError(f"{games} games are too few for {terms} coefficients")
    surprise = np.bincount(
        place * len(design) + row, weights=won - fit.fitted[row], minlength=clusters * len(design)
    ).reshape(clusters, len(design))
    scores = surprise @ design
    correction = clusters / (clusters - 1) * (games - 1) / (games - terms)
    return correction * fit.covariance @ (scores.T @ scores) @ fit.covariance


def _check_fittable(design: np.ndarray, wins: np.ndarray, games: np.ndarray) -> None:
    if not len(design) == len(wins) == len(games):
        raise ValueError("lengths differ: design, wins and games need the same rows")
    if not (np.isfinite(design).all() and np.isfinite(wins).all() and np.isfinite(games).all()):
        raise ValueError("design, wins and games must be numbers, found NaN or infinity")
    if (games <= 0).any() or (wins < 0).any() or (wins > games).any():
        raise ValueError("every row needs at least one game and wins between 0 and its games")
    if np.linalg.matrix_rank(design) < design.shape[1]:
        raise ValueError("the design cannot separate its terms: some are aliased")


def _solve(information: np.ndarray, target: np.ndarray) -> np.ndarray:
    try:
        return np.linalg.solve(information, target)
    except np.linalg.LinAlgError:
        raise _separated() from None


def _separated() -> ValueError:
    return ValueError(
        "the logit model has no finite estimate: some combination always wins or always loses"
    )
