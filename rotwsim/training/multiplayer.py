"""Train the expert for the multiplayer game, round by round: sample self-play, learn, take a step.

Boards, numbers of seats, bidding styles and Rail Barons change from arm to arm. Training seeds are
far from those of experiments and tests, and every round has its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import joblib
import numpy as np

from rotwsim.core.state.log import no_log
from rotwsim.players.learned import multiplayer_samples, sample_rows
from rotwsim.players.learned.features import EARLY, MIDDLE, OPENING
from rotwsim.runner.parallel import Work
from rotwsim.runner.play import (
    LEARNED_NAMES,
    LEARNED_PLACES,
    new_outcomes,
    play_games,
    put_points,
    rules_of,
)
from rotwsim.scenario.multiplayer_schema import BIDDING
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import MULTIPLAYER
from rotwsim.training.fit import Rows, learn
from rotwsim.training.rounds import Confirmed, Round, RoundFolder, points_begun_with
from rotwsim.training.solo import DIGITS

BOARDS = ("eastern-us", "eastern-us", "sweden", "europe")  # the headline's counts twice
HEAD = """\
# What features of actions are worth to the expert at a table, in points: in the opening (as early),
# early, in the middle and late in the game. players/learned/features.py and multiplayer_features.py
# say what each is. Written by `rotwsim train --seats`.
"""
TRAINING_SEED = 6_000_011  # one more each round
VALIDATION_SEED = 7_000_003
CONFIRMATION_SEED = 8_000_009  # fresh: no round saw it
SHARE = 40_000  # millionths of the decisions of a game that are looked into
ROWS_PER_GAME = 120  # at most
RIDGES = (300.0, 1000.0)  # how much corrections are shrunk, see fit.py
MEMORY = 0.7  # what the lessons of the round before weigh; those before it the square, and so on
STEP = 1.0  # of the lessons that is taken
VALIDATION_SEATS = 4
RIVALS = "club"  # among whom a round is measured
FEWEST_ROWS = 2_000  # for a phase to have separate lessons
BARONS = ("map", "map", "universal", "none")


@dataclass(frozen=True)
class MultiplayerPlan:
    """What a training of the multiplayer game is: it decides the whole result."""

    boards: tuple[str, ...]
    seats: tuple[int, ...]
    validation: str
    games: int  # a round, of each arm
    validation_games: int
    start: str  # digest of the points begun with

    FILE = "learned_table.toml"
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
        return {"boards": self.boards, "seats": self.seats, "validation_board": self.validation}

    def confirm(self, before: np.ndarray, after: np.ndarray, games: int) -> Confirmed:
        """Play fresh games with both players among club players on each board."""
        return {
            board: tuple(
                leads(board, points, games, CONFIRMATION_SEED) for points in (before, after)
            )
            for board in sorted({*self.boards, self.validation})
        }

    def arms(self, number: int) -> list[Scenario]:
        """List the scenarios of a round: each board with each number of seats."""
        draw = np.random.default_rng(TRAINING_SEED + number)
        return [
            Scenario.of(
                board,
                seats=drawn_seats(draw, seats),
                bidding=BIDDING[draw.integers(len(BIDDING))],
                barons=BARONS[draw.integers(len(BARONS))],
            )
            for board in self.boards
            for seats in self.seats
        ]

    def validate(self, points: np.ndarray) -> float:
        """Measure the lead of one expert over the mean of the others on the validation board."""
        return float(leads(self.validation, points, self.validation_games).mean())

    def play_round(self, done: list[Round], kept: RoundFolder, crew) -> Round:
        """Play the next round: sample games of the last player and learn from them."""
        last, number = done[-1], len(done)
        run = joblib.Parallel(n_jobs=crew.jobs, batch_size=1, **crew.options)
        tables = run(
            joblib.delayed(sample_arm)(
                Work(with_points(arm, last.points), TRAINING_SEED + number),
                place * self.games,
                self.games,
                SHARE * len(arm.seats) // arm.seats.count("expert"),
            )
            for place, arm in enumerate(self.arms(number))
        )
        lessons = [Rows.of(tables, last.points, LEARNED_PLACES)]
        for age in range(1, number):
            before = Rows.of(
                kept.tables(number - age), done[number - age - 1].points, LEARNED_PLACES
            )
            lessons.append(replace(before, weight=MEMORY**age))
        found = fill_sparse_phases(learn(lessons, last.points, *RIDGES), lessons[0])
        points = np.round(last.points + STEP * found, DIGITS)
        now = Round(number, points, self.validate(points), len(lessons[0].result))
        kept.keep(now, tables)
        return now


def drawn_seats(draw: np.random.Generator, seats: int) -> list[str]:
    """Draw only experts, or one expert in any seat among club players, with equal chance."""
    if draw.integers(2):
        return ["expert"] * seats
    players = [RIVALS] * seats
    players[draw.integers(seats)] = "expert"
    return players


def sample_arm(work: Work, first: int, games: int, share: int) -> np.ndarray:
    """Sample decisions of one multiplayer scenario."""
    table = np.zeros((games * ROWS_PER_GAME, sample_rows.WIDTH))
    rows = multiplayer_samples.trial_block(work.rules, work.seed, first, games, share, table)
    return table[:rows].copy()


def with_points(scenario: Scenario, points: np.ndarray) -> np.ndarray:
    """Compile multiplayer rules whose experts have these points."""
    rules = rules_of(scenario)
    put_points(rules[rules[0].seat_judgement[scenario.seats.index("expert")]], points)
    return rules


def fill_sparse_phases(found: np.ndarray, rows: Rows) -> np.ndarray:
    """Copy the middle phase to an early phase with too few rows, and the early one to the opening.

    Multiplayer games rarely have that many turns left, and have no opening phase.
    """
    if (rows.phase == EARLY).sum() < FEWEST_ROWS:
        found[EARLY] = found[MIDDLE]
    found[OPENING] = found[EARLY]
    return found


def leads(board: str, points: np.ndarray, games: int, seed: int = VALIDATION_SEED) -> np.ndarray:
    """Seat one expert with these points among club players, in every seat in turn, and return its
    score minus the mean of theirs.
    """
    found = []
    for seat in range(VALIDATION_SEATS):
        seats = [RIVALS] * VALIDATION_SEATS
        seats[seat] = "expert"
        rules = with_points(Scenario.of(board, seats=seats), points)
        outcomes = new_outcomes(rules, max(1, games // VALIDATION_SEATS))
        play_games(rules, seed, seat * len(outcomes), outcomes, no_log())
        score = outcomes["score"][:, :VALIDATION_SEATS].astype(float)
        found.append(score[:, seat] - np.delete(score, seat, axis=1).mean(axis=1))
    return np.concatenate(found)
