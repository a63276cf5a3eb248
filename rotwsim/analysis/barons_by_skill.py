"""The Duel Barons for several people: who plays, the worth for each skill, the fair target."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from rotwsim import stats
from rotwsim.analysis.boxes.known_ranges import boxes_of
from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.analysis.results import ends, nearest_target, tabled
from rotwsim.analysis.verdict_table import pair_of, result_change
from rotwsim.runner.person_calibration import with_knob
from rotwsim.scenario.options import UNKNOWN_KNOB
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError, DuelBaron

WITH, WITHOUT = "with Duel Barons", "without Duel Barons"
MOST_OFF = 30  # points from the fair target that are tried
SKILLS = (25.0, 50.0, 75.0)  # per cent of the games without Barons that a person wins
People = Sequence[tuple[float, Scenario]]


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
