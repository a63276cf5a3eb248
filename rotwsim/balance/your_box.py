"""What the figures of a box change: the win rate, and the range over what is still open."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rotwsim.balance.ahead import Batch
from rotwsim.balance.doubts import filled
from rotwsim.balance.games import Arm, Games
from rotwsim.balance.pairs import Side, pair_of
from rotwsim.rules.scenario import Scenario
from rotwsim.rules.schema import DataError
from rotwsim.stats import Estimate, PairedDifference

FEWEST_FILLINGS = 20  # of a range that is told
MIDDLE = (0.05, 0.95)  # of the fillings: nine of ten lie between
OURS, YOURS = "our boxes", "your boxes"  # stages: plausible boxes around each board
DRAWING_SEED = 17  # of the fillings; nothing to do with the seed of the games


@dataclass(frozen=True)
class Effect:
    """The board as we guess it beside the same with a box's figures."""

    player: str
    pair: PairedDifference
    ours: Estimate  # the range over plausible boxes, its middle the median
    yours: Estimate
    filling_games: int

    def __str__(self) -> str:
        before, after, gap = (
            each.scaled(100)
            for each in (self.pair.baseline, self.pair.variant, self.pair.difference)
        )
        chance = ", so chance alone may be the reason" if gap.covers(0) else ""
        return (
            f"your figures move the {self.player}'s win rate from {before.value:.1f} to "
            f"{after.value:.1f} % (by {_signed(gap.low)} to {_signed(gap.high)} points{chance}; "
            f"{self.pair.n:,} games each on the same seeds), the range over plausible boxes from "
            f"{_between(self.ours)} to {_between(self.yours)} % (nine of ten of "
            f"{self.yours.n} boxes drawn at random, {self.filling_games:,} games each)"
        )


def effect_of(
    games: Games,
    ours: Scenario,
    yours: Scenario,
    count: int,
    fillings: int = FEWEST_FILLINGS,
    filling_count: int = 0,
) -> Effect:
    """Plays both boards, and as many fillings of what is open in each, on the same seeds.

    `filling_count` games are played of each filling, as many as of the boards unless told.
    """
    if fillings < FEWEST_FILLINGS:
        raise DataError(f"a range needs at least {FEWEST_FILLINGS} fillings, not {fillings}")
    filling_count = filling_count or count
    boxes = [
        Batch([board] * fillings, filling_count, stage)
        for board, stage in ((ours, OURS), (yours, YOURS))
    ]
    games.expect([Batch([ours, yours], count), *boxes])
    base, mine = games.all([Arm("our guess", ours), Arm("your box", yours)], count)
    return Effect(
        ours.player,
        pair_of(Side.of(base), Side.of(mine)),
        range_of(games, ours, fillings, filling_count, OURS),
        range_of(games, yours, fillings, filling_count, YOURS),
        filling_count,
    )


def range_of(
    games: Games, scenario: Scenario, fillings: int, count: int, stage: str = ""
) -> Estimate:
    """Where the win rates of nine of ten plausible boxes lie; every board draws from one seed."""
    drawn = [
        filled(scenario, np.random.default_rng([DRAWING_SEED, number]))
        for number in range(fillings)
    ]
    arms = [Arm(f"box {n}", setting.scenario) for n, setting in enumerate(drawn, start=1)]
    rates = [arm.wins / arm.games for arm in games.all(arms, count, stage)]
    low, high = np.quantile(rates, MIDDLE)
    return Estimate(float(np.median(rates)), float(low), float(high), fillings)


def _signed(points: float) -> str:
    return f"{points:+.1f}".replace("-", "−")


def _between(share: Estimate) -> str:
    return f"{100 * share.low:.0f}–{100 * share.high:.0f}"
