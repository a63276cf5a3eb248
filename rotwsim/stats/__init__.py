"""Figures with their uncertainty: tables in, tables out, and nothing about any game.

Shares and differences of shares are fractions everywhere; 0.01 is one percentage point. scipy
and pandas are imported by the functions that need them, so importing this package stays cheap.
"""

from rotwsim.stats.anytime_means import anytime_difference, anytime_mean
from rotwsim.stats.bootstrap import bootstrap_mean
from rotwsim.stats.distributions import dkw_half_width, ecdf, quantile, quantiles, share_within
from rotwsim.stats.estimate import Estimate
from rotwsim.stats.factorial import factorial_contrasts, factorial_effects
from rotwsim.stats.fairness import (
    FAIR,
    UNFAIR,
    Fairness,
    FairVerdict,
    fair_verdicts,
    fairness,
    unfairness_difference,
)
from rotwsim.stats.fixed_width import (
    at_stop,
    at_stop_bounds,
    difference_at_stop,
    games_until_narrow,
    is_narrow,
)
from rotwsim.stats.leading import games_to_lead
from rotwsim.stats.levels import CONFIDENCE, MARGIN, POWER, critical_value
from rotwsim.stats.means import mean
from rotwsim.stats.multiple import benjamini_hochberg, holm, holm_levels, simultaneous_level
from rotwsim.stats.nearest import Near, distance_from, nearest
from rotwsim.stats.paired import (
    PairedDifference,
    mcnemar,
    paired_difference,
    paired_difference_estimate,
    paired_difference_of_counts,
    paired_mean_difference,
    paired_variance_ratio,
)
from rotwsim.stats.paired_means import LESS, MORE, Difference, mean_verdicts, paired_means
from rotwsim.stats.proportions import (
    anytime,
    anytime_bounds,
    games_for_precision,
    pairs_for_difference,
    precise_enough,
    wilson,
    wilson_bounds,
    zero_event_upper,
)
from rotwsim.stats.sequential import (
    ComparisonState,
    SequentialComparison,
    SequentialState,
    SequentialTest,
)
from rotwsim.stats.spread import spread_between
from rotwsim.stats.unpaired import UnpairedDifference, unpaired_difference
from rotwsim.stats.variance import sobol_indices, variance_split
from rotwsim.stats.verdicts import (
    EASIER,
    EQUIVALENT,
    HARDER,
    UNDECIDED,
    FamilyVerdict,
    family_verdicts,
    verdict,
)

__all__ = [
    "CONFIDENCE",
    "EASIER",
    "EQUIVALENT",
    "FAIR",
    "HARDER",
    "LESS",
    "MARGIN",
    "MORE",
    "POWER",
    "UNDECIDED",
    "UNFAIR",
    "ComparisonState",
    "Difference",
    "Estimate",
    "FairVerdict",
    "Fairness",
    "FamilyVerdict",
    "Near",
    "PairedDifference",
    "SequentialComparison",
    "SequentialState",
    "SequentialTest",
    "UnpairedDifference",
    "anytime",
    "anytime_bounds",
    "anytime_difference",
    "anytime_mean",
    "at_stop",
    "at_stop_bounds",
    "benjamini_hochberg",
    "bootstrap_mean",
    "critical_value",
    "difference_at_stop",
    "distance_from",
    "dkw_half_width",
    "ecdf",
    "factorial_contrasts",
    "factorial_effects",
    "fair_verdicts",
    "fairness",
    "family_verdicts",
    "games_for_precision",
    "games_to_lead",
    "games_until_narrow",
    "holm",
    "holm_levels",
    "is_narrow",
    "mcnemar",
    "mean",
    "mean_verdicts",
    "nearest",
    "paired_difference",
    "paired_difference_estimate",
    "paired_difference_of_counts",
    "paired_mean_difference",
    "paired_means",
    "paired_variance_ratio",
    "pairs_for_difference",
    "precise_enough",
    "quantile",
    "quantiles",
    "share_within",
    "simultaneous_level",
    "sobol_indices",
    "spread_between",
    "unfairness_difference",
    "unpaired_difference",
    "variance_split",
    "verdict",
    "wilson",
    "wilson_bounds",
    "zero_event_upper",
]
