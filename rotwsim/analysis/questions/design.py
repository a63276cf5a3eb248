"""Towards a wanted win rate: which tweak, pair of tweaks or target score comes nearest to it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from rotwsim import stats
from rotwsim.analysis.boxes.known_ranges import boxes_of
from rotwsim.analysis.pool import Arm, ArmGames, Games, batch_of
from rotwsim.analysis.questions import Analysis, Method, count_of, games_of, pp_of
from rotwsim.analysis.results import Answer, ends, tabled
from rotwsim.runner.workload import Batch
from rotwsim.scenario.options import SETTINGS
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.variants import all_tweaks, with_tweak

if TYPE_CHECKING:
    import pandas as pd

NEAREST = 3  # of each kind that are tried, and confirmed
NOTHING, SINGLE, PAIR, SCORE = "as it is", "tweak", "two tweaks", "target score"
KINDS = 3  # of changes
FRESH = "fresh games"  # the stage that confirms
FRESH_SEED = 1_000_003  # added to the seed, for games that owe nothing to a choice


@dataclass(frozen=True)
class Change:
    """A change of the scenario, and the win rate that the first games promise."""

    kind: str
    name: str
    scenario: Scenario
    promise: float


def design(
    games: Games,
    scenario: Scenario,
    win_rate: float,
    count: int,
    fresh_count: int,
    fresh_seed: int | None = None,
) -> Answer:
    """Give the changes that come nearest, found on the seed of the games, confirmed on a fresh one.

    Every tweak is played; pairs and target scores are predicted. The nearest of each kind are then
    played on fresh seeds: one half of these games ranks, the other half measures.
    """
    if fresh_count < 2:
        raise DataError("the nearest needs at least two fresh games")
    if not 0 < win_rate < 1:
        raise DataError(
            f"the wanted win rate is {100 * win_rate:g} %; legal: above 0 and below 100"
        )
    fresh_seed = games.seed + FRESH_SEED if fresh_seed is None else fresh_seed
    if fresh_seed == games.seed:
        raise DataError("the fresh seed must differ from the seed of the search")
    base, *single = games.all(search_arms(scenario), count)
    changes = [Change(NOTHING, NOTHING, scenario, base.wins / count)]
    singles = [Change(SINGLE, arm.name, arm.scenario, arm.wins / count) for arm in single]
    for found in (singles, pairs(scenario, base, single), scores(base, win_rate)):
        changes += sorted(found, key=lambda change: abs(change.promise - win_rate))[:NEAREST]
    fresh = games.reseeded(fresh_seed)
    arms = [Arm(change.name, change.scenario) for change in changes]
    confirmed = fresh.all(arms, fresh_count, FRESH)
    table = confirmed_table(changes, confirmed, win_rate)
    return Answer({"design": table}, confirmed, [best_in_words(table, win_rate)])


def batches(scenario: Scenario, count: int, fresh_count: int) -> list[Batch]:
    """Say what `design` will play; which changes are confirmed depends on the search."""
    fresh = Batch([scenario] * (1 + KINDS * NEAREST), fresh_count, FRESH)
    return [batch_of(search_arms(scenario), count), fresh]


def search_arms(scenario: Scenario) -> list[Arm]:
    """Give the scenario as it is, and with every tweak that it does not have yet."""
    return [Arm(NOTHING, scenario), *(Arm(v.name, v.scenario) for v in all_tweaks(scenario))]


def pairs(scenario: Scenario, base: ArmGames, played: list[ArmGames]) -> list[Change]:
    """Give every two tweaks that do not contradict each other, as their single effects predict."""
    groups = {tweak.name: tweak.group for tweak in scenario.book.tweaks}
    start = log_odds(base)
    return [
        Change(
            PAIR,
            f"{one.name} and {two.name}",
            with_tweak(with_tweak(scenario, one.name), two.name),
            1 / (1 + math.exp(start - log_odds(one) - log_odds(two))),
        )
        for one, two in combinations(played, 2)
        if groups[one.name] != groups[two.name]
    ]


def log_odds(arm: ArmGames) -> float:
    """Compute the odds of winning; half a game on either side keeps it finite."""
    return math.log((arm.wins + 0.5) / (arm.games - arm.wins + 0.5))


def scores(base: ArmGames, wanted: float) -> list[Change]:
    """Target scores that these results would have met about as often as wanted."""
    results = np.sort(base.table["result"].to_numpy())
    scenario = base.scenario
    raised = scenario.parameters["barons_raise_target"] if scenario.barons else 0
    groups = {tweak.name: tweak.group for tweak in scenario.book.tweaks}
    plain = scenario.varied(tweaks=[name for name in scenario.tweaks if groups[name] != "target"])
    middle = int(np.quantile(results, 1 - wanted)) - raised
    low, high = int(SETTINGS["target"].low), int(SETTINGS["target"].high)
    found = []
    for score in range(max(low, middle - NEAREST), min(high, middle + NEAREST) + 1):
        met = 1 - np.searchsorted(results, score + raised) / len(results)
        changed = plain.varied(settings={**dict(scenario.settings), "target": score})
        found.append(Change(SCORE, f"target {score + raised}", changed, float(met)))
    return found


@tabled()
def confirmed_table(changes: list[Change], played: list[ArmGames], wanted: float) -> Iterator[dict]:
    """Give one row per change, the nearest first; other games rank them than those that measure."""
    of_name = {change.name: change for change in changes}
    for near in stats.nearest({arm.name: arm.table["won"] for arm in played}, wanted):
        change, rate = of_name[near.name], near.rate
        yield {
            "kind": change.kind,
            "name": change.name,
            "promised": change.promise,
            "games": rate.n,
            **ends("win_rate", rate),
            **boxes_of(change.scenario),
            "gap": rate.value - wanted,
            "covers": rate.covers(wanted),
            "distance_low": near.distance.low,
            "distance_high": near.distance.high,
            "command": f"rotwsim run {change.scenario.command()}",
        }


def best_in_words(table: pd.DataFrame, wanted: float) -> str:
    best = table.iloc[0]
    return (
        f"nearest to {100 * wanted:g} %: {best['name']}, {100 * best['win_rate']:.1f} % "
        f"({100 * best['low']:.1f} to {100 * best['high']:.1f}) on fresh seeds, "
        f"{100 * abs(best['gap']):.1f} pp off ({100 * best['distance_low']:.1f} to "
        f"{100 * best['distance_high']:.1f})"
    )


QUESTION = Analysis(
    parameters=(
        pp_of("win_rate", 0.5, metavar="PERCENT", is_asked=True),
        games_of(2_000),
        count_of("fresh_games", 4_000),
    ),
    solo=Method.of(design, batches),
)
