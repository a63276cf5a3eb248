"""The chance to win from a position at once, for a player who goes on as before.

The expected result is the mean of the arm's games with as many turns left, and more where features
of the position are above their means there: the weights of these leads hold for all maps, how much
of a lead lasts is found in the games of the arm. The chance to win is the share of its games that
ended as far above what was expected of them as this one must. data/measured/chances.toml has the
weights, fitted on training games of all maps but Great Britain, and how well the chances meet other
games (`make chances`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from rotwsim.players.rollouts import FEATURES
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import MEASURED

PATH = MEASURED / "chances.toml"
PHASES = (1.5, 3.5, 5.5, 8.5, 11.5)  # turns left at which the next weights begin
NAMES = FEATURES[1:]  # the first is turns left: positions are compared with those that have as many
MOST_TURNS = 20
SHARES = np.linspace(0, 1, 41)  # of games, at which surprises are kept
SUREST = 0.9975  # nobody can say how sure a game is beyond it
JUST = 0.5  # a result that is rounded up to the target is as good


@dataclass(frozen=True)
class Arm:
    """What the positions of an arm are compared with: its own games."""

    target: int
    weights: np.ndarray  # points of result that a unit of a feature brings, by phase
    means: np.ndarray  # by turns left: of the features, and of the final result
    lasting: np.ndarray  # by phase: how much of a lead is there in the end
    surprises: np.ndarray  # by phase: quantiles of results less what was expected

    def leads(self, features: np.ndarray) -> np.ndarray:
        """Give features as they differ from the mean with as many turns left."""
        return features[:, 1:] - self.means[turns_in(features), 1:-1]

    def expected(self, features: np.ndarray) -> np.ndarray:
        """Expect the result of each position."""
        phases = phases_in(features)
        lead = (self.leads(features) * self.weights[phases]).sum(axis=1)
        return self.means[turns_in(features), -1] + self.lasting[phases] * lead

    def chances(self, features: np.ndarray) -> np.ndarray:
        """Give the chance to win of each position."""
        needed, phases = self.target - JUST - self.expected(features), phases_in(features)
        found = np.zeros(len(features))
        for phase, surprises in enumerate(self.surprises):
            rows = phases == phase
            found[rows] = 1 - np.interp(needed[rows], surprises, SHARES)
        return np.clip(found, 1 - SUREST, SUREST)

    def slope(self, features: np.ndarray) -> np.ndarray:
        """Give how much a point of result moves the chance."""
        nearer = replace(self, target=self.target - 1)
        return nearer.chances(features) - self.chances(features)


def arm_of(
    features: np.ndarray, results: np.ndarray, target: int, weights: np.ndarray | None = None
) -> Arm:
    """Learn from all positions of an arm, and from how each one's game ended."""
    known = np.column_stack([features, results])
    turns, phases = turns_in(features), phases_in(features)
    means = np.tile(known.mean(axis=0), (MOST_TURNS + 1, 1))
    for left in np.unique(turns):
        means[left] = known[turns == left].mean(axis=0)
    weights = value_weights() if weights is None else weights
    count = len(PHASES) + 1
    arm = Arm(target, weights, means, np.ones(count), np.zeros((count, len(SHARES))))
    ahead, ended = arm.expected(features) - means[turns, -1], results - means[turns, -1]
    for phase in np.unique(phases):
        lead, end = ahead[phases == phase], ended[phases == phase]
        arm.lasting[phase] = lead @ end / max(lead @ lead, 1.0)
        arm.surprises[phase] = np.quantile(end - arm.lasting[phase] * lead, SHARES)
    return arm


def turns_in(features: np.ndarray) -> np.ndarray:
    return np.clip(np.rint(features[:, 0]).astype(int), 0, MOST_TURNS)


def phases_in(features: np.ndarray) -> np.ndarray:
    return np.searchsorted(PHASES, features[:, 0])


@cache
def value_weights() -> np.ndarray:
    """Read the fitted weights, by phase and feature."""
    phases = read_toml(PATH, PATH.name)["phases"]
    return np.array([[phase[name] for name in NAMES] for phase in phases])
