"""How much the answer depends on what is assumed: one thing at a time, and all at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rotwsim import stats
from rotwsim.balance.ahead import Batch
from rotwsim.balance.boxes import (
    Variant,
    boxes_ahead,
    draw_fillings,
    play_boxes,
    with_each_tweak,
)
from rotwsim.balance.doubts import Doubt, Setting, open_doubts
from rotwsim.balance.evidence import weigh
from rotwsim.balance.games import Arm, ArmGames, Games
from rotwsim.balance.pairs import Side, pair_of
from rotwsim.balance.probable import (
    LEAST_FILLINGS,
    NINE_OF_TEN,
    Answered,
    evidence_table,
    fillings_table,
    known_table,
    ranges_table,
    values_table,
)
from rotwsim.balance.results import Answer
from rotwsim.rules.evidence import Item, evidence_but
from rotwsim.rules.scenario import Scenario
from rotwsim.stats import Estimate, PairedDifference
from rotwsim.stats.weighted import weighted_quantiles

if TYPE_CHECKING:
    import pandas as pd

DRAWS = 4  # random settings of what has no low and high end
FILLINGS = 200
FILLING_GAMES = 100
BASELINE = "as assumed"
DOUBTS = "doubts"  # the stage that moves one assumption at a time
DRAWING_SEED = 6  # of the random settings; nothing to do with the seed of the games
JUDGES = ("club", "expert")  # whose games the evidence is held against

End = tuple[str, PairedDifference]  # a setting in words, and how it differs from what is assumed


def assumptions(
    games: Games,
    scenario: Scenario,
    count: int,
    draws: int = DRAWS,
    fillings: int = FILLINGS,
    filling_count: int = FILLING_GAMES,
    ignored: Sequence[str] = (),
) -> Answer:
    """A tornado table on common seeds, and what the box probably says.

    Each of the fillings is played with every tweak, `filling_count` games each, and weighed by
    the evidence but those items that are ignored.
    """
    items = evidence_but(ignored)
    games.expect(batches(scenario, count, draws, fillings, filling_count))
    random = np.random.default_rng(DRAWING_SEED)
    settings = {doubt: doubt.settings(scenario, draws, random) for doubt in open_doubts(scenario)}
    doubts = {doubt: found for doubt, found in settings.items() if found}
    arms = [
        Arm(f"{doubt.name}: {setting.words}", setting.scenario)
        for doubt, settings in doubts.items()
        for setting in settings
    ]
    base, *others = games.all([Arm(BASELINE, scenario), *arms], count, DOUBTS)
    answer = Answer(arms=[base], tables={"assumptions": tornado(base, doubts, others)})
    if fillings:
        answer.add(plausible(games, scenario, items, fillings, filling_count))
    answer.alerts.append(weightiest(answer.tables["assumptions"]))
    return answer


def batches(
    scenario: Scenario,
    count: int,
    draws: int = DRAWS,
    fillings: int = FILLINGS,
    filling_count: int = FILLING_GAMES,
    ignored: Sequence[str] = (),
) -> list[Batch]:
    """What `assumptions` will play."""
    doubts = open_doubts(scenario)
    settings = sum(len(doubt.ends(scenario)) if doubt.ends else draws for doubt in doubts)
    found = [Batch([scenario] * (1 + settings), count, DOUBTS)]
    if fillings:
        players, variants = judged(scenario)
        found.append(boxes_ahead(scenario, fillings, players, variants, filling_count))
        found.append(boxes_ahead(scenario, 1, players, variants, filling_count))
    return found


def judged(scenario: Scenario) -> tuple[list[str], list[Variant]]:
    """Who plays the fillings, and in which variants."""
    asked = Variant(scenario.barons, scenario.tweaks)
    variants = list(dict.fromkeys([*with_each_tweak(), Variant(True), asked]))
    return list(dict.fromkeys([scenario.player, *JUDGES])), variants


def plausible(
    games: Games, scenario: Scenario, items: Sequence[Item], fillings: int, count: int
) -> Answer:
    """Random fillings, played and weighed: ranges of the win rate and of every figure."""
    asked, (players, variants) = Variant(scenario.barons, scenario.tweaks), judged(scenario)
    answered = answer_of(games, scenario, items, players, variants, fillings, count)
    shown = list(dict.fromkeys([Variant(scenario.barons), asked]))
    tables = {
        "fillings": fillings_table(answered, scenario.player, asked),
        "evidence": evidence_table(answered, items),
    }
    if fillings < LEAST_FILLINGS:
        few = f"{fillings} fillings are too few for a range; {LEAST_FILLINGS} are the least"
        return Answer(tables, alerts=[few])
    tables["plausible"] = ranges_table(answered, shown)
    tables["figures"] = known_table(answered, scenario, asked)
    tables["figure_values"] = values_table(answered)
    told = [range_in_words(answered, scenario.player, asked), first_to_know(tables["figures"])]
    return Answer(tables, alerts=[*told, *warnings(answered)])


def answer_of(
    games: Games,
    scenario: Scenario,
    items: Sequence[Item],
    players: Sequence[str],
    variants: Sequence[Variant],
    fillings: int,
    count: int,
) -> Answered:
    """The fillings with their weights, beside the board as it is."""
    random = np.random.default_rng(DRAWING_SEED)
    drawn = draw_fillings(scenario, fillings, random)
    boxes = play_boxes(games, drawn, players, variants, count)
    today = [Setting(BASELINE, scenario.varied(tweaks=()))]
    assumed = play_boxes(games, today, players, variants, count)
    return Answered(boxes, weigh(boxes, items), assumed)


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


def range_in_words(answered: Answered, player: str, variant: Variant) -> str:
    """The win rate as assumed, and in nine of ten plausible boxes."""
    wins = answered.assumed.won(player, variant)
    rate = stats.wilson(int(wins.sum()), wins.size)
    low, high = weighted_quantiles(answered.rates(player, variant), answered.weights, NINE_OF_TEN)
    return (
        f"{player}: {100 * rate.value:.0f} % won ({100 * rate.low:.0f} to {100 * rate.high:.0f}) "
        f"as assumed; {100 * low:.0f} to {100 * high:.0f} % over nine of ten plausible boxes "
        f"({len(answered.weights)} fillings, by the evidence worth {answered.effective:.0f})"
    )


def first_to_know(figures: pd.DataFrame) -> str:
    """The figure to look up in a box first."""
    top = figures.iloc[0]
    return (
        f"to know {top['name']} would narrow the answer most: the spread of the win rate falls "
        f"from {100 * top['spread']:.0f} to {100 * top['spread_known']:.0f} points"
    )


def warnings(answered: Answered) -> list[str]:
    """Where the evidence leaves too few fillings to trust their range."""
    if answered.effective >= LEAST_FILLINGS:
        return []
    return [
        f"by the evidence the fillings are worth only {answered.effective:.0f}, so the range is "
        "rough; more --fillings make it finer"
    ]


def weightiest(table: pd.DataFrame) -> str:
    """The assumption that one should check in a box first."""
    top = table.iloc[0]
    gaps = sorted((top["difference_low"], top["difference_high"]), key=abs)
    return f"most depends on {top['name']}: up to {100 * gaps[-1]:+.1f} points"
