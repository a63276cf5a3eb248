"""How much the answer depends on what is assumed: one assumption at a time, and all at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rotwsim import stats
from rotwsim.balance.compare import Side, pair_of
from rotwsim.balance.doubts import Doubt, Setting, doubts_of, filled
from rotwsim.balance.games import Arm, ArmGames, Games
from rotwsim.balance.results import Answer
from rotwsim.rules.scenario import Scenario
from rotwsim.stats import PairedDifference

if TYPE_CHECKING:
    import pandas as pd

DRAWS = 4  # random settings of an assumption that has no low and high
FILLINGS = 30
BASELINE = "as assumed"
FILLING_SEED = 20_000  # of the draws; nothing to do with the seed of the games
OPEN = "all that is assumed"


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
    doubts = doubts_of(scenario, draws, np.random.default_rng(FILLING_SEED))
    baseline = Arm(BASELINE, scenario)
    settings = [setting for doubt in doubts for setting in doubt.settings]
    arms = [baseline, *(arm_of(doubt, place) for doubt in doubts for place in places(doubt))]
    base, *others = games.all(arms, count)
    played = dict(zip(map(id, settings), others, strict=True))
    answer = Answer(arms=[base])
    answer.tables["assumptions"] = tornado(base, doubts, played)
    if fillings:
        table = fillings_table(games, scenario, fillings, filling_count or count)
        answer.tables["fillings"] = table
        answer.alerts.append(spread_in_words(table, base))
    answer.alerts += weightiest(answer.tables["assumptions"])
    return answer


def places(doubt: Doubt) -> range:
    return range(len(doubt.settings))


def arm_of(doubt: Doubt, place: int) -> Arm:
    setting = doubt.settings[place]
    return Arm(f"{doubt.name}: {setting.words}", setting.scenario)


@dataclass(frozen=True)
class End:
    """One end of a doubt: the setting in words and how it differs from what is assumed."""

    words: str
    pair: PairedDifference


def tornado(base: ArmGames, doubts: Sequence[Doubt], played: dict[int, ArmGames]) -> pd.DataFrame:
    """One row per assumption, that of the largest influence first."""
    import pandas as pd

    rows = []
    for doubt in doubts:
        low, high = ends_of(doubt, base, played)
        row = {
            "name": doubt.name,
            "origin": doubt.origin,
            "low_setting": low.words,
            "high_setting": high.words,
            "win_rate_low": low.pair.variant.value,
            "win_rate_high": high.pair.variant.value,
        }
        for side, end in (("low", low), ("high", high)):
            difference = end.pair.difference
            row[f"difference_{side}"] = difference.value
            row[f"{side}_low"], row[f"{side}_high"] = difference.low, difference.high
        row["influence"] = max(abs(row["difference_low"]), abs(row["difference_high"]))
        rows.append(row | {"games": low.pair.n, "keys": ", ".join(doubt.keys)})
    return pd.DataFrame(rows).sort_values("influence", ascending=False, ignore_index=True)


def ends_of(doubt: Doubt, base: ArmGames, played: dict[int, ArmGames]) -> tuple[End, End]:
    """The low and the high setting; of random settings those that the first games found so.

    Random settings are chosen by one half of the games and measured by the other: the lowest of
    several is low by chance too, and that part of it must not be shown.
    """
    tables = [played[id(setting)].table for setting in doubt.settings]
    if not doubt.is_random:
        found = [end(setting, base.table, t) for setting, t in zip(doubt.settings, tables)]
        unchanged = End(doubt.now, stats.paired_difference(base.table["won"], base.table["won"]))
        return (found[0], found[1]) if len(found) == 2 else (unchanged, found[0])
    half = base.games // 2
    order = np.argsort([(t["won"].iloc[:half].mean(), t["result"].iloc[:half].mean())[0] for t in tables])
    return tuple(
        end(doubt.settings[place], base.table.iloc[half:], tables[place].iloc[half:])
        for place in (order[0], order[-1])
    )


def end(setting: Setting, base: pd.DataFrame, table: pd.DataFrame) -> End:
    return End(setting.words, pair_of(Side(BASELINE, base), Side(setting.words, table)))
