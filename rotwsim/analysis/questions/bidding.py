"""The bidding styles, and the options of a table, against each other on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rotwsim import stats
from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.analysis.results import Answer
from rotwsim.analysis.seat_results import (
    Seated,
    at_table,
    by_place,
    check_sample,
    in_words,
    style_arms,
)
from rotwsim.runner.workload import Batch
from rotwsim.scenario.multiplayer_schema import MODULES, MULTIPLAYER_BARONS
from rotwsim.scenario.player_numbers import multiplayer_players
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.stats import Difference, Estimate

if TYPE_CHECKING:
    import pandas as pd

PRINTED = "as printed"
STRONGER, WEAKER = ("expert", "casual"), ("club", "novice")  # the first of each that can sit


def styles(
    games: Games,
    scenario: Scenario,
    count: int,
    chosen: Sequence[str] = (),
    boards: Sequence[str] = (),
) -> Answer:
    """Every style against the scenario's own, measure by measure, on each board."""
    check_sample(count)
    games.expect(style_batches(scenario, count, chosen, boards))
    answer = Answer()
    for arms in arms_by_board(scenario, chosen, boards):
        base, *others = games.all(arms, count)
        if not others:
            raise DataError("there is one bidding style; name another to compare it with")
        part = Answer({"styles": measures_table(base, others)}, [base, *others])
        part.alerts += fairest(part)
        answer.add(part)
    return answer


def style_batches(
    scenario: Scenario, count: int, chosen: Sequence[str] = (), boards: Sequence[str] = ()
) -> list[Batch]:
    """What `styles` will play."""
    groups = arms_by_board(scenario, chosen, boards)
    return [Batch([arm.scenario for arm in arms], count) for arms in groups]


def arms_by_board(
    scenario: Scenario, chosen: Sequence[str], boards: Sequence[str]
) -> list[list[Arm]]:
    """The styles on each board."""
    tables = [at_table(scenario.varied(board=board)) for board in boards or [scenario.board]]
    return [
        style_arms(table, chosen, table.board.title if len(boards) > 1 else "") for table in tables
    ]


def fairest(answer: Answer) -> list[str]:
    """Which style treats places most evenly, and whether that is more than chance."""
    table = answer.tables["styles"]
    rows = table[table["measure"] == UNFAIRNESS].sort_values("mean")
    first, last = rows.iloc[0], rows.iloc[-1]
    where = first["board"]
    return [
        f"{where}: {first['name']} treats places most evenly, by {100 * first['mean']:.1f} points "
        f"({100 * first['mean_low']:.1f} to {100 * first['mean_high']:.1f}) from equal shares; "
        f"{last['name']} least, by {100 * last['mean']:.1f} ({100 * last['mean_low']:.1f} to "
        f"{100 * last['mean_high']:.1f})"
    ]


def options(
    games: Games,
    scenario: Scenario,
    count: int,
    has_skill: bool = True,
    better: str = "",
    worse: str = "",
) -> Answer:
    """Every option and kind of Rail Barons against the table without options.

    Skill is the share of wins of one better player among worse ones, on as many deals.
    """
    check_sample(count)
    games.expect(option_batches(scenario, count, has_skill, better, worse))
    arms, mixed = option_arms(scenario), mixed_arms(scenario, better, worse)
    played = games.all(arms, count)
    skill = skill_shares(played, games.all(mixed, count)) if has_skill else None
    answer = Answer({"options": measures_table(played[0], played[1:], skill)}, played)
    answer.alerts += striking(answer)
    return answer


def option_batches(
    scenario: Scenario, count: int, has_skill: bool = True, better: str = "", worse: str = ""
) -> list[Batch]:
    """What `options` will play."""
    arms = option_arms(scenario) + (mixed_arms(scenario, better, worse) if has_skill else [])
    return [Batch([arm.scenario for arm in arms], count)]


def option_arms(scenario: Scenario) -> list[Arm]:
    """The table as printed, each option by itself, and the other kinds of Rail Barons."""
    table = at_table(scenario)
    if table.modules:
        raise DataError(
            "every option is compared with the table as printed; leave out module "
            + ", ".join(table.modules)
        )
    arms = [Arm(PRINTED, table, label=PRINTED)]
    for option in MODULES:
        if option != "rotors" or table.board.multiplayer.rotor_cities:
            arms.append(Arm(in_words(option), table.varied(modules=[option])))
    for barons in MULTIPLAYER_BARONS:
        if barons != table.barons:
            arms.append(Arm(f"Rail Barons: {barons}", table.varied(barons=barons)))
    return arms


def mixed_arms(scenario: Scenario, better: str, worse: str) -> list[Arm]:
    """The same with one better player among worse ones."""
    better, worse = better or sits(STRONGER), worse or sits(WEAKER)
    return [
        Arm(f"{arm.name}, one {better}", one_among(arm.scenario, better, worse))
        for arm in option_arms(scenario)
    ]


def one_among(table: Scenario, better: str, worse: str, seat: int = 0) -> Scenario:
    """The same table with a better player in one seat and worse ones in the others."""
    others = len(table.seats) - 1
    return table.varied(seats=[*[worse] * seat, better, *[worse] * (others - seat)])


def skill_shares(arms: Sequence[ArmGames], mixed: Sequence[ArmGames]) -> dict:
    """By arm, the better player's share of the win; it has the first seat, the start is drawn."""
    return {arm.name: Seated(own).wins[:, 0] for arm, own in zip(arms, mixed, strict=True)}


def sits(names: Sequence[str]) -> str:
    """The first of these players that can sit at a table."""
    return next(name for name in names if name in multiplayer_players())


def striking(answer: Answer) -> list[str]:
    """The largest sure change of every option, in the words of its measure."""
    table = answer.tables["options"].dropna(subset=["difference"])
    notes = []
    for name, rows in table.groupby("name", sort=False):
        sure = rows[rows["verdict"].isin([stats.MORE, stats.LESS])]
        if sure.empty:
            notes.append(f"{name}: no measure surely changes")
            continue
        width = (sure["high"] - sure["low"]).clip(lower=1e-9)
        row = sure.loc[(sure["difference"].abs() / width).idxmax()]
        scale = 100 if row["unit"] == "share" else 1
        unit = "points" if row["unit"] == "share" else row["unit"]
        notes.append(
            f"{name}: {row['measure']} {scale * row['difference']:+.1f} {unit} "
            f"({scale * row['low']:+.1f} to {scale * row['high']:+.1f})"
        )
    return notes


SHARE, POINTS, DOLLARS, TURNS = "share", "points", "$", "turns"  # units


@dataclass(frozen=True)
class Measure:
    """A number of every game, its unit, and the difference that does not matter."""

    unit: str
    margin: float
    of_game: Callable[[Seated], np.ndarray]


UNFAIRNESS, SKILL = "unfairness", "skill"
UNFAIR_MARGIN = SKILL_MARGIN = 0.02
MEASURES = {
    "score": Measure(POINTS, 1.0, lambda seated: seated.scores.mean(axis=1)),
    "winning score": Measure(POINTS, 1.0, lambda seated: seated.scores.max(axis=1)),
    "spread": Measure(POINTS, 1.0, lambda seated: seated.scores.std(axis=1)),
    "margin": Measure(POINTS, 1.0, lambda seated: seated.arm.table["margin"].to_numpy(float)),
    "comebacks": Measure(SHARE, 0.02, lambda seated: seated.comebacks),
    "turns": Measure(TURNS, 0.25, lambda seated: seated.arm.table["turns"].to_numpy(float)),
    "money bid": Measure(
        DOLLARS, 2.0, lambda seated: seated.arm.table["money_bid"].to_numpy(float)
    ),
    "bonds": Measure("bonds", 0.5, lambda seated: seated.of("bonds").mean(axis=1)),
}


@dataclass(frozen=True)
class Compared:
    """One measure of a variant beside that of its baseline."""

    variant: ArmGames
    measure: str
    unit: str
    baseline_mean: float
    mean: Estimate
    difference: Difference


def measures_table(
    baseline: ArmGames,
    variants: Sequence[ArmGames],
    skill: Mapping[str, np.ndarray] | None = None,
) -> pd.DataFrame:
    """Every measure of the baseline, then every difference; verdicts hold together for all.

    `skill` holds, by the name of an arm, the better player's share of the win in each game.
    """
    import pandas as pd

    rows = [row_of(baseline, name, unit, own) for name, unit, own in levels(baseline, skill)]
    found = [one for variant in variants for one in compared(baseline, variant, skill)]
    verdicts = stats.mean_verdicts([one.difference for one in found]) if found else []
    for one, (verdict, p_adjusted) in zip(found, verdicts, strict=True):
        gap = one.difference.estimate
        row = row_of(one.variant, one.measure, one.unit, one.mean)
        row |= {"baseline_mean": one.baseline_mean, "difference": gap.value}
        row |= {"low": gap.low, "high": gap.high, "p_value": one.difference.p_value}
        rows.append(row | {"p_adjusted": p_adjusted, "verdict": verdict})
    table = pd.DataFrame(rows)
    table.insert(0, "baseline", baseline.label)
    return table


def row_of(arm: ArmGames, measure: str, unit: str, own: Estimate) -> dict:
    row = {"arm": arm.name, "name": arm.label, "board": arm.scenario.board.title}
    row |= {"measure": measure, "unit": unit, "games": arm.games}
    return row | {"mean": own.value, "mean_low": own.low, "mean_high": own.high}


def levels(
    arm: ArmGames, skill: Mapping[str, np.ndarray] | None
) -> list[tuple[str, str, Estimate]]:
    """Every measure of an arm: name, unit, estimate."""
    seated = Seated(arm)
    found = []
    for name, measure in MEASURES.items():
        own = stats.mean(measure.of_game(seated))
        found.append((name, measure.unit, own.within(0, 1) if measure.unit == SHARE else own))
    if skill is not None:
        found.append((SKILL, SHARE, stats.mean(skill[arm.name]).within(0, 1)))
    return [*found, (UNFAIRNESS, SHARE, stats.fairness(wins_by_place(seated)).unfairness)]


def wins_by_place(seated: Seated) -> np.ndarray:
    """Shares of the win from the first bidder on."""
    return by_place(seated.wins, seated.clockwise)


def compared(
    baseline: ArmGames, variant: ArmGames, skill: Mapping[str, np.ndarray] | None
) -> list[Compared]:
    base, other = Seated(baseline), Seated(variant)
    before = {name: own for name, _, own in levels(baseline, skill)}
    differences = {
        name: stats.paired_means(measure.of_game(base), measure.of_game(other), measure.margin)
        for name, measure in MEASURES.items()
    }
    if skill is not None:
        pair = skill[baseline.name], skill[variant.name]
        differences[SKILL] = stats.paired_means(*pair, SKILL_MARGIN)
    gap, p_value = stats.unfairness_difference(wins_by_place(base), wins_by_place(other))
    differences[UNFAIRNESS] = Difference(gap, p_value, UNFAIR_MARGIN)
    return [
        Compared(variant, name, unit, before[name].value, own, differences[name])
        for name, unit, own in levels(variant, skill)
    ]
