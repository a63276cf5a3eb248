"""Compiled kernels: whether they are in the cache, and how they get there."""

from __future__ import annotations

import os
import subprocess
import sys

import numba
import numpy as np

from rotwsim.core import layout
from rotwsim.core.actions import carry_out
from rotwsim.core.cache import cache_folder
from rotwsim.core.codes import PASS, SOLO
from rotwsim.core.jit import KERNEL_DIGEST, kernel
from rotwsim.core.log import no_log
from rotwsim.core.railbot import take_railbot_step
from rotwsim.players import registry
from rotwsim.players.answers import an_action
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
    if is_loaded(scenario):
        return
    beside = None if is_compiled(scenario) or os.cpu_count() == 1 else _compile_beside()
    try:
        play(scenario)
    finally:
        if beside:
            beside.kill()


def _compile_beside() -> subprocess.Popen:
    """A second process that compiles what the first one will need last; they share the cache."""
    code = f"from {__name__} import compile_railbot; compile_railbot()"
    return subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)


def compile_railbot() -> None:
    """Puts the Railbot step and the actions into the cache."""
    states, rules = np.zeros(1, layout.STATE), np.zeros(1, layout.RULES)
    act_and_resolve.compile(tuple(numba.typeof(given) for given in (states, rules, no_log())))


@kernel
def act_and_resolve(states, rules, log):
    """What a turn holds besides the player's choice; only ever compiled."""
    take_railbot_step(states[0], rules[0], SOLO, log)
    carry_out(states[0], rules[0], SOLO, an_action(PASS), log)


def way_in(scenario: Scenario):
    """The kernel by which the games of this player are played."""
    is_master = registry.NUMBERS[scenario.player] == registry.MASTER
    return master_block if is_master else game_block
