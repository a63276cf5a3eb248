"""How much the answer depends on what is assumed: one thing at a time, and all at once."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from rotwsim import stats
from rotwsim.analysis import questions
from rotwsim.analysis.boxes import ranges
from rotwsim.analysis.boxes.known_ranges import FEWEST_DRAWS
from rotwsim.analysis.boxes.play import Variant
from rotwsim.analysis.boxes.ranges import JUDGES, Answered, Question, ahead_of, answer_of, judged
from rotwsim.analysis.boxes.tables import (
    draws_table,
    evidence_table,
    known_table,
    ranges_table,
    values_table,
)
from rotwsim.analysis.boxes.unknowns import Setting, Unknown, open_unknowns
from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.analysis.questions import MOST_ARMS, Analysis, Method, Parameter, count_of
from rotwsim.analysis.results import Answer, Table, tabled
from rotwsim.analysis.verdict_table import Side, pair_of
from rotwsim.runner.workload import Batch
from rotwsim.scenario.scenario import Scenario
from rotwsim.stats import Estimate, PairedDifference
from rotwsim.stats.weights_and_likelihood import WORTH_KNOWING

BASELINE = "as assumed"
UNKNOWNS = "unknowns"  # the stage that moves one assumption at a time
DRAWING_SEED = 6  # of the random settings; nothing to do with the seed of the games

End = tuple[str, PairedDifference]  # a setting in words, and how it differs from what is assumed


def assumptions(
    games: Games,
    scenario: Scenario,
    count: int,
    card_sets: int,
    draws: int,
    draw_count: int,
    ignore: Sequence[str],
) -> Answer:
    """Give a tornado table on common seeds, and what the box probably says."""
    question = question_of(scenario, draws, draw_count, ignore)  # or what is wrong with it
    random = np.random.default_rng(DRAWING_SEED)
    settings = {
        unknown: unknown.settings(scenario, card_sets, random)
        for unknown in open_unknowns(scenario)
    }
    arms = [
        Arm(f"{unknown.name}: {setting.words}", setting.scenario)
        for unknown, found in settings.items()
        for setting in found
    ]
    base, *others = games.all([Arm(BASELINE, scenario), *arms], count, UNKNOWNS)
    table = tornado(base, settings, others)
    answer = Answer({"assumptions": table}, [base])
    if draws:
        answer.add(plausible(games, question, count))
    top = table.iloc[0]
    gap = max(top["difference_high"], top["difference_low"], key=abs)
    answer.alerts.append(
        f"most depends on {top['name']}: up to {100 * gap:+.1f} pp of the win rate"
        if gap
        else "no guess changes how often this player wins; choose one who wins sometimes"
    )
    return answer


def batches(
    scenario: Scenario,
    count: int,
    card_sets: int,
    draws: int,
    draw_count: int,
    ignore: Sequence[str],
) -> list[Batch]:
    """Say what `assumptions` will play; random settings are announced by their number."""
    unknowns = open_unknowns(scenario)
    settings = sum(len(one.ends(scenario)) if one.ends else card_sets for one in unknowns)
    found = [Batch([scenario] * (1 + settings), count, UNKNOWNS)]
    if draws:
        question = question_of(scenario, draws, draw_count, ignore)
        found.append(ahead_of(question))
        if draws >= FEWEST_DRAWS:
            shown = [own for _, own in as_assumed_of(question) if own != scenario]
            found.append(Batch(shown, count))
    return found


def question_of(
    scenario: Scenario, draws: int, draw_count: int, ignored: Sequence[str]
) -> Question:
    return Question(
        scenario,
        draws,
        draw_count,
        players=list(dict.fromkeys([scenario.player, *JUDGES])),
        variants=list(dict.fromkeys([*judged(), *shown_of(scenario)])),
        items=ranges.evidence_but(ignored),
    )


def shown_of(scenario: Scenario) -> list[Variant]:
    """Give the variants whose win rates are shown: without tweaks, and as asked for."""
    return list(dict.fromkeys(Variant(bool(scenario.barons), t) for t in ((), scenario.tweaks)))


def plausible(games: Games, question: Question, count: int) -> Answer:
    """Random draws, played and weighed: ranges of the win rate and of every figure."""
    scenario, answered = question.scenario, answer_of(games, question)
    asked = Variant(bool(scenario.barons), scenario.tweaks)
    tables = {
        "draws": draws_table(answered, scenario.player, asked),
        "evidence": evidence_table(answered, question.items),
    }
    if not answered.is_enough:
        return Answer(tables, alerts=[ranges.too_few(answered)])
    places, scenarios = zip(*as_assumed_of(question), strict=True)
    played = games.all([Arm(one.title(), one) for one in scenarios], count)
    rates = [stats.wilson(arm.wins, arm.games) for arm in played]
    answered = replace(answered, assumed=dict(zip(places, rates, strict=True)))
    tables["box_ranges"] = ranges_table(answered, shown_of(scenario))
    tables["parameters"] = known_table(answered, scenario, asked)
    tables["parameter_values"] = values_table(answered)
    said = range_in_words(answered, scenario.player, asked)
    return Answer(tables, alerts=[said, most_informative(tables["parameters"])])


def as_assumed_of(question: Question) -> list[tuple[tuple[str, Variant], Scenario]]:
    """Give the board as it is for each player of a question and each variant that is shown."""
    shown = product(question.players, shown_of(question.scenario))
    return [((who, variant), variant.of(question.scenario, who)) for who, variant in shown]


@tabled("influence")
def tornado(
    base: ArmGames, unknowns: dict[Unknown, list[Setting]], played: list[ArmGames]
) -> Iterator[dict[str, Any]]:
    """Give one row per assumption, that of the largest influence first."""
    waiting = iter(played)
    for unknown, settings in unknowns.items():
        if not settings:
            continue
        arms = [(setting.words, next(waiting).table) for setting in settings]
        found = random_ends(base, arms) if unknown.ends is None else ends(unknown, base, arms)
        sides = dict(zip(("low", "high"), found, strict=True))
        row: dict[str, Any] = {"name": unknown.name, "origin": unknown.origin}
        row |= {f"{side}_setting": words for side, (words, _) in sides.items()}
        row |= {f"win_rate_{side}": pair.variant.value for side, (_, pair) in sides.items()}
        for side, (_, pair) in sides.items():
            gap = pair.difference
            row |= {
                f"difference_{side}": gap.value,
                f"{side}_low": gap.low,
                f"{side}_high": gap.high,
            }
        row["influence"] = max(abs(row["difference_low"]), abs(row["difference_high"]))
        yield row | {"games": sides["low"][1].n, "keys": ", ".join(unknown.keys)}


def ends(unknown: Unknown, base: ArmGames, arms: list[tuple[str, Table]]) -> tuple[End, End]:
    """Give the low and the high end; of one other setting the present one is the low end."""
    found = [(words, difference(base.table, table)) for words, table in arms]
    if len(found) == 1:
        same = difference(base.table, base.table)  # without a doubt
        same = replace(same, difference=Estimate(0.0, 0.0, 0.0, same.n))
        found.insert(0, (unknown.now(base.scenario), same))
    return found[0], found[-1]


def random_ends(base: ArmGames, arms: list[tuple[str, Table]]) -> tuple[End, End]:
    """Give the hardest and the easiest of several random settings.

    One half of the games finds them, the other measures: the lowest is low by chance too.
    """
    half = base.games // 2
    ordered = sorted(arms, key=lambda arm: tuple(arm[1][["won", "result"]].iloc[:half].mean()))
    hardest, easiest = (
        (words, difference(base.table.iloc[half:], table.iloc[half:]))
        for words, table in (ordered[0], ordered[-1])
    )
    return hardest, easiest


def difference(base: Table, table: Table) -> PairedDifference:
    return pair_of(Side(BASELINE, base), Side("otherwise", table))


def range_in_words(answered: Answered, player: str, variant: Variant) -> str:
    rate, (low, high) = answered.assumed[player, variant], answered.range(player, variant)
    return (
        f"{player}: {100 * rate.value:.0f} % won ({100 * rate.low:.0f} to {100 * rate.high:.0f}) "
        f"as assumed; {100 * low:.0f} to {100 * high:.0f} % over nine of ten plausible boxes "
        f"({len(answered.weights)} draws, by the evidence worth {answered.effective:.0f})"
    )


def most_informative(parameters: Table) -> str:
    """Give the parameter to look up in a box first, if one matters most."""
    top = parameters.iloc[0]
    if top["narrows"] < WORTH_KNOWING:
        return "no single parameter, once known, would narrow the answer much: they count together"
    return (
        f"to know {top['name']} would narrow the answer most: the spread of the win rate falls "
        f"from {100 * top['spread']:.0f} to {100 * top['spread_known']:.0f} pp"
    )


QUESTION = Analysis(
    parameters=(
        questions.games_of(4_000),
        count_of("card_sets", 4, least=2, most=MOST_ARMS),
        count_of("draws", 200, least=0, most=MOST_ARMS),
        count_of("draw_games", 100),
        Parameter(
            questions.listed("ignore", legal=ranges.evidence_names, what="item of evidence"),
            metavar="NAME",
        ),
    ),
    solo=Method.of(assumptions, batches),
)
