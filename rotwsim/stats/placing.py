"""Place a person on a ladder of skill from a few results, by likelihood with a flat prior.

A rung is the quantiles of its results. Between two rungs every quantile is interpolated, so
skill moves a whole distribution along; a share of STRAY results is farther off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rotwsim.stats.estimate import Estimate, critical_value

STEP = 0.05  # of skill, in rungs
LEVEL = 0.90  # of the interval
AGAINST = 2.706  # twice the log likelihood ratio that a true skill exceeds one time in ten
LOWEST, HIGHEST = -300, 450  # results that differ; those beyond count as the last
STRAY = 0.02
FAR = 2.0  # spreads of a distribution: mean distance of stray results from its middle
FLOOR = 1e-9  # the chance of any result at least
SMOOTHING = 0.3  # of the spread of a distribution, around each of its quantiles
NARROWEST = 2.0  # the same in points, at least
SETS = 400  # drawn to see how well scores of such a player fit

RESULTS = np.arange(LOWEST, HIGHEST + 1)


@dataclass(frozen=True)
class Ladder:
    """The chance of every result, one row for each step of skill from the lowest rung up."""

    skills: np.ndarray
    chances: np.ndarray

    @staticmethod
    def of(rungs: np.ndarray) -> Ladder:
        """Make a ladder of rungs, one row of quantiles each, the lowest first."""
        skills = skills_of(len(rungs))
        return Ladder(skills, np.array([chances_of(between(rungs, skill)) for skill in skills]))

    def log_chances(self, results: Sequence[int] | np.ndarray) -> np.ndarray:
        """Compute the log chance of each result at each skill: skills in rows."""
        places = np.clip(np.asarray(results, dtype=int), LOWEST, HIGHEST) - LOWEST
        return np.log(self.chances[:, places])

    def at_least(self, result: int) -> np.ndarray:
        """Compute the chance to reach a result, at each skill."""
        return self.chances[:, max(0, result - LOWEST) :].sum(axis=1)

    def information(self) -> np.ndarray:
        """Compute the Fisher information of one result, at each skill."""
        slope = np.gradient(self.chances, self.skills, axis=0)
        return (slope**2 / self.chances).sum(axis=1)


def skills_of(rungs: int) -> np.ndarray:
    return np.linspace(0, rungs - 1, round((rungs - 1) / STEP) + 1)


def between(rungs: np.ndarray, skill: float) -> np.ndarray:
    """Interpolate the quantiles at a skill."""
    below = min(int(skill), len(rungs) - 2)
    share = skill - below
    return (1 - share) * rungs[below] + share * rungs[below + 1]


def chances_of(quantiles: np.ndarray) -> np.ndarray:
    """Compute the chance of every result: smoothed quantiles, and stray results on both sides."""
    spread = max(NARROWEST, float(quantiles.std()))
    away = (RESULTS[:, None] - quantiles[None, :]) / max(NARROWEST, SMOOTHING * spread)
    smooth = np.exp(-0.5 * away**2).sum(axis=1)
    stray = np.exp(-np.abs(RESULTS - np.median(quantiles)) / (FAR * spread))
    mixed = (1 - STRAY) * smooth / max(smooth.sum(), FLOOR) + STRAY * stray / stray.sum()
    return (mixed + FLOOR) / (mixed + FLOOR).sum()


@dataclass(frozen=True)
class Placing:
    """What some results say about skill."""

    skills: np.ndarray
    weights: np.ndarray  # of each skill, in all 1
    fit: float  # the share of sets from such a player that fit no better
    results: int

    @property
    def skill(self) -> Estimate:
        """Estimate the mean skill and the skills that the results do not exclude.

        These are found by likelihood alone: rungs that lie close together, or the ends of the
        ladder, then cost no coverage.
        """
        with np.errstate(divide="ignore"):
            against = 2 * (np.log(self.weights.max()) - np.log(self.weights))
        held = self.skills[against <= AGAINST]
        # A step covers the skills around it, half a step to either side.
        low, high = np.clip([held.min() - STEP / 2, held.max() + STEP / 2], 0, self.skills[-1])
        mean = float(np.clip(self.skills @ self.weights, low, high))
        return Estimate(mean, float(low), float(high), self.results)

    def average(self, values: np.ndarray) -> Estimate:
        """Estimate a number that depends on skill, such as a win rate: mean and middle 90 %."""
        order = np.argsort(values, kind="stable")
        held = np.cumsum(self.weights[order])
        ends = [(1 - LEVEL) / 2, 1 - (1 - LEVEL) / 2]
        places = np.minimum(np.searchsorted(held, ends), len(values) - 1)
        low, high = values[order][places]
        return Estimate(float(values @ self.weights), float(low), float(high), self.results)


def place(groups: Sequence[tuple[Ladder, np.ndarray]], seed: int = 1) -> Placing:
    """Place the results of one person, each group on the ladder of its game."""
    skills = groups[0][0].skills
    each = [ladder.log_chances(results).sum(axis=1) for ladder, results in groups]
    likelihood = np.sum(each, axis=0)
    weights = np.exp(likelihood - likelihood.max())
    weights /= weights.sum()
    fit = share_no_better(groups, likelihood, np.random.default_rng(seed))
    return Placing(skills, weights, fit, sum(len(results) for _, results in groups))


def share_no_better(
    groups: Sequence[tuple[Ladder, np.ndarray]],
    likelihood: np.ndarray,
    random: np.random.Generator,
) -> float:
    """How many sets of as many results, drawn at the likeliest skill, fit their own likeliest
    skill no better than these fit theirs: a small share says that no skill fits.
    """
    best = int(np.argmax(likelihood))
    drawn = np.zeros((len(likelihood), SETS))
    for ladder, results in groups:
        sets = random.choice(RESULTS, (SETS, len(results)), p=ladder.chances[best])
        drawn += ladder.log_chances(sets).sum(axis=2)
    return float((1 + (drawn.max(axis=0) <= likelihood.max()).sum()) / (1 + SETS))


def games_for(ladder: Ladder, placing: Placing, width: float) -> int:
    """Compute the games, with those played, that make the interval `width` rungs wide."""
    information = float(np.interp(placing.skill.value, ladder.skills, ladder.information()))
    return int(np.ceil((2 * critical_value(LEVEL) / width) ** 2 / max(information, 1e-9)))
