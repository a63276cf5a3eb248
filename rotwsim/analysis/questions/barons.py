# Longer than most: each Baron, the variant, and both for several skills.
"""The Duel Barons: what each is worth, and whether the variant as a whole makes the game harder.

A Baron's worth is causal: the same seeds are played with it forced into the row and forced out of
it. What its Opponent Effect costs is the difference between its printed self in the row and one
whose effect does nothing. The player knows that, and may then rather leave this Baron to the
Railbot than another; where the Baron is worth claiming, the cost can so fall below nothing.
A person is measured by the games without Barons: what the Barons cost is then an answer.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations

import numpy as np

from rotwsim import stats
from rotwsim.analysis import questions
from rotwsim.analysis.boxes.known_ranges import boxes_of
from rotwsim.analysis.pool import Arm, ArmGames, Games, batch_of
from rotwsim.analysis.questions import Analysis, Method
from rotwsim.analysis.questions.modules_and_rail_barons import METHOD as RAIL_BARONS
from rotwsim.analysis.results import Answer, Table, ends, nearest_target, tabled
from rotwsim.analysis.verdict_table import pair_of, result_change, verdict_table
from rotwsim.runner.person_calibration import with_knob
from rotwsim.runner.workload import Batch
from rotwsim.scenario.options import UNKNOWN_KNOB
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError, DuelBaron
from rotwsim.stats import MARGIN

WITH, WITHOUT = "with Duel Barons", "without Duel Barons"
MOST_OFF = 30  # points from the fair target that are tried
SKILLS = (25.0, 50.0, 75.0)  # per cent of the games without Barons that a person wins
People = Sequence[tuple[float, Scenario]]
Forced = list[tuple[DuelBaron, list[ArmGames]]]  # each Baron in the row, out of it, harmless


def barons(
    games: Games,
    scenario: Scenario,
    count: int,
    skills: Sequence[float],
    pair_count: int,
    margin: float,
) -> Answer:
    """Give the worth of each Baron, of pairs if `pair_count` games are given, of the variant."""
    if scenario.aims_at_target:
        raise DataError(
            "Barons are weighed at several targets on the same games; who aims at one target "
            "would play them otherwise: leave out aim"
        )
    people = people_of(scenario, skills)
    _, scenario = people[0]
    without, dealt = games.all(whole_arms(scenario), count)
    forced = [
        (baron, games.all(forced_arms(scenario, baron), count)) for baron in scenario.duel_barons
    ]
    tables = {
        "variant": variant_table(without, dealt),
        "barons": worth_table(forced),
        "baron_results": results(forced),
        "baron_turns": turns(forced),
    }
    if len(people) > 1:
        tables["fair_targets"] = fair_targets(games, people, count)
        tables["baron_skills"] = skills_table(games, people, count)
    if pair_count:
        tables["baron_pairs"] = pairs_table(games, scenario, names_of(scenario), pair_count)
    tables["compare"] = verdict_table(without, [dealt], margin)
    return Answer(tables, [without, dealt], findings(tables))


def batches(
    scenario: Scenario, count: int, skills: Sequence[float], pair_count: int
) -> list[Batch]:
    (_, scenario), *others = people_of(scenario, skills)
    arms = whole_arms(scenario)
    for baron in scenario.duel_barons:
        arms += forced_arms(scenario, baron)
        arms += [arm for _, other in others for arm in forced_arms(other, baron)[:2]]
    arms += [arm for _, other in others for arm in whole_arms(other)]
    pairs = [Arm(WITH, scenario), *pair_arms(scenario, names_of(scenario))]
    return [batch_of(arms, count), *([batch_of(pairs, pair_count)] if pair_count else [])]


def names_of(scenario: Scenario) -> list[str]:
    return [baron.name for baron in scenario.duel_barons]


def pair_arms(scenario: Scenario, names: Sequence[str]) -> list[Arm]:
    return [
        Arm(f"{first} and {second}", scenario.varied(barons_in=(first, second)))
        for first, second in combinations(names, 2)
    ]


def worth_table(forced: Forced) -> Table:
    """Give each Baron with what its effect costs in points and in wins, the most helpful first."""
    table = worth_rows(forced)
    table.insert(list(table).index("p_value") + 1, "p_adjusted", stats.holm(table["p_value"]))
    return table


@tabled("result_difference")
def worth_rows(forced: Forced) -> Iterator[dict]:
    for number, (baron, (inside, outside, harmless)) in enumerate(forced):
        pair, effect = pair_of(outside, inside), pair_of(inside, harmless)
        yield {
            "baron": baron.name,
            "rule": baron.rule,
            "goal": goal_of(baron),
            "opponent_effect": baron.effect_text,
            "games": inside.games,
            "win_in": pair.variant.value,
            "win_out": pair.baseline.value,
            "win_harmless": effect.variant.value,
            **ends("difference", pair.difference),
            "p_value": pair.p_value,
            **ends("result_difference", result_change(outside, inside), "result_"),
            **claims(inside.table, number),
            **ends("effect_cost", result_change(inside, harmless), "effect_"),
            **ends("effect_wins", effect.difference, "effect_wins_"),
        }


def goal_of(baron: DuelBaron) -> str:
    """Write the goal with its tiers and points, as "2/3/4 own hotels: 3/4/5"."""
    tiers, points = ("/".join(map(str, numbers)) for numbers in (baron.tiers, baron.points))
    return f"{tiers} {baron.goal_text}: {points}"


def claims(table: Table, number: int) -> dict:
    """Say how often a Baron of the row is claimed and by whom, and what it then pays when."""
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
    return (barons >> number & 1).astype(bool)


@tabled()
def results(forced: Forced) -> Iterator[dict]:
    """Say how many games ended with each result, with each Baron in the row."""
    for baron, (inside, *_) in forced:
        for result, games in inside.table["result"].value_counts().sort_index().items():
            yield {"baron": baron.name, "result": result, "games": games}


@tabled(columns=("baron", "owner", "turn", "games"))
def turns(forced: Forced) -> Iterator[dict]:
    """Say in which turns each Baron is claimed, by the player and by the Railbot."""
    for number, (baron, (inside, *_)) in enumerate(forced):
        for owner in ("own", "railbot"):
            taken = claimed(inside.table[f"barons_{owner}"].to_numpy(int), number)
            when = inside.table.loc[taken, f"baron_turn_{number + 1:02d}"]
            for turn, games in when.value_counts().sort_index().items():
                yield {"baron": baron.name, "owner": owner, "turn": turn, "games": games}


@tabled("difference")
def pairs_table(
    games: Games, scenario: Scenario, names: Sequence[str], count: int
) -> Iterator[dict]:
    """Give every two of these Barons forced into the row together, against a row as it is dealt."""
    dealt, *paired = games.all([Arm(WITH, scenario), *pair_arms(scenario, names)], count)
    for arm in paired:
        pair = pair_of(dealt, arm)
        row = dict(zip(("first", "second"), arm.scenario.barons_in, strict=True))
        row |= {"games": arm.games, "win_rate": pair.variant.value}
        yield row | ends("difference", pair.difference)


def findings(tables: dict[str, Table]) -> list[str]:
    printed = tables["variant"].iloc[0]
    if printed["low"] > 0 or printed["high"] < 0:
        side = "easier" if printed["difference"] > 0 else "harder"
        whole = f"the Duel Barons make the game {side}"
    else:
        whole = "it is open whether the Duel Barons make the game easier or harder"
    name, reach = printed["name"], f"{100 * printed['low']:+.1f} to {100 * printed['high']:+.1f}"
    said = f"{name[0].upper()}{name[1:]} {whole}"
    notes = [f"{said}: {100 * printed['difference']:+.1f} pp ({reach})"]
    unclaimed = tables["barons"].query("own_claims == 0")["baron"]
    return notes + ([f"this player never claims {', '.join(unclaimed)}"] if len(unclaimed) else [])


def people_of(scenario: Scenario, skills: Sequence[float]) -> list[tuple[float, Scenario]]:
    """Give who plays, measured without Barons: who is asked for, then the skills within reach."""
    dealt = scenario.varied(barons=True, barons_in=(), barons_out=(), barons_harmless=())
    if not (scenario.has_person and scenario.wins):
        return [(0.0, dealt)]
    found = [(scenario.wins, person_without_barons(dealt, scenario.wins))]
    for wins in sorted(set(skills) - {scenario.wins}):
        with suppress(DataError):
            found.append((wins, person_without_barons(dealt, wins)))
    return found


def person_without_barons(scenario: Scenario, wins: float) -> Scenario:
    """Name the person by the knob: --wins beside --barons would count games with them."""
    asked = replace(scenario, wins=wins, knob=UNKNOWN_KNOB)
    return scenario.varied(knob=with_knob(asked, barons=False).knob)


def whole_arms(scenario: Scenario) -> list[Arm]:
    return [Arm(WITHOUT, scenario.varied(barons=False)), Arm(WITH, scenario)]


def forced_arms(scenario: Scenario, baron: DuelBaron) -> list[Arm]:
    """Give a Baron in the row, out of the row, and in but harmless."""
    inside = scenario.varied(barons_in=(baron.name,))
    return [
        Arm(f"{baron.name} in the row", inside),
        Arm(f"{baron.name} out of the row", scenario.varied(barons_out=(baron.name,))),
        Arm(f"{baron.name} harmless", inside.varied(barons_harmless=(baron.name,))),
    ]


@tabled()
def skills_table(games: Games, people: People, count: int) -> Iterator[dict]:
    """Give the worth of each Baron for each skill, and its place in the order of that skill."""
    for wins, scenario in sorted(people, key=lambda one: one[0]):
        own = []
        for baron in scenario.duel_barons:
            inside, outside = games.all(forced_arms(scenario, baron)[:2], count)
            pair = pair_of(outside, inside)
            row = {"standard_wins": wins / 100, "baron": baron.name, "games": inside.games}
            row |= {"win_in": pair.variant.value, "win_out": pair.baseline.value}
            row |= ends("difference", pair.difference)
            own.append(row | {"result_difference": result_change(outside, inside).value})
        own.sort(key=lambda row: -row["result_difference"])  # less chance than in wins
        yield from ({**row, "order": place} for place, row in enumerate(own, start=1))


@tabled()
def fair_targets(games: Games, people: People, count: int) -> Iterator[dict]:
    """Say what the Barons cost each skill, and the target that makes up for it."""
    for wins, scenario in sorted(people, key=lambda one: one[0]):
        without, dealt = games.all(whole_arms(scenario), count)
        pair = pair_of(without, dealt)
        row = {"standard_wins": wins / 100, "games": pair.n, **both_rates(pair)}
        row["target"] = dealt.scenario.parameters["target"]
        found = fair_target_range(without, dealt)
        yield row | dict(zip(("fair_target", "fair_low", "fair_high"), found, strict=True))


def fair_target_range(without: ArmGames, dealt: ArmGames) -> tuple[int, int, int]:
    """Give the fair target, and the lowest and highest one that the games do not exclude."""
    fair = fair_target(without, dealt)

    def is_fair(target: int) -> bool:
        pair = stats.paired_difference(without.table["won"], dealt.table["result"] >= target)
        return pair.difference.covers(0)

    low = high = fair
    while is_fair(low - 1) and fair - low < MOST_OFF:
        low -= 1
    while is_fair(high + 1) and high - fair < MOST_OFF:
        high += 1
    return fair, low, high


def fair_target(without: ArmGames, dealt: ArmGames) -> int:
    """Give the target at which the game with Barons is won as often as the one without."""
    return nearest_target(dealt.table["result"], without.wins)


@tabled()
def variant_table(without: ArmGames, dealt: ArmGames) -> Iterator[dict]:
    """Give the variant as a whole at its own target, at that of the plain game, at the fair one."""
    plain, raised = (arm.scenario.parameters["target"] for arm in (without, dealt))
    fair = fair_target(without, dealt)
    named = {
        f"at the printed target {raised}": raised,
        f"at the target {plain} of the game without Barons": plain,
        f"at {fair}, the target that keeps the win rate closest": fair,
    }
    for name, target in named.items():
        pair = stats.paired_difference(without.table["won"], dealt.table["result"] >= target)
        row = {"name": name, **both_rates(pair), "games": pair.n}
        row |= ends("win_rate_without", pair.baseline, "without_")
        row |= ends("win_rate_with", pair.variant, "with_")
        known = (without.scenario, dealt.scenario if target == raised else None)
        for side, boxes in zip(("without", "with"), map(boxes_of, known), strict=True):
            row |= {f"boxes_{side}_{end}": boxes[f"boxes_{end}"] for end in ("low", "high")}
        yield row


def both_rates(pair: stats.PairedDifference) -> dict:
    rates = {"win_rate_without": pair.baseline.value, "win_rate_with": pair.variant.value}
    return rates | ends("difference", pair.difference)


QUESTION = Analysis(
    parameters=(
        questions.games_of(4_000),
        questions.count_of("pair_games", 0, least=0, command_default=1_000),
        questions.names_of("skills", "wins", default=SKILLS, metavar="NUMBERS"),
        questions.pp_of("margin", MARGIN, places=()),
    ),
    solo=Method.of(barons, batches),
    multiplayer=RAIL_BARONS,
    is_about_barons=True,
)
