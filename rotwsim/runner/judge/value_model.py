"""The chance to win from a position at once: a logistic curve over what is known of the position.

It holds for a player who goes on as before. It looks at how 13 features of the position differ from
their means in the games of the same arm with as many turns left, and at the share of games won.
data/measured/chances.toml has its numbers, fitted on training games of all maps but Great Britain,
and how well it meets other games (`make chances`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from rotwsim.players.rollouts import FEATURES
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import MEASURED

PATH = MEASURED / "chances.toml"
PHASES = (1.5, 3.5, 5.5, 8.5, 11.5)  # turns left at which the next set of numbers begins
SCALES = {  # that bring each feature to about 1
    "turns": 10.0,
    "result": 40.0,
    "to_come": 40.0,
    "bonds": 5.0,
    "income": 10.0,
    "markers": 5.0,
    "engine": 3.0,
    "links": 10.0,
    "railbot_links": 10.0,
    "railbot_cards": 10.0,
    "barons": 2.0,
    "railbot_barons": 2.0,
    "cubes": 50.0,
}
NAMES = (
    *("constant", "skill", *FEATURES, "margin squared", "to_come squared"),
    *("skill × margin", "skill × to_come", "margin × to_come"),
)
UNITS = np.array([SCALES[name] for name in FEATURES])
TURNS, RESULT, TO_COME = map(FEATURES.index, ("turns", "result", "to_come"))
MOST_TURNS = 20
MOST_ODDS = 6.0  # log odds beyond which nobody can say how sure a game is


@dataclass(frozen=True)
class Arm:
    """What the positions of an arm are compared with: its mean position by turns left."""

    skill: float  # share of its games that are won
    means: np.ndarray  # by turns left, feature

    def centred(self, features: np.ndarray) -> np.ndarray:
        """Give features as they differ from the mean with as many turns left, in handy units."""
        return (features - self.means[turns_in(features)]) / UNITS


def arm_of(features: np.ndarray, skill: float) -> Arm:
    """Average the positions of an arm by turns left."""
    turns, means = turns_in(features), np.tile(features.mean(axis=0), (MOST_TURNS + 1, 1))
    for left in range(MOST_TURNS + 1):
        if (turns == left).any():
            means[left] = features[turns == left].mean(axis=0)
    return Arm(skill, means)


def turns_in(features: np.ndarray) -> np.ndarray:
    return np.clip(np.rint(features[:, TURNS]).astype(int), 0, MOST_TURNS)


@dataclass(frozen=True)
class ValueModel:
    """Weights by phase and name."""

    weights: np.ndarray

    def chances(self, features: np.ndarray, arm: Arm) -> np.ndarray:
        """Give the chance to win of each position for the player of an arm."""
        phases, columns = design(features, arm)
        odds = (columns * self.weights[phases]).sum(axis=1)
        return 1 / (1 + np.exp(-np.clip(odds, -MOST_ODDS, MOST_ODDS)))

    def slope(self, features: np.ndarray, arm: Arm) -> np.ndarray:
        """Give how much a point of result moves the chance."""
        more = features.copy()
        more[:, RESULT] += 1.0
        return self.chances(more, arm) - self.chances(features, arm)


@cache
def value_model() -> ValueModel:
    """Read the fitted model."""
    phases = read_toml(PATH, PATH.name)["phases"]
    return ValueModel(np.array([[phase[name] for name in NAMES] for phase in phases]))


def design(features: np.ndarray, arm: Arm) -> tuple[np.ndarray, np.ndarray]:
    """Give the phase of each position and the columns that the weights multiply."""
    scaled = arm.centred(features)
    share = min(max(arm.skill, 0.005), 0.995)
    odds = np.full(len(features), np.log(share / (1 - share)))
    margin, to_come = scaled[:, RESULT], scaled[:, TO_COME]
    further = [margin**2, to_come**2, odds * margin, odds * to_come, margin * to_come]
    columns = np.column_stack([np.ones(len(features)), odds, scaled, *further])
    return np.searchsorted(PHASES, features[:, TURNS]), columns
