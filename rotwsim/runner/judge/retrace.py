"""Retrace a game stop by stop, and play on from its stops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rotwsim.core.play.setup import set_up
from rotwsim.core.play.solo import act, advance, answer
from rotwsim.core.play.turn_actions import ACTION
from rotwsim.core.state import layout
from rotwsim.core.state.codes import DECIDE_ACTION
from rotwsim.core.state.log import IN_USE, mix, new_log
from rotwsim.players import rollouts
from rotwsim.runner.judge.records import Choice, Stop, Traced, Value
from rotwsim.runner.play import kernels_for, play, rules_of
from rotwsim.scenario.scenario import Scenario

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
        self, traced: Traced, row: int, choices: Sequence[Choice], first: int, count: int
    ) -> np.ndarray:
        """Give the results: a row per choice, a column per deal."""
        results = np.zeros((len(choices), count))
        stop = traced.stops[row : row + 1]
        rollouts.play_out(stop, self.judge, as_array(choices), self.key(row), first, results)
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
