"""Trains the expert: games tried out, lessons drawn, a step taken, round by round.

Seeds of training are far from those of experiments and tests, and every round has its own. A round
is kept in the folder as soon as it is done; the same call again goes on from there. What comes out
depends on the arguments alone, never on how many jobs there were.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import joblib
import numpy as np

from rotwsim.core.state import layout
from rotwsim.core.state.log import no_log
from rotwsim.players.learned import sample_rows, samples
from rotwsim.players.learned.features import NAMES
from rotwsim.runner.parallel import Work
from rotwsim.runner.play import play_games, rules_of
from rotwsim.scenario.learned_numbers import digest_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.training.fit import Rows, learn
from rotwsim.training.rounds import Round, RoundFolder, best_of

TRAINING_SEED = 3_000_017  # one more each round
VALIDATION_SEED = 4_000_037
SHARE = 80_000  # millionths of the decisions of a game that are looked into
ROWS_PER_GAME = 300  # at most
# By round, the last entry from then on, and at once where the training goes on from another: how
# hard corrections are held back (see lessons.py), how much of the lessons is taken, and what the
# lessons of the rounds before weigh, the last one first.
RIDGES = ((300.0, 1000.0), (300.0, 1000.0), (300.0, 1000.0), (1000.0, 3000.0))
RIDGES_ALONE = ((300.0, 1000.0), (1000.0, 3000.0), (3000.0, 9000.0))
STEPS = (1.0, 1.0, 1.0, 0.7)
MEMORIES = ((0.5,), (0.5,), (0.5,), (0.7, 0.5, 0.3))
DIGITS = 4  # of the points that are kept
# Figures that the boxes might hold, mild and harsh ones, and tweaks that a person might use: the
# player must be good at the game and not at one filling of it. On many boards none of them is a
# board's own, so that a training can be repeated after those were found out.
MILD = {"base_exhaust": (2, 3), "empty_city_trigger": (11, 14)}
HARSH = {"base_exhaust": (3, 5), "empty_city_trigger": (7, 10)}
# With Base Exhaust 4 about so many markers times cities end a third of the games of club: nine on a
# map of 52 cities, sixteen on one of 28.
SHORT_GAME = {"base_exhaust": 4, "markers_times_cities": 468}
MILDEST = {"base_exhaust": 2, "empty_city_trigger": 14}
TWEAKS = ([], [], ["cash"], ["cards-1"], ["cards-2"], ["display-4"], ["display-3"])


@dataclass(frozen=True)
class Course:
    """What a training is: it decides all that comes out."""

    boards: tuple[str, ...]
    validation: tuple[str, ...]  # the boards that decide on the round
    games: int  # a round, of each arm
    validation_games: int
    start: str  # digest of the points begun with

    names = NAMES

    def arms(self, number: int) -> list[Scenario]:
        """The scenarios of a round: each board with and without Barons, as a short game and with
        mild and harsh figures, drawn for this round.
        """
        draw = np.random.default_rng(TRAINING_SEED + number)
        arms = []
        for board in self.boards:
            for barons in (False, True):
                plain = Scenario.of(board, barons=barons, player="expert")
                drawn = [plain.varied(**drawn_from(spans, draw)) for spans in (MILD, HARSH)]
                arms += [plain, plain, *drawn] if self.alone else [short_game(plain), *drawn]
        return arms

    @property
    def alone(self) -> bool:
        """Whether one board is trained on alone, half of it with its own figures."""
        return len(set(self.boards)) == 1

    def now(self, schedule: tuple, number: int):
        """What a schedule gives for a round."""
        return schedule[-1 if self.goes_on else min(number, len(schedule)) - 1]

    @property
    def goes_on(self) -> bool:
        return self.start != digest_of({})

    def ridges(self, number: int) -> tuple:
        """To be tried one after the other until a round gains. A player that comes to a board from
        others has more to learn there than one that goes on with them, and fewer rows to tell it.
        """
        return RIDGES_ALONE if self.alone and self.goes_on else (self.now(RIDGES, number),)

    def validate(self, points: np.ndarray) -> float:
        """The mean result on the boards that decide, as a short game and with the mildest figures,
        on seeds of their own; one board alone proved a poor judge of the others.
        """
        plain = [Scenario.of(board) for board in self.validation]
        short = plain if self.alone else [short_game(each) for each in plain]
        arms = [*short, *(each.varied(settings=MILDEST) for each in plain)]
        games = max(1, self.validation_games // len(arms))
        return float(np.mean([results(arm, points, games).mean() for arm in arms]))

    def play_round(self, done: list[Round], kept: RoundFolder, crew) -> Round:
        """The next round: tries games out with the best player so far and learns from them. After a
        round that lost it begins where that one did, with what both taught.
        """
        last, number = best_of(done), len(done)
        run = joblib.Parallel(n_jobs=crew.jobs, batch_size=1, **crew.options)
        tables = run(
            joblib.delayed(try_arm)(
                Work(with_points(rules_of(arm), last.points), TRAINING_SEED + number),
                place * self.games,
                self.games,
            )
            for place, arm in enumerate(self.arms(number))
        )
        rows = Rows.of(tables, last.points)
        lessons = [rows]
        memories, step = (self.now(plan, number) for plan in (MEMORIES, STEPS))
        for age, weight in enumerate(memories, start=1):
            if number > age:
                played_by = best_of(done[: number - age])
                before = Rows.of(kept.tables(number - age), played_by.points)
                lessons.append(replace(before, weight=weight))
        tried = []
        for ridges in self.ridges(number):
            points = np.round(last.points + step * learn(lessons, last.points, *ridges), DIGITS)
            tried.append(Round(number, points, self.validate(points), len(rows.result)))
            if tried[-1].validation > last.validation:
                break
        kept.keep(best_of(tried), tables)
        return best_of(tried)


def short_game(scenario: Scenario) -> Scenario:
    """With much Exhaust, and the more markers the fewer cities there are."""
    trigger = round(SHORT_GAME["markers_times_cities"] / len(scenario.board.cities))
    figures = {"base_exhaust": SHORT_GAME["base_exhaust"], "empty_city_trigger": trigger}
    return scenario.varied(settings=figures)


def drawn_from(spans: dict, draw: np.random.Generator) -> dict:
    """Figures within the spans, and a tweak that a person might play with."""
    settings = {name: int(draw.integers(low, high + 1)) for name, (low, high) in spans.items()}
    return {"settings": settings, "tweaks": TWEAKS[draw.integers(len(TWEAKS))]}


def try_arm(work: Work, first: int, games: int) -> np.ndarray:
    """The trials of one scenario."""
    table = np.zeros((games * ROWS_PER_GAME, sample_rows.WIDTH))
    rows = samples.trial_block(work.rules, work.seed, first, games, SHARE, table)
    return table[:rows].copy()


def with_points(rules: np.ndarray, points: np.ndarray) -> np.ndarray:
    rules[0].learned[: points.shape[0], : points.shape[1]] = points
    return rules


def results(
    scenario: Scenario, points: np.ndarray, games: int, seed: int = VALIDATION_SEED
) -> np.ndarray:
    """Results of the expert with these points."""
    outcomes = np.zeros(games, layout.OUTCOME)
    play_games(with_points(rules_of(scenario), points), seed, 0, outcomes, no_log())
    return outcomes["result"].copy()
