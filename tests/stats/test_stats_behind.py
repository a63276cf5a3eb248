"""The distribution behind noisy rows: as wide as the true values, whatever chance adds."""

from __future__ import annotations

import numpy as np
import pytest

from rotwsim.stats.weights_and_likelihood import (
    gap_quantiles,
    share_explained,
    share_quantiles,
    variance_behind,
)

NINE_OF_TEN = (0.05, 0.95)
ROWS, GAMES, TRIALS = 40, 30, 16


def games_of(rates: np.ndarray, random: np.random.Generator, games: int = GAMES) -> np.ndarray:
    return (random.random((len(rates), games)) < rates[:, None]).astype(float)


def held(draw, see, quantiles) -> float:
    """How often the range over rows holds the true value of a further row."""
    random, found = np.random.default_rng(3), []
    for _ in range(TRIALS):
        truths, weights = draw(random, ROWS), random.gamma(2.0, size=ROWS)
        low, high = quantiles(see(truths, random), weights, NINE_OF_TEN)
        further = draw(random, 500)
        found.append(((low <= further) & (further <= high)).mean())
    return float(np.mean(found))


@pytest.mark.parametrize(
    "shape",
    [(1, 1), (4, 3), (60, 40), (30, 1.5), (0.6, 12)],
    ids=["any share", "most in the middle", "nearly alike", "near all", "near nothing"],
)
def test_nine_of_ten_true_shares_lie_in_the_range(shape):
    def draw(random, rows):
        return random.beta(*shape, rows)

    assert 0.86 <= held(draw, games_of, share_quantiles) <= 0.95


@pytest.mark.parametrize("spread", [0.08, 0.15])
def test_nine_of_ten_true_differences_lie_in_the_range(spread):
    def draw(random, rows):
        return np.clip(random.normal(0.05, spread, rows), -0.4, 0.4)

    def see(gaps, random):
        luck = random.random((len(gaps), GAMES))
        up, down = (0.4 + gaps) / 2, (0.4 - gaps) / 2
        return (luck < up[:, None]).astype(float) - (luck > 1 - down[:, None])

    assert 0.86 <= held(draw, see, gap_quantiles) <= 0.95


def test_rows_that_are_all_alike_have_a_narrow_range_that_is_no_point():
    random = np.random.default_rng(4)
    won = games_of(np.full(ROWS, 0.6), random)
    low, high = share_quantiles(won, np.ones(ROWS), NINE_OF_TEN)
    seen = np.quantile(won.mean(axis=1), NINE_OF_TEN)
    assert low < 0.6 < high and high - low < (seen[1] - seen[0]) * 0.8
    low, high = gap_quantiles(np.zeros((ROWS, GAMES)), np.ones(ROWS), NINE_OF_TEN)
    assert -0.02 < low < 0 < high < 0.02


def test_a_row_without_weight_does_not_count():
    random = np.random.default_rng(5)
    won = games_of(np.repeat([0.2, 0.8], ROWS // 2), random)
    weights = np.repeat([1.0, 0.0], ROWS // 2)
    assert share_quantiles(won, weights, NINE_OF_TEN)[1] < 0.5


def test_chance_is_no_spread_and_nothing_that_a_figure_could_explain():
    random = np.random.default_rng(6)
    figure = np.repeat([0.0, 1.0], 200)
    won = games_of(0.45 + 0.1 * figure, random, games=20)
    assert variance_behind(won, np.ones(400)) == pytest.approx(0.05**2, rel=0.5)
    means, chance = won.mean(axis=1), 0.25 / 20
    assert share_explained(means, np.ones(400), figure) < 0.35
    assert share_explained(means, np.ones(400), figure, chance) > 0.7
