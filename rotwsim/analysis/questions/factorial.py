"""Several tweaks in every combination on the same seeds: their effects and how they interact."""

from collections.abc import Sequence
from itertools import compress, product

import numpy as np

from rotwsim import stats
from rotwsim.analysis.pool import Arm, ArmGames
from rotwsim.analysis.questions import Analysis, Method, Parameter, games_of
from rotwsim.analysis.results import Answer, Table, frame, rows_of, stacked
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.options import NOTHING, OPTION
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

MOST_FACTORS = 8
ROUNDING = 1e-9
ODDS = ("odds_ratio", "odds_low", "odds_high")
COLUMNS = ["term", "difference", "low", "high", "p_value", *ODDS, "n"]


def factorial(played: Sequence[ArmGames], tweaks: Sequence[str]) -> Answer:
    """Give all 2^k combinations of k tweaks, as a logit model with two-way interactions."""
    table, note = effects(long_table(played, tweaks), tweaks)
    return Answer({"interactions": table}, [*played], [*note, *interactions_in_words(table)])


def combined_arms(scenario: Scenario, tweaks: Sequence[str]) -> list[Arm]:
    check_factors(tweaks)
    arms = []
    for chosen in product((False, True), repeat=len(tweaks)):
        on = list(compress(tweaks, chosen))
        name = " and ".join(on) or f"tweaks: {NOTHING}"
        arms.append(Arm(name, scenario.varied(tweaks=(*scenario.tweaks, *on))))
    return arms


def check_factors(tweaks: Sequence[str]) -> None:
    known = {tweak.name: tweak.group for tweak in load_rulebook().tweaks}
    if not 2 <= len(tweaks) <= MOST_FACTORS:
        raise DataError(f"a factorial has 2 to {MOST_FACTORS} tweaks, not {len(tweaks)}")
    groups = [known.get(name, name) for name in tweaks]
    for name, group in zip(tweaks, groups, strict=True):
        if groups.count(group) > 1:
            raise DataError(f'tweak "{name}" contradicts another tweak of the factorial')


def long_table(played: Sequence[ArmGames], tweaks: Sequence[str]) -> Table:
    parts = []
    for arm in played:
        on = {tweak: int(tweak in arm.scenario.tweaks) for tweak in tweaks}
        games = {"seed": arm.table["game"], "win": arm.table["won"].astype(int)}
        parts.append(frame({**games, **on}))
    return stacked(parts)


def effects(table: Table, tweaks: Sequence[str]) -> tuple[Table, list[str]]:
    """Effects in points and odds ratios; without odds ratios where some combination never wins."""
    try:
        return without_rounding(stats.factorial_effects(table, tweaks)).loc[:, COLUMNS], []
    except ValueError as error:
        plain = stats.factorial_contrasts(table, tweaks).assign(**dict.fromkeys(ODDS, np.nan))
        return plain.loc[:, COLUMNS], [f"effects are plain differences: {error}"]


def without_rounding(table: Table) -> Table:
    """Give a tweak that changes no game an effect of exactly nothing, and the p value 1."""
    nothing = table["standard_error"] < ROUNDING
    figures = dict.fromkeys(("difference", "low", "high"), 0.0)
    figures |= dict.fromkeys(("p_value", *ODDS), 1.0)
    for column, figure in figures.items():
        table[column] = table[column].mask(nothing, figure)
    return table


def interactions_in_words(table: Table) -> list[str]:
    """Interactions that stand after Holm's correction."""
    both = table.loc[table["term"].str.contains(" × ")]
    sure = both.loc[stats.holm(both["p_value"]) < 1 - stats.CONFIDENCE]
    return [
        f"{row.term}: together {100 * row.difference:+.1f} pp beyond the sum of the two "
        f"({100 * row.low:+.1f} to {100 * row.high:+.1f})"
        for row in rows_of(sure)
    ]


QUESTION = Analysis(
    parameters=(games_of(1_000), Parameter(OPTION["tweaks"])),
    solo=Method.of(factorial, combined_arms),
)
