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
    is_master = registry.NUMBERS[scenario.player] == registry.MASTER
    way_in = master_block if is_master else game_block
    if numba.config.DISABLE_JIT or way_in.signatures:
        return True
    cached = f"*/play.{way_in.__name__}-*.nbi"
    return any((cache_folder() / "kernels" / KERNEL_DIGEST).glob(cached))


def warm_up(scenario: Scenario) -> None:
    """Plays one game, which compiles what is not compiled yet."""
    play(scenario)
