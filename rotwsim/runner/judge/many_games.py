"""Judge many games of one arm: the chance to win after every step, luck and errors in points.

The chance to win is that of the player who goes on as before, by the value model. Luck and errors
are those of `one_game.py`, by a few rollouts from every stop: single ones are rough, their means
over games are not. All levels of a game have the same deals, so that most of their noise is in
none of the differences; decisions have deals of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from rotwsim.players import rollouts
from rotwsim.players.rollouts import FLIPPED, PLAY_ON, RESOLVED, STREAM, TURN
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
from rotwsim.runner.judge.value_model import Arm, arm_of, value_model
from rotwsim.runner.play import rules_of
from rotwsim.scenario.scenario import Scenario

LEVEL = 8  # rollouts of each stretch between two random events
PAIRS = 5  # of each decision that is not the expert's
DEALS = 12  # of each stream of the deal
STARTS = 3_000  # games that the expert plays from other deals
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
    row: int  # of the stop
    swing: float = 0.0  # of the chance to win


@dataclass(frozen=True)
class GameJudged:
    """One of many games."""

    result: int
    won: bool
    turns: int
    features: np.ndarray  # of the position at each stop
    chances: np.ndarray  # to win, at each stop
    at_turn: np.ndarray  # of each stop
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
    scenario: Scenario,
    seed: int,
    results: np.ndarray,
    jobs: int = 1,
    count: Count = lambda done: None,
) -> ArmJudged:
    """Judge games 0, 1, … of an arm, as many as there are results."""
    judge = rules_of(judged_by(scenario))
    target, work = int(judge[0].target), work_of(judge, seed)
    start = start_of(judged_by(scenario), seed)
    done = 0

    def judged(game: int) -> GameJudged:
        nonlocal done
        found = judge_one(scenario, work, start, seed, game)
        done += 1
        count(done)
        return found

    with ThreadPoolExecutor(max(1, jobs)) as pool:
        games = list(pool.map(judged, range(len(results))))
    positions = np.concatenate([game.features for game in games])
    arm = arm_of(positions, float((results >= target).mean()))
    return ArmJudged(scenario, target, start.points, [with_chances(game, arm) for game in games])


def with_chances(game: GameJudged, arm: Arm) -> GameJudged:
    """Add the chances to win, which compare a game with all others of its arm."""
    model, features = value_model(), game.features
    slopes = model.slope(features, arm)
    chances = model.chances(features, arm)
    events = [
        replace(event, swing=event.luck * slopes[event.row])
        if event.stream < len(STREAMS)
        else replace(event, swing=chances[event.row] - chances[event.row - 1])
        for event in game.events
    ]
    return replace(game, chances=chances, events=events)


def work_of(judge: np.ndarray, key: int) -> Rollouts:
    """Make what plays a few games on from each stop, with the deals of a key."""
    return Rollouts(judge, Effort(LEVEL, 1, key), int(judge[0].target))


@lru_cache(maxsize=64)
def start_of(scenario: Scenario, seed: int) -> Value:
    """Value the expert's game before any deal; it is the same for all who play it."""
    judge, results = rules_of(scenario), np.zeros(STARTS)
    work = work_of(judge, seed)
    rollouts.play_deals(judge.copy(), seed, 0, 0, work.key(-1), 1, results)
    return work.value(results)


def judge_one(scenario: Scenario, work: Rollouts, start: Value, seed: int, game: int) -> GameJudged:
    """Judge one game by a few rollouts from every stop."""
    traced = trace(scenario, work.judge, seed, game)
    keyed = work_of(work.judge, seed * 1_009 + game)
    stops = [stop_of(traced, row) for row in range(len(traced))]
    for stop in stops:
        value_stop(keyed, traced, stop)
    won = float(traced.result >= work.target)
    lay_levels(stops, np.array([traced.result, won]))
    deal = deal_luck(keyed, seed, game, start, stops[0].before)
    return GameJudged(
        traced.result,
        bool(won),
        int(traced.facts[-1, TURN]),
        traced.features,
        np.zeros(0),
        traced.facts[:, TURN].copy(),
        np.array([dealt + luck_of(stops, stream) for stream, dealt in enumerate(deal)]),
        errors_by_area(traced, stops),
        float(sum(stop.error.points_error**2 for stop in stops)),
        [*(event_of(game, traced, stop) for stop in events_in(stops)), *claims_in(game, traced)],
    )


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


def deal_luck(work: Rollouts, seed: int, game: int, start: Value, after: Value) -> list[float]:
    """Divide the luck of the deal by stream."""
    levels = [start.points]
    for fixed in range(1, len(STREAMS)):
        results = np.zeros(DEALS)
        rollouts.play_deals(work.judge.copy(), seed, game, fixed, work.key(COMMON), 0, results)
        levels.append(float(results.mean()))
    levels.append(after.points)
    return list(np.diff(levels))


def events_in(stops: list[Stop]) -> list[Stop]:
    return [stop for stop in stops[1:] if not stop.is_decision]


def luck_of(stops: list[Stop], stream: int) -> float:
    return sum(stop.luck.points for stop in events_in(stops) if stop.stream == stream)


def event_of(game: int, traced: Traced, stop: Stop) -> Event:
    fact = traced.facts[stop.row]
    shown, resolved = int(fact[FLIPPED]), int(fact[RESOLVED])
    return Event(game, stop.turn, int(fact[STREAM]), shown, resolved, stop.luck.points, stop.row)


CLAIMS = ("barons", "railbot_barons")  # the features that count them


def claims_in(game: int, traced: Traced) -> Iterator[Event]:
    """Find the stops at which a Baron has been claimed, by the player or by the Railbot."""
    owned = traced.features[:, [rollouts.FEATURES.index(name) for name in CLAIMS]]
    for row, whose in np.argwhere(np.diff(owned, axis=0) > 0).tolist():
        turn = int(traced.facts[row + 1, TURN])
        yield Event(game, turn, len(STREAMS) + whose, -1, -1, np.nan, row + 1)


def errors_by_area(traced: Traced, stops: list[Stop]) -> np.ndarray:
    """Add up the points lost by area."""
    sums = np.zeros(len(AREAS))
    for stop in stops:
        if stop.is_decision and stop.error is not NONE:
            sums[AREAS.index(area_of(traced, stop))] += stop.error.points
    return sums
