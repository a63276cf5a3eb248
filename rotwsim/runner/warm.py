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
from rotwsim.players import games
from rotwsim.rules.scenario import Scenario
from rotwsim.runner.play import play, player_of, way_in


def is_compiled(scenario: Scenario) -> bool:
    """Whether the game of this player is in the cache; if not, its first game takes minutes."""
    if is_loaded(scenario):
        return True
    cached = f"*/games.{way_of(scenario).__qualname__}-*.nbi"
    return any((cache_folder() / "kernels" / KERNEL_DIGEST).glob(cached))


def is_loaded(scenario: Scenario) -> bool:
    """Whether this process has the compiled game of this player already."""
    return bool(numba.config.DISABLE_JIT or way_of(scenario).signatures)


def warm_up(scenario: Scenario) -> None:
    """Makes the next game start at once: compiles the game, or loads it from the cache."""
    if is_loaded(scenario):
        return
    if not is_compiled(scenario) and os.cpu_count() != 1:
        _compile_in_two(len(scenario.seats))
    play(scenario)


def way_of(scenario: Scenario):
    """The kernel by which the games of a scenario are played."""
    return way_in(player_of(scenario), max(1, len(scenario.seats)))


def _compile_in_two(seats: int) -> None:
    """The choices in this process, the rules in a second one; they share the cache."""
    code = f"from {__name__} import compile_rules; compile_rules({seats})"
    beside = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    try:
        kernel = games.choices_at_table if seats else games.choices
        kernel.for_kernels().compile(_types(np.zeros(1, layout.STATE), np.zeros(1, layout.RULES)))
        beside.wait()
    finally:
        beside.kill()


def compile_rules(seats: int) -> None:
    """Puts what a game holds besides the choices into the cache."""
    kernel = games.rules_of_table if seats else games.rules_of_play
    kernel.for_kernels().compile(
        _types(np.zeros(1, layout.STATE), np.zeros(1, layout.RULES), no_log())
    )


def _types(*arrays: np.ndarray) -> tuple:
    return tuple(numba.typeof(array) for array in arrays)
