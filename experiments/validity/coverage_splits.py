"""Promises about shares and choices held against known truth: skill and luck, nearest."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from experiments.validity.coverage import Row, percent
from rotwsim.stats.variance import variance_split
from rotwsim.stats.verdicts import nearest

SKILL = np.array([-2.0, -1.0, 1.0, 2.0])  # of four players; its variance is 2.5
REPLICATES = 300  # of the bootstrap inside a simulation


def split_of_known_shares(
    shared: float, own: float, seeds: int, runs: int, seed: int = 6
) -> dict[str, tuple[float, float, float]]:
    """Skill, shared and own luck with known variances: truth, mean share found, and coverage."""
    import pandas as pd

    random = np.random.default_rng(seed)
    total = SKILL.var() + shared + own
    truth = {"player": SKILL.var() / total, "seed": shared / total, "player × seed": own / total}
    found: dict[str, list[float]] = {term: [] for term in truth}
    covered = dict.fromkeys(truth, 0)
    table = pd.DataFrame(
        {
            "seed": np.repeat(np.arange(seeds), len(SKILL)),
            "player": np.tile(np.arange(len(SKILL)), seeds),
        }
    )
    for run in range(runs):
        luck = np.sqrt(shared) * random.normal(size=(seeds, 1))
        table["result"] = (
            SKILL + luck + np.sqrt(own) * random.normal(size=(seeds, len(SKILL)))
        ).ravel()
        split = variance_split(table, ["player"], replicates=REPLICATES, bootstrap_seed=run)
        for row in split.itertuples():
            found[row.term].append(row.share)
            covered[row.term] += row.low <= truth[row.term] <= row.high
    return {
        term: (truth[term], float(np.mean(found[term])), covered[term] / runs) for term in truth
    }


def nearest_distance(
    candidates: int, games: int, runs: int, seed: int = 7
) -> tuple[float, float, float]:
    """Compare the measured distance of the chosen candidate with its true distance.

    Return their ratio, the same ratio measured on the games that chose it, and how often the
    interval of the distance holds the truth.
    """
    random = np.random.default_rng(seed)
    wanted, truths, measured, naive, covered = 0.5, [], [], [], 0
    for _ in range(runs):
        rates = wanted + random.uniform(-0.05, 0.05, candidates)
        wins = random.random((candidates, games)) < rates[:, None]
        best = nearest(dict(zip(map(str, range(candidates)), wins, strict=True)), wanted)[0]
        truths.append(abs(rates[int(best.name)] - wanted))
        measured.append(best.distance.value)
        covered += best.distance.covers(truths[-1])
        half = wins[:, : games // 2].mean(axis=1)
        naive.append(np.abs(half - wanted).min())
    return np.mean(measured) / np.mean(truths), np.mean(naive) / np.mean(truths), covered / runs


def split_rows(runs: int) -> Iterator[Row]:
    """Shares of skill and luck, the nearest of many."""
    fewer = min(runs, 500)
    names = {"player": "skill", "seed": "shared luck", "player × seed": "own luck"}
    for shared, own in ((2.25, 1.0), (0.0, 1.5), (0.5, 4.0)):
        split = split_of_known_shares(shared, own, 150, fewer)
        yield Row(
            "skill and luck (`variance_split`): found, and intervals that contain the truth",
            ", ".join(f"{names[term]} {percent(truth)}" for term, (truth, _, _) in split.items()),
            "95 %",
            "; ".join(
                f"{names[term]} {percent(found)}, contained {percent(cover)}"
                for term, (_, found, cover) in split.items()
            ),
            fewer,
        )
    for candidates in (3, 10):
        measured, naive, cover = nearest_distance(candidates, 4_000, fewer)
        yield Row(
            "the distance of the nearest (`nearest`) is given as it is",
            f"{candidates} candidates, 4,000 games",
            "1.00, 95 %",
            f"{measured:.2f} of the truth (measured on the games that chose it: {naive:.2f}), "
            f"contained {percent(cover)}",
            fewer,
        )
