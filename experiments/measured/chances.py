"""Fit the chance to win from a position, and test it: `python -m experiments.measured.chances`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rotwsim.runner.judge import judged_by, trace
from rotwsim.runner.judge.value_model import NAMES, PATH, PHASES, Arm, arm_of, phases_in
from rotwsim.runner.play import rules_of
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.scenario import Scenario

HELD_OUT, NOT_A_MAP = "great-britain", "eastern-us-rebuilt"
TENTHS = 10
TRAINING, TESTING = 910_001, 920_001  # seeds
GAMES = 1_000
HEAD = """\
# Points of result that a unit of a feature brings, by phase, for the chance to win from a position;
# see runner/judge/value_model.py. Fitted on games of seed {training}, of all maps but Great
# Britain; tested on games of seed {testing}: for each tenth of the chances their mean, the share
# won, and the standard error of the difference. Written by `make chances`.

games = {games}  # of each of 8 arms a map
"""


def main() -> None:
    """Play training and test games, fit, and write the data file."""
    given = argparse.ArgumentParser(description=main.__doc__)
    given.add_argument("--games", type=int, default=GAMES, help="of each arm")
    games = given.parse_args().games
    boards = [name for name in board_names() if name != NOT_A_MAP]
    training = [
        sample_of(one, TRAINING, games) for name in boards if name != HELD_OUT for one in arms(name)
    ]
    weights = fit(training)
    lines = [HEAD.format(training=TRAINING, testing=TESTING, games=games)]
    for of_phase in weights:
        lines.append("[[phases]]")
        lines += [f"{name} = {w:.5g}" for name, w in zip(NAMES, of_phase, strict=True)]
        lines.append("")
    for board in boards:
        samples = [sample_of(one, TESTING, games) for one in arms(board)]
        lines += quality_lines(board, samples, weights)
    write_whole(PATH, "\n".join(lines))


@dataclass(frozen=True)
class Sample:
    """The positions of an arm, and of each one which game it is of and how that ended."""

    target: int
    features: np.ndarray
    games: np.ndarray
    results: np.ndarray

    def arm(self, weights: np.ndarray) -> Arm:
        return arm_of(self.features, self.results, self.target, weights)


def arms(board: str) -> Iterator[Scenario]:
    """Name who plays the games of a board: persons of three skills and the expert."""
    for barons in (False, True):
        for wins in (25.0, 50.0, 75.0):
            yield Scenario.of(board, barons=barons, player="person", wins=wins)
        yield Scenario.of(board, barons=barons, player="expert")


def sample_of(scenario: Scenario, seed: int, games: int) -> Sample:
    """Play games and list all their positions."""
    judge = rules_of(judged_by(scenario))
    traced = [trace(scenario, judge, seed, game, keep=False) for game in range(games)]
    stops = [len(each) for each in traced]
    print(f"seed {seed}: {scenario.title()} played", flush=True)
    return Sample(
        int(judge[0].target),
        np.concatenate([each.features for each in traced]),
        np.repeat(np.arange(games), stops),
        np.repeat([each.result for each in traced], stops),
    )


def fit(samples: list[Sample]) -> np.ndarray:
    """Fit by least squares, phase by phase, how results follow the leads of positions."""
    names, phases = len(NAMES), len(PHASES) + 1
    products, sums = np.zeros((phases, names, names)), np.zeros((phases, names))
    for one in samples:
        arm = one.arm(np.zeros((phases, names)))
        leads, ended = arm.leads(one.features), one.results - arm.expected(one.features)
        for phase in range(phases):
            rows = phases_in(one.features) == phase
            products[phase] += leads[rows].T @ leads[rows]
            sums[phase] += leads[rows].T @ ended[rows]
    return np.array([np.linalg.solve(*both) for both in zip(products, sums, strict=True)])


def quality_lines(board: str, samples: list[Sample], weights: np.ndarray) -> list[str]:
    """Write how well the chances meet the test games of a board, tenth by tenth of the chances."""
    chances = np.concatenate([one.arm(weights).chances(one.features) for one in samples])
    won = [one.results >= one.target for one in samples]
    rates = np.concatenate([np.full(len(each), each.mean()) for each in won])
    off, games = np.concatenate(won) - chances, np.concatenate([one.games for one in samples])
    tenths = np.minimum((chances * TENTHS).astype(int), TENTHS - 1)
    shown = [tenths == tenth for tenth in range(TENTHS) if (tenths == tenth).any()]
    gaps = [off[rows].mean() for rows in shown]
    brier, worst = (off**2).mean(), max(map(abs, gaps))
    known = ((np.concatenate(won) - rates) ** 2).mean()
    print(f"{board}: Brier {brier:.4f} ({known:.4f}), worst tenth {worst:.4f}", flush=True)
    return [
        f"[quality.{board}]",
        f"brier = {brier:.4f}",
        f"brier_of_the_win_rate = {known:.4f}",
        f"worst_tenth = {worst:.4f}",
        row_of("predicted", [chances[rows].mean() for rows in shown]),
        row_of(
            "observed", [chances[rows].mean() + gap for rows, gap in zip(shown, gaps, strict=True)]
        ),
        row_of("error", [error_of(off[rows], games[rows]) for rows in shown]),
        f"positions = {[int(rows.sum()) for rows in shown]}",
        "",
    ]


def row_of(name: str, values: list) -> str:
    return f"{name} = {[round(float(value), 4) for value in values]}"


def error_of(off: np.ndarray, games: np.ndarray) -> float:
    """Give the standard error of a mean; the positions of a game are not independent."""
    return np.sqrt((np.bincount(games, weights=off) ** 2).sum()) / len(off)


if __name__ == "__main__":
    main()
