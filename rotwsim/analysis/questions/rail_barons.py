"""The Rail Barons: what each is worth to the seat that holds it, and is the deck fair?

The worth is causal: on the same deals the first seat is dealt, and keeps, one Baron after the
other. A Baron is worth what the seat wins with it less what it wins with the average one. Where the
first seat takes a Baron that was dealt to another, that seat gets the first seat's card for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rotwsim import stats
from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.analysis.question import Analysis, Chapter, Method, games_of, pp_of
from rotwsim.analysis.results import Answer
from rotwsim.analysis.seat_results import Seated, check_sample
from rotwsim.analysis.tables import frame, rows_of
from rotwsim.runner.workload import Batch
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError, RailBaron
from rotwsim.stats import MARGIN

if TYPE_CHECKING:
    import pandas as pd

FREE = "as dealt and chosen"
BALANCED = {stats.FAIR: "balanced", stats.UNFAIR: "unbalanced"}


def rail_barons(games: Games, scenario: Scenario, count: int, margin: float = MARGIN) -> Answer:
    """The worth of every Rail Baron, how often it is fulfilled, and the deck as a whole."""
    check_sample(count)
    scenario = scenario.varied(rail_baron="")
    free, *kept = games.all(kept_arms(scenario), count)
    wins = np.stack([Seated(arm).wins[:, 0] for arm in kept], axis=1)
    answer = Answer(arms=[free])
    answer.tables["rail_barons"] = worth_table(scenario.rail_barons, free, kept, wins, margin)
    answer.tables["deck"] = deck_table(wins, margin)
    answer.alerts += findings(answer.tables)
    return answer


def batches(scenario: Scenario, count: int) -> list[Batch]:
    """Say what `rail_barons` will play."""
    arms = kept_arms(scenario.varied(rail_baron=""))
    return [Batch([arm.scenario for arm in arms], count)]


def kept_arms(scenario: Scenario) -> list[Arm]:
    """The table as it is dealt, and the first seat with one Baron after the other."""
    if not scenario.rail_barons:
        raise DataError("the game is played without Rail Barons; give barons map or universal")
    forced = [
        Arm(f"{baron.name} kept", scenario.varied(rail_baron=baron.name))
        for baron in scenario.rail_barons
    ]
    return [Arm(FREE, scenario), *forced]


def worth_table(
    barons: Sequence[RailBaron],
    free: ArmGames,
    kept: Sequence[ArmGames],
    wins: np.ndarray,
    margin: float,
) -> pd.DataFrame:
    """One row per Baron, the most valuable first."""
    scores = np.stack([Seated(arm).scores[:, 0] for arm in kept], axis=1)
    gaps = [stats.paired_means(wins.mean(axis=1), own, margin) for own in wins.T]
    verdicts = stats.mean_verdicts(gaps)
    rows = []
    for number, baron in enumerate(barons):
        gap, (verdict, p_adjusted) = gaps[number], verdicts[number]
        result = stats.mean(scores[:, number] - scores.mean(axis=1))
        sure = gap.estimate.within(-1, 1)
        rows.append(
            {"baron": baron.name, "rule": baron.rule, "games": len(wins)}
            | {"win_rate": float(wins[:, number].mean()), "difference": gap.estimate.value}
            | {"low": sure.low, "high": sure.high, "p_value": gap.p_value}
            | {"p_adjusted": p_adjusted, "verdict": verdict, "result_difference": result.value}
            | {"result_low": result.low, "result_high": result.high}
            | fulfilment(kept[number], free, number)
        )
    return frame(rows).sort_values("difference", ascending=False, ignore_index=True)


def fulfilment(kept: ArmGames, free: ArmGames, number: int) -> dict:
    """How often the goal is reached: kept by force, and by who chose it."""
    forced = stats.mean(Seated(kept).of("baron_points")[:, 0] > 0).within(0, 1)
    paid = Seated(kept).of("baron_points")[:, 0].mean()
    seated = Seated(free)
    chosen = seated.of("baron") == number
    points = seated.of("baron_points")[chosen]
    return {
        "fulfilled": forced.value,
        "fulfilled_low": forced.low,
        "fulfilled_high": forced.high,
        "points_paid": float(paid),
        "kept_share": float(chosen.any(axis=1).mean()),
        "fulfilled_by_choice": float((points > 0).mean()) if len(points) else np.nan,
    }


def deck_table(wins: np.ndarray, margin: float) -> pd.DataFrame:
    """Do all Barons win the same? One row; Barons take the place of seats in the test."""
    fair = stats.fairness(wins)
    (found,) = stats.fair_verdicts([wins], margin)
    row = {"games": len(wins), "unfairness": fair.unfairness.value, "low": fair.unfairness.low}
    row |= {"high": fair.unfairness.high, "p_value": fair.p_value}
    return frame([row | {"verdict": BALANCED.get(found.verdict, found.verdict)}])


def findings(tables: dict[str, pd.DataFrame]) -> list[str]:
    """What a reader must not miss."""
    (deck,), barons = rows_of(tables["deck"]), tables["rail_barons"]
    best, worst = barons.iloc[0], barons.iloc[-1]
    notes = [
        f"the deck is {deck.verdict}: with {best['baron']} the seat wins "
        f"{100 * best['win_rate']:.1f} %, with {worst['baron']} {100 * worst['win_rate']:.1f} %; "
        f"Barons differ by {100 * deck.unfairness:.1f} pp ({100 * deck.low:.1f} to "
        f"{100 * deck.high:.1f})"
    ]
    never = barons[barons["fulfilled"] == 0]["baron"]
    return notes + ([f"never fulfilled: {', '.join(never)}"] if len(never) else [])


METHOD = Method(
    "What is each Rail Baron worth on {board}?",
    rail_barons,
    batches,
    ("rail_barons",),
    Chapter(
        "rail-barons",
        "Rail Barons",
        ("rail_barons", "deck"),
        "The worth of a Rail Baron is causal: on the same deals the first seat keeps one after the "
        "other.",
    ),
    "Kept by the first seat: {board}, {seats} seats, {games:,} games each",
    ("differences are wins of the seat less those with the average Rail Baron",),
)
QUESTION = Analysis(
    """On the same deals the first seat keeps one after the other. How often is each
    fulfilled, and is the deck balanced?""",
    (games_of(4_000), pp_of("margin", MARGIN, "", places=())),
    multiplayer=METHOD,
    examples=('rotwsim multiplayer barons --seats "4*casual" --games 2000',),
)
