"""Check what intervals, tests and stopping rules promise against games of known truth.

`python -m experiments.validity.coverage` prints the table of docs/validity.md; `--runs` sets how
often each simulation is repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from rotwsim.stats.estimate import SEQUENTIAL_MIN_PAIRS
from rotwsim.stats.paired import difference_at_stop, paired_difference_estimate
from rotwsim.stats.proportions import at_stop_bounds, games_for_precision, is_narrow, wilson_bounds

RUNS = 2_000
LOOK_EVERY = 100  # games between two looks of a run that stops by itself
LOOK_GROWTH = 1.5  # of the pairs, from one look of a comparison to the next
NEGLIGIBLE = 1e-12


@dataclass(frozen=True, slots=True)
class Row:
    """One promise: what is said, and what came out."""

    promise: str
    setting: str
    said: str
    found: str
    runs: int | None  # None where the chance is summed exactly


def wilson_coverage(n: int, share: float) -> float:
    """The exact chance that Wilson's interval holds the true win rate."""
    from scipy.stats import binom

    wins = np.arange(n + 1)
    low, high = wilson_bounds(wins, np.full(n + 1, n))
    return float(binom.pmf(wins, n, share)[(low <= share) & (share <= high)].sum())


def paired_coverage(n: int, truths: list[tuple[float, float]]) -> list[float]:
    """The exact chance that the paired interval holds the true difference, for each pair of
    chances: only the baseline wins, only the variant wins.
    """
    from scipy.stats import multinomial

    counts = [(b, c) for b in range(n + 1) for c in range(n + 1 - b)]
    ends = np.array(
        [(e.low, e.high) for e in (paired_difference_estimate(b, c, n) for b, c in counts)]
    )
    kinds = np.array([(b, c, n - b - c) for b, c in counts])
    found = []
    for only_baseline, only_variant in truths:
        rest = max(0.0, 1 - only_baseline - only_variant)
        chance = multinomial.pmf(kinds, n, [only_baseline, only_variant, rest])
        truth = only_variant - only_baseline
        holds = (ends[:, 0] <= truth + NEGLIGIBLE) & (truth - NEGLIGIBLE <= ends[:, 1])
        found.append(float(chance[holds].sum()))
    return found


def precision_coverage(half_width: float, share: float) -> tuple[float, float]:
    """A run that stops at a precision: the exact chance to hold the truth, and its mean games."""
    from scipy.stats import binom

    block = binom.pmf(np.arange(LOOK_EVERY + 1), LOOK_EVERY, share)
    chance, n, covered, games = np.ones(1), 0, 0.0, 0.0
    while chance.sum() > 1e-9:
        chance, n = np.convolve(chance, block), n + LOOK_EVERY
        chance[chance < NEGLIGIBLE] = 0.0
        wins = np.flatnonzero(chance)
        low, high = at_stop_bounds(wins, n)
        stops = is_narrow(wins, n, half_width)
        covered += chance[wins[stops & (low <= share) & (share <= high)]].sum()
        games += n * chance[wins[stops]].sum()
        chance[wins[stops]] = 0.0
    return float(covered), float(games)


def paired_precision_coverage(
    half_width: float, difference: float, flipped: float, runs: int, seed: int = 1
) -> tuple[float, float]:
    """A comparison that stops at a precision: how often it holds the truth, and its mean pairs."""
    random = np.random.default_rng(seed)
    chances = ((flipped - difference) / 2, (flipped + difference) / 2, 1 - flipped)
    covered, pairs = 0, 0
    for _ in range(runs):
        b = c = n = 0
        look = float(SEQUENTIAL_MIN_PAIRS)
        while True:
            more_b, more_c, _ = random.multinomial(round(look) - n, chances)
            b, c, n = b + int(more_b), c + int(more_c), round(look)
            estimate = difference_at_stop(b, c, n)
            if estimate.half_width <= half_width:
                break
            look *= LOOK_GROWTH
        covered += estimate.covers(difference)
        pairs += n
    return covered / runs, pairs / runs


def interval_rows(runs: int) -> Iterator[Row]:
    """Single win rates and paired differences, at a fixed size and at a stop."""
    for n in (20, 100, 1_000):
        found = [wilson_coverage(n, share) for share in (0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99)]
        yield Row(
            "Wilson interval of a win rate contains the truth",
            f"{n:,} games, win rates 1 to 99 %",
            "95 %",
            f"{percent(np.mean(found))}, at worst {percent(min(found))}",
            None,
        )
    near = [(0.0, 0.99), (0.005, 0.985), (0.0, 0.95), (0.02, 0.93), (0.05, 0.85)]
    middle = [(0.01, 0.01), (0.02, 0.0), (0.03, 0.06), (0.1, 0.1), (0.2, 0.3), (0.05, 0.5)]
    for n in (20, 50, 100):
        for where, truths in (("near ±100 pp", near), ("elsewhere", middle)):
            found = paired_coverage(n, truths)
            yield Row(
                "interval of a paired difference contains the truth",
                f"{n} pairs, {where}",
                "95 %",
                f"{percent(np.mean(found))}, at worst {percent(min(found))}",
                None,
            )
    for points in (0.5, 1, 2, 5):
        shares = (0.005, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5)
        both = [precision_coverage(points / 100, share) for share in shares]
        longer = both[-1][1] / games_for_precision(points / 100)
        yield Row(
            "a run that stops at a precision (`at_stop`) contains the truth",
            f"± {points:g} pp, win rates 0.5 to 50 %",
            "95 %",
            f"{percent(np.mean([c for c, _ in both]))}, at worst "
            f"{percent(min(c for c, _ in both))}; {longer:.2f} times the games of a fixed run",
            None,
        )
    for difference, flipped in ((0.0, 0.1), (0.02, 0.1), (0.0, 0.4)):
        cover, pairs = paired_precision_coverage(0.01, difference, flipped, runs)
        fixed = games_for_precision(0.01, 0.5) * 4 * (flipped - difference**2)
        yield Row(
            "a comparison that stops at a precision (`difference_at_stop`) contains the truth",
            f"± 1 point, difference {100 * difference:g}, {100 * flipped:g} % flipped",
            "95 %",
            f"{percent(cover)}; {pairs / fixed:.2f} times the pairs of a fixed run",
            runs,
        )


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def markdown(rows: Iterator[Row]) -> Iterator[str]:
    """The rows as lines of a Markdown table, each as soon as it is known."""
    yield "| promise | setting | promised | found | runs |"
    yield "| --- | --- | --- | --- | --- |"
    for row in rows:
        runs = f"{row.runs:,}" if row.runs else "exact"
        yield f"| {row.promise} | {row.setting} | {row.said} | {row.found} | {runs} |"


def every_row(runs: int) -> Iterator[Row]:
    """All promises, one after the other."""
    from experiments.validity.coverage_families import family_rows
    from experiments.validity.coverage_places import place_rows
    from experiments.validity.coverage_splits import split_rows

    parts: tuple[Callable[[int], Iterator[Row]], ...] = (
        *(interval_rows, family_rows),
        *(split_rows, place_rows),
    )
    for rows in parts:
        yield from rows(runs)


def main() -> None:
    """Prints the table."""
    import argparse

    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--runs", type=int, default=RUNS, help="repetitions of each simulation")
    for line in markdown(every_row(given.parse_args().runs)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
