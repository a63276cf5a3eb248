"""Decide about a tweak block by block: the sequential test of paired games (x = -1, 0 or 1)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from rotwsim.stats.estimate import (
    CONFIDENCE,
    MARGIN,
    SEQUENTIAL_ALPHA,
    SEQUENTIAL_BETA,
    SEQUENTIAL_MIN_PAIRS,
    ZERO_EVENT_BOUND,
    Estimate,
    checked_count,
    checked_positive,
)
from rotwsim.stats.paired import paired_difference_estimate, paired_standard_error
from rotwsim.stats.verdicts import EASIER, EQUIVALENT, HARDER, UNDECIDED

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
