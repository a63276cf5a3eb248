"""Plays games of one scenario: one with its log, or a block of them as a table of outcomes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rotwsim.core import layout
from rotwsim.core.log import IN_USE, new_log, no_log
from rotwsim.players import features, registry
from rotwsim.players.games import game_block, searching_block
from rotwsim.players.weights import NAMES
from rotwsim.rules.learned import load_learned
from rotwsim.rules.scenario import Scenario
from rotwsim.rules.tables import compile_rules
from rotwsim.rules.weights import load_weights
from rotwsim.runner.traffic import no_traffic


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
    return Played(outcome_of(outcomes[0]), events[: events[0, IN_USE]] if log else None)


def rules_of(scenario: Scenario) -> np.ndarray:
    """The compiled tables of a scenario."""
    number = registry.NUMBERS[scenario.player]
    learned = load_learned(features.NAMES, len(features.PHASES)).table(features.NAMES)
    return compile_rules(scenario, number, weights_of(scenario), learned)


def weights_of(scenario: Scenario) -> list[float]:
    """The weights of the player's judgement, in the order of the kernels."""
    known = load_weights(NAMES)
    values = {**known.get(scenario.player, known["expert"]), **dict(scenario.weights)}
    return [values[name] for name in NAMES]


def outcome_of(record) -> dict:
    """The outcome as a dictionary of plain numbers and lists."""
    return {
        name: record[name].tolist() if record[name].shape else int(record[name])
        for name in layout.OUTCOME.names
    }


def play_games(rules, seed, first, outcomes, log) -> None:
    """Plays games `first`, `first + 1`, … one per outcome; the log, if any, is of the last one."""
    play_block(rules, seed, first, outcomes, log, no_traffic())


def play_block(rules, seed, first, outcomes, log, traffic) -> None:
    """The same, with the traffic of all these games added up."""
    way_in(rules[0].player)(rules, seed, first, outcomes, log, traffic)


def way_in(player: int):
    """The kernel by which the games of a player are played."""
    return searching_block if player == registry.MASTER else game_block
