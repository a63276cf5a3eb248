"""Promises about tests held against known truth: families of verdicts, sequential ones, effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from experiments.validity.coverage import Row, percent
from rotwsim.stats.estimate import MARGIN
from rotwsim.stats.factorial import factorial_contrasts, factorial_effects
from rotwsim.stats.verdicts import EASIER, EQUIVALENT, HARDER, SequentialComparison, family_verdicts

VARIANTS = 11  # as many as there are tweaks
BLOCK = 1_000  # pairs between two looks of a sequential test
FIXED_PAIRS_FACTOR = (1.96 + 1.645) ** 2  # of a fixed test with 5 % on two sides and 5 % missed


def false_alarms_without_a_difference(
    games: int, flipped: float, runs: int, seed: int = 2
) -> float:
    """How often any of eleven variants that change nothing but luck is called easier or harder.

    All share the games of one baseline, as tweaks do.
    """
    random = np.random.default_rng(seed)
    false = 0
    for _ in range(runs):
        baseline = random.random(games) < 0.5
        rolled = random.random((VARIANTS, games)) < flipped  # these are played anew
        variants = np.where(rolled, random.random((VARIANTS, games)) < 0.5, baseline)
        only_baseline = (baseline & ~variants).sum(axis=1)
        only_variant = (~baseline & variants).sum(axis=1)
        flips = [(int(b), int(c), games) for b, c in zip(only_baseline, only_variant, strict=True)]
        false += any(found.verdict in (EASIER, HARDER) for found in family_verdicts(flips))
    return false / runs


def false_verdicts(
    differences: Sequence[float], errors_per_margin: float, runs: int, seed: int = 3
) -> float:
    """How often any verdict of a family is false, the truths being given in margins.

    `errors_per_margin` is how many standard errors of a difference fit into the margin.
    """
    flipped = 0.1
    pairs = round(flipped * (errors_per_margin / MARGIN) ** 2)
    # Each setting has its own dice, or chance would be the same in all rows of the table.
    random = np.random.default_rng([seed, pairs, *(round(10 * d) + 1_000 for d in differences)])
    chances = [
        ((flipped - d * MARGIN) / 2, (flipped + d * MARGIN) / 2, 1 - flipped) for d in differences
    ]
    drawn = np.stack([random.multinomial(pairs, chance, runs) for chance in chances], axis=1)
    false = 0
    for run in drawn:
        found = family_verdicts([(int(b), int(c), pairs) for b, c, _ in run])
        false += any(
            is_false(one.verdict, truth) for one, truth in zip(found, differences, strict=True)
        )
    return false / runs


def is_false(word: str, truth: float) -> bool:
    """Whether a verdict contradicts the true difference, in margins."""
    if word == EQUIVALENT:
        return abs(truth) >= 1
    return (word == EASIER and truth <= 0) or (word == HARDER and truth >= 0)


def sequential_errors(
    difference: float, flipped: float, runs: int, seed: int = 4
) -> tuple[float, float]:
    """How often the sequential verdict is false, and its mean pairs."""
    random = np.random.default_rng(seed)
    chances = ((flipped - difference) / 2, (flipped + difference) / 2, 1 - flipped)
    false, pairs = 0, 0
    for _ in range(runs):
        test = SequentialComparison()
        while True:
            b, c, _ = random.multinomial(BLOCK, chances)
            state = test.add(int(b), int(c), BLOCK)
            if state.is_decided:
                break
        false += is_false(state.verdict, difference / MARGIN)
        pairs += state.difference.n
    return false / runs, pairs / runs


def false_interactions(seeds: int, runs: int, model: bool, seed: int = 5) -> float:
    """How often two factors whose effects add up in pp are said to interact."""
    import pandas as pd

    random = np.random.default_rng(seed)
    grid = np.array(list(product((0, 1), repeat=2)))
    rates = 0.02 + grid @ np.array((0.3, 0.25))
    table = pd.DataFrame(np.tile(grid, (seeds, 1)), columns=["one", "two"])
    table["seed"] = np.repeat(np.arange(seeds), len(grid))
    false = 0
    for _ in range(runs):
        luck = random.random((seeds, 1))
        own = random.random((seeds, len(grid)))
        won = np.where(random.random((seeds, 1)) < 0.5, luck, own) < rates  # half share their luck
        table["win"] = won.ravel().astype(int)
        effects = (factorial_effects if model else factorial_contrasts)(table, ["one", "two"])
        false += bool(effects["p_value"].iloc[-1] < 0.05)
    return false / runs


def family_rows(runs: int) -> Iterator[Row]:
    """Verdicts in families, sequential verdicts, interactions."""
    for games, flipped in ((200, 0.2), (1_000, 0.2), (1_000, 0.02)):
        found = false_alarms_without_a_difference(games, flipped, runs)
        yield Row(
            "no false easier or harder among eleven variants without a difference",
            f"{games:,} pairs, {100 * flipped / 2:g} % flipped",
            "at most 5 %",
            percent(found),
            runs,
        )
    for words, differences, precision in (
        ("one without a difference, ten at the margin", [0] + [1] * 10, 5),
        ("the same, both signs", [0] + [1, -1] * 5, 5),
        ("one without, ten far beyond the margin", [0] + [8] * 10, 4),
        ("two without, seven at the margin, two far beyond", [0] * 2 + [1] * 7 + [8] * 2, 5),
        ("five without, six at the margin", [0] * 5 + [1] * 6, 6),
        ("all at the margin", [1] * 11, 4),
        ("all at half the margin", [0.5] * 11, 6),
    ):
        yield Row(
            "no false verdict in a family of eleven (`family_verdicts`)",
            f"{words}; margin of {precision} standard errors",
            "at most 5 %",
            percent(false_verdicts(differences, precision, 5 * runs)),
            5 * runs,
        )
    for difference in (0.0, MARGIN):
        false, pairs = sequential_errors(difference, 0.2, runs)
        fixed = FIXED_PAIRS_FACTOR * 0.2 / MARGIN**2
        yield Row(
            "a sequential verdict (`SequentialComparison`) is not false",
            f"difference of {100 * difference:g} pp, 20 % flipped",
            "at most 5 %",
            f"{percent(false)}; {pairs / fixed:.2f} times the pairs of a fixed test",
            runs,
        )
    for model in (True, False):
        found = false_interactions(2_000, 2 * runs, model)
        yield Row(
            "what adds up in pp is not called an interaction",
            f"2,000 seeds, {'logit model' if model else 'plain contrasts'}",
            "5 %",
            percent(found),
            2 * runs,
        )
