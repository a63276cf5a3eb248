"""Compiled kernels: whether they are in the cache, and how they get there."""

from __future__ import annotations

import numba

from rotwsim.core.cache import cache_folder
from rotwsim.core.jit import KERNEL_DIGEST
from rotwsim.rules.scenario import Scenario
from rotwsim.runner.play import play, play_block


def is_compiled() -> bool:
    """Whether the game is in the cache; if not, the first game takes a minute or two."""
    if numba.config.DISABLE_JIT or play_block.signatures:
        return True
    way_in = f"play.{play_block.__name__}-*.nbi"
    return any((cache_folder() / "kernels" / KERNEL_DIGEST).glob(f"*/{way_in}"))


def warm_up(scenario: Scenario) -> None:
    """Plays one game, which compiles what is not compiled yet."""
    play(scenario)
