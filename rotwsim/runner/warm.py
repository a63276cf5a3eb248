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
from rotwsim.players.games import all_choices, all_rules
from rotwsim.rules.scenario import Scenario
from rotwsim.runner.play import play, way_in


def is_compiled(scenario: Scenario) -> bool:
    """Whether the game of this player is in the cache; if not, its first game takes minutes."""
    if is_loaded(scenario):
        return True
    cached = f"*/games.{way_in(registry.NUMBERS[scenario.player]).__qualname__}-*.nbi"
    return any((cache_folder() / "kernels" / KERNEL_DIGEST).glob(cached))


def is_loaded(scenario: Scenario) -> bool:
    """Whether this process has the compiled game of this player already."""
    return bool(numba.config.DISABLE_JIT or way_in(registry.NUMBERS[scenario.player]).signatures)


def warm_up(scenario: Scenario) -> None:
    """Makes the next game start at once: compiles the game, or loads it from the cache."""
    if is_loaded(scenario):
        return
    if not is_compiled(scenario) and os.cpu_count() != 1:
        _compile_in_two()
    play(scenario)


def _compile_in_two() -> None:
    """The choices in this process, the rules in a second one; they share the cache."""
    code = f"from {__name__} import compile_rules; compile_rules()"
    beside = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    try:
        states, rules = np.zeros(1, layout.STATE), np.zeros(1, layout.RULES)
        all_choices.compile((numba.typeof(states), numba.typeof(rules)))
        beside.wait()
    finally:
        beside.kill()


def compile_rules() -> None:
    """Puts what a game holds besides the choices into the cache."""
    states, rules = np.zeros(1, layout.STATE), np.zeros(1, layout.RULES)
    all_rules.compile(tuple(numba.typeof(given) for given in (states, rules, no_log())))
