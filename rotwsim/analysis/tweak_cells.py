"""The games of a person in the standard game and with each tweak, and what they say of tweaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rotwsim import stats
from rotwsim.analysis.boxes.play import TARGET
from rotwsim.analysis.pool import Arm, Games
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import Tweak

BENT = 2  # degree of a skill curve in log odds


@dataclass(frozen=True)
class Cell:
    """The games of one person in the standard game and with each tweak, on the same seeds."""

    scenario: Scenario
    results: dict[str, np.ndarray]  # by tweak, "" for the standard game
    targets: dict[str, int]

    @property
    def games(self) -> int:
        return len(self.results[""])

    def won(self, tweak: str = "", farther: int = 0) -> np.ndarray:
        """Say which games were won, also if the target were some points farther."""
        return self.results[tweak] >= self.targets[tweak] + farther

    def gap(self, tweak: str) -> np.ndarray:
        """Give what the tweak changed in each game: 1 won, -1 lost, 0 nothing."""
        return self.won(tweak).astype(float) - self.won()


def arms_of(standard: Scenario) -> list[Arm]:
    """List the standard game and every tweak that changes how it is played."""
    tweaks = [(), *((tweak.name,) for tweak in tweaks_of() if tweak.group != TARGET)]
    chosen = [replace(standard, tweaks=tweak) for tweak in tweaks]
    return [Arm(one.title(), one) for one in chosen]


def tweaks_of() -> tuple[Tweak, ...]:
    """List all tweaks of the rulebook."""
    return tuple(load_rulebook().tweaks)


def played(games: Games, standard: Scenario, count: int) -> Cell:
    """Play a cell; a tweak of the target counts the games of the standard game again."""
    arms = games.all(arms_of(standard), count)
    found = {"".join(arm.scenario.tweaks): arm.table["result"].to_numpy() for arm in arms}
    named = [(), *((tweak.name,) for tweak in tweaks_of())]
    targets = {"".join(t): replace(standard, tweaks=t).parameters["target"] for t in named}
    return Cell(standard, {name: found.get(name, found[""]) for name in targets}, targets)


def mean_gap(cells: Sequence[Cell], tweak: str) -> float:
    """Give the mean over places, each counted once."""
    return float(np.mean([cell.gap(tweak).mean() for cell in cells]))


def likely_gaps(cells: Sequence[Cell], tweak: str) -> np.ndarray:
    """Give the likely effect in each cell, drawn to the mean as far as chance explains it."""
    gaps = [cell.gap(tweak) for cell in cells]
    means = np.array([gap.mean() for gap in gaps])
    chance = np.array([(gap.var() + 1 / len(gap)) / len(gap) for gap in gaps])
    if len(means) < 2:
        return means
    apart = max(0.0, means.var(ddof=1) - chance.mean())
    return means.mean() + apart / (apart + chance) * (means - means.mean())


def smooth(levels: np.ndarray, gaps: Sequence[np.ndarray]) -> list[stats.Estimate]:
    """Lay a parabola through the change of the log odds over those of the standard game.

    Each level counts by how well its games know the change; the interval is that of the curve.
    """
    changes = np.array([gap.mean() for gap in gaps])
    numbers = np.array([len(gap) for gap in gaps])
    with_tweak = np.clip(levels + changes, 1 / numbers, 1 - 1 / numbers)
    slope = 1 / (with_tweak * (1 - with_tweak))  # of the log odds
    errors = slope * np.sqrt([(gap.var() + 1 / len(gap)) / len(gap) for gap in gaps])
    odds = np.log(levels / (1 - levels))
    moved = np.log(with_tweak / (1 - with_tweak)) - odds
    design = np.vander(odds, BENT + 1) / errors[:, None]
    covariance = np.linalg.inv(design.T @ design)
    found = np.vander(odds, BENT + 1) @ (covariance @ design.T @ (moved / errors))
    reach = stats.critical_value() * np.sqrt(
        np.einsum("ij,jk,ik->i", np.vander(odds, BENT + 1), covariance, np.vander(odds, BENT + 1))
    )
    ends = [1 / (1 + np.exp(-(odds + found + side * reach))) for side in (0, -1, 1)]
    return [
        stats.Estimate(float(value), float(low), float(high), int(number))
        for value, low, high, number in zip(*ends, numbers, strict=True)
    ]
