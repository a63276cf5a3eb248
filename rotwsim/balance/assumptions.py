"""How much the answer depends on what is assumed: one assumption at a time, and all at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rotwsim import stats
from rotwsim.balance.doubts import Doubt, Setting, filled, open_doubts
from rotwsim.balance.games import Arm, ArmGames, Games
from rotwsim.balance.pairs import Side, pair_of
from rotwsim.balance.results import Answer
from rotwsim.rules.scenario import Scenario
from rotwsim.stats import Estimate, PairedDifference

if TYPE_CHECKING:
    import pandas as pd

DRAWS = 4  # random settings of what has no low and high end
FILLINGS = 30
BASELINE = "as assumed"
DRAWING_SEED = 6  # of the random settings; nothing to do with the seed of the games
MIDDLE = (0.05, 0.95)  # of the fillings, for the sentence about their spread

End = tuple[str, PairedDifference]  # a setting in words, and how it differs from what is assumed


def assumptions(
    games: Games,
    scenario: Scenario,
    count: int,
    draws: int = DRAWS,
    fillings: int = FILLINGS,
    filling_count: int = 0,
) -> Answer:
    """A tornado table on common seeds, and the spread over random plausible fillings.

    `filling_count` games are played of each filling, as many as of each setting unless told.
    """
    random = np.random.default_rng(DRAWING_SEED)
    settings = {doubt: doubt.settings(scenario, draws, random) for doubt in open_doubts(scenario)}
    doubts = {doubt: found for doubt, found in settings.items() if found}
    arms = [
        Arm(f"{doubt.name}: {setting.words}", setting.scenario)
        for doubt, settings in doubts.items()
        for setting in settings
    ]
    base, *others = games.all([Arm(BASELINE, scenario), *arms], count)
    answer = Answer(arms=[base], tables={"assumptions": tornado(base, doubts, others)})
    if fillings:
        drawn = [filled(scenario, random) for _ in range(fillings)]
        arms = [Arm(f"filling {n}", setting.scenario) for n, setting in enumerate(drawn, start=1)]
        played = games.all(arms, filling_count or count)
        answer.tables["fillings"] = fillings_table(played, drawn)
        answer.alerts.append(spread_in_words(played, base))
    answer.alerts.append(weightiest(answer.tables["assumptions"]))
    return answer


def tornado(
    base: ArmGames, doubts: dict[Doubt, list[Setting]], played: list[ArmGames]
) -> pd.DataFrame:
    """One row per assumption, that of the largest influence first."""
    import pandas as pd

    rows, waiting = [], iter(played)
    for doubt, settings in doubts.items():
        arms = [(setting.words, next(waiting).table) for setting in settings]
        low, high = random_ends(base, arms) if doubt.ends is None else ends(doubt, base, arms)
        row = {"name": doubt.name, "origin": doubt.origin}
        row |= {"low_setting": low[0], "high_setting": high[0]}
        row |= {"win_rate_low": low[1].variant.value, "win_rate_high": high[1].variant.value}
        for side, (_, pair) in (("low", low), ("high", high)):
            row[f"difference_{side}"] = pair.difference.value
            row[f"{side}_low"], row[f"{side}_high"] = pair.difference.low, pair.difference.high
        row["influence"] = max(abs(row["difference_low"]), abs(row["difference_high"]))
        rows.append(row | {"games": low[1].n, "keys": ", ".join(doubt.keys)})
    return pd.DataFrame(rows).sort_values("influence", ascending=False, ignore_index=True)


def ends(doubt: Doubt, base: ArmGames, arms: list[tuple[str, pd.DataFrame]]) -> tuple[End, End]:
    """The low and the high end; where there is only one other setting, today's is the low one."""
    found = [(words, difference(base.table, table)) for words, table in arms]
    if len(found) == 1:
        found.insert(0, (doubt.now(base.scenario), unchanged(base)))
    return found[0], found[-1]


def unchanged(base: ArmGames) -> PairedDifference:
    """The baseline beside itself: no difference, and no doubt about that."""
    same = difference(base.table, base.table)
    return replace(same, difference=Estimate(0.0, 0.0, 0.0, same.n))


def random_ends(base: ArmGames, arms: list[tuple[str, pd.DataFrame]]) -> tuple[End, End]:
    """The hardest and the easiest of several random settings.

    One half of the games finds them, the other half measures them: the lowest of several figures
    is low by chance too, and that part of it must not be shown.
    """
    half = base.games // 2
    ordered = sorted(arms, key=lambda arm: tuple(arm[1][["won", "result"]].iloc[:half].mean()))
    hardest, easiest = (
        (words, difference(base.table.iloc[half:], table.iloc[half:]))
        for words, table in (ordered[0], ordered[-1])
    )
    return hardest, easiest


def difference(base: pd.DataFrame, table: pd.DataFrame) -> PairedDifference:
    return pair_of(Side(BASELINE, base), Side("otherwise", table))


def fillings_table(played: list[ArmGames], drawn: list[Setting]) -> pd.DataFrame:
    """The win rate of each random plausible filling, on the same seeds."""
    import pandas as pd

    rows = []
    for arm, setting in zip(played, drawn, strict=True):
        rate = stats.wilson(arm.wins, arm.games)
        row = {"filling": arm.name, "games": arm.games, "win_rate": rate.value}
        row |= {"low": rate.low, "high": rate.high, "result_mean": arm.table["result"].mean()}
        rows.append(row | {"what": setting.words})
    return pd.DataFrame(rows).sort_values("win_rate", ignore_index=True)


def spread_of(played: list[ArmGames]) -> Estimate:
    """The standard deviation of the win rate over fillings, without the part that is chance."""
    return stats.spread_between([arm.table["won"].to_numpy(float) for arm in played])


def spread_in_words(played: list[ArmGames], base: ArmGames) -> str:
    low, high = np.quantile([arm.wins / arm.games for arm in played], MIDDLE)
    rate = stats.wilson(base.wins, base.games)
    told = (
        f"with everything as assumed {100 * rate.value:.1f} % are won (chance leaves "
        f"{100 * rate.low:.1f} to {100 * rate.high:.1f}); over {len(played)} plausible fillings "
        f"the win rate is {100 * low:.1f} to {100 * high:.1f} % in nine of ten"
    )
    if min(len(played), played[0].games) < 2:
        return told
    spread = spread_of(played).scaled(100)
    return (
        f"{told}, with a spread of {spread.value:.1f} points beyond chance ({spread.low:.1f} to "
        f"{spread.high:.1f})"
    )


def weightiest(table: pd.DataFrame) -> str:
    """The assumption that one should check in a box first."""
    top = table.iloc[0]
    gaps = sorted((top["difference_low"], top["difference_high"]), key=abs)
    return f"most depends on {top['name']}: up to {100 * gaps[-1]:+.1f} points"
