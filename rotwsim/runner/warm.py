"""Compiled kernels: whether they are in the cache, and how they get there."""

from __future__ import annotations

import numba

from rotwsim.core.cache import cache_folder
from rotwsim.core.jit import KERNEL_DIGEST
from rotwsim.players import registry
from rotwsim.rules.scenario import Scenario
from rotwsim.runner.play import game_block, master_block, play


def is_compiled(scenario: Scenario) -> bool:
    """Whether the game of this player is in the cache; if not, its first game takes minutes."""
    if is_loaded(scenario):
        return True
    cached = f"*/play.{way_in(scenario).__name__}-*.nbi"
    return any((cache_folder() / "kernels" / KERNEL_DIGEST).glob(cached))


def is_loaded(scenario: Scenario) -> bool:
    """Whether this process has the compiled game of this player already."""
    return bool(numba.config.DISABLE_JIT or way_in(scenario).signatures)


def warm_up(scenario: Scenario) -> None:
    """Makes the next game start at once: compiles the game, or loads it from the cache."""
    if not is_loaded(scenario):
        play(scenario)


def way_in(scenario: Scenario):
    """The kernel by which the games of this player are played."""
    is_master = registry.NUMBERS[scenario.player] == registry.MASTER
    return master_block if is_master else game_block
