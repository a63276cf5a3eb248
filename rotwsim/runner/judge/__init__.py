"""Retrace a game stop by stop, play on from its stops; the records a judgement consists of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from rotwsim.core.play.setup import set_up
from rotwsim.core.play.solo import act, advance, answer
from rotwsim.core.play.turn_actions import ACTION
from rotwsim.core.state import layout
from rotwsim.core.state.codes import DECIDE_ACTION
from rotwsim.core.state.log import IN_USE, mix, new_log
from rotwsim.players import rollouts
from rotwsim.runner.play import kernels_for, play, rules_of
from rotwsim.scenario.scenario import Scenario

POINTS, CHANCE = range(2)  # what is counted: the result, and whether the target is reached
STREAMS = ("cubes", "Railbot deck", "Operations deck", "Barons")  # by number
Choice = tuple[int, ...]


@dataclass(frozen=True)
class Traced:
    """A game retraced: its stops with what happened there; see `players/rollouts.py`."""

    stops: np.ndarray
    facts: np.ndarray
    choices: np.ndarray
    features: np.ndarray
    result: int

    def __len__(self) -> int:
        return len(self.facts)

    def is_decision(self, row: int) -> bool:
        return int(self.facts[row, rollouts.STREAM]) == rollouts.NO_STREAM

    def taken(self, row: int) -> Choice:
        return tuple(map(int, self.facts[row, rollouts.CHOICE :]))

    def listed(self, row: int) -> list[Choice]:
        """List the choices to compare, the expert's first; the one taken is among them."""
        count = int(self.facts[row, rollouts.COUNT])
        found = [tuple(map(int, each)) for each in self.choices[row, :count]]
        return found if self.taken(row) in found else [*found, self.taken(row)]


@dataclass(frozen=True, eq=False)
class Value:
    """A mean with its standard error, in points and in chance to win."""

    mean: np.ndarray
    error: np.ndarray

    @property
    def points(self) -> float:
        return float(self.mean[POINTS])

    @property
    def chance(self) -> float:
        return float(self.mean[CHANCE])

    @property
    def points_error(self) -> float:
        return float(self.error[POINTS])

    @property
    def chance_error(self) -> float:
        return float(self.error[CHANCE])

    def __add__(self, other: Value) -> Value:
        return Value(self.mean + other.mean, np.hypot(self.error, other.error))

    def __sub__(self, other: Value) -> Value:
        return Value(self.mean - other.mean, np.hypot(self.error, other.error))


NONE = Value(np.zeros(2), np.zeros(2))


def total(values: Sequence[Value]) -> Value:
    """Add values whose errors are independent."""
    return sum(values, NONE)


@dataclass
class Stop:
    """One stop of a game: a decision, or what chance showed."""

    row: int
    turn: int
    stream: int  # of chance; NO_STREAM at a decision
    decision: int
    before: Value = NONE  # the level
    after: Value = NONE
    luck: Value = NONE
    error: Value = NONE  # against the expert's choice; negative where the one taken is better
    missed: Value = NONE  # what the best choice found gains over the expert's
    loss: Value = NONE  # against the best choice found, as far as it is lost for good
    taken: Choice = ()
    best: Choice = ()
    rollouts: int = 0
    level_games: int = 0  # rollouts of the expert's choice
    level: Value = NONE  # by the rollouts from here, played on by the expert

    @property
    def is_decision(self) -> bool:
        return self.stream == rollouts.NO_STREAM


@dataclass
class Judged:
    """A game in numbers."""

    scenario: Scenario
    seed: int
    game: int
    target: int
    result: int
    start: Value
    deal: list[Value]  # the luck of the deal, by stream
    stops: list[Stop]
    traced: Traced = field(repr=False)
    count: int = 0  # rollouts

    @property
    def won(self) -> bool:
        return self.result >= self.target

    @property
    def decisions(self) -> list[Stop]:
        return [stop for stop in self.stops if stop.is_decision]

    @property
    def errors(self) -> Value:
        """Add up what decisions cost against the expert's play."""
        return total([stop.error for stop in self.decisions])

    def luck_by_stream(self) -> list[Value]:
        """Add up luck by stream, that of the deal too."""
        found = []
        for stream, dealt in enumerate(self.deal):
            shown = [stop.luck for stop in self.stops if stop.stream == stream]
            found.append(total([dealt, *shown]))
        return found

    @property
    def luck(self) -> Value:
        """Give all luck: as exact as start and errors, since all of them add up to the result."""
        final = np.array([self.result, float(self.won)])
        mean = final - self.start.mean + self.errors.mean
        return Value(mean, np.hypot(self.start.error, self.errors.error))


JUDGE = "expert"
ROLLOUTS = 400  # of the choice taken, the expert's and the best


@dataclass(frozen=True)
class Effort:
    """How many rollouts a game is judged by, on how many cores, with which deals."""

    rollouts: int = ROLLOUTS
    jobs: int = 2
    key: int = 1


def judged_by(scenario: Scenario) -> Scenario:
    """Give the scenario as the expert plays it on."""
    plain = {"slip": 0.0, "errs": "noisy", "wins": 0.0, "knob": -1.0, "on": "", "without": ()}
    known = {name: value for name, value in plain.items() if getattr(scenario, name) != value}
    return scenario.varied(player=JUDGE, **known)


def trace(
    scenario: Scenario,
    judge: np.ndarray,
    seed: int,
    game: int,
    taken: Sequence[Choice] = (),
    keep: bool = True,
) -> Traced:
    """Retrace a game stop by stop; `keep` keeps the positions themselves."""
    rules = rules_of(scenario) if not taken else judge
    kernel = rollouts.tracer_of(kernels_for(rules).party)
    most = rollouts.MOST_STOPS
    stops = np.zeros(most if keep else 0, layout.STATE)
    facts = np.zeros((most, rollouts.FACTS), np.int64)
    choices = np.zeros((most, rollouts.RANKED, ACTION), np.int64)
    features = np.zeros((most, len(rollouts.FEATURES)))
    rows, result = kernel(
        rules, judge, seed, game, as_array(taken), stops, facts, choices, features
    )
    return Traced(stops[:rows], facts[:rows], choices[:rows], features[:rows], int(result))


def log_of(scenario: Scenario, seed: int, game: int, taken: Sequence[Choice]) -> np.ndarray:
    """Play a game once more, by its player or by these choices; give its event log."""
    if not taken:
        log = play(scenario, seed, game, log=True).log
        assert log is not None  # it was asked for
        return log
    rules, states, log = rules_of(judged_by(scenario)), np.zeros(1, layout.STATE), new_log()
    set_up(states[0], rules[0], seed, game, log)
    advance(states[0], rules[0], log)
    for choice in taken:
        if states[0].decision == DECIDE_ACTION:
            act(states[0], rules[0], choice, log)
        else:
            answer(states[0], rules[0], choice[0], log)
        advance(states[0], rules[0], log)
    return log[: log[0, IN_USE]]


def as_array(taken: Sequence[Choice]) -> np.ndarray:
    """Put choices, of one number or six, into rows."""
    rows = np.zeros((len(taken), ACTION), np.int64)
    for row, choice in zip(rows, taken, strict=True):
        row[: len(choice)] = choice
    return rows


def stop_of(traced: Traced, row: int) -> Stop:
    fact = traced.facts[row]
    stream, decision = int(fact[rollouts.STREAM]), int(fact[rollouts.DECISION])
    return Stop(row, int(fact[rollouts.TURN]), stream, decision)


class Rollouts:
    """Plays on from stops; what is dealt depends on the key, the stop and the number alone."""

    def __init__(self, judge: np.ndarray, effort: Effort, target: int):
        self.judge, self.effort, self.target = judge, effort, target

    def play(
        self,
        traced: Traced,
        row: int,
        choices: Sequence[Choice],
        first: int,
        count: int,
        deals: int | None = None,
    ) -> np.ndarray:
        """Give the results: a row per choice, a column per deal; stops may share their deals."""
        results = np.zeros((len(choices), count))
        stop = traced.stops[row : row + 1]
        key = self.key(row if deals is None else deals)
        rollouts.play_out(stop, self.judge, as_array(choices), key, first, results)
        return results

    def deals(self, seed: int, game: int, fixed: int) -> Value:
        """Value the game before its deal, its first `fixed` streams known already."""
        results = np.zeros(2 * self.effort.rollouts)
        key = self.key(-1 - fixed)
        rollouts.play_deals(self.judge.copy(), seed, game, fixed, key, 0, results)
        return self.value(results)

    def value(self, results: np.ndarray) -> Value:
        """Give the mean of results, and of wins."""
        return mean_of(np.stack([results, results >= self.target], axis=-1))

    def gap(self, better: np.ndarray, worse: np.ndarray) -> Value:
        """Give the mean difference on the same deals."""
        wins = (better >= self.target).astype(float) - (worse >= self.target)
        return mean_of(np.stack([better - worse, wins], axis=-1))

    def key(self, row: int) -> np.uint64:
        return np.uint64(mix(np.uint64(self.effort.key * 1_000_003 + row + 1_000)))


def mean_of(rows: np.ndarray) -> Value:
    count = max(len(rows), 1)
    spread = rows.std(axis=0, ddof=1) if len(rows) > 1 else np.zeros(rows.shape[1])
    return Value(rows.mean(axis=0), spread / np.sqrt(count))
