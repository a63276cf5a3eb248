"""Which of many comes nearest to a wanted win rate, and how far from it that one really is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from numpy.typing import ArrayLike

from rotwsim.stats.checks import check_same_length, checked_indicators, checked_share
from rotwsim.stats.estimate import Estimate
from rotwsim.stats.levels import CONFIDENCE
from rotwsim.stats.proportions import wilson


@dataclass(frozen=True, slots=True)
class Near:
    """One candidate: its win rate and its distance from the wanted one."""

    name: str
    rate: Estimate
    distance: Estimate


def nearest(wins: Mapping[str, ArrayLike], wanted: float, level: float = CONFIDENCE) -> list[Near]:
    """The candidates, each with its column of wins, those that seem nearest first.

    One half of the games ranks them, the other half tells how far they are. Told from the games
    that chose it, the nearest of many seems nearer than it is, by a factor of two to four.
    """
    wanted = checked_share("wanted", wanted)
    columns = {name: checked_indicators(name, column) for name, column in wins.items()}
    if not columns:
        raise ValueError("name at least one candidate")
    check_same_length(**columns)
    half = len(next(iter(columns.values()))) // 2
    if not half:
        raise ValueError("the nearest needs at least two games")
    ranked = sorted(columns, key=lambda name: abs(columns[name][:half].mean() - wanted))
    found = []
    for name in ranked:
        rate = wilson(int(columns[name][half:].sum()), len(columns[name]) - half, level)
        found.append(Near(name, rate, distance_from(wanted, rate)))
    return found


def distance_from(wanted: float, rate: Estimate) -> Estimate:
    """How far a win rate lies from the wanted one, either way."""
    ends = [abs(end - wanted) for end in (rate.low, rate.high)]
    low = 0.0 if rate.covers(wanted) else min(ends)
    return Estimate(abs(rate.value - wanted), low, max(ends), rate.n)
