# Longer than most: a family at a fixed size, and the sequential test of one.
"""Judge differences in one word each: a family of them at a fixed size, or one block by block."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.stats.estimate import (
    CONFIDENCE,
    EQUIVALENCE_SHARE,
    MARGIN,
    SEQUENTIAL_ALPHA,
    SEQUENTIAL_BETA,
    SEQUENTIAL_MIN_PAIRS,
    ZERO_EVENT_BOUND,
    Estimate,
    check_same_length,
    checked_column,
    checked_count,
    checked_indicators,
    checked_positive,
    checked_share,
    significance,
)
from rotwsim.stats.means_and_quantiles import Difference
from rotwsim.stats.paired import mcnemar, paired_difference_estimate, paired_standard_error
from rotwsim.stats.proportions import wilson

EASIER, HARDER, EQUIVALENT, UNDECIDED = "easier", "harder", "equivalent", "undecided"
MORE, LESS = "more", "less"


def verdict(difference: Estimate, margin: float = MARGIN) -> str:
    """Say easier, harder, equivalent within the margin, or undecided.

    `difference` is variant - baseline in win rate. Equivalent comes first: an interval wholly
    inside the margin is a difference too small to matter, even if it excludes zero. A difference
    that is itself within the margin is never called easier or harder. For k variants pass
    intervals made at `simultaneous_level(k)`; then all verdicts hold together.
    """
    margin = checked_positive("margin", margin)
    if not difference.low <= difference.high:
        raise ValueError(f"not an interval: {difference.low} to {difference.high}")
    if -margin < difference.low and difference.high < margin:
        return EQUIVALENT
    if abs(difference.value) <= margin:
        return UNDECIDED
    if difference.low > 0:
        return EASIER
    if difference.high < 0:
        return HARDER
    return UNDECIDED


@dataclass(frozen=True, slots=True)
class FamilyVerdict:
    """The verdict on one variant of several, and the p value that goes with it."""

    verdict: str
    p_adjusted: float  # at most 1 - level where the verdict is easier or harder


def family_verdicts(
    flips: Sequence[tuple[int, int, int]], margin: float = MARGIN, level: float = CONFIDENCE
) -> list[FamilyVerdict]:
    """Judge several variants of one baseline; any verdict is false with chance 1 - level.

    Each variant is given by its pairs: those only the baseline won, those only the variant won,
    and all. No variant can make both mistakes, to be called easier or harder without a difference
    and equivalent with one; but several variants together can make both. So they share the chance
    to err: a fifth, in equal parts, for intervals that must lie within the margin, the rest for
    Holm's correction of McNemar's test. A single variant has it all for either. A difference that
    is itself within the margin is never called easier or harder, however sure it is.
    """
    margin = checked_positive("margin", margin)
    error = significance(level)
    is_one = len(flips) == 1
    for_differing = 1.0 if is_one else 1 - EQUIVALENCE_SHARE
    adjusted = holm([mcnemar(b, c)[0] for b, c, _ in flips]) / for_differing
    # Only one end of an interval can be wrong, so half of this share is left for approximations.
    within = level if is_one else 1 - EQUIVALENCE_SHARE * error / len(flips)
    found = []
    for (b, c, n), p_adjusted in zip(flips, adjusted, strict=True):
        sure = paired_difference_estimate(b, c, n, within)
        word = UNDECIDED
        if -margin < sure.low and sure.high < margin:
            word = EQUIVALENT
        elif p_adjusted <= error and abs(sure.value) > margin:
            word = EASIER if c > b else HARDER
        found.append(FamilyVerdict(word, min(1.0, float(p_adjusted))))
    return found


def mean_verdicts(
    differences: Sequence[Difference], level: float = CONFIDENCE
) -> list[tuple[str, float]]:
    """Say more, less, equivalent or undecided, with the corrected p value of each.

    Any of them is false with chance 1 - level; the chance is shared as in `family_verdicts`.
    """
    error, is_one = significance(level), len(differences) == 1
    for_differing = 1.0 if is_one else 1 - EQUIVALENCE_SHARE
    within = level if is_one else 1 - EQUIVALENCE_SHARE * error / len(differences)
    adjusted = holm([difference.p_value for difference in differences]) / for_differing
    found = []
    for difference, p_adjusted in zip(differences, adjusted, strict=True):
        sure, word = difference.at(within), UNDECIDED
        if -difference.margin < sure.low and sure.high < difference.margin:
            word = EQUIVALENT
        elif p_adjusted <= error:
            word = MORE if difference.estimate.value > 0 else LESS
        found.append((word, min(1.0, float(p_adjusted))))
    return found


def holm(p_values: ArrayLike) -> np.ndarray:
    """Compute Holm's adjusted p values, for declared questions.

    Any false alarm at all among those below alpha has at most chance alpha.
    """
    p = _checked_p_values(p_values)
    order = np.argsort(p, kind="stable")
    still_open = np.arange(len(p), 0, -1)
    return _in_given_order(np.maximum.accumulate(p[order] * still_open), order)


def simultaneous_level(questions: int, level: float = CONFIDENCE) -> float:
    """Compute the level of each interval so that all hold together."""
    if checked_count("questions", questions) < 1:
        raise ValueError("questions must be at least 1")
    return 1 - significance(level) / questions


def _checked_p_values(p_values: ArrayLike) -> np.ndarray:
    p = checked_column("p_values", p_values)
    if ((p < 0) | (p > 1)).any():
        raise ValueError("every p value must be between 0 and 1")
    return p


def _in_given_order(adjusted: np.ndarray, order: np.ndarray) -> np.ndarray:
    in_given_order = np.empty(len(order))
    in_given_order[order] = np.minimum(adjusted, 1.0)
    return in_given_order


@dataclass(frozen=True, slots=True)
class Near:
    """One candidate: its win rate and its distance from the wanted one."""

    name: str
    rate: Estimate
    distance: Estimate


def nearest(wins: Mapping[str, ArrayLike], wanted: float, level: float = CONFIDENCE) -> list[Near]:
    """Sort candidates, each with its column of wins, by distance from the wanted win rate.

    One half of the games ranks them, the other half measures the distance. Measured on the games
    that chose it, the nearest of ten seems half as far as it is.
    """
    wanted = checked_share("wanted", wanted)
    columns = {name: checked_indicators(name, column) for name, column in wins.items()}
    if not columns:
        raise ValueError("name at least one candidate")
    check_same_length(**columns)
    half = len(next(iter(columns.values()))) // 2
    if not half:
        raise ValueError("the nearest needs at least two games")
    ranked = sorted(columns, key=lambda name: abs(columns[name][:half].mean() - wanted))
    found = []
    for name in ranked:
        rate = wilson(int(columns[name][half:].sum()), len(columns[name]) - half, level)
        found.append(Near(name, rate, distance_from(wanted, rate)))
    return found


def distance_from(wanted: float, rate: Estimate) -> Estimate:
    """Measure the distance of a win rate from the wanted one."""
    ends = [abs(end - wanted) for end in (rate.low, rate.high)]
    low = 0.0 if rate.covers(wanted) else min(ends)
    return Estimate(abs(rate.value - wanted), low, max(ends), rate.n)


CONTINUE, ACCEPT_DELTA0, ACCEPT_DELTA1 = "continue", "delta0", "delta1"


@dataclass(frozen=True, slots=True)
class SequentialState:
    """The state of a sequential test: its log likelihood ratio, decision and plain estimate.

    The estimate's interval is the fixed-size one; it does not allow for the stopping rule.
    """

    log_likelihood_ratio: float
    decision: str
    difference: Estimate

    @property
    def is_decided(self) -> bool:
        """Check whether more games cannot change the decision."""
        return self.decision != CONTINUE


@dataclass(slots=True)
class SequentialTest:
    """Is the paired difference delta0 or delta1? Blocks of pairs go in until one is accepted.

    Look once per block. A decision, once made, stays; later blocks only refine the estimate.
    """

    delta0: float
    delta1: float
    alpha: float = SEQUENTIAL_ALPHA
    beta: float = SEQUENTIAL_BETA
    min_pairs: int = SEQUENTIAL_MIN_PAIRS
    level: float = CONFIDENCE
    only_baseline: int = field(default=0, init=False)
    only_variant: int = field(default=0, init=False)
    n: int = field(default=0, init=False)
    decision: str = field(default=CONTINUE, init=False)

    def __post_init__(self) -> None:
        if not (math.isfinite(self.delta0) and math.isfinite(self.delta1)):
            raise ValueError("delta0 and delta1 must be numbers")
        if self.delta0 == self.delta1:
            raise ValueError(f"delta0 and delta1 must differ, both are {self.delta0}")
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise ValueError("alpha and beta must be above 0 and together below 1")

    def add(self, only_baseline: int, only_variant: int, pairs: int) -> SequentialState:
        """Add a block of `pairs` of which these many were won by one side only, and look."""
        b = checked_count("only_baseline", only_baseline)
        c = checked_count("only_variant", only_variant)
        pairs = checked_count("pairs", pairs)
        if b + c > pairs:
            raise ValueError(f"{b + c} flipped pairs do not fit into a block of {pairs}")
        self.only_baseline += b
        self.only_variant += c
        self.n += pairs
        return self._look()

    def _look(self) -> SequentialState:
        counts = (self.only_baseline, self.only_variant, self.n)
        ratio = log_likelihood_ratio(*counts, self.delta0, self.delta1)
        if self.decision == CONTINUE and self.n >= self.min_pairs:
            self.decision = self._decision_at(ratio)
        return SequentialState(
            ratio, self.decision, paired_difference_estimate(*counts, self.level)
        )

    def _decision_at(self, ratio: float) -> str:
        if ratio >= math.log((1 - self.beta) / self.alpha):
            return ACCEPT_DELTA1
        if ratio <= math.log(self.beta / (1 - self.alpha)):
            return ACCEPT_DELTA0
        return CONTINUE


def log_likelihood_ratio(
    only_baseline: int, only_variant: int, n: int, delta0: float, delta1: float
) -> float:
    """Compute LLR = n (δ1 - δ0)(2 x̄ - δ0 - δ1) / (2 s²), of a difference δ1 against δ0."""
    mean = (only_variant - only_baseline) / n
    # Too few flips to know s²: the rule of three bounds it, else one block without any decides.
    variance = max(
        n * paired_standard_error(only_baseline, only_variant, n) ** 2, ZERO_EVENT_BOUND / n
    )
    return n * (delta1 - delta0) * (2 * mean - delta0 - delta1) / (2 * variance)


@dataclass(frozen=True, slots=True)
class ComparisonState:
    """The state of a two-sided sequential comparison, with the plain estimate."""

    verdict: str
    easier: SequentialState
    harder: SequentialState

    @property
    def difference(self) -> Estimate:
        """Return the plain fixed-size estimate of variant - baseline."""
        return self.easier.difference

    @property
    def is_decided(self) -> bool:
        """Check whether more games cannot change the decision."""
        return self.verdict != UNDECIDED


class SequentialComparison:
    """Easier, harder or equivalent? Two sequential tests of 0, against +margin and -margin.

    With no difference a false "easier" or "harder" has chance alpha in all, half on each side;
    at a difference of one margin a false "equivalent" has chance beta (Sobel and Wald 1949).
    """

    def __init__(
        self,
        margin: float = MARGIN,
        alpha: float = SEQUENTIAL_ALPHA,
        beta: float = SEQUENTIAL_BETA,
        min_pairs: int = SEQUENTIAL_MIN_PAIRS,
        level: float = CONFIDENCE,
    ) -> None:
        margin = checked_positive("margin", margin)
        self._easier = SequentialTest(0.0, margin, alpha / 2, beta, min_pairs, level)
        self._harder = SequentialTest(0.0, -margin, alpha / 2, beta, min_pairs, level)
        self._verdict = UNDECIDED

    def add(self, only_baseline: int, only_variant: int, pairs: int) -> ComparisonState:
        """Add a block of pairs to both tests and look once."""
        easier = self._easier.add(only_baseline, only_variant, pairs)
        harder = self._harder.add(only_baseline, only_variant, pairs)
        if self._verdict == UNDECIDED:
            self._verdict = _joint_verdict(easier.decision, harder.decision)
        return ComparisonState(self._verdict, easier, harder)


def _joint_verdict(easier: str, harder: str) -> str:
    if easier == ACCEPT_DELTA1:
        return EASIER
    if harder == ACCEPT_DELTA1:
        return HARDER
    if easier == harder == ACCEPT_DELTA0:
        return EQUIVALENT
    return UNDECIDED
