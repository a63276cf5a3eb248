"""Fit the chance to win from a position, and test it: `python -m experiments.measured.chances`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rotwsim.runner.judge import judged_by, trace
from rotwsim.runner.judge.value_model import NAMES, PATH, PHASES, Arm, ValueModel, arm_of, design
from rotwsim.runner.play import rules_of
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.scenario import Scenario

RIDGE, ROUNDS = 3.0, 25
HELD_OUT, NOT_A_MAP = "great-britain", "eastern-us-rebuilt"
TENTHS = 10
TRAINING, TESTING = 910_001, 920_001  # seeds
GAMES = 1_000
HEAD = """\
# The chance to win from a position, for a player who goes on as before: log odds are the sum of
# weights times columns, see runner/judge/value_model.py. Fitted on games of seed {training}, of
# all maps but Great Britain; tested on games of seed {testing}. Written by `make chances`.

games = {games}  # of each of 8 arms a map
"""


def main() -> None:
    """Play training and test games, fit, and write the data file."""
    given = argparse.ArgumentParser(description=main.__doc__)
    given.add_argument("--games", type=int, default=GAMES, help="of each arm")
    asked = given.parse_args()
    boards = [name for name in board_names() if name != NOT_A_MAP]
    samples: dict[int, list[Sample]] = {}
    for seed in (TRAINING, TESTING):
        samples[seed] = []
        for board in boards:
            samples[seed] += [sample_of(one, seed, asked.games) for one in arms(board)]
            print(f"seed {seed}: {board} played", flush=True)
    model = fit([one for one in samples[TRAINING] if one.board != HELD_OUT])
    lines = [HEAD.format(training=TRAINING, testing=TESTING, games=asked.games)]
    for weights in model.weights:
        lines.append("[[phases]]")
        lines += [f'"{name}" = {w:.5g}' for name, w in zip(NAMES, weights, strict=True)]
        lines.append("")
    for board in boards:
        of_board = [one for one in samples[TESTING] if one.board == board]
        lines += quality_lines(board, quality(model, of_board))
    write_whole(PATH, "\n".join(lines))


def quality_lines(board: str, found: Quality) -> list[str]:
    """Write how well the model meets the test games of a board."""
    print(f"{board}: Brier {found.brier:.4f} ({found.known:.4f}), worst tenth {found.worst:.3f}")
    return [
        f"[quality.{board}]",
        f"brier = {found.brier:.4f}",
        f"brier_of_the_win_rate = {found.known:.4f}",
        f"worst_tenth = {found.worst:.4f}",
        f"predicted = {found.predicted}",
        f"observed = {found.observed}",
        f"positions = {found.positions}",
        "",
    ]


@dataclass(frozen=True)
class Sample:
    """Positions of the games of one arm, and whether each game was won."""

    board: str
    features: np.ndarray
    won: np.ndarray  # by position
    arm: Arm


def sample_of(scenario: Scenario, seed: int, games: int) -> Sample:
    """Play games and list all their positions."""
    judge = rules_of(judged_by(scenario))
    target = int(judge[0].target)
    traced = [trace(scenario, judge, seed, game, keep=False) for game in range(games)]
    features = np.concatenate([each.features for each in traced])
    won = np.concatenate([np.full(len(each), each.result >= target) for each in traced])
    skill = float(np.mean([each.result >= target for each in traced]))
    return Sample(scenario.board.name, features, won.astype(float), arm_of(features, skill))


def fit(samples: list[Sample]) -> ValueModel:
    """Fit the weights of each phase by Newton's method, drawn a little towards 0."""
    parts = [design(one.features, one.arm) for one in samples]
    phases, columns = (np.concatenate([part[place] for part in parts]) for place in range(2))
    won = np.concatenate([one.won for one in samples])
    of_phase = [phases == phase for phase in range(len(PHASES) + 1)]
    return ValueModel(np.array([newton(columns[rows], won[rows]) for rows in of_phase]))


def newton(columns: np.ndarray, won: np.ndarray) -> np.ndarray:
    weights = np.zeros(columns.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(columns @ weights, -30, 30)))
        spread = np.maximum(chance * (1 - chance), 1e-6)
        slope = columns.T @ (won - chance) - RIDGE * weights
        bend = (columns * spread[:, None]).T @ columns + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights = weights + step
        if np.abs(step).max() < 1e-6:
            break
    return weights


@dataclass(frozen=True)
class Quality:
    """How well the model meets games it was not fitted on."""

    brier: float
    known: float  # the Brier score of one who knows the win rate alone
    predicted: list[float]  # mean chance in each tenth of chances
    observed: list[float]
    positions: list[int]

    @property
    def worst(self) -> float:
        """Give the largest gap between chance and games won in any tenth."""
        gaps = zip(self.predicted, self.observed, self.positions, strict=True)
        return max(abs(chance - won) for chance, won, count in gaps if count)


def quality(model: ValueModel, samples: list[Sample]) -> Quality:
    """Compare chances with games won, tenth by tenth."""
    chances = np.concatenate([model.chances(s.features, s.arm) for s in samples])
    won = np.concatenate([s.won for s in samples])
    skills = np.concatenate([np.full(len(s.won), s.arm.skill) for s in samples])
    tenths = np.minimum((chances * TENTHS).astype(int), TENTHS - 1)
    shown = [tenths == tenth for tenth in range(TENTHS)]
    return Quality(
        float(((chances - won) ** 2).mean()),
        float(((skills - won) ** 2).mean()),
        [round(float(chances[rows].mean()), 4) if rows.any() else 0.0 for rows in shown],
        [round(float(won[rows].mean()), 4) if rows.any() else 0.0 for rows in shown],
        [int(rows.sum()) for rows in shown],
    )


def arms(board: str) -> Iterator[Scenario]:
    """Name who plays the training games of a board: persons of three skills and the expert."""
    for barons in (False, True):
        for wins in (25.0, 50.0, 75.0):
            yield Scenario.of(board, barons=barons, player="person", wins=wins)
        yield Scenario.of(board, barons=barons, player="expert")


if __name__ == "__main__":
    main()
