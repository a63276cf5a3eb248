"""Name the statistical levels of all reports once, and compute normal critical values."""

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

# Below this many pairs of a kind (flipped, or not all flipped to one side) the normal
# approximation is left for an exact or score method.
EXACT_BELOW_FLIPPED = 25

# "Rule of three": no event in n games leaves 3/n as the 95 % upper bound.
ZERO_EVENT_BOUND = 3.0

# The part of the error chance that the interval of a stopped run uses.
STOP_SHARE = 0.8

# The part of a family's error chance for "equivalent"; Holm gets the rest.
EQUIVALENCE_SHARE = 0.2

BOOTSTRAP_REPLICATES = 2_000
BOOTSTRAP_BLOCKS = 10_000


def critical_value(level: float = CONFIDENCE) -> float:
    """Return the two-sided normal critical value: 1.96 at level 0.95."""
    # The lower tail keeps its digits where 1 - tail would round: levels such as 1 - 1e-12.
    return -NormalDist().inv_cdf(significance(level) / 2)


def significance(level: float) -> float:
    """Return 1 - level, or refuse an impossible level."""
    if not 0 < level < 1:
        raise ValueError(f"the confidence level must be between 0 and 1, not {level}")
    return 1 - level


def two_sided_p_value(z: float) -> float:
    """Return the chance that a standard normal is at least as far from zero as `z`."""
    return math.erfc(abs(z) / math.sqrt(2))
