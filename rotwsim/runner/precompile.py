"""Compile the kernels of a game, or load them from the cache."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from contextlib import contextmanager

import numba
import numpy as np

from rotwsim.core.jit.cache_folder import COMPILING
from rotwsim.core.jit.code_libraries import IN_KERNELS
from rotwsim.core.jit.kernel_cache import kept_kernel
from rotwsim.core.play.multiplayer_outcome import TABLE_OUTCOME
from rotwsim.core.state import layout
from rotwsim.core.state.log import no_log
from rotwsim.players import blocks
from rotwsim.runner.play import block_kernel_for, is_loaded, no_traffic, play, player_of, rules_of
from rotwsim.scenario.scenario import Scenario


def is_compiled(scenario: Scenario) -> bool:
    """Check whether the game of this player is in the cache; if not, the first game waits."""
    kernel = way_of(scenario)
    return is_loaded(kernel) or _is_kept(kernel.__qualname__)


def warm_up(scenario: Scenario) -> None:
    """Make the next game start at once: compile the game, or load it from the cache."""
    if not is_loaded(way_of(scenario)):
        play(scenario)


def compile_game(kernel, given: tuple) -> None:
    """Compile the kernel that plays games, or load it; on two cores if it is not in the cache."""
    with collecting_no_garbage():
        types = tuple(map(kernel.typeof_pyval, given))
        if _is_kept(kernel.__qualname__):
            kernel.compile(types)
            return
        COMPILING.enter()
        try:
            if os.cpu_count() != 1:
                _compile_in_two(
                    at_table=kernel in (blocks.table_block, blocks.searching_table_block)
                )
            kernel.compile(types)
        finally:
            COMPILING.leave()


def way_of(scenario: Scenario):
    """Return the kernel that plays the games of a scenario."""
    return block_kernel_for(player_of(scenario), max(1, len(scenario.seats)))


def _compile_in_two(at_table: bool) -> None:
    """Compile the choices in this process, the rules in a second one; they share the cache."""
    rules = blocks.rules_of_table if at_table else blocks.rules_of_play
    if _is_kept(rules.__qualname__ + IN_KERNELS):  # by a player who searches more or less
        return
    code = (
        f"from {__name__} import compile_rules; compile_rules({at_table}); import os; os._exit(0)"
    )
    beside = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    try:
        kernel = blocks.choices_at_table if at_table else blocks.choices
        kernel.for_kernels().compile(_types(_states(), _rules()))
        beside.wait()
    finally:
        beside.kill()


def compile_rules(at_table: bool) -> None:
    """Put what a game holds besides the choices into the cache, and how a board is read."""
    kernel = blocks.rules_of_table if at_table else blocks.rules_of_play
    outcomes = np.zeros(1, TABLE_OUTCOME if at_table else layout.OUTCOME)
    with collecting_no_garbage():
        kernel.for_kernels().compile(
            _types(_states(), _rules(), no_log(), outcomes, no_traffic()),
        )
        rules_of(Scenario.of())


def _is_kept(name: str) -> bool:
    return kept_kernel(blocks.__name__, name) is not None


@contextmanager
def collecting_no_garbage():
    """numba keeps what it makes: to look for garbage among it takes a seventh of the time.

    Afterwards it counts as no garbage either, or the first game would wait for a look at all of it.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collects:
            gc.enable()


def _states() -> np.ndarray:
    return np.zeros(1, layout.STATE)


def _rules() -> np.ndarray:
    return np.zeros(1, layout.RULES)


def _types(*arrays: np.ndarray) -> tuple:
    return tuple(numba.typeof(array) for array in arrays)
