"""Judge differences in one word each: a family of them at a fixed size, or one block by block."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats import estimate
from rotwsim.stats.means_and_quantiles import Difference
from rotwsim.stats.paired import mcnemar, paired_difference_estimate, paired_standard_error
from rotwsim.stats.proportions import wilson

EASIER, HARDER, EQUIVALENT, UNDECIDED = "easier", "harder", "equivalent", "undecided"
MORE, LESS = "more", "less"


def verdict(difference: estimate.Estimate, margin: float = estimate.MARGIN) -> str:
    """Say easier, harder, equivalent within the margin, or undecided.

    `difference` is variant - baseline in win rate. Equivalent comes first: an interval wholly
    inside the margin is a difference too small to matter, even if it excludes zero. For k variants
    pass intervals made at `simultaneous_level(k)`; then all verdicts hold together.
    """
    margin = estimate.checked_positive("margin", margin)
    if not difference.low <= difference.high:
        raise ValueError(f"not an interval: {difference.low} to {difference.high}")
    if -margin < difference.low and difference.high < margin:
        return EQUIVALENT
    if abs(difference.value) <= margin or difference.covers(0):
        return UNDECIDED
    return EASIER if difference.value > 0 else HARDER


@dataclass(frozen=True, slots=True)
class FamilyVerdict:
    """The verdict on one variant of several, and the p value that goes with it."""

    verdict: str
    p_adjusted: float  # at most 5 % where the verdict is easier or harder


def family_verdicts(
    flips: Sequence[tuple[int, int, int]], margin: float = estimate.MARGIN
) -> list[FamilyVerdict]:
    """Judge several variants of one baseline; any verdict is false with a chance of 5 %.

    Each variant is given by its pairs: those only the baseline won, those only the variant won,
    and all. Several variants together can make both mistakes, a false difference and a false
    "equivalent". So they share the chance to err: a fifth, in equal parts, for intervals that must
    lie within the margin, the rest for Holm's correction of McNemar's test. A single variant has it
    all for either. A difference that is itself within the margin is never easier or harder.
    """
    margin = estimate.checked_positive("margin", margin)
    # Only one end of an interval can be wrong, so half of this share is left for approximations.
    adjusted, within = shared_error([mcnemar(b, c) for b, c, _ in flips])
    found = []
    for (b, c, n), p_adjusted in zip(flips, adjusted, strict=True):
        sure = paired_difference_estimate(b, c, n, 1 - within)
        word = UNDECIDED
        if -margin < sure.low and sure.high < margin:
            word = EQUIVALENT
        elif p_adjusted <= estimate.ERROR and abs(sure.value) > margin:
            word = EASIER if c > b else HARDER
        found.append(FamilyVerdict(word, float(p_adjusted)))
    return found


def shared_error(p_values: ArrayLike) -> tuple[np.ndarray, float]:
    """Share the chance to err: return Holm's p values for their part, and that of each interval."""
    adjusted, part = holm(p_values), estimate.EQUIVALENCE_SHARE
    if len(adjusted) == 1:
        return adjusted, estimate.ERROR
    return np.minimum(1.0, adjusted / (1 - part)), part * estimate.ERROR / len(adjusted)


def mean_verdicts(differences: Sequence[Difference]) -> list[tuple[str, float]]:
    """Say more, less, equivalent or undecided, with the corrected p value of each."""
    adjusted, within = shared_error([difference.p_value for difference in differences])
    found = []
    for difference, p_adjusted in zip(differences, adjusted, strict=True):
        sure, word = difference.at(1 - within), UNDECIDED
        if -difference.margin < sure.low and sure.high < difference.margin:
            word = EQUIVALENT
        elif p_adjusted <= estimate.ERROR:
            word = MORE if difference.estimate.value > 0 else LESS
        found.append((word, float(p_adjusted)))
    return found


def holm(p_values: ArrayLike) -> np.ndarray:
    """Compute Holm's adjusted p values, for declared questions."""
    p = estimate.checked_column("p_values", p_values)
    if ((p < 0) | (p > 1)).any():
        raise ValueError("every p value must be between 0 and 1")
    order = np.argsort(p, kind="stable")
    adjusted = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    in_given_order = np.empty(len(p))
    in_given_order[order] = np.minimum(adjusted, 1.0)
    return in_given_order


def simultaneous_level(questions: int, level: float = estimate.CONFIDENCE) -> float:
    """Compute the level of each interval so that all hold together."""
    if estimate.checked_count("questions", questions) < 1:
        raise ValueError("questions must be at least 1")
    return 1 - estimate.significance(level) / questions


@dataclass(frozen=True, slots=True)
class Near:
    """One candidate: its win rate and its distance from the wanted one."""

    name: str
    rate: estimate.Estimate
    distance: estimate.Estimate


def nearest(wins: Mapping[str, ArrayLike], wanted: float) -> list[Near]:
    """Sort candidates, each with its column of wins, by distance from the wanted win rate.

    One half of the games ranks them, the other measures: else the nearest seems nearer than it is.
    """
    wanted = estimate.checked_share("wanted", wanted)
    columns = {name: estimate.checked_indicators(name, column) for name, column in wins.items()}
    if not columns:
        raise ValueError("name at least one candidate")
    estimate.check_same_length(**columns)
    half = len(next(iter(columns.values()))) // 2
    if not half:
        raise ValueError("the nearest needs at least two games")
    ranked = sorted(columns, key=lambda name: abs(columns[name][:half].mean() - wanted))
    found = []
    for name in ranked:
        rate = wilson(int(columns[name][half:].sum()), len(columns[name]) - half)
        found.append(Near(name, rate, distance_from(wanted, rate)))
    return found


def distance_from(wanted: float, rate: estimate.Estimate) -> estimate.Estimate:
    """Measure the distance of a win rate from the wanted one."""
    ends = [abs(end - wanted) for end in (rate.low, rate.high)]
    low = 0.0 if rate.covers(wanted) else min(ends)
    return estimate.Estimate(abs(rate.value - wanted), low, max(ends), rate.n)


CONTINUE, ACCEPT_DELTA0, ACCEPT_DELTA1 = "continue", "delta0", "delta1"


@dataclass(frozen=True, slots=True)
class SequentialState:
    """The decision of a sequential test, or CONTINUE or UNDECIDED, and the plain estimate."""

    verdict: str
    difference: estimate.Estimate

    @property
    def is_decided(self) -> bool:
        return self.verdict not in (CONTINUE, UNDECIDED)


class SequentialTest:
    """Is the paired difference delta0 or delta1? Blocks of pairs go in until one is accepted."""

    def __init__(
        self,
        delta0: float,
        delta1: float,
        alpha: float = estimate.SEQUENTIAL_ALPHA,
        beta: float = estimate.SEQUENTIAL_BETA,
        min_pairs: int = estimate.SEQUENTIAL_MIN_PAIRS,
    ) -> None:
        if not (math.isfinite(delta0) and math.isfinite(delta1)):
            raise ValueError("delta0 and delta1 must be numbers")
        if delta0 == delta1:
            raise ValueError(f"delta0 and delta1 must differ, both are {delta0}")
        if not (alpha > 0 and beta > 0 and alpha + beta < 1):
            raise ValueError("alpha and beta must be above 0 and together below 1")
        self.deltas, self.min_pairs = (delta0, delta1), min_pairs
        self.low, self.high = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
        self.counts = (0, 0, 0)  # pairs won by the baseline alone, by the variant alone, and all
        self.decision = CONTINUE

    def add(self, only_baseline: int, only_variant: int, pairs: int) -> SequentialState:
        """Add a block of `pairs` of which these many were won by one side only, and look."""
        b = estimate.checked_count("only_baseline", only_baseline)
        c = estimate.checked_count("only_variant", only_variant)
        pairs = estimate.checked_count("pairs", pairs)
        if b + c > pairs:
            raise ValueError(f"{b + c} flipped pairs do not fit into a block of {pairs}")
        before = self.counts
        self.counts = before[0] + b, before[1] + c, before[2] + pairs
        if self.decision == CONTINUE and self.counts[2] >= self.min_pairs:
            ratio = log_likelihood_ratio(*self.counts, *self.deltas)
            if ratio >= self.high:
                self.decision = ACCEPT_DELTA1
            elif ratio <= self.low:
                self.decision = ACCEPT_DELTA0
        return SequentialState(self.decision, paired_difference_estimate(*self.counts))


def log_likelihood_ratio(
    only_baseline: int, only_variant: int, n: int, delta0: float, delta1: float
) -> float:
    """Compute LLR = n (δ1 - δ0)(2 x̄ - δ0 - δ1) / (2 s²), of a difference δ1 against δ0."""
    mean = (only_variant - only_baseline) / n
    # Too few flips to know s²: the rule of three bounds it, else one block without any decides.
    variance = max(
        n * paired_standard_error(only_baseline, only_variant, n) ** 2,
        estimate.ZERO_EVENT_BOUND / n,
    )
    return n * (delta1 - delta0) * (2 * mean - delta0 - delta1) / (2 * variance)


class SequentialComparison:
    """Easier, harder or equivalent? Two sequential tests of 0, against +margin and -margin.

    With no difference a false "easier" or "harder" has chance alpha in all, half on each side;
    at a difference of one margin a false "equivalent" has chance beta (Sobel and Wald 1949).
    """

    def __init__(
        self, margin: float = estimate.MARGIN, alpha: float = estimate.SEQUENTIAL_ALPHA
    ) -> None:
        margin = estimate.checked_positive("margin", margin)
        self._easier = SequentialTest(0.0, margin, alpha / 2)
        self._harder = SequentialTest(0.0, -margin, alpha / 2)
        self._verdict = UNDECIDED

    def add(self, only_baseline: int, only_variant: int, pairs: int) -> SequentialState:
        """Add a block of pairs to both tests and look once."""
        easier = self._easier.add(only_baseline, only_variant, pairs)
        harder = self._harder.add(only_baseline, only_variant, pairs)
        if self._verdict == UNDECIDED:
            if easier.verdict == ACCEPT_DELTA1:
                self._verdict = EASIER
            elif harder.verdict == ACCEPT_DELTA1:
                self._verdict = HARDER
            elif easier.verdict == harder.verdict == ACCEPT_DELTA0:
                self._verdict = EQUIVALENT
        return SequentialState(self._verdict, easier.difference)
