"""Estimate numbers with their uncertainty: tables in, tables out, nothing about any game.

Shares and differences of shares are fractions everywhere; 0.01 is one percentage point. scipy
and pandas are imported by the functions that need them, so importing this package stays cheap.
"""

from rotwsim.stats.estimate import CONFIDENCE, MARGIN, POWER, Estimate, critical_value
from rotwsim.stats.factorial import factorial_contrasts, factorial_effects
from rotwsim.stats.fairness import (
    FAIR,
    UNFAIR,
    fair_verdicts,
    fairness,
    games_to_lead,
    unfairness_difference,
)
from rotwsim.stats.means_and_quantiles import (
    mean,
    paired_means,
    quantile,
)
from rotwsim.stats.paired import (
    PairedDifference,
    anytime_difference,
    difference_at_stop,
    paired_difference,
    paired_mean_difference,
    pairs_to_decide,
)
from rotwsim.stats.proportions import (
    anytime,
    anytime_bounds,
    at_stop,
    games_for_precision,
    games_until_narrow,
    pairs_for_difference,
    wilson,
)
from rotwsim.stats.variance import sobol_indices, variance_split
from rotwsim.stats.verdicts import (
    EASIER,
    EQUIVALENT,
    HARDER,
    LESS,
    MORE,
    UNDECIDED,
    FamilyVerdict,
    SequentialComparison,
    distance_from,
    family_verdicts,
    holm,
    mean_verdicts,
    nearest,
    simultaneous_level,
    verdict,
)
