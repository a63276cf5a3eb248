"""The Duel Barons: what each is worth, and whether the variant as a whole makes the game harder.

A Baron's worth is causal: the same seeds are played with it forced into the row and forced out of
it. What its Opponent Effect costs is the difference between its printed self in the row and one
whose effect does nothing. The player knows that, and may then rather leave this Baron to the
Railbot than another; where the Baron is worth claiming, the cost can so fall below nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from rotwsim import stats
from rotwsim.analysis.boxes.known_ranges import boxes_of
from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.analysis.question import Analysis, Chapter, Method, count_of, games_of, pp_of
from rotwsim.analysis.questions import rail_barons
from rotwsim.analysis.results import Answer
from rotwsim.analysis.tables import frame
from rotwsim.analysis.verdict_table import Side, pair_of, verdict_table
from rotwsim.runner.workload import Batch
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError, DuelBaron
from rotwsim.stats import MARGIN

if TYPE_CHECKING:
    import pandas as pd

WITH, WITHOUT = "with Duel Barons", "without Duel Barons"


def barons(
    games: Games, scenario: Scenario, count: int, pair_count: int = 0, margin: float = MARGIN
) -> Answer:
    """The worth of each Baron, of each pair if `pair_count` games are given, and of the variant."""
    check_aim(scenario)
    scenario = freely_dealt(scenario)
    without, dealt = games.all(whole_arms(scenario), count)
    forced = {
        baron.rule: games.all(forced_arms(scenario, baron), count) for baron in scenario.duel_barons
    }
    answer = Answer(arms=[without, dealt])
    answer.tables["variant"] = variant_table(without, dealt)
    answer.tables["barons"] = worth_table(scenario, forced)
    answer.tables["baron_turns"] = turns_table(scenario, forced)
    if pair_count:
        names = [baron.name for baron in scenario.duel_barons]
        answer.tables["baron_pairs"] = pairs_table(games, scenario, names, pair_count)
    answer.tables["compare"] = verdict_table(Side.of(without), [Side.of(dealt)], margin)
    answer.alerts += findings(answer.tables)
    return answer


def batches(scenario: Scenario, count: int, pair_count: int = 0) -> list[Batch]:
    """Say what `barons` will play."""
    scenario = freely_dealt(scenario)
    arms = whole_arms(scenario)
    for baron in scenario.duel_barons:
        arms += forced_arms(scenario, baron)
    found = [Batch([arm.scenario for arm in arms], count)]
    if pair_count:
        names = [baron.name for baron in scenario.duel_barons]
        arms = [Arm(WITH, scenario), *pair_arms(scenario, names)]
        found.append(Batch([arm.scenario for arm in arms], pair_count))
    return found


def freely_dealt(scenario: Scenario) -> Scenario:
    """The scenario with Barons, none of them chosen."""
    return scenario.varied(barons=True, barons_in=(), barons_out=(), barons_harmless=())


def whole_arms(scenario: Scenario) -> list[Arm]:
    """The game without Barons and with them."""
    return [Arm(WITHOUT, scenario.varied(barons=False)), Arm(WITH, scenario)]


def forced_arms(scenario: Scenario, baron: DuelBaron) -> list[Arm]:
    """A Baron in the row, out of the row, and in but harmless."""
    inside = scenario.varied(barons_in=(baron.name,))
    return [
        Arm(f"{baron.name} in the row", inside),
        Arm(f"{baron.name} out of the row", scenario.varied(barons_out=(baron.name,))),
        Arm(f"{baron.name} harmless", inside.varied(barons_harmless=(baron.name,))),
    ]


def pair_arms(scenario: Scenario, names: Sequence[str]) -> list[Arm]:
    """Every two of these Barons in the row together."""
    return [
        Arm(f"{first} and {second}", scenario.varied(barons_in=(first, second)))
        for first, second in combinations(names, 2)
    ]


def worth_table(scenario: Scenario, forced: dict[str, list[ArmGames]]) -> pd.DataFrame:
    """One row per Baron, the most helpful first; `effect_cost` is in points of the result."""
    rows = []
    for number, baron in enumerate(scenario.duel_barons):
        inside, outside, harmless = forced[baron.rule]
        pair = pair_of(Side.of(outside), Side.of(inside))
        result = stats.paired_mean_difference(outside.table["result"], inside.table["result"])
        cost = stats.paired_mean_difference(inside.table["result"], harmless.table["result"])
        rows.append(
            {
                "baron": baron.name,
                "rule": baron.rule,
                "games": inside.games,
                "win_in": pair.variant.value,
                "win_out": pair.baseline.value,
                "difference": pair.difference.value,
                "low": pair.difference.low,
                "high": pair.difference.high,
                "p_value": pair.p_value,
                "result_difference": result.value,
                "result_low": result.low,
                "result_high": result.high,
                **claims(inside.table, number),
                "effect_cost": cost.value,
                "effect_low": cost.low,
                "effect_high": cost.high,
            }
        )
    table = frame(rows)
    table.insert(list(table).index("p_value") + 1, "p_adjusted", stats.holm(table["p_value"]))
    return table.sort_values("result_difference", ascending=False, ignore_index=True)


def claims(table: pd.DataFrame, number: int) -> dict:
    """How often a Baron of the row is claimed and by whom, and what it then pays when."""
    own = claimed(table["barons_own"].to_numpy(int), number)
    points = table.loc[own, f"baron_points_{number + 1:02d}"]
    turns = table.loc[own, f"baron_turn_{number + 1:02d}"]
    return {
        "own_claims": own.mean(),
        "railbot_claims": claimed(table["barons_railbot"].to_numpy(int), number).mean(),
        "points_when_claimed": points.mean() if len(points) else np.nan,
        "mean_turn_own": turns.mean() if len(turns) else np.nan,
    }


def claimed(barons: np.ndarray, number: int) -> np.ndarray:
    """In which games a set of Barons, a bit each, holds one of them."""
    return (barons >> number & 1).astype(bool)


def turns_table(scenario: Scenario, forced: dict[str, list[ArmGames]]) -> pd.DataFrame:
    """In which turns each Baron is claimed, by the player and by the Railbot."""
    rows = []
    for number, baron in enumerate(scenario.duel_barons):
        table = forced[baron.rule][0].table
        for owner in ("own", "railbot"):
            taken = claimed(table[f"barons_{owner}"].to_numpy(int), number)
            turns = table.loc[taken, f"baron_turn_{number + 1:02d}"].value_counts().sort_index()
            for turn, count in turns.items():
                row = {"baron": baron.name, "owner": owner, "turn": int(turn)}
                rows.append(row | {"games": int(count)})
    return frame(rows, columns=["baron", "owner", "turn", "games"])


def pairs_table(games: Games, scenario: Scenario, names: Sequence[str], count: int) -> pd.DataFrame:
    """Every two of these Barons forced into the row together, against a row as it is dealt."""
    dealt, *paired = games.all([Arm(WITH, scenario), *pair_arms(scenario, names)], count)
    rows = []
    for arm in paired:
        pair = pair_of(Side.of(dealt), Side.of(arm))
        first, second = arm.scenario.barons_in
        row = {"first": first, "second": second, "games": arm.games}
        row |= {"win_rate": pair.variant.value, "difference": pair.difference.value}
        rows.append(row | {"low": pair.difference.low, "high": pair.difference.high})
    return frame(rows).sort_values("difference", ascending=False, ignore_index=True)


def variant_table(without: ArmGames, dealt: ArmGames) -> pd.DataFrame:
    """The variant as a whole, at its own target, at that of the plain game, and at the fair one."""
    plain, raised = (arm.scenario.parameters["target"] for arm in (without, dealt))
    fair = fair_target(without, dealt)
    named = {
        f"at the printed target {raised}": raised,
        f"at the target {plain} of the game without Barons": plain,
        f"at {fair}, the target that keeps the win rate closest": fair,
    }
    rows = []
    for name, target in named.items():
        pair = stats.paired_difference(without.table["won"], dealt.table["result"] >= target)
        row = {"name": name, "win_rate_without": pair.baseline.value}
        row |= {"win_rate_with": pair.variant.value, "difference": pair.difference.value}
        row |= {"low": pair.difference.low, "high": pair.difference.high, "games": pair.n}
        for side, rate in (("without", pair.baseline), ("with", pair.variant)):
            row |= {f"{side}_low": rate.low, f"{side}_high": rate.high}
        row |= with_side("without", boxes_of(without.scenario))
        rows.append(row | with_side("with", boxes_of(dealt.scenario if target == raised else None)))
    return frame(rows)


def with_side(side: str, boxes: dict) -> dict:
    """The range over boxes of one of the two games of a row."""
    return {f"boxes_{side}_{end}": boxes[f"boxes_{end}"] for end in ("low", "high")}


def check_aim(scenario: Scenario) -> None:
    """The same games are counted at several targets."""
    if scenario.aims_at_target:
        raise DataError(
            "Barons are weighed at several targets on the same games; who aims at one target "
            "would play them otherwise: leave out aim"
        )


def fair_target(without: ArmGames, dealt: ArmGames) -> int:
    """The target at which the game with Barons is won as often as the one without."""
    results = np.sort(dealt.table["result"].to_numpy())
    targets = np.arange(results[0], results[-1] + 2)
    wins = len(results) - np.searchsorted(results, targets)
    return int(targets[np.argmin(np.abs(wins - without.wins))])


def findings(tables: dict[str, pd.DataFrame]) -> list[str]:
    """What a reader must not miss."""
    printed = tables["variant"].iloc[0]
    if printed["low"] > 0 or printed["high"] < 0:
        side = "easier" if printed["difference"] > 0 else "harder"
        whole = f"the Duel Barons make the game {side}"
    else:
        whole = "it is open whether the Duel Barons make the game easier or harder"
    reach = f"{100 * printed['low']:+.1f} to {100 * printed['high']:+.1f}"
    notes = [f"{printed['name']} {whole}: {100 * printed['difference']:+.1f} pp ({reach})"]
    notes[0] = notes[0][0].upper() + notes[0][1:]
    unclaimed = tables["barons"].query("own_claims == 0")["baron"]
    if len(unclaimed):
        notes.append(f"this player never claims {', '.join(unclaimed)}")
    return notes


QUESTION = Analysis(
    """Each is forced into the row and out of it on the same seeds. Effect is what its Opponent
    Effect costs in points of the result: the Baron in the row against the same one made harmless.
    Also: does the variant as a whole, with its higher target, make the game harder?

    With --seats the Rail Barons: on the same deals the first seat keeps one after the other. How
    often is each fulfilled, and is the deck balanced?""",
    (
        games_of(4_000),
        count_of(
            "pair_games",
            0,
            "Games of each of the 66 pairs; 0 leaves pairs out.",
            least=0,
            command_default=1_000,
        ),
        pp_of("margin", MARGIN, "", places=()),
    ),
    solo=Method(
        "What is each Duel Baron worth on {board}?",
        barons,
        batches,
        ("barons", "baron_pairs", "variant"),
        Chapter(
            "barons",
            "Duel Barons",
            ("variant", "barons", "baron_turns", "baron_pairs"),
            "The worth of a Baron is causal: the same games with the Baron forced into the row and "
            "forced out of it.",
        ),
        "In the row against out of it: {board}, {players}, {games:,} games each",
        ("no range over plausible boxes is measured for single Barons and pairs",),
    ),
    multiplayer=rail_barons.METHOD,
    examples=(
        "rotwsim barons --player expert --games 4000",
        "rotwsim barons --board sweden --pair-games 0 --out runs/barons-sweden",
        'rotwsim barons --seats "4*casual" --games 2000',
    ),
    is_about_barons=True,
    python="""
    >>> found = rotwsim.barons(rotwsim.Scenario.of(player="passive"), games=4)
    >>> len(found.tables["barons"])
    12
    """,
)
