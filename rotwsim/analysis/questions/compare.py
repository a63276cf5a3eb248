"""Variants against their baseline, on the same seeds, until enough is known if asked for."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rotwsim import stats
from rotwsim.analysis import questions, tables, verdict_table
from rotwsim.analysis.pool import Arm, ArmGames, Games, batch_of
from rotwsim.analysis.questions import COMMAND, PYTHON, Analysis, Method, Parameter, pp_of
from rotwsim.analysis.results import Answer
from rotwsim.analysis.verdict_table import Judgement, flips_of, pair_of
from rotwsim.runner.person_calibration import same_person
from rotwsim.runner.workload import Batch, check_games
from rotwsim.scenario.reading import describe
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.variants import all_tweaks as every_tweak
from rotwsim.scenario.variants import variant_of
from rotwsim.stats import MARGIN
from rotwsim.stats.estimate import SEQUENTIAL_ALPHA, SEQUENTIAL_MIN_PAIRS

BASELINE = "baseline"
WIDEST = 0.5  # a half width that every win rate has
CAP = 200_000  # pairs, however undecided
GROWTH = 1.5  # from one look to the next: few looks cost little, and the tests allow any number

# Looks at a variant beside its baseline; a judgement ends it, and the last look needs one.
Judge = Callable[[ArmGames, ArmGames, bool], Judgement | None]
Stopped = tuple[ArmGames, list[ArmGames], list[Judgement]]  # the baseline, variants, judgements


@dataclass(frozen=True)
class Length:
    """How long a comparison plays: games, or at the most games where it may stop before."""

    count: int | None = None
    precision: float | None = None
    sequential: bool = False
    margin: float = MARGIN

    @property
    def may_stop(self) -> bool:
        return self.precision is not None or self.sequential

    @property
    def most(self) -> int:
        usual = CAP if self.may_stop else questions.COMPARE_GAMES
        return check_games(usual if self.count is None else self.count)

    def check(self) -> None:
        precision = self.precision
        is_number = isinstance(precision, int | float) and not isinstance(precision, bool)
        if precision is not None and not (is_number and 0 < precision < WIDEST):
            legal = f"a fraction above 0 and below {WIDEST}"
            raise DataError(f"the precision is {describe(precision)}; legal: {legal}")
        if precision is not None and self.sequential:
            raise DataError("a comparison stops at a precision or at a verdict, not at both")

    def caveats(self) -> list[str]:
        """Say what holds of numbers that decided themselves when the games stop."""
        said = "each variant stopped once its interval was narrow; the interval allows for that"
        if self.sequential:
            said = "verdicts are of the sequential test; intervals and p do not allow for its stop"
        return [said] * self.may_stop


def compare(
    games: Games,
    scenario: Scenario,
    variants: Sequence[str],
    all_tweaks: bool,
    count: int | None,
    precision: float | None,
    sequential: bool,
    margin: float,
) -> Answer:
    arms = arms_of(scenario, variants, all_tweaks)
    return compare_arms(games, scenario, arms, Length(count, precision, sequential, margin))


def batches(
    scenario: Scenario,
    variants: Sequence[str],
    all_tweaks: bool,
    count: int | None,
    precision: float | None,
    sequential: bool,
) -> list[Batch]:
    """Say what `compare` will play; where games may stop early, it is announced with the most."""
    arms = arms_of(scenario, variants, all_tweaks)
    if Length(None, precision, sequential).may_stop or not arms:  # what is wrong is said first
        return []
    return [batch_of([Arm(BASELINE, scenario), *arms], Length(count).most)]


def arms_of(scenario: Scenario, variants: Sequence[str], all_tweaks: bool) -> list[Arm]:
    arms = [arm_of(text, None, scenario) for text in variants]
    return arms + (tweak_arms(scenario) if all_tweaks else [])


def arm_of(name: str, given: Scenario | str | None, baseline: Scenario) -> Arm:
    if isinstance(given, Scenario):
        return Arm(name, given)
    variant = variant_of(name if given is None else f"{name}: {given}", baseline)
    return Arm(variant.name, same_person(variant.scenario, baseline), variant.side)


def tweak_arms(baseline: Scenario) -> list[Arm]:
    return [Arm(each.name, each.scenario, each.side) for each in every_tweak(baseline)]


def compare_arms(
    games: Games, scenario: Scenario, variants: Sequence[Arm], length: Length
) -> Answer:
    """Play as many games of each side, or fewer of a variant that is precise or decided before."""
    baseline = Arm(BASELINE, scenario)
    if not variants:
        raise DataError("there is no variant to compare; give --variant tweak=cash or --all-tweaks")
    verdict_table.check_names([BASELINE, *(variant.name for variant in variants)])
    for variant in variants:
        if variant.scenario.game != scenario.game:
            raise DataError(f'"{variant.name}" and its baseline: only one has seats')
    length.check()
    most, judgements = length.most, None
    if length.precision is not None:
        base, others, judgements = until_precise(games, baseline, variants, length.precision, most)
    elif length.sequential:
        base, others, judgements = until_decided(games, baseline, variants, length.margin, most)
    else:
        base, *others = games.all([baseline, *variants], most)
    answer = answer_of(base, others, judgements, length.margin)
    answer.caveats += length.caveats()
    return answer


def answer_of(
    baseline: ArmGames,
    variants: Sequence[ArmGames],
    judgements: Sequence[Judgement] | None = None,
    margin: float = MARGIN,
) -> Answer:
    """Compare games that are played: its table, what flipped, what else changed."""
    table = verdict_table.verdict_table(baseline, variants, margin, judgements)
    people = verdict_table.effects_table(baseline, variants, table)
    found = {
        **({"effects": people} if len(people) else {}),
        "compare": table,
        "flips": tables.flips(baseline, variants),
        "causes": tables.causes(baseline, variants),
    }
    return Answer(found, [baseline, *variants], verdict_table.surprises(table))


def until_precise(
    games: Games, baseline: Arm, variants: Sequence[Arm], half_width: float, cap: int
) -> Stopped:
    """Play each variant until its difference is known to ± half_width, or to the cap.

    The interval that ends the games is the one shown. Where they end depends on how many games
    flip, hardly on the side they flip to, so the tests of all variants together still hold.
    """

    def judge(base: ArmGames, variant: ArmGames, is_last: bool) -> Judgement | None:
        difference = stats.difference_at_stop(*flips_of(pair_of(base, variant)))
        return Judgement(difference) if difference.half_width <= half_width or is_last else None

    return _play(games, baseline, variants, [judge] * len(variants), cap)


def until_decided(
    games: Games, baseline: Arm, variants: Sequence[Arm], margin: float, cap: int
) -> Stopped:
    """Play each variant until the sequential test says easier, harder or equivalent.

    The plain estimate is beside the verdict; it does not allow for the stop.
    """

    def judge_of() -> Judge:
        test = stats.SequentialComparison(margin, SEQUENTIAL_ALPHA / len(variants))
        seen = [0, 0, 0]  # only the baseline won, only the variant, pairs

        def judge(base: ArmGames, variant: ArmGames, is_last: bool) -> Judgement | None:
            counts = flips_of(pair_of(base, variant))
            state = test.add(*(now - then for now, then in zip(counts, seen, strict=True)))
            seen[:] = counts
            is_over = state.is_decided or is_last
            return Judgement(state.difference, state.verdict) if is_over else None

        return judge

    return _play(games, baseline, variants, [judge_of() for _ in variants], cap)


def _play(
    games: Games, baseline: Arm, variants: Sequence[Arm], judges: Sequence[Judge], cap: int
) -> Stopped:
    """Stop each variant by its own games alone, never by what a folder already holds."""
    games.expect([batch_of([baseline, *variants], cap)], at_most=True)
    ended: dict[int, tuple[ArmGames, Judgement]] = {}
    for look in looks(cap):
        places = [place for place in range(len(variants)) if place not in ended]
        if not places:
            break
        base, *others = games.all([baseline, *(variants[place] for place in places)], look)
        for place, played in zip(places, others, strict=True):
            if judged := judges[place](base, played, look == cap):
                ended[place] = played, judged
                games.enough(played.arm)
    played, judgements = zip(*(ended[place] for place in sorted(ended)), strict=True)
    return base, [*played], [*judgements]


def looks(cap: int) -> Iterator[int]:
    """Give the numbers of pairs after which the games may stop; the last one is the cap."""
    pairs = float(SEQUENTIAL_MIN_PAIRS)
    while pairs < cap:
        yield round(pairs)
        pairs *= GROWTH
    yield cap


NOT_IN_A_FILE = (COMMAND, PYTHON)
METHOD = Method.of(compare, batches)
QUESTION = Analysis(
    parameters=(
        Parameter(
            questions.listed("variants", "variant"),
            metavar="TEXT",
            has_commas=True,
            places=NOT_IN_A_FILE,
        ),
        questions.flag_of("all_tweaks", False, places=NOT_IN_A_FILE),
        questions.count_of("games", None, places=NOT_IN_A_FILE),
        pp_of("precision", None, most=50, places=NOT_IN_A_FILE),
        questions.flag_of("sequential", False, places=NOT_IN_A_FILE),
        pp_of("margin", MARGIN),
        Parameter(questions.option_of("across", str, ""), places=(questions.FILE,)),
    ),
    solo=METHOD,
    multiplayer=METHOD,
)
