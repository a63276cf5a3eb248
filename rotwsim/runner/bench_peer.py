"""A peer to compare with: Catanatron's random players at a game of Catan, if it is installed."""

from __future__ import annotations

import time

SECONDS = 3.0


def catanatron_speed(seconds: float = SECONDS) -> float | None:
    """Games per second of one core, in processor time; None without the package `catanatron`."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        return None
    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    games, start = 0, time.thread_time()
    while time.thread_time() - start < seconds:
        Game([RandomPlayer(colour) for colour in colours], seed=games).play()
        games += 1
    return games / (time.thread_time() - start)
