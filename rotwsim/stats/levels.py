"""The statistical levels every report shares, each named once, and the normal critical value."""

from __future__ import annotations

import math
from statistics import NormalDist

# All shares and differences of shares are fractions: 0.01 is one percentage point.
CONFIDENCE = 0.95
POWER = 0.80
MARGIN = 0.01

SEQUENTIAL_ALPHA = 0.05
SEQUENTIAL_BETA = 0.05
SEQUENTIAL_MIN_PAIRS = 1_000

# The pair count at which the anytime-valid interval of a difference is tightest.
ANYTIME_TUNED_PAIRS = 10_000

# Below this many pairs of a kind (flipped, or not all flipped to one side) the normal
# approximation is left for an exact or score method.
EXACT_BELOW_FLIPPED = 25

# "Rule of three": no event in n games leaves 3/n as the 95 % upper bound.
ZERO_EVENT_BOUND = 3.0

# Of the chance to err, the part that an interval is made with at which a run stops.
STOP_SHARE = 0.8

# Of the chance to err in a family of verdicts, the part for "equivalent"; Holm has the rest.
EQUIVALENCE_SHARE = 0.2

BOOTSTRAP_REPLICATES = 2_000
BOOTSTRAP_BLOCKS = 10_000


def critical_value(level: float = CONFIDENCE) -> float:
    """The two-sided normal critical value: 1.96 at level 0.95."""
    # The lower tail keeps its digits where 1 - tail would round: levels such as 1 - 1e-12.
    return -NormalDist().inv_cdf(significance(level) / 2)


def significance(level: float) -> float:
    """1 - level, once the level is known to be possible."""
    if not 0 < level < 1:
        raise ValueError(f"the confidence level must lie between 0 and 1, not {level}")
    return 1 - level


def two_sided_p_value(z: float) -> float:
    """The probability that a standard normal is at least as far from zero as `z`."""
    return math.erfc(abs(z) / math.sqrt(2))
