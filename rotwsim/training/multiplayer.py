"""Train the expert for the multiplayer game, round by round: sample self-play, learn, take a step.

Boards, numbers of seats, bidding styles and Rail Barons change from arm to arm. Training seeds are
far from those of experiments and tests, and every round has its own.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rotwsim.core.state.log import no_log
from rotwsim.runner import play
from rotwsim.scenario.board_file import PRACTICE, board_names
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import BIDDING, MULTIPLAYER
from rotwsim.training.fit_rounds import Plan, Round

BOARDS = ("eastern-us", "sweden", "europe", "mexico", *board_names(PRACTICE))
HEAD = """\
# What features of actions are worth to the expert in multiplayer, in points: in the opening, early,
# in the middle and late in the game. players/learned/features.py
# say what each is. Written by `rotwsim dev train --seats`.
"""
TRAINING_SEED = 6_000_011  # one more each round
VALIDATION_SEED = 7_000_003
CONFIRMATION_SEED = 8_000_009  # fresh: no round saw it
SHARE = 40_000  # millionths of the decisions of a game that are looked into
RIDGES = (300.0, 1000.0)  # how much corrections are shrunk, see fit_rounds.py
MEMORY = 0.7  # what the lessons of the round before weigh; those before it the square, and so on
ROUNDS_REMEMBERED = 5
STEP = 0.35  # of the lessons that is taken: a whole step swings from round to round
VALIDATION_SEATS = 4
BARONS = ("map", "map", "universal", "none")
LEARNER, LAST = 0, 1  # records of the rules: the player in training, and the expert of the package


class Arm(NamedTuple):
    """A scenario of experts: some seats have the player in training, the others the last expert."""

    scenario: Scenario
    learners: tuple[int, ...]
    among: str = "expert"


@dataclass(frozen=True)
class MultiplayerPlan(Plan):
    """A training of the multiplayer game; one board decides on the round."""

    seats: tuple[int, ...] = ()
    among: str = "expert"  # who plays beside the learner: the last expert, or a file of a player

    GAME, FILE, HEAD, BOARDS = MULTIPLAYER, "learned_multiplayer.toml", HEAD, BOARDS
    SEEDS = TRAINING_SEED, VALIDATION_SEED, CONFIRMATION_SEED
    NAMES, PLACES = play.LEARNED_NAMES, play.LEARNED_PLACES

    def facts(self) -> dict:
        return {
            "boards": self.boards,
            "seats": self.seats,
            "validation_board": self.validation[0],
            "among": self.among,
        }

    def judges(self) -> dict[str, str]:
        return {board: board for board in sorted({*self.boards, *self.validation})}

    def results(self, arm: str, points: np.ndarray, games: int, seed: int) -> np.ndarray:
        """Seat one learner with these points among the last expert, in every seat in turn; return
        its score less half the best other and half the mean of the others.
        """
        found = []
        scenario = Scenario.of(arm, seats=["expert"] * VALIDATION_SEATS)
        for seat in range(VALIDATION_SEATS):
            rules = with_points(Arm(scenario, (seat,), self.among), points)
            outcomes = play.new_outcomes(rules, max(1, games // VALIDATION_SEATS))
            play.play_games(rules, seed, seat * len(outcomes), outcomes, no_log())
            score = outcomes["score"][:, :VALIDATION_SEATS].astype(float)
            others = np.delete(score, seat, axis=1)
            found.append(score[:, seat] - others.max(axis=1) / 2 - others.mean(axis=1) / 2)
        return np.concatenate(found)

    def validate(self, points: np.ndarray) -> float:
        """Measure the lead of one learner among the last expert on the validation board."""
        found = self.results(self.validation[0], points, self.validation_games, VALIDATION_SEED)
        return float(found.mean())

    def arms(self, number: int) -> list[Arm]:
        draw = np.random.default_rng(TRAINING_SEED + number)
        return [
            drawn_arm(draw, board, seats, self.among)
            for board in self.boards
            for seats in self.seats
        ]

    def work(self, arm: Arm, points: np.ndarray) -> tuple[np.ndarray, int]:
        return with_points(arm, points), SHARE * len(arm.scenario.seats) // len(arm.learners)

    def begin_at(self, done: list[Round]) -> Round:
        return done[-1]

    def memories(self, number: int) -> list[float]:
        return [MEMORY**age for age in range(1, ROUNDS_REMEMBERED + 1)]

    def ridges(self, number: int) -> tuple:
        return (RIDGES,)

    def step(self, number: int) -> float:
        return STEP


def drawn_arm(draw: np.random.Generator, board: str, seats: int, among: str) -> Arm:
    """Draw style and Rail Barons; all seats learn, or one among the last expert, as often."""
    scenario = Scenario.of(
        board,
        seats=["expert"] * seats,
        bidding=BIDDING[draw.integers(len(BIDDING))],
        barons=BARONS[draw.integers(len(BARONS))],
    )
    learners = tuple(range(seats)) if draw.integers(2) else (int(draw.integers(seats)),)
    return Arm(scenario, learners, among)


def with_points(arm: Arm, points: np.ndarray) -> np.ndarray:
    """Compile multiplayer rules whose learners have these points."""
    rules = np.concatenate([play.rules_of(arm.scenario)] * 2)
    play.put_points(rules[LEARNER], points)
    weights = play.weights_of(arm.scenario, arm.among)
    rules[LAST].weights[: len(weights)] = weights
    play.put_points(rules[LAST], play.points_of(play.learned_file(arm.scenario, arm.among)))
    for record in rules:
        for seat in range(len(arm.scenario.seats)):
            record["seat_judgement"][seat] = LEARNER if seat in arm.learners else LAST
    return rules
