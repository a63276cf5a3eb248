"""Judge many games of one arm: the chance to win turn by turn, luck and errors in points.

The chance to win is that of the player who goes on as before, by the value model; where that is
unsure the player does go on, a few times, and both are mixed. Luck and errors are those of
`one_game.py`, by a few rollouts from every stop: single ones are rough, their means over games are
not. All levels of a game have the same deals, so that most of their noise is in none of the
differences; decisions have deals of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rotwsim.players import rollouts
from rotwsim.players.rollouts import FLIPPED, PLAY_ON, RESOLVED, TURN
from rotwsim.runner.judge import (
    NONE,
    STREAMS,
    Effort,
    Rollouts,
    Stop,
    Traced,
    Value,
    judged_by,
    stop_of,
    trace,
)
from rotwsim.runner.judge.one_game import AREAS, area_of, lay_levels
from rotwsim.runner.judge.value_model import Arm, arm_of
from rotwsim.runner.play import kernels_for, rules_of
from rotwsim.scenario.scenario import Scenario

LEVEL = 6  # rollouts of each stretch between two random events
PAIRS = 3  # of each decision that is not the expert's
DEALS = 12  # of each stream of the deal
STARTS = 3_000  # games that the expert plays from other deals
UNSURE = 0.05  # the value model is unsure between this chance and that of the other side
AGAIN = 12  # games that the player of the arm plays on from there
TAKES_AS_LONG_AS = 350  # whole games of the expert: judging one game
WEIGHT = 8  # such games that the value model knows as much as
Count = Callable[[int], None]  # games judged so far


@dataclass(frozen=True)
class Event:
    """A random event of a game, or a Baron claimed: luck in points and change of the chance."""

    game: int
    turn: int
    stream: int  # of STREAMS, or CLAIMS beyond them
    shown: int  # the card flipped or dealt; −1 for cubes
    resolved: int  # the Railbot card carried out; −1 if none
    luck: float  # of a claim nothing: the card that led to it had the luck
    swing: float  # of the chance to win


@dataclass(frozen=True)
class GameJudged:
    """One of many games."""

    result: int
    won: bool
    turns: int
    at_turn: np.ndarray  # of each chance
    chances: np.ndarray  # to win, at the beginning of each turn
    luck: np.ndarray  # by stream, points
    errors: np.ndarray  # by area, points
    errors_noise: float  # the variance of their sum that is due to few rollouts
    events: list[Event]


@dataclass(frozen=True)
class ArmJudged:
    """The games of an arm."""

    scenario: Scenario
    target: int
    start: float  # the expert's mean result
    games: list[GameJudged]

    @property
    def results(self) -> np.ndarray:
        return np.array([game.result for game in self.games])

    @property
    def won(self) -> np.ndarray:
        return self.results >= self.target

    @property
    def luck(self) -> np.ndarray:
        """Luck by game and stream."""
        return np.array([game.luck for game in self.games])

    @property
    def errors(self) -> np.ndarray:
        """Points lost by game and area."""
        return np.array([game.errors for game in self.games])


def judge_games(
    scenario: Scenario, seed: int, games: int, jobs: int = 1, count: Count = lambda done: None
) -> ArmJudged:
    """Judge games 0, 1, … of an arm."""
    own, judge = rules_of(scenario), rules_of(judged_by(scenario))
    work, start = work_of(judge, seed), start_of(judged_by(scenario), seed)
    done = 0

    def judged(game: int) -> GameJudged:
        nonlocal done
        traced, stops, luck = judge_one(scenario, work, start, seed, game)
        done += 1
        count(done)
        known = chances_by_turn(work_of(judge, key_of(seed, game)), own, traced, arm)
        return summed_up(game, traced, stops, luck, arm, known)

    arm = arm_seen(scenario, judge, seed, games, jobs)
    with ThreadPoolExecutor(max(1, jobs)) as pool:
        return ArmJudged(scenario, work.target, start.points, [*pool.map(judged, range(games))])


def arm_seen(scenario: Scenario, judge: np.ndarray, seed: int, games: int, jobs: int) -> Arm:
    """Look at all positions of an arm, as the value model needs."""
    with ThreadPoolExecutor(max(1, jobs)) as pool:
        seen = [
            *pool.map(lambda game: trace(scenario, judge, seed, game, keep=False), range(games))
        ]
    results = np.repeat([each.result for each in seen], [*map(len, seen)])
    return arm_of(np.concatenate([each.features for each in seen]), results, int(judge[0].target))


def work_of(judge: np.ndarray, key: int) -> Rollouts:
    """Make what plays a few games on from each stop, with the deals of a key."""
    return Rollouts(judge, Effort(LEVEL, 1, key), int(judge[0].target))


def key_of(seed: int, game: int) -> int:
    return seed * 1_009 + game


@lru_cache(maxsize=64)
def start_of(scenario: Scenario, seed: int) -> Value:
    """Value the expert's game before any deal; it is the same for all who play it."""
    judge, results = rules_of(scenario), np.zeros(STARTS)
    work = work_of(judge, seed)
    rollouts.play_deals(judge.copy(), seed, 0, 0, work.key(-1), 1, results)
    return work.value(results)


def judge_one(
    scenario: Scenario, work: Rollouts, start: Value, seed: int, game: int
) -> tuple[Traced, list[Stop], np.ndarray]:
    """Judge one game by a few rollouts from every stop; add the luck of each stream."""
    traced, keyed = trace(scenario, work.judge, seed, game), work_of(work.judge, key_of(seed, game))
    stops = [stop_of(traced, row) for row in range(len(traced))]
    for stop in stops:
        value_stop(keyed, traced, stop)
    lay_levels(stops, np.array([traced.result, float(traced.result >= work.target)]))
    luck = deal_luck(keyed, seed, game, start, stops[0].before)
    for stop in events_in(stops):
        luck[stop.stream] += stop.luck.points
    return traced, stops, luck


COMMON = -1  # in place of the row of a stop: deals that all levels of a game share


def value_stop(work: Rollouts, traced: Traced, stop: Stop) -> None:
    """Play on after an event, and from each decision that is not the expert's."""
    row = stop.row
    if not stop.is_decision:
        stop.level = work.value(work.play(traced, row, [(PLAY_ON,)], 0, LEVEL, COMMON)[0])
        return
    stop.taken = traced.taken(row)
    stop.best = expert = tuple(map(int, traced.choices[row, 0]))
    if stop.taken != expert:
        stop.error = work.gap(*work.play(traced, row, [expert, stop.taken], 0, PAIRS))


def deal_luck(work: Rollouts, seed: int, game: int, start: Value, after: Value) -> np.ndarray:
    """Divide the luck of the deal by stream."""
    levels = [start.points]
    for fixed in range(1, len(STREAMS)):
        results = np.zeros(DEALS)
        rollouts.play_deals(work.judge.copy(), seed, game, fixed, work.key(COMMON), 0, results)
        levels.append(float(results.mean()))
    return np.diff([*levels, after.points])


def events_in(stops: list[Stop]) -> list[Stop]:
    return [stop for stop in stops[1:] if not stop.is_decision]


def chances_by_turn(
    work: Rollouts, own: np.ndarray, traced: Traced, arm: Arm
) -> tuple[np.ndarray, np.ndarray]:
    """Give turns, and the chance to win at the beginning of each."""
    turns = traced.facts[:, TURN]
    begins = np.flatnonzero(np.diff(turns)) + 1
    chances = arm.chances(traced.features[begins])
    go_on, results = rollouts.goes_on_of(kernels_for(own).party), np.zeros(AGAIN)
    for place, row in enumerate(begins):
        if UNSURE < chances[place] < 1 - UNSURE:
            go_on(traced.stops[row : row + 1], own, work.key(COMMON), results)
            won = (results >= work.target).sum()
            chances[place] = (WEIGHT * chances[place] + won) / (WEIGHT + AGAIN)
    return turns[begins], chances


def summed_up(
    game: int,
    traced: Traced,
    stops: list[Stop],
    luck: np.ndarray,
    arm: Arm,
    known: tuple[np.ndarray, np.ndarray],
) -> GameJudged:
    """Sum a game up."""
    errors = np.zeros(len(AREAS))
    for stop in stops:
        if stop.error is not NONE:
            errors[AREAS.index(area_of(traced, stop))] += stop.error.points
    return GameJudged(
        traced.result,
        traced.result >= arm.target,
        int(traced.facts[-1, TURN]),
        *known,
        luck,
        errors,
        float(sum(stop.error.points_error**2 for stop in stops)),
        [*cards_in(game, traced, stops, arm), *claims_in(game, traced, arm)],
    )


def cards_in(game: int, traced: Traced, stops: list[Stop], arm: Arm) -> Iterator[Event]:
    """List what chance showed after the deal."""
    slopes = arm.slope(traced.features)
    for stop in events_in(stops):
        shown, resolved = traced.facts[stop.row, [FLIPPED, RESOLVED]].tolist()
        points = stop.luck.points
        swing = points * slopes[stop.row]
        yield Event(game, stop.turn, stop.stream, shown, resolved, points, swing)


CLAIMS = ("barons", "railbot_barons")  # the features that count them


def claims_in(game: int, traced: Traced, arm: Arm) -> Iterator[Event]:
    """Find the stops at which a Baron has been claimed, by the player or by the Railbot."""
    owned = traced.features[:, [rollouts.FEATURES.index(name) for name in CLAIMS]]
    swings = np.diff(arm.chances(traced.features))
    for row, whose in np.argwhere(np.diff(owned, axis=0) > 0).tolist():
        turn = int(traced.facts[row + 1, TURN])
        yield Event(game, turn, len(STREAMS) + whose, -1, -1, np.nan, swings[row])
