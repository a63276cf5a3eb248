"""Fairness of places: the test errs as often as it says, finds what is unfair, and knows by how
much.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from rotwsim import stats

TRIALS = 400


def winners(random, games: int, shares) -> np.ndarray:
    return np.eye(len(shares))[random.choice(len(shares), games, p=shares)]


@pytest.mark.parametrize("places", [2, 4, 6])
def test_equal_places_are_called_unfair_as_rarely_as_the_level_says(places):
    random = np.random.default_rng(places)
    equal = [1 / places] * places
    alarms = sum(stats.fairness(winners(random, 200, equal)).p_value <= 0.05 for _ in range(TRIALS))
    assert alarms / TRIALS < 0.05 + 3 * math.sqrt(0.05 * 0.95 / TRIALS)


def test_scores_of_one_game_that_rise_and_fall_together_do_not_alarm():
    random = np.random.default_rng(3)
    alarms = 0
    for _ in range(TRIALS):
        deal = random.normal(0, 30, size=(100, 1))  # the same for all seats of a game
        alarms += stats.fairness(deal + random.normal(50, 10, size=(100, 4))).p_value <= 0.05
    assert alarms / TRIALS < 0.05 + 3 * math.sqrt(0.05 * 0.95 / TRIALS)


def test_a_place_that_always_wins_is_unfair_and_as_unfair_as_can_be():
    always = np.tile([1.0, 0.0, 0.0, 0.0], (60, 1))
    (found,) = stats.fair_verdicts([always], margin=0.02)
    assert found.verdict == stats.UNFAIR and found.p_adjusted < 1e-9
    worst = math.sqrt(np.mean((np.array([1, 0, 0, 0]) - 0.25) ** 2))
    assert stats.fairness(always).unfairness.covers(worst)


def test_the_interval_of_unfairness_holds_the_truth():
    random, shares = np.random.default_rng(5), [0.4, 0.25, 0.2, 0.15]
    truth = math.sqrt(np.mean((np.array(shares) - 0.25) ** 2))
    held = sum(
        stats.fairness(winners(random, 500, shares)).unfairness.covers(truth) for _ in range(TRIALS)
    )
    assert held / TRIALS > 0.95 - 3 * math.sqrt(0.05 * 0.95 / TRIALS)


def test_fair_needs_games_enough_for_the_margin():
    random = np.random.default_rng(7)
    few, many = (winners(random, games, [0.25] * 4) for games in (100, 60_000))
    verdicts = [found.verdict for found in stats.fair_verdicts([few, many], margin=0.02)]
    assert verdicts == [stats.UNDECIDED, stats.FAIR]


def test_the_difference_of_two_designs_finds_the_fairer_one():
    random = np.random.default_rng(9)
    fair, unfair = (winners(random, 3000, p) for p in ([0.25] * 4, [0.4, 0.25, 0.2, 0.15]))
    gap, p_value = stats.unfairness_difference(fair, unfair)
    assert gap.low > 0.05 and p_value <= 0.01
    same, p_same = stats.unfairness_difference(fair, winners(random, 3000, [0.25] * 4))
    assert same.covers(0) and p_same > 0.05


def test_a_difference_of_means_has_the_p_value_of_its_own_interval():
    """Student's for both: with few games a normal one decides what the interval leaves open."""
    random = np.random.default_rng(3)
    for n in (2, 3, 5, 40):
        for shift in (0.0, 0.5, 1.0):
            found = stats.paired_means(np.zeros(n), random.normal(shift, 1, n), 1.0)
            assert (found.p_value < 0.05) == (not found.estimate.covers(0.0))
            sure = found.at(1 - found.p_value)
            assert min(abs(sure.low), abs(sure.high)) < 1e-6 * sure.half_width


def test_games_that_are_all_alike_leave_doubt_while_they_are_few():
    few, many = (stats.paired_means(np.zeros(n), np.zeros(n), 0.02) for n in (4, 4000))
    assert stats.mean_verdicts([few])[0][0] == stats.UNDECIDED
    assert stats.mean_verdicts([many])[0][0] == stats.EQUIVALENT
    assert stats.mean([1.0, 1.0, 1.0]).high > 1.5 and few.p_value == 1.0
    assert stats.mean([0.1, 0.1, 0.1]).high > 0.5  # whose spread is not quite 0 as computed


def test_verdicts_on_means_know_more_less_equivalent_and_undecided():
    random = np.random.default_rng(11)
    base = random.normal(50, 10, 4000)
    shifts = (3, -3, 0.0)
    found = [stats.paired_means(base, base + random.normal(s, 2, 4000), 1.0) for s in shifts]
    found.append(stats.paired_means(base[:20], base[:20] + random.normal(0, 9, 20), 1.0))
    words = [verdict for verdict, _ in stats.mean_verdicts(found)]
    assert words == [stats.MORE, stats.LESS, stats.EQUIVALENT, stats.UNDECIDED]


@pytest.mark.parametrize("values", [[[1.0, 0.0]], [[1.0], [0.0]], [[1.0, math.nan], [0.0, 1.0]]])
def test_what_is_no_table_of_games_and_places_is_refused(values):
    with pytest.raises(ValueError):
        stats.fairness(values)


def test_a_larger_share_leads_sooner_and_an_equal_one_never():
    half, third = stats.games_to_lead(0.5, 4), stats.games_to_lead(0.35, 4)
    assert 10 < half < third < 1000
    assert stats.games_to_lead(1.0, 4) == 1 and stats.games_to_lead(0.25, 4) == math.inf
    # Two players: more than half of the games, exactly.
    games = int(stats.games_to_lead(0.7, 2))
    lead = sum(
        math.comb(games, wins) * 0.7**wins * 0.3 ** (games - wins)
        for wins in range(games // 2 + 1, games + 1)
    )
    assert lead == pytest.approx(0.95, abs=0.02)
