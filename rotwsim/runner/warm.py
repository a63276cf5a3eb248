"""Compiled kernels: whether they are in the cache, and how they get there."""

from __future__ import annotations

import os
import subprocess
import sys

import numba
import numpy as np

from rotwsim.core import layout
from rotwsim.core.cache import cache_folder
from rotwsim.core.jit import KERNEL_DIGEST
from rotwsim.core.log import no_log
from rotwsim.players import registry
from rotwsim.players.games import advance_and_answer, advance_table_and_answer
from rotwsim.rules.scenario import Scenario
from rotwsim.runner.play import play, way_in


def is_compiled(scenario: Scenario) -> bool:
    """Whether the game of this player is in the cache; if not, its first game takes minutes."""
    if is_loaded(scenario):
        return True
    cached = f"*/games.{way_of(scenario).__name__}-*.nbi"
    return any((cache_folder() / "kernels" / KERNEL_DIGEST).glob(cached))


def is_loaded(scenario: Scenario) -> bool:
    """Whether this process has the compiled game of this player already."""
    return bool(numba.config.DISABLE_JIT or way_of(scenario).signatures)


def warm_up(scenario: Scenario) -> None:
    """Makes the next game start at once: compiles the game, or loads it from the cache."""
    if is_loaded(scenario):
        return
    beside = None
    if not is_compiled(scenario) and os.cpu_count() != 1:
        beside = _compile_beside("compile_table" if scenario.seats else "compile_rules")
    try:
        play(scenario)
    finally:
        if beside:
            beside.kill()


def way_of(scenario: Scenario):
    """The kernel by which the games of a scenario are played."""
    return way_in(registry.NUMBERS[scenario.player], max(1, len(scenario.seats)))


def _compile_beside(part: str) -> subprocess.Popen:
    """A second process that compiles what the first one will need last; they share the cache."""
    code = f"from {__name__} import {part}; {part}()"
    return subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)


def compile_rules() -> None:
    """Puts what a game holds besides the player's choices into the cache."""
    states, rules = np.zeros(1, layout.STATE), np.zeros(1, layout.RULES)
    advance_and_answer.compile(tuple(numba.typeof(given) for given in (states, rules, no_log())))


def compile_table() -> None:
    """The same for a table."""
    states, rules = np.zeros(1, layout.STATE), np.zeros(1, layout.RULES)
    advance_table_and_answer.compile(
        tuple(numba.typeof(given) for given in (states, rules, no_log()))
    )
