"""The logit model of wins, fitted by iteratively reweighted least squares."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

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
    """Maximum likelihood for `wins` of `games` at every row of the design matrix.

    Rows may be single games (games = 1) or cells; equal rows added up give the same fit.
    """
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
    """The covariance that allows games of one cluster (one seed) to be alike.

    `row` says which design row each game belongs to. The sandwich is corrected by
    G/(G-1) (N-1)/(N-p) for G clusters, N games and p coefficients, as statsmodels does.
    """
    names, place = np.unique(cluster, return_inverse=True)
    clusters, games, terms = len(names), len(won), design.shape[1]
    if clusters < 2:
        raise ValueError("cluster-robust errors need at least two seeds")
    if games <= terms:
        raise ValueError(f"{games} games are too few for {terms} coefficients")
    surprise = np.bincount(
        place * len(design) + row,
        weights=won - fit.fitted[row],
        minlength=clusters * len(design),
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
        raise ValueError("the design cannot tell its terms apart: some are aliased")


def _solve(information: np.ndarray, target: np.ndarray) -> np.ndarray:
    try:
        return np.linalg.solve(information, target)
    except np.linalg.LinAlgError:
        raise _separated() from None


def _separated() -> ValueError:
    return ValueError(
        "the logit model has no finite estimate: some combination always wins or always loses"
    )
