"""Puts the games of all players into the cache before the tests share the cores.

`python -m tests.compiled` keeps two cores busy: one has the choices and the solo games, the other
the rules, the table and what a review plays, and each waits only for what it needs of the other.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from multiprocessing import get_context

import numba
import numpy as np

from rotwsim.core.play.turn_actions import ACTION
from rotwsim.core.state import layout
from rotwsim.players import blocks, rollouts
from rotwsim.players.registry import EXPERT
from rotwsim.runner.play import collecting_no_garbage, compile_rules_of_play, play, rules_of
from rotwsim.scenario.scenario import Scenario


def main() -> int:
    apart = get_context("spawn")
    choices_are_kept, rules_are_kept = apart.Event(), apart.Event()
    table = apart.Process(target=rules_and_table, args=(choices_are_kept, rules_are_kept))
    table.start()
    choices_and_solo_games(choices_are_kept, rules_are_kept)
    table.join()
    return table.exitcode


def choices_and_solo_games(choices_are_kept, rules_are_kept) -> None:
    position = numba.typeof(np.zeros(1, layout.STATE)), numba.typeof(np.zeros(1, layout.RULES))
    with collecting_no_garbage():
        with told_at_the_end(choices_are_kept):
            blocks.kernels_for(EXPERT, False).choices.for_kernels().compile(position)
        rules_are_kept.wait()
        for player in ("expert", "person"):  # masters play in light kernels; see conftest.py
            play(Scenario.of(player=player))


def rules_and_table(choices_are_kept, rules_are_kept) -> None:
    with told_at_the_end(rules_are_kept):
        compile_rules_of_play(is_multiplayer=False)
    compile_rules_of_play(is_multiplayer=True)
    choices_are_kept.wait()
    with collecting_no_garbage():
        play(Scenario.of(seats=["random"] * 2))
        play_on_from_a_position()


def play_on_from_a_position() -> None:
    """As a review does, here for no game at all."""
    position, choice = np.zeros(1, layout.STATE), np.zeros((1, ACTION), np.int64)
    rollouts.play_out(position, rules_of(Scenario.of()), choice, np.uint64(1), 0, np.zeros((1, 0)))


@contextmanager
def told_at_the_end(event):
    """Also if it went wrong: nobody waits for ever."""
    try:
        yield
    finally:
        event.set()


if __name__ == "__main__":
    sys.exit(main())
