"""Variants against their baseline on the same seeds: the one door for Python and the command."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path

import pandas as pd

from rotwsim import stats
from rotwsim.analysis.pool import Arm, ArmGames, Games, counted_games
from rotwsim.analysis.registry import COMPARE_GAMES
from rotwsim.analysis.results import Answer
from rotwsim.analysis.tables import causes, flips
from rotwsim.analysis.verdict_table import (
    Judgement,
    Side,
    check_names,
    flips_of,
    pair_of,
    surprises,
    verdict_table,
)
from rotwsim.runner.block_plan import check_games
from rotwsim.runner.workload import Batch
from rotwsim.scenario.reading import describe
from rotwsim.scenario.scenario import Scenario, scenario_of
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.variants import all_tweaks as every_tweak
from rotwsim.scenario.variants import variant_of
from rotwsim.stats import MARGIN
from rotwsim.stats.levels import SEQUENTIAL_ALPHA, SEQUENTIAL_MIN_PAIRS

BASELINE = "baseline"
WIDEST = 0.5  # a half width that every win rate has
Given = Scenario | pd.DataFrame | str  # what a side can be given as


class Comparison(pd.DataFrame):
    """One row per variant, the easiest first; what else was found is in `answer`."""

    _metadata = ("answer",)

    @property
    def _constructor(self) -> type[pd.DataFrame]:
        return pd.DataFrame  # a part of the rows is a plain table

    @property
    def flips(self) -> pd.DataFrame:
        """Games that only one side won, each with the words that replay it."""
        return self.answer.tables.get("flips", pd.DataFrame())

    @property
    def causes(self) -> pd.DataFrame:
        """What else the variants change, per game."""
        return self.answer.tables.get("causes", pd.DataFrame())


def compare(
    baseline: Given = "eastern-us",
    variants: Mapping[str, Given] | Sequence[Given] | Given = (),
    *,
    all_tweaks: bool = False,
    games: int | None = None,
    precision: float | None = None,
    sequential: bool = False,
    margin: float = MARGIN,
    seed: int = 1,
    out: Path | str | None = None,
    jobs: int | None = None,
    using: Games | None = None,
) -> Comparison:
    """Win rates side by side, at a table those of the first seat; shares, margin and precision are
    fractions.

    The baseline is a scenario, a board by name, or a table of games; variants are scenarios, tables
    or texts such as "short: tweak=cards-2", one, a list or by name. Tables are compared with tables
    and must hold the same games of the same seed. With a precision or a sequential test a variant
    stops as soon as its difference is known to ± precision, or decided; `games` is then the most.
    `using` plays the games in place of seed, out and jobs.

    >>> scenario = rotwsim.Scenario.of(player="passive")
    >>> found = rotwsim.compare(scenario, ["short: tweak=cards-2", "player=random"], games=50)
    >>> found.games.tolist()
    [50, 50]
    """
    named = names_of(variants)
    if isinstance(baseline, pd.DataFrame):
        plays = {"games": games, "precision": precision, "sequential": sequential, "out": out}
        plays |= {"all_tweaks": all_tweaks, "jobs": jobs, "using": using}
        useless = [
            name for name, value in plays.items() if value is not None and value is not False
        ]
        if useless:
            raise DataError(f"tables hold games already; leave out {', '.join(useless)}")
        for name, table in named:
            if not isinstance(table, pd.DataFrame):
                raise DataError(f'"{name}" is no table of games, but its baseline is')
        sides = [Side(name, table) for name, table in named]
        table = verdict_table(Side(BASELINE, baseline), sides, margin)
        return comparison_of(Answer({"compare": table}))
    scenario = scenario_of(baseline)
    for name, given in named:
        if isinstance(given, pd.DataFrame):
            raise DataError(f'"{name}" is a table of games, but its baseline is none')
    arms = [arm_of(name, given, scenario) for name, given in named]
    arms += tweak_arms(scenario) if all_tweaks else []
    with nullcontext(using) if using else counted_games(seed, out, jobs) as played:
        base, others, judgements = play(
            played, Arm(BASELINE, scenario), arms, games, precision, sequential, margin
        )
        answer = answer_of(base, others, judgements, margin)
    answer.caveats += caveats_of(precision, sequential)
    return comparison_of(answer)


def names_of(variants: object) -> list[tuple[str, object]]:
    """Variants with their names: given by name, one alone or in a list; texts name themselves."""
    if isinstance(variants, Mapping):
        return list(variants.items())
    if isinstance(variants, str | Scenario | pd.DataFrame):
        variants = [variants]
    return [
        (given, None) if isinstance(given, str) else (f"variant {number}", given)
        for number, given in enumerate(variants, start=1)
    ]


def arm_of(name: str, given: Scenario | str | None, baseline: Scenario) -> Arm:
    """A variant as an arm: a scenario, or words that change the baseline."""
    if isinstance(given, Scenario):
        return Arm(name, given)
    variant = variant_of(name if given is None else f"{name}: {given}", baseline)
    return Arm(variant.name, variant.scenario, variant.side)


def tweak_arms(baseline: Scenario) -> list[Arm]:
    """Every tweak as an arm."""
    return [Arm(each.name, each.scenario, each.side) for each in every_tweak(baseline)]


def play(
    games: Games,
    baseline: Arm,
    variants: Sequence[Arm],
    count: int | None,
    precision: float | None,
    sequential: bool,
    margin: float,
) -> tuple[ArmGames, list[ArmGames], list[Judgement] | None]:
    """As many games of each side, or fewer of a variant that is precise or decided before."""
    if not variants:
        raise DataError("there is no variant to compare; name one or ask for all tweaks")
    check_names([baseline.name, *(variant.name for variant in variants)])
    for variant in variants:
        if variant.scenario.game != baseline.scenario.game:
            raise DataError(f'"{variant.name}" and its baseline: one is solo, the other a table')
    is_number = isinstance(precision, int | float) and not isinstance(precision, bool)
    if precision is not None and not (is_number and 0 < precision < WIDEST):
        legal = f"a fraction above 0 and below {WIDEST}"
        raise DataError(f"the precision is {describe(precision)}; legal: {legal}")
    if precision is not None and sequential:
        raise DataError("a comparison stops at a precision or at a verdict, not at both")
    if precision is None and not sequential:
        base, *others = games.all(
            [baseline, *variants], check_games(COMPARE_GAMES if count is None else count)
        )
        return base, others, None
    cap = check_games(CAP if count is None else count)
    if sequential:
        return until_decided(games, baseline, variants, margin, cap)
    return until_precise(games, baseline, variants, precision, cap)


def caveats_of(precision: float | None, sequential: bool) -> list[str]:
    """What must be said of figures that decided themselves when the games stop."""
    if sequential:
        return ["verdicts are of the sequential test; intervals and p do not allow for its stop"]
    if precision is not None:
        return ["each variant stopped once its interval was narrow; the interval allows for that"]
    return []


def answer_of(
    baseline: ArmGames,
    variants: Sequence[ArmGames],
    judgements: Sequence[Judgement] | None = None,
    margin: float = MARGIN,
) -> Answer:
    """The comparison of games that are played: its table, what flipped, what else changed."""
    sides = [Side.of(variant) for variant in variants]
    table = verdict_table(Side.of(baseline), sides, margin, judgements)
    tables = {
        "compare": table,
        "flips": flips(baseline, variants),
        "causes": causes(baseline, variants),
    }
    return Answer(tables, [baseline, *variants], surprises(table))


def comparison_of(answer: Answer) -> Comparison:
    found = Comparison(answer.tables["compare"])
    found.answer = answer
    return found


CAP = 200_000  # pairs, however undecided
GROWTH = 1.5  # from one look to the next: few looks cost little, and the tests allow any number

# Looks at a variant beside its baseline; a judgement ends it, and the last look needs one.
Judge = Callable[[Side, Side, bool], Judgement | None]


def until_precise(
    games: Games,
    baseline: Arm,
    variants: Sequence[Arm],
    half_width: float,
    cap: int = CAP,
) -> tuple[ArmGames, list[ArmGames], list[Judgement]]:
    """Plays each variant until its difference is known to ± half_width, or to the cap.

    The interval that ends the games is the one shown. Where they end depends on how many games
    flip, hardly on the side they flip to, so the tests of all variants together still hold.
    """

    def judge(base: Side, variant: Side, is_last: bool) -> Judgement | None:
        difference = stats.difference_at_stop(*flips_of(pair_of(base, variant)))
        if difference.half_width > half_width and not is_last:
            return None
        return Judgement(difference)

    return _play(games, baseline, variants, [judge] * len(variants), cap)


def until_decided(
    games: Games, baseline: Arm, variants: Sequence[Arm], margin: float = MARGIN, cap: int = CAP
) -> tuple[ArmGames, list[ArmGames], list[Judgement]]:
    """Plays each variant until the sequential test says easier, harder or equivalent.

    The plain estimate is beside the verdict; it does not allow for the stop.
    """

    def judge_of() -> Judge:
        test = stats.SequentialComparison(margin, SEQUENTIAL_ALPHA / len(variants))
        seen = [0, 0, 0]  # only the baseline won, only the variant, pairs

        def judge(base: Side, variant: Side, is_last: bool) -> Judgement | None:
            counts = flips_of(pair_of(base, variant))
            state = test.add(*(now - then for now, then in zip(counts, seen, strict=True)))
            seen[:] = counts
            if not state.is_decided and not is_last:
                return None
            return Judgement(state.difference, state.verdict)

        return judge

    return _play(games, baseline, variants, [judge_of() for _ in variants], cap)


def _play(
    games: Games, baseline: Arm, variants: Sequence[Arm], judges: Sequence[Judge], cap: int
) -> tuple[ArmGames, list[ArmGames], list[Judgement]]:
    """Where a variant stops depends on its games alone, never on what a folder already holds."""
    everybody = [arm.scenario for arm in (baseline, *variants)]
    games.expect([Batch(everybody, cap)], at_most=True)
    ended: dict[int, tuple[ArmGames, Judgement]] = {}
    for look in looks(cap):
        still_open = [place for place in range(len(variants)) if place not in ended]
        arms = [baseline, *(variants[place] for place in still_open)]
        base, *others = games.all(arms, look)
        for place, played in zip(still_open, others, strict=True):
            judged = judges[place](Side.of(base), Side.of(played), look == cap)
            if judged:
                ended[place] = played, judged
                games.enough(played.arm)
        if len(ended) == len(variants):
            break
    in_order = [ended[place] for place in range(len(variants))]
    return base, [played for played, _ in in_order], [judged for _, judged in in_order]


def looks(cap: int) -> Iterator[int]:
    """The numbers of pairs at which it is decided whether to go on; the last one is the cap."""
    pairs = float(SEQUENTIAL_MIN_PAIRS)
    while pairs < cap:
        yield round(pairs)
        pairs *= GROWTH
    yield cap
