"""Claims about verdicts with a margin and about corrections for many questions."""

import gc
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from rotwsim.stats import Estimate, holm, simultaneous_level, verdict
from rotwsim.stats.paired import paired_difference_estimate, paired_difference_of_counts

p_value_lists = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@pytest.mark.parametrize(
    "low, high, expected",
    [
        (0.002, 0.030, "easier"),
        (-0.030, -0.002, "harder"),
        (-0.009, 0.009, "equivalent"),
        (0.001, 0.009, "equivalent"),
        (-0.002, 0.030, "undecided"),
        (-0.010, 0.005, "undecided"),
        (-0.2, 0.2, "undecided"),
    ],
)
def test_the_verdict_with_a_margin_of_one_point(low, high, expected):
    assert verdict(Estimate((low + high) / 2, low, high, 1_000)) == expected


def test_a_difference_within_the_margin_is_never_called_easier_or_harder():
    sure_but_small = Estimate(0.009, 0.007, 0.011, 100_000)
    assert verdict(sure_but_small) == "undecided"
    assert verdict(Estimate(-0.009, -0.011, -0.007, 100_000)) == "undecided"
    assert verdict(Estimate(0.0101, 0.007, 0.0132, 100_000)) == "easier"


def test_a_wider_margin_calls_more_equivalent():
    difference = Estimate(0.015, 0.005, 0.025, 1_000)
    assert verdict(difference, margin=0.01) == "easier"
    assert verdict(difference, margin=0.03) == "equivalent"


def test_ten_variants_need_wider_intervals_and_so_fewer_verdicts():
    counts = dict(both=4_000, only_baseline=1_450, only_variant=1_570, neither=2_980)
    alone = paired_difference_of_counts(**counts)
    flips = alone.only_baseline, alone.only_variant, alone.n
    among_ten = paired_difference_estimate(*flips, simultaneous_level(10))
    assert verdict(alone.difference) == "easier"
    assert verdict(among_ten) == "undecided"


def test_impossible_verdict_input_is_refused():
    with pytest.raises(ValueError, match="not an interval"):
        verdict(Estimate(0.0, math.nan, 0.1, 10))
    with pytest.raises(ValueError, match="margin must be above 0"):
        verdict(Estimate(0.0, -0.1, 0.1, 10), margin=0)


@pytest.fixture(scope="module")
def frozen():
    """For Holm statsmodels collects garbage at every call; what is frozen is not looked through."""
    gc.freeze()
    yield
    gc.unfreeze()


@settings(max_examples=60, deadline=None, derandomize=True)
@given(p_values=p_value_lists)
def test_holm_agrees_with_statsmodels(p_values, frozen):
    expected = multipletests(p_values, method="holm")[1]
    assert holm(p_values) == pytest.approx(expected, abs=1e-12)


def test_the_simultaneous_level_of_k_questions_is_bonferronis():
    assert simultaneous_level(1) == pytest.approx(0.95)
    assert simultaneous_level(10) == pytest.approx(0.995)


def test_impossible_p_values_are_refused():
    with pytest.raises(ValueError, match="between 0 and 1"):
        holm([0.5, 1.2])
    with pytest.raises(ValueError, match="NaN"):
        holm([0.5, math.nan])
    with pytest.raises(ValueError, match="questions must be at least 1"):
        simultaneous_level(0)
