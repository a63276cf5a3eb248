"""What distinguishes one kind of table from another, measure by measure, on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rotwsim import stats
from rotwsim.analysis.pool import ArmGames
from rotwsim.analysis.seat_results import Seated, by_place
from rotwsim.stats import Difference, Estimate

if TYPE_CHECKING:
    import pandas as pd

SHARE, POINTS, DOLLARS, TURNS = "share", "points", "$", "turns"  # units


@dataclass(frozen=True)
class Measure:
    """A number of every game, its unit, and the difference that does not matter."""

    unit: str
    margin: float
    of_game: Callable[[Seated], np.ndarray]


UNFAIRNESS, SKILL = "unfairness", "skill"
UNFAIR_MARGIN = SKILL_MARGIN = 0.02
MEASURES = {
    "score": Measure(POINTS, 1.0, lambda seated: seated.scores.mean(axis=1)),
    "winning score": Measure(POINTS, 1.0, lambda seated: seated.scores.max(axis=1)),
    "spread": Measure(POINTS, 1.0, lambda seated: seated.scores.std(axis=1)),
    "margin": Measure(POINTS, 1.0, lambda seated: seated.arm.table["margin"].to_numpy(float)),
    "comebacks": Measure(SHARE, 0.02, lambda seated: seated.comebacks),
    "turns": Measure(TURNS, 0.25, lambda seated: seated.arm.table["turns"].to_numpy(float)),
    "money bid": Measure(
        DOLLARS, 2.0, lambda seated: seated.arm.table["money_bid"].to_numpy(float)
    ),
    "bonds": Measure("bonds", 0.5, lambda seated: seated.of("bonds").mean(axis=1)),
}


@dataclass(frozen=True)
class Compared:
    """One measure of a variant beside that of its baseline."""

    variant: ArmGames
    measure: str
    unit: str
    baseline_mean: float
    mean: Estimate
    difference: Difference


def measures_table(
    baseline: ArmGames,
    variants: Sequence[ArmGames],
    skill: Mapping[str, np.ndarray] | None = None,
) -> pd.DataFrame:
    """Every measure of the baseline, then every difference; verdicts hold together for all.

    `skill` holds, by the name of an arm, the better player's share of the win in each game.
    """
    import pandas as pd

    rows = [row_of(baseline, name, unit, own) for name, unit, own in levels(baseline, skill)]
    found = [one for variant in variants for one in compared(baseline, variant, skill)]
    verdicts = stats.mean_verdicts([one.difference for one in found]) if found else []
    for one, (verdict, p_adjusted) in zip(found, verdicts, strict=True):
        gap = one.difference.estimate
        row = row_of(one.variant, one.measure, one.unit, one.mean)
        row |= {"baseline_mean": one.baseline_mean, "difference": gap.value}
        row |= {"low": gap.low, "high": gap.high, "p_value": one.difference.p_value}
        rows.append(row | {"p_adjusted": p_adjusted, "verdict": verdict})
    table = pd.DataFrame(rows)
    table.insert(0, "baseline", baseline.label)
    return table


def row_of(arm: ArmGames, measure: str, unit: str, own: Estimate) -> dict:
    row = {"arm": arm.name, "name": arm.label, "board": arm.scenario.board.title}
    row |= {"measure": measure, "unit": unit, "games": arm.games}
    return row | {"mean": own.value, "mean_low": own.low, "mean_high": own.high}


def levels(
    arm: ArmGames, skill: Mapping[str, np.ndarray] | None
) -> list[tuple[str, str, Estimate]]:
    """Every measure of an arm: name, unit, estimate."""
    seated = Seated(arm)
    found = []
    for name, measure in MEASURES.items():
        own = stats.mean(measure.of_game(seated))
        found.append((name, measure.unit, own.within(0, 1) if measure.unit == SHARE else own))
    if skill is not None:
        found.append((SKILL, SHARE, stats.mean(skill[arm.name]).within(0, 1)))
    return [*found, (UNFAIRNESS, SHARE, stats.fairness(wins_by_place(seated)).unfairness)]


def wins_by_place(seated: Seated) -> np.ndarray:
    """Shares of the win from the first bidder on."""
    return by_place(seated.wins, seated.clockwise)


def compared(
    baseline: ArmGames, variant: ArmGames, skill: Mapping[str, np.ndarray] | None
) -> list[Compared]:
    base, other = Seated(baseline), Seated(variant)
    before = {name: own for name, _, own in levels(baseline, skill)}
    differences = {
        name: stats.paired_means(measure.of_game(base), measure.of_game(other), measure.margin)
        for name, measure in MEASURES.items()
    }
    if skill is not None:
        pair = skill[baseline.name], skill[variant.name]
        differences[SKILL] = stats.paired_means(*pair, SKILL_MARGIN)
    gap, p_value = stats.unfairness_difference(wins_by_place(base), wins_by_place(other))
    differences[UNFAIRNESS] = Difference(gap, p_value, UNFAIR_MARGIN)
    return [
        Compared(variant, name, unit, before[name].value, own, differences[name])
        for name, unit, own in levels(variant, skill)
    ]
