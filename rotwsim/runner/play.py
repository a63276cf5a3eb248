"""Plays games of one scenario: one with its log, or a block of them as a table of outcomes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rotwsim.core import layout
from rotwsim.core.jit import kernel
from rotwsim.core.log import new_log, no_log
from rotwsim.core.turn import play_game
from rotwsim.players import registry
from rotwsim.rules.scenario import Scenario
from rotwsim.rules.tables import compile_rules


@dataclass(frozen=True)
class Played:
    """One game: its outcome by field, and its event log if it was asked for."""

    outcome: dict
    log: np.ndarray | None = None


def play(scenario: Scenario, seed: int = 1, game: int = 0, log: bool = False) -> Played:
    """Plays one game of a scenario; run seed and game number decide everything random in it."""
    outcomes = np.zeros(1, layout.OUTCOME)
    events = new_log() if log else no_log()
    play_games(rules_of(scenario), seed, game, outcomes, events)
    return Played(outcome_of(outcomes[0]), events[: events[0, 2]] if log else None)


def rules_of(scenario: Scenario) -> np.ndarray:
    """The compiled tables of a scenario."""
    return compile_rules(scenario, registry.NUMBERS[scenario.player], [])


def outcome_of(record) -> dict:
    """The outcome as a dictionary of plain numbers and lists."""
    return {
        name: record[name].tolist() if record[name].shape else int(record[name])
        for name in layout.OUTCOME.names
    }


@kernel
def play_games(rules, seed, first, outcomes, log):
    """Plays games `first`, `first + 1`, … one per outcome; the log, if any, is of the last one."""
    for game in range(outcomes.shape[0]):
        states = np.zeros(1, layout.STATE)
        play_game(states[0], rules[0], seed, first + game, outcomes[game], log)
