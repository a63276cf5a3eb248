"""Effects and interactions of two-level factors played on the same seeds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np

from rotwsim.stats.checks import check_has_columns, checked_indicators
from rotwsim.stats.crossed import INTERACTION, crossed_array
from rotwsim.stats.levels import CONFIDENCE, critical_value, two_sided_p_value
from rotwsim.stats.logit import clustered_covariance, fit_logit

if TYPE_CHECKING:
    import pandas as pd

Term = tuple[int, ...]
ROUNDING = 1e-12


def factorial_effects(
    table: pd.DataFrame,
    factors: Sequence[str],
    win: str = "win",
    seed: str | None = "seed",
    interactions: bool = True,
    level: float = CONFIDENCE,
) -> pd.DataFrame:
    """Main effects and two-way interactions from a logit model, in odds ratios and in shares.

    `table` has one row per game, every factor as 0 (off) or 1 (on), full or fractional. Factors
    are coded -1/2 and +1/2, so a main effect's odds ratio is the (geometric) average over the
    other factors, and an interaction's is the ratio of two odds ratios. `difference` is the
    average marginal effect on the win rate over all 2^k combinations (an interaction: difference
    of differences), its interval by the delta method. Errors are clustered by seed unless
    `seed` is None.

    What adds up in points does not in log odds, and the other way round: `p_value` tests the
    difference, `p_odds` the coefficient. Columns: term, difference, low, high, p_value,
    coefficient, standard_error, p_odds, odds_ratio, odds_low, odds_high, n.
    """
    import pandas as pd

    model = _fit(table, list(factors), win, seed, interactions)
    z = critical_value(level)
    rows = []
    for place, term in enumerate(model.terms, start=1):
        coefficient = model.coefficients[place]
        error = math.sqrt(model.covariance[place, place])
        difference, difference_error = _marginal_effect(model, term)
        rows.append(
            {
                "term": INTERACTION.join(factors[factor] for factor in term),
                "difference": difference,
                "low": difference - z * difference_error,
                "high": difference + z * difference_error,
                "p_value": _p_value(difference, difference_error),
                "coefficient": coefficient,
                "standard_error": error,
                "p_odds": _p_value(coefficient, error),
                "odds_ratio": math.exp(coefficient),
                "odds_low": math.exp(coefficient - z * error),
                "odds_high": math.exp(coefficient + z * error),
                "n": model.n,
            }
        )
    return pd.DataFrame(rows)


@dataclass(frozen=True)
class _Model:
    terms: list[Term]
    grid: np.ndarray
    design: np.ndarray
    coefficients: np.ndarray
    covariance: np.ndarray
    n: int


def _fit(
    table: pd.DataFrame, factors: list[str], win: str, seed: str | None, interactions: bool
) -> _Model:
    if not factors:
        raise ValueError("name at least one factor")
    check_has_columns(table, [*factors, win, *([seed] if seed else [])])
    won = checked_indicators(win, table[win])
    levels = np.column_stack([checked_indicators(name, table[name]) for name in factors])
    grid = np.array(list(product((0, 1), repeat=len(factors))))
    terms = _terms(len(factors), interactions)
    design = _design(grid, terms)

    combination = levels @ (1 << np.arange(len(factors))[::-1])
    games = np.bincount(combination, minlength=len(grid))
    wins = np.bincount(combination, weights=won, minlength=len(grid))
    played = np.flatnonzero(games)
    fit = fit_logit(design[played], wins[played], games[played])
    covariance = fit.covariance
    if seed:
        if table[seed].isna().any():
            raise ValueError(f"column {seed!r} holds missing values")
        row = np.searchsorted(played, combination)
        covariance = clustered_covariance(fit, design[played], row, won, table[seed].to_numpy())
    return _Model(terms, grid, design, fit.coefficients, covariance, fit.n)


def _terms(factors: int, interactions: bool) -> list[Term]:
    sizes = (1, 2) if interactions else (1,)
    return [term for size in sizes for term in combinations(range(factors), size)]


def _design(grid: np.ndarray, terms: list[Term]) -> np.ndarray:
    centred = grid - 0.5
    columns = [centred[:, list(term)].prod(axis=1) for term in terms]
    return np.column_stack([np.ones(len(grid)), *columns])


def _marginal_effect(model: _Model, term: Term) -> tuple[float, float]:
    """The term's contrast of predicted win rates and its delta-method standard error."""
    share = 1 / (1 + np.exp(-model.design @ model.coefficients))
    contrast = _contrast(model.grid, term)
    gradient = (contrast * share * (1 - share)) @ model.design
    return float(contrast @ share), math.sqrt(gradient @ model.covariance @ gradient)


def _p_value(value: float, error: float) -> float:
    """Of no effect at all; without spread there is no doubt either way."""
    return two_sided_p_value(value / error) if error > ROUNDING else float(abs(value) <= ROUNDING)


def _contrast(grid: np.ndarray, term: Term) -> np.ndarray:
    """On minus off (and again for a second factor), averaged over the factors not in the term."""
    signs = (2 * grid[:, list(term)] - 1).prod(axis=1)
    return signs / 2 ** (grid.shape[1] - len(term))


def factorial_contrasts(
    table: pd.DataFrame,
    factors: Sequence[str],
    outcome: str = "win",
    seed: str = "seed",
    interactions: bool = True,
    level: float = CONFIDENCE,
) -> pd.DataFrame:
    """The same effects without a model: each seed's own contrast, averaged over seeds.

    For a full 2^k design with every seed in every combination. It serves any outcome (wins or
    results) and also where some combination never wins, which leaves the logit model without an
    estimate. Columns: term, difference, standard_error, p_value, low, high, n (seeds).
    """
    import pandas as pd

    check_has_columns(table, list(factors))
    for name in factors:
        checked_indicators(name, table[name])
    array = crossed_array(table, factors, outcome, seed)
    if array.shape[1:] != (2,) * len(factors):
        raise ValueError("every factor must occur both off (0) and on (1)")
    if len(array) < 2:
        raise ValueError("contrasts need at least two seeds")
    grid = np.array(list(product((0, 1), repeat=len(factors))))
    by_seed = array.reshape(len(array), -1)
    z = critical_value(level)
    rows = []
    for term in _terms(len(factors), interactions):
        contrast = by_seed @ _contrast(grid, term)
        mean, error = contrast.mean(), contrast.std(ddof=1) / math.sqrt(len(contrast))
        rows.append(
            {
                "term": INTERACTION.join(factors[factor] for factor in term),
                "difference": mean,
                "standard_error": error,
                "p_value": _p_value(mean, error),
                "low": mean - z * error,
                "high": mean + z * error,
                "n": len(contrast),
            }
        )
    return pd.DataFrame(rows)
