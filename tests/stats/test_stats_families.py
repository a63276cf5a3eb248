"""Claims about verdicts that hold together, and choices among many."""

import numpy as np
import pytest

from experiments.validity.coverage_families import (
    false_alarms_without_a_difference,
    false_verdicts,
    is_false,
    sequential_errors,
)
from experiments.validity.coverage_splits import nearest_distance
from rotwsim.stats import family_verdicts, nearest

RUNS = 400
CHANCE = 3 * (0.05 * 0.95 / RUNS) ** 0.5  # three standard errors of an error rate of 5 %


def test_verdicts_are_those_of_clear_cases():
    flips = [(100, 300, 10_000), (300, 100, 10_000), (10, 10, 100_000), (50, 60, 1_000)]
    found = [one.verdict for one in family_verdicts(flips)]
    assert found == ["easier", "harder", "equivalent", "undecided"]


def test_a_p_value_of_at_most_5_percent_beyond_the_margin_goes_with_a_verdict():
    random = np.random.default_rng(41)
    for _ in range(100):
        flips = [(int(b), int(c), 2_000) for b, c in random.integers(20, 90, (5, 2))]
        for (b, c, n), one in zip(flips, family_verdicts(flips), strict=True):
            matters = abs(c - b) / n > 0.01
            assert (one.p_adjusted <= 0.05 and matters) == (one.verdict in ("easier", "harder"))


def test_eleven_variants_without_a_difference_raise_an_alarm_in_at_most_5_percent():
    assert false_alarms_without_a_difference(400, 0.2, RUNS) <= 0.05 + CHANCE


@pytest.mark.parametrize(
    "differences, errors_per_margin",
    [([0] + [1] * 10, 5), ([0] + [8] * 10, 4), ([0] * 5 + [1] * 6, 6), ([1] * 11, 4)],
)
def test_alarms_and_equivalence_together_are_false_in_at_most_5_percent(
    differences, errors_per_margin
):
    found = false_verdicts(differences, errors_per_margin, RUNS)
    assert found <= 0.05 + CHANCE  # at worst 7.1 % when both had the whole 5 %


def test_a_false_verdict_is_known_when_it_is_seen():
    assert is_false("equivalent", 1) and is_false("easier", 0) and is_false("harder", 0.5)
    assert not is_false("equivalent", 0.9) and not is_false("easier", 0.1)
    assert not is_false("undecided", 0)


@pytest.mark.slow
@pytest.mark.parametrize("difference", [0.0, 0.01])
def test_a_sequential_verdict_is_false_in_at_most_5_percent(difference):
    false, _ = sequential_errors(difference, 0.2, RUNS)
    assert false <= 0.05 + CHANCE


@pytest.mark.slow
def test_the_distance_of_the_nearest_is_not_told_too_small():
    told, told_by_the_choosing_games, covered = nearest_distance(10, 2_000, 300)
    assert told >= 1.0 and covered > 0.93
    assert told_by_the_choosing_games < 0.6, "which is why the games are halved"


def test_the_nearest_comes_first_and_is_told_from_the_other_half():
    first = np.tile([1, 0], 100)  # half of the games are won
    lucky = np.r_[np.tile([1, 0], 50), np.ones(100)]  # half of the first half, all of the second
    found = nearest({"lucky": lucky, "never": np.zeros(200), "even": first}, 0.5)
    assert [one.name for one in found] == ["lucky", "even", "never"]
    assert found[0].rate.value == 1.0 and found[0].distance.value == 0.5
    assert found[1].distance.low == 0.0


def test_impossible_families_are_refused():
    with pytest.raises(ValueError, match="margin must be above 0"):
        family_verdicts([(1, 2, 10)], margin=0)
    with pytest.raises(ValueError, match="is empty"):
        family_verdicts([])
    with pytest.raises(ValueError, match="at least one candidate"):
        nearest({}, 0.5)
    with pytest.raises(ValueError, match="lengths differ"):
        nearest({"a": [1, 0], "b": [1]}, 0.5)
