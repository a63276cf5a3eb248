"""Plays games of one scenario: one with its log, or a block of them as a table of outcomes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rotwsim.core import layout
from rotwsim.core.codes import RAILBOT
from rotwsim.core.jit import kernel
from rotwsim.core.log import IN_USE, new_log, no_log
from rotwsim.core.turn import play_game
from rotwsim.players import master, registry
from rotwsim.players.weights import NAMES
from rotwsim.rules.scenario import Scenario
from rotwsim.rules.tables import compile_rules
from rotwsim.rules.weights import load_weights
from rotwsim.runner.traffic import BY_PLAYER, BY_RAILBOT, RECEIVED, SENT, no_traffic


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
    return compile_rules(scenario, registry.NUMBERS[scenario.player], weights_of(scenario))


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
    block = master_block if rules[0].player == registry.MASTER else game_block
    block(rules, seed, first, outcomes, log, traffic)


@kernel
def game_block(rules, seed, first, outcomes, log, traffic):
    """A block of games of any player that decides without trying games out."""
    # A record does not keep its array alive: made in the loop, the state would be freed in play.
    states = np.zeros(1, layout.STATE)
    blank = np.zeros(1, layout.STATE)
    for game in range(outcomes.shape[0]):
        states[0] = blank[0]
        play_game(states[0], rules[0], seed, first + game, outcomes[game], log)
        count_traffic(states[0], rules[0], traffic)


@kernel
def master_block(rules, seed, first, outcomes, log, traffic):
    """A block of games of the master, compiled only where it plays."""
    states = np.zeros(1, layout.STATE)
    copies = np.zeros(1, layout.STATE)
    blank = np.zeros(1, layout.STATE)
    for game in range(outcomes.shape[0]):
        states[0] = blank[0]
        master.play_game(states, copies, rules[0], seed, first + game, outcomes[game], log)
        count_traffic(states[0], rules[0], traffic)


@kernel
def count_traffic(state, rules, traffic):
    """Adds the Links and deliveries of one finished game."""
    if traffic.shape[0] == 0:
        return
    for link in range(state.links):
        builder = BY_RAILBOT if state.link_owner[link] == RAILBOT else BY_PLAYER
        traffic[rules.pair_of[state.link_first[link], state.link_second[link]], builder] += 1
    for city in range(rules.cities):
        traffic[rules.pairs + city, SENT] += state.loaded_at[city]
        traffic[rules.pairs + city, RECEIVED] += state.delivered_to[city]
