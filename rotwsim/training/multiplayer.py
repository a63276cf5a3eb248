"""Trains the expert at tables: games in self-play tried out, lessons drawn, round by round.

All seats are experts with the points of the last round, so that seats are exchanged with every
game; boards, numbers of seats, bidding styles and Rail Barons change from arm to arm. Seeds of
training are far from those of experiments and tests, and every round has its own. A round is kept
in the folder as soon as it is done; the same call again goes on from there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

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
from rotwsim.training.fit import Rows, learn
from rotwsim.training.rounds import Round, RoundFolder
from rotwsim.training.train import DIGITS

TRAINING_SEED = 6_000_011  # one more each round
VALIDATION_SEED = 7_000_003
CONFIRMATION_SEED = 8_000_009  # fresh: no round saw it
SHARE = 40_000  # millionths of the decisions of a game that are looked into
ROWS_PER_GAME = 120  # at most
RIDGES = (300.0, 1000.0)  # how hard corrections are held back, see lessons.py
MEMORY = 0.7  # what the lessons of the round before weigh; those before it the square, and so on
STEP = 1.0  # of the lessons that is taken
VALIDATION_SEATS = 4
RIVALS = "club"  # among whom a round is measured
FEWEST_ROWS = 2_000  # of a phase that has lessons of its own
BARONS = ("map", "map", "universal", "none")


@dataclass(frozen=True)
class TableCourse:
    """What a training at tables is: it decides all that comes out."""

    boards: tuple[str, ...]
    seats: tuple[int, ...]
    validation: str
    games: int  # a round, of each arm
    validation_games: int
    start: str  # digest of the points begun with

    names = LEARNED_NAMES

    def arms(self, number: int) -> list[Scenario]:
        """The tables of a round: each board with each number of seats."""
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
        """By how much one expert leads the mean of the others on the validation board."""
        return float(leads(self.validation, points, self.validation_games).mean())

    def play_round(self, done: list[Round], kept: RoundFolder, crew) -> Round:
        """The next round: tries games out with the last player and learns from them."""
        last, number = done[-1], len(done)
        run = joblib.Parallel(n_jobs=crew.jobs, batch_size=1, **crew.options)
        tables = run(
            joblib.delayed(try_arm)(
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
        found = like_the_next(learn(lessons, last.points, *RIDGES), lessons[0])
        points = np.round(last.points + STEP * found, DIGITS)
        now = Round(number, points, self.validate(points), len(lessons[0].result))
        kept.keep(now, tables)
        return now


def drawn_seats(draw: np.random.Generator, seats: int) -> list[str]:
    """Experts alone, or one of them, in any seat, among club players; each as often."""
    if draw.integers(2):
        return ["expert"] * seats
    players = [RIVALS] * seats
    players[draw.integers(seats)] = "expert"
    return players


def try_arm(work: Work, first: int, games: int, share: int) -> np.ndarray:
    """The trials of one table."""
    table = np.zeros((games * ROWS_PER_GAME, sample_rows.WIDTH))
    rows = multiplayer_samples.trial_block(work.rules, work.seed, first, games, share, table)
    return table[:rows].copy()


def with_points(scenario: Scenario, points: np.ndarray) -> np.ndarray:
    """The rules of a table whose experts have these points."""
    rules = rules_of(scenario)
    put_points(rules[rules[0].seat_judgement[scenario.seats.index("expert")]], points)
    return rules


def like_the_next(found: np.ndarray, rows: Rows) -> np.ndarray:
    """Tables hardly ever have as many turns to come as the early phase: without rows of its own it
    learns what the middle one does. The opening is no phase of a table.
    """
    if (rows.phase == EARLY).sum() < FEWEST_ROWS:
        found[EARLY] = found[MIDDLE]
    found[OPENING] = found[EARLY]
    return found


def leads(board: str, points: np.ndarray, games: int, seed: int = VALIDATION_SEED) -> np.ndarray:
    """One expert with these points among club players, in every seat in turn: its score less the
    mean of theirs.
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
