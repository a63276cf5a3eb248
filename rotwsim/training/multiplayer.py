"""Train the expert for the multiplayer game, round by round: sample self-play, learn, take a step.

Boards, numbers of seats, bidding styles and Rail Barons change from arm to arm. Training seeds are
far from those of experiments and tests, and every round has its own.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rotwsim.core.state.log import no_log
from rotwsim.players.learned import samples
from rotwsim.runner.parallel import Work
from rotwsim.runner.play import (
    LEARNED_NAMES,
    LEARNED_PLACES,
    learned_file,
    new_outcomes,
    play_games,
    points_of,
    put_points,
    rules_of,
    weights_of,
)
from rotwsim.scenario.board_file import PRACTICE, board_names
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import BIDDING, MULTIPLAYER
from rotwsim.training.fit_rounds import (
    Confirmed,
    Round,
    RoundFolder,
    Rows,
    learn,
    points_begun_with,
    tables_of,
)
from rotwsim.training.solo import DIGITS

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
ROWS_PER_GAME = 200  # at most
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
class MultiplayerPlan:
    """What a training of the multiplayer game is: it decides the whole result."""

    boards: tuple[str, ...]
    seats: tuple[int, ...]
    validation: str
    games: int  # a round, of each arm
    validation_games: int
    start: str  # digest of the points begun with
    among: str = "expert"  # who plays beside the learner: the last expert, or a file of a player

    FILE = "learned_multiplayer.toml"
    HEAD = HEAD
    SEEDS = (TRAINING_SEED, VALIDATION_SEED, CONFIRMATION_SEED)
    names = LEARNED_NAMES

    @staticmethod
    def of(boards, seats, validation: str, sizes: tuple[int, int], start: Path | None):
        """Make the plan and return it with the points to begin with."""
        judge = validation or (boards or BOARDS)[0]
        points, digest = points_begun_with(start, LEARNED_NAMES, MULTIPLAYER)
        return MultiplayerPlan(boards or BOARDS, seats, judge, *sizes, digest), points

    def facts(self) -> dict:
        """List what the learned file says about this plan."""
        return {
            "boards": self.boards,
            "seats": self.seats,
            "validation_board": self.validation,
            "among": self.among,
        }

    def confirm(self, before: np.ndarray, after: np.ndarray, games: int) -> Confirmed:
        """Play fresh games with both players among the last expert on each board."""
        return {
            board: (
                leads(board, self.among, before, games, CONFIRMATION_SEED),
                leads(board, self.among, after, games, CONFIRMATION_SEED),
            )
            for board in sorted({*self.boards, self.validation})
        }

    def arms(self, number: int) -> list[Arm]:
        """List the arms of a round: each board with each number of seats."""
        draw = np.random.default_rng(TRAINING_SEED + number)
        return [
            drawn_arm(draw, board, seats, self.among)
            for board in self.boards
            for seats in self.seats
        ]

    def validate(self, points: np.ndarray) -> float:
        """Measure the lead of one learner among the last expert on the validation board."""
        return float(leads(self.validation, self.among, points, self.validation_games).mean())

    def play_round(self, done: list[Round], kept: RoundFolder, crew) -> Round:
        """Play the next round: sample games of the last player and learn from them."""
        last, number = done[-1], len(done)
        seed, games = TRAINING_SEED + number, self.games
        arms = (
            (
                Work(with_points(arm, last.points), seed),
                place * games,
                games,
                SHARE * len(arm.scenario.seats) // len(arm.learners),
            )
            for place, arm in enumerate(self.arms(number))
        )
        tables = tables_of(crew, sample_arm, arms)
        lessons = [Rows.of(tables, last.points, LEARNED_PLACES)]
        for age in range(1, min(number, ROUNDS_REMEMBERED + 1)):
            played_by = done[number - age - 1]
            before = Rows.of(kept.tables(number - age), played_by.points, LEARNED_PLACES)
            lessons.append(replace(before, weight=MEMORY**age))
        found = learn(lessons, last.points, *RIDGES)
        points = np.round(last.points + STEP * found, DIGITS)
        now = Round(number, points, self.validate(points), len(lessons[0].result))
        kept.keep(now, tables)
        return now


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


def sample_arm(work: Work, first: int, games: int, share: int) -> np.ndarray:
    """Sample decisions of one multiplayer scenario."""
    table = np.zeros((games * ROWS_PER_GAME, samples.WIDTH))
    rows = samples.multiplayer_samples(work.rules, LEARNER, work.seed, first, games, share, table)
    return table[:rows].copy()


def with_points(arm: Arm, points: np.ndarray) -> np.ndarray:
    """Compile multiplayer rules whose learners have these points."""
    rules = np.concatenate([rules_of(arm.scenario)] * 2)
    put_points(rules[LEARNER], points)
    weights = weights_of(arm.scenario, arm.among)
    rules[LAST].weights[: len(weights)] = weights
    put_points(rules[LAST], points_of(learned_file(arm.scenario, arm.among)))
    for record in rules:
        for seat in range(len(arm.scenario.seats)):
            record["seat_judgement"][seat] = LEARNER if seat in arm.learners else LAST
    return rules


def leads(
    board: str, among: str, points: np.ndarray, games: int, seed: int = VALIDATION_SEED
) -> np.ndarray:
    """Seat one learner with these points among the last expert, in every seat in turn; return its
    score less half the best other and half the mean of the others.
    """
    found = []
    scenario = Scenario.of(board, seats=["expert"] * VALIDATION_SEATS)
    for seat in range(VALIDATION_SEATS):
        rules = with_points(Arm(scenario, (seat,), among), points)
        outcomes = new_outcomes(rules, max(1, games // VALIDATION_SEATS))
        play_games(rules, seed, seat * len(outcomes), outcomes, no_log())
        score = outcomes["score"][:, :VALIDATION_SEATS].astype(float)
        others = np.delete(score, seat, axis=1)
        found.append(score[:, seat] - others.max(axis=1) / 2 - others.mean(axis=1) / 2)
    return np.concatenate(found)
