"""Means of two sides on the same seeds, with a p value, and what several such differences say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from numpy.typing import ArrayLike

from rotwsim.stats.checks import check_same_length, checked_column, checked_positive
from rotwsim.stats.estimate import Estimate
from rotwsim.stats.levels import CONFIDENCE, EQUIVALENCE_SHARE, significance
from rotwsim.stats.means import mean, standard_error, student_critical_value
from rotwsim.stats.multiple import holm
from rotwsim.stats.verdicts import EQUIVALENT, UNDECIDED

MORE, LESS = "more", "less"


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference of means with its p value and the width of an interval at another level."""

    estimate: Estimate
    p_value: float
    margin: float  # a difference within it does not matter

    def at(self, level: float) -> Estimate:
        """The same difference with Student's interval of another level."""
        value, n = self.estimate.value, self.estimate.n
        if n == 1:
            return self.estimate
        narrow, wide = (
            student_critical_value(significance(share) / 2, n - 1) for share in (CONFIDENCE, level)
        )
        reach = self.estimate.half_width * wide / narrow
        return Estimate(value, value - reach, value + reach, n)


def paired_means(baseline: ArrayLike, variant: ArrayLike, margin: float) -> Difference:
    """The mean of variant - baseline over seeds, with Student's interval and p value."""
    from scipy.special import stdtr

    first, second = checked_column("baseline", baseline), checked_column("variant", variant)
    check_same_length(baseline=first, variant=second)
    found, p_value = mean(second - first), 1.0
    if found.n > 1:
        in_errors = abs(found.value) / standard_error(second - first)
        p_value = 2 * float(stdtr(found.n - 1, -in_errors))
    return Difference(found, p_value, checked_positive("margin", margin))


def mean_verdicts(
    differences: Sequence[Difference], level: float = CONFIDENCE
) -> list[tuple[str, float]]:
    """More, less, equivalent within its margin or undecided, and the corrected p value of each.

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
