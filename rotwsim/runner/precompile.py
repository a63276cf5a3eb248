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
from rotwsim.core.jit.kernel_cache import kept_kernel
from rotwsim.core.play import multiplayer
from rotwsim.core.play.multiplayer_outcome import TABLE_OUTCOME
from rotwsim.core.state import layout
from rotwsim.core.state.log import no_log
from rotwsim.players import blocks
from rotwsim.players.blocks import Kernels
from rotwsim.players.registry import EXPERT
from rotwsim.runner.play import is_loaded, kernels_of, no_traffic, play, rules_of
from rotwsim.scenario.scenario import Scenario


def is_compiled(scenario: Scenario) -> bool:
    """Check whether the game of this player is in the cache; if not, the first game waits."""
    kernel = kernels_of(scenario).block
    return is_loaded(kernel) or _is_kept(kernel)


def warm_up(scenario: Scenario) -> None:
    """Make the next game start at once: compile the game, or load it from the cache."""
    if not is_loaded(kernels_of(scenario).block):
        play(scenario)


def compile_game(kernels: Kernels, given: tuple) -> None:
    """Compile the kernel that plays games, or load it; on two cores if it is not in the cache."""
    kernel = kernels.block
    with collecting_no_garbage():
        types = tuple(map(kernel.typeof_pyval, given))
        if _is_kept(kernel):
            kernel.compile(types)
            return
        COMPILING.enter()
        try:
            if os.cpu_count() != 1:
                _compile_in_two(kernels)
            kernel.compile(types)
        finally:
            COMPILING.leave()


def _compile_in_two(kernels: Kernels) -> None:
    """Compile the choices in this process, the rules in a second one; they share the cache.

    The rules are the same for all parties of a game.
    """
    is_multiplayer = kernels.party.game is multiplayer.GAME
    ours = blocks.kernels_for(EXPERT, is_multiplayer)
    if _is_kept(ours.rules_of_play.for_kernels()):  # by another player
        return
    code = (
        f"from {__name__} import compile_rules; compile_rules({is_multiplayer}); "
        "import os; os._exit(0)"
    )
    beside = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    try:
        ours.choices.for_kernels().compile(_types(_states(), _rules()))
        beside.wait()
    finally:
        beside.kill()


def compile_rules(is_multiplayer: bool) -> None:
    """Put what a game holds besides the choices into the cache, and how a board is read."""
    kernel = blocks.kernels_for(EXPERT, is_multiplayer).rules_of_play
    outcomes = np.zeros(1, TABLE_OUTCOME if is_multiplayer else layout.OUTCOME)
    with collecting_no_garbage():
        kernel.for_kernels().compile(
            _types(_states(), _rules(), no_log(), outcomes, no_traffic()),
        )
        rules_of(Scenario.of())


def _is_kept(kernel) -> bool:
    return kept_kernel(kernel.__module__, kernel.__qualname__) is not None


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
