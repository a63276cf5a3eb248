"""The chance to win from a position at once: a logistic curve over what is known of the position.

It holds for a player who goes on as before. It looks at how 13 features of the position differ from
their means in the games of the same arm with as many turns left, and at the share of games won.
data/measured/chances.toml has its numbers, fitted on training games of all maps but Great Britain,
and how well it meets other games. `python -m rotwsim.runner.judge.value_model` fits it (`make
chances`).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from rotwsim.players.rollouts import FEATURES
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import MEASURED
from rotwsim.scenario.scenario import Scenario

PATH = MEASURED / "chances.toml"
PHASES = (1.5, 3.5, 5.5, 8.5, 11.5)  # turns left at which the next set of numbers begins
SCALES = {  # that bring each feature to about 1
    "turns": 10.0,
    "result": 40.0,
    "to_come": 40.0,
    "bonds": 5.0,
    "income": 10.0,
    "markers": 5.0,
    "engine": 3.0,
    "links": 10.0,
    "railbot_links": 10.0,
    "railbot_cards": 10.0,
    "barons": 2.0,
    "railbot_barons": 2.0,
    "cubes": 50.0,
}
NAMES = (
    *("constant", "skill", *FEATURES, "margin squared", "to_come squared"),
    *("skill × margin", "skill × to_come", "margin × to_come"),
)
UNITS = np.array([SCALES[name] for name in FEATURES])
TURNS, RESULT, TO_COME = map(FEATURES.index, ("turns", "result", "to_come"))
MOST_TURNS = 20
RIDGE, ROUNDS = 3.0, 25
HELD_OUT, NOT_A_MAP = "great-britain", "eastern-us-rebuilt"
TENTHS = 10
MOST_ODDS = 6.0  # log odds beyond which nobody can say how sure a game is


@dataclass(frozen=True)
class Arm:
    """What the positions of an arm are compared with: its mean position by turns left."""

    skill: float  # share of its games that are won
    means: np.ndarray  # by turns left, feature

    def centred(self, features: np.ndarray) -> np.ndarray:
        """Give features as they differ from the mean with as many turns left, in handy units."""
        return (features - self.means[turns_in(features)]) / UNITS


def arm_of(features: np.ndarray, skill: float) -> Arm:
    """Average the positions of an arm by turns left."""
    turns, means = turns_in(features), np.tile(features.mean(axis=0), (MOST_TURNS + 1, 1))
    for left in range(MOST_TURNS + 1):
        if (turns == left).any():
            means[left] = features[turns == left].mean(axis=0)
    return Arm(skill, means)


def turns_in(features: np.ndarray) -> np.ndarray:
    return np.clip(np.rint(features[:, TURNS]).astype(int), 0, MOST_TURNS)


@dataclass(frozen=True)
class ValueModel:
    """Weights by phase and name."""

    weights: np.ndarray

    def chances(self, features: np.ndarray, arm: Arm) -> np.ndarray:
        """Give the chance to win of each position for the player of an arm."""
        phases, columns = design(features, arm)
        odds = (columns * self.weights[phases]).sum(axis=1)
        return 1 / (1 + np.exp(-np.clip(odds, -MOST_ODDS, MOST_ODDS)))

    def slope(self, features: np.ndarray, arm: Arm) -> np.ndarray:
        """Give how much a point of result moves the chance."""
        more = features.copy()
        more[:, RESULT] += 1.0
        return self.chances(more, arm) - self.chances(features, arm)


@cache
def value_model() -> ValueModel:
    """Read the fitted model."""
    phases = read_toml(PATH, PATH.name)["phases"]
    return ValueModel(np.array([[phase[name] for name in NAMES] for phase in phases]))


def design(features: np.ndarray, arm: Arm) -> tuple[np.ndarray, np.ndarray]:
    """Give the phase of each position and the columns that the weights multiply."""
    scaled = arm.centred(features)
    share = min(max(arm.skill, 0.005), 0.995)
    odds = np.full(len(features), np.log(share / (1 - share)))
    margin, to_come = scaled[:, RESULT], scaled[:, TO_COME]
    further = [margin**2, to_come**2, odds * margin, odds * to_come, margin * to_come]
    columns = np.column_stack([np.ones(len(features)), odds, scaled, *further])
    return np.searchsorted(PHASES, features[:, TURNS]), columns


@dataclass(frozen=True)
class Sample:
    """Positions of the games of one arm, and whether each game was won."""

    board: str
    features: np.ndarray
    won: np.ndarray  # by position
    arm: Arm


def sample_of(scenario: Scenario, seed: int, games: int) -> Sample:
    """Play games and list all their positions."""
    from rotwsim.runner.judge import judged_by, trace
    from rotwsim.runner.play import rules_of

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
    rows = [newton(columns[phases == phase], won[phases == phase]) for phase in range(PHASE_COUNT)]
    return ValueModel(np.array(rows))


PHASE_COUNT = len(PHASES) + 1


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


if __name__ == "__main__":
    main()
