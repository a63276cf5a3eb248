"""Microseconds that each part of a decision takes."""

from __future__ import annotations

import time

import numpy as np

from rotwsim.core.state import layout
from rotwsim.players.decision_profile import PARTS, collect_positions, judge_positions
from rotwsim.runner.play import rules_of
from rotwsim.scenario.scenario import Scenario

POSITIONS = 400
EVERY = 7  # decisions, so that games are seen from their beginning to their end
TRIES = 15  # the fastest counts: other programs only ever slow one down
SEED = 1


def profile(scenario: Scenario) -> dict[str, float]:
    """Microseconds by part of a decision about an action, in the order of the parts."""
    rules = rules_of(scenario)
    positions = np.zeros(POSITIONS, layout.STATE)
    collect_positions(rules, SEED, EVERY, positions)
    until = [_fastest(positions, rules, parts) for parts in range(1, len(PARTS) + 1)]
    taken = np.diff(until, prepend=0.0) / POSITIONS * 1e6
    return {part: max(0.0, float(value)) for part, value in zip(PARTS, taken, strict=True)}


def _fastest(positions: np.ndarray, rules: np.ndarray, parts: int) -> float:
    judge_positions(positions, rules, parts)
    times = []
    for _ in range(TRIES):
        start = time.thread_time()
        judge_positions(positions, rules, parts)
        times.append(time.thread_time() - start)
    return min(times)
