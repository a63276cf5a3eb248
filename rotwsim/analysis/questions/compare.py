"""Variants against their baseline, on the same seeds, until enough is known if asked for."""

from collections.abc import Iterator, Sequence

from rotwsim import stats
from rotwsim.analysis import questions, tables, verdict_table
from rotwsim.analysis.pool import Arm, ArmGames, Games, batch_of
from rotwsim.analysis.questions import COMMAND, PYTHON, Analysis, Method, Parameter
from rotwsim.analysis.results import Answer
from rotwsim.analysis.verdict_table import flips_of, pair_of
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
CAP = 200_000  # pairs, however undecided
GROWTH = 1.5  # from one look to the next: few looks cost little, and the tests allow any number
WIDEST = 0.5  # a half width that every win rate has
CAVEAT = "verdicts are of the sequential test; intervals and p do not allow for its stop"
NARROW = "each variant stopped once its interval was narrow; the interval allows for that"
Stopped = tuple[ArmGames, list[ArmGames], list[str]]  # the baseline, variants, verdicts


def compare(
    games: Games,
    scenario: Scenario,
    variants: Sequence[str | Arm],
    all_tweaks: bool,
    count: int | None,
    precision: float | None,
    sequential: bool,
    margin: float,
) -> Answer:
    """Play as many games of each side, or fewer of a variant that is precise or decided before."""
    check_stop(precision, sequential)
    arms = arms_of(scenario, variants, all_tweaks)
    if not arms:
        raise DataError("there is no variant to compare; give --variant tweak=cash or --all-tweaks")
    verdict_table.check_names([BASELINE, *(arm.name for arm in arms)])
    for arm in arms:
        if arm.scenario.game != scenario.game:
            raise DataError(f'"{arm.name}" and its baseline: only one has seats')
    may_stop = sequential or precision is not None
    usual = CAP if may_stop else questions.COMPARE_GAMES
    most, baseline = check_games(usual if count is None else count), Arm(BASELINE, scenario)
    if not may_stop:
        base, *others = games.all([baseline, *arms], most)
        return answer_of(base, others, margin=margin)
    base, others, verdicts = until_decided(games, baseline, arms, margin, most, precision)
    answer = answer_of(base, others, verdicts if sequential else None, margin, not sequential)
    answer.caveats.append(CAVEAT if sequential else NARROW)
    return answer


def check_stop(precision: float | None, sequential: bool) -> None:
    is_number = isinstance(precision, int | float) and not isinstance(precision, bool)
    if precision is not None and not (is_number and 0 < precision < WIDEST):
        legal = f"a fraction above 0 and below {WIDEST}"
        raise DataError(f"the precision is {describe(precision)}; legal: {legal}")
    if precision is not None and sequential:
        raise DataError("a comparison stops at a precision or at a verdict, not at both")


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
    if sequential or precision is not None or not arms:  # what is wrong is said first
        return []
    most = questions.COMPARE_GAMES if count is None else count
    return [batch_of([Arm(BASELINE, scenario), *arms], most)]


def arms_of(scenario: Scenario, variants: Sequence[str | Arm], all_tweaks: bool) -> list[Arm]:
    arms = [one if isinstance(one, Arm) else arm_of(one, None, scenario) for one in variants]
    return arms + (tweak_arms(scenario) if all_tweaks else [])


def arm_of(name: str, given: Scenario | str | None, baseline: Scenario) -> Arm:
    if isinstance(given, Scenario):
        return Arm(name, given)
    variant = variant_of(name if given is None else f"{name}: {given}", baseline)
    return Arm(variant.name, same_person(variant.scenario, baseline), variant.side)


def tweak_arms(baseline: Scenario) -> list[Arm]:
    return [Arm(each.name, each.scenario, each.side) for each in every_tweak(baseline)]


def answer_of(
    baseline: ArmGames,
    variants: Sequence[ArmGames],
    verdicts: Sequence[str] | None = None,
    margin: float = MARGIN,
    at_precision: bool = False,
) -> Answer:
    """Compare games that are played: its table, what flipped, what else changed."""
    table = verdict_table.verdict_table(baseline, variants, margin, verdicts, at_precision)
    people = verdict_table.effects_table(baseline, variants, table)
    found = {
        **({"effects": people} if len(people) else {}),
        "compare": table,
        "flips": tables.flips(baseline, variants),
        "causes": tables.causes(baseline, variants),
    }
    return Answer(found, [baseline, *variants], verdict_table.surprises(table))


def until_decided(
    games: Games,
    baseline: Arm,
    variants: Sequence[Arm],
    margin: float,
    cap: int,
    half_width: float | None = None,
) -> Stopped:
    """Play each variant until the sequential test says easier, harder or equivalent.

    With a half width, until its difference is known to ± that. Where it ends then depends on how
    many games flip, hardly on the side they flip to, so the tests of all variants still hold.
    Each stops by its own games alone, never by what a folder already holds.
    """
    games.expect([batch_of([baseline, *variants], cap)], at_most=True)
    alpha = SEQUENTIAL_ALPHA / len(variants)
    tests = [stats.SequentialComparison(margin, alpha) for _ in variants]
    seen = [(0, 0, 0)] * len(variants)
    ended: dict[int, tuple[ArmGames, str]] = {}
    for look in looks(cap):
        places = [place for place in range(len(variants)) if place not in ended]
        if not places:
            break
        base, *others = games.all([baseline, *(variants[place] for place in places)], look)
        for place, played in zip(places, others, strict=True):
            counts = flips_of(pair_of(base, played))
            more = (now - then for now, then in zip(counts, seen[place], strict=True))
            state, seen[place] = tests[place].add(*more), counts
            is_over = state.is_decided
            if half_width is not None:
                is_over = stats.difference_at_stop(*counts).half_width <= half_width
            if is_over or look == cap:
                ended[place] = played, state.verdict
                games.enough(played.arm)
    played, verdicts = zip(*(ended[place] for place in sorted(ended)), strict=True)
    return base, [*played], [*verdicts]


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
        questions.pp_of("precision", None, places=NOT_IN_A_FILE),
        questions.flag_of("sequential", False, places=NOT_IN_A_FILE),
        questions.pp_of("margin", MARGIN),
        Parameter(questions.option_of("across", str, ""), places=(questions.FILE,)),
    ),
    solo=METHOD,
    multiplayer=METHOD,
)
