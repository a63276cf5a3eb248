"""What an interval of a difference says in one word, given the margin that matters."""

from __future__ import annotations

from rotwsim.stats.checks import checked_positive
from rotwsim.stats.estimate import Estimate
from rotwsim.stats.levels import MARGIN

EASIER, HARDER, EQUIVALENT, UNDECIDED = "easier", "harder", "equivalent", "undecided"


def verdict(difference: Estimate, margin: float = MARGIN) -> str:
    """Easier, harder, equivalent within the margin, or undecided.

    `difference` is variant - baseline in win rate. Equivalent comes first: an interval wholly
    inside the margin is a difference too small to matter, even if it excludes zero. For k
    variants pass intervals made at `simultaneous_level(k)`; then all verdicts hold together.
    """
    margin = checked_positive("margin", margin)
    if not difference.low <= difference.high:
        raise ValueError(f"not an interval: {difference.low} to {difference.high}")
    if -margin < difference.low and difference.high < margin:
        return EQUIVALENT
    if difference.low > 0:
        return EASIER
    if difference.high < 0:
        return HARDER
    return UNDECIDED
