"""What differences say in one word each, given the margin that matters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rotwsim.stats.checks import checked_positive
from rotwsim.stats.estimate import Estimate
from rotwsim.stats.levels import CONFIDENCE, EQUIVALENCE_SHARE, MARGIN, significance
from rotwsim.stats.multiple import holm
from rotwsim.stats.paired import mcnemar, paired_difference_estimate

EASIER, HARDER, EQUIVALENT, UNDECIDED = "easier", "harder", "equivalent", "undecided"


def verdict(difference: Estimate, margin: float = MARGIN) -> str:
    """Easier, harder, equivalent within the margin, or undecided.

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
    """Verdicts on several variants of one baseline, of which any is false with chance 1 - level.

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
