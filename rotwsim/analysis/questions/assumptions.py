"""How much the answer depends on what is assumed: one thing at a time, and all at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rotwsim import stats
from rotwsim.analysis.boxes.evidence import evidence_but
from rotwsim.analysis.boxes.known_ranges import FEWEST_FILLINGS
from rotwsim.analysis.boxes.play import Variant
from rotwsim.analysis.boxes.ranges import (
    JUDGES,
    Answered,
    Question,
    ahead_of,
    answer_of,
    judged,
    too_few,
)
from rotwsim.analysis.boxes.tables import (
    evidence_table,
    fillings_table,
    known_table,
    ranges_table,
    values_table,
)
from rotwsim.analysis.boxes.unknowns import Doubt, Setting, open_doubts
from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.analysis.results import Answer
from rotwsim.analysis.verdict_table import Side, pair_of
from rotwsim.runner.manifest import now
from rotwsim.runner.workload import Batch
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.signatures import signature_of
from rotwsim.stats import Estimate, PairedDifference
from rotwsim.stats.weighted import WORTH_KNOWING

if TYPE_CHECKING:
    import pandas as pd

BASELINE = "as assumed"
DOUBTS = "doubts"  # the stage that moves one assumption at a time
DRAWING_SEED = 6  # of the random settings; nothing to do with the seed of the games

End = tuple[str, PairedDifference]  # a setting in words, and how it differs from what is assumed


def assumptions(
    games: Games,
    scenario: Scenario,
    count: int,
    draws: int,
    fillings: int,
    filling_count: int,
    ignored: Sequence[str] = (),
) -> Answer:
    """A tornado table on common seeds, and what the box probably says.

    Each of the fillings is played with every tweak, `filling_count` games each, and weighed by
    the evidence but those items that are ignored.
    """
    question = question_of(scenario, fillings, filling_count, ignored)  # or what is wrong with it
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
        answer.add(plausible(games, question, count))
    answer.alerts.append(weightiest(answer.tables["assumptions"]))
    return answer


def batches(
    scenario: Scenario,
    count: int,
    draws: int,
    fillings: int,
    filling_count: int,
    ignored: Sequence[str] = (),
) -> list[Batch]:
    """What `assumptions` will play."""
    doubts = open_doubts(scenario)
    settings = sum(len(doubt.ends(scenario)) if doubt.ends else draws for doubt in doubts)
    found = [Batch([scenario] * (1 + settings), count, DOUBTS)]
    if fillings:
        question = question_of(scenario, fillings, filling_count, ignored)
        found.append(ahead_of(question))
    if fillings >= FEWEST_FILLINGS:
        played = [own for own in as_assumed_of(question, shown_of(scenario)) if own != scenario]
        found.append(Batch(played, count))
    return found


def question_of(
    scenario: Scenario, fillings: int, filling_count: int, ignored: Sequence[str]
) -> Question:
    """Who plays the fillings, and in which variants."""
    return Question(
        scenario,
        fillings,
        filling_count,
        players=list(dict.fromkeys([scenario.player, *JUDGES])),
        variants=list(dict.fromkeys([*judged(), *shown_of(scenario)])),
        items=evidence_but(ignored),
    )


def shown_of(scenario: Scenario) -> list[Variant]:
    """The variants whose win rates are shown: without tweaks, and as asked for."""
    return list(
        dict.fromkeys([Variant(scenario.barons), Variant(scenario.barons, scenario.tweaks)])
    )


def plausible(games: Games, question: Question, count: int) -> Answer:
    """Random fillings, played and weighed: ranges of the win rate and of every figure.

    The win rates as assumed, beside the ranges, are those of the first `count` games.
    """
    scenario, answered = question.scenario, answer_of(games, question)
    asked = Variant(scenario.barons, scenario.tweaks)
    tables = {
        "fillings": fillings_table(answered, scenario.player, asked),
        "evidence": evidence_table(answered, question.items),
    }
    if not answered.is_enough:
        return Answer(tables, alerts=[too_few(answered)])
    shown = shown_of(scenario)
    answered = replace(answered, assumed=as_assumed(games, question, shown, count))
    tables["plausible"] = ranges_table(answered, shown)
    tables["figures"] = known_table(answered, scenario, asked)
    tables["figure_values"] = values_table(answered)
    notes = [range_in_words(answered, scenario.player, asked), first_to_know(tables["figures"])]
    return Answer(tables, alerts=notes)


def as_assumed_of(question: Question, shown: Sequence[Variant]) -> list[Scenario]:
    """Each player of a question with each variant that is shown."""
    return [
        variant.of(question.scenario, player) for player in question.players for variant in shown
    ]


def as_assumed(
    games: Games, question: Question, shown: Sequence[Variant], count: int
) -> dict[tuple[str, Variant], Estimate]:
    """The win rates of the board as it is, from the games that other answers have too."""
    wanted = [(player, variant) for player in question.players for variant in shown]
    scenarios = as_assumed_of(question, shown)
    played = games.all([Arm(scenario.title(), scenario) for scenario in scenarios], count)
    rates = [stats.wilson(arm.wins, arm.games) for arm in played]
    return dict(zip(wanted, rates, strict=True))


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
    rate, (low, high) = answered.assumed[player, variant], answered.range(player, variant)
    return (
        f"{player}: {100 * rate.value:.0f} % won ({100 * rate.low:.0f} to {100 * rate.high:.0f}) "
        f"as assumed; {100 * low:.0f} to {100 * high:.0f} % over nine of ten plausible boxes "
        f"({len(answered.weights)} fillings, by the evidence worth {answered.effective:.0f})"
    )


def first_to_know(figures: pd.DataFrame) -> str:
    """The figure to look up in a box first, if one matters most."""
    top = figures.iloc[0]
    if top["narrows"] < WORTH_KNOWING:
        return "no single figure, once known, would narrow the answer much: they count together"
    return (
        f"to know {top['name']} would narrow the answer most: the spread of the win rate falls "
        f"from {100 * top['spread']:.0f} to {100 * top['spread_known']:.0f} points"
    )


def weightiest(table: pd.DataFrame) -> str:
    """The assumption that one should check in a box first."""
    top = table.iloc[0]
    gaps = sorted((top["difference_low"], top["difference_high"]), key=abs)
    return f"most depends on {top['name']}: up to {100 * gaps[-1]:+.1f} points"


HEAD = """\
# Assumed figures by their influence on the win rate, the strongest first: what to look up in a box
# first. Written by `rotwsim assumptions --save-order`; `rotwsim board check` lists figures so.
"""


def save_order(path: Path, table: pd.DataFrame, base: ArmGames) -> None:
    """Writes the order that a tornado table found, and how it was found."""
    scenario = base.scenario
    options = f"{scenario.command()} --games {base.games} --seed {base.seed}"
    lines = [
        HEAD,
        "[measured]",
        f"command = {quoted_text(f'rotwsim assumptions {options}')}",
        f"when = {quoted_text(now())}",
        f"win_rate = {base.wins / base.games:.4f}",
        f'signature = "{signature_of(scenario)}"',
        "",
    ]
    for row in table.itertuples():
        if row.origin != "assumed":
            continue
        keys = ", ".join(quoted_text(key) for key in row.keys.split(", "))
        lines += [
            "[[order]]",
            f"name = {quoted_text(row.name)}",
            f"keys = [{keys}]",
            f"influence = {row.influence:.4f}  # of the win rate, at the end that moves it most",
            "",
        ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


def quoted_text(text: str) -> str:
    """A text as TOML writes it."""
    import json

    return json.dumps(text, ensure_ascii=False)
