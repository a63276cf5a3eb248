"""Compare our speed with Catanatron's: `python -m experiments.validity.peer_speed`.

Needs the package `catanatron` (extra `bench`). Random players on both sides, one core.
"""

from __future__ import annotations

import sys
import time

from rotwsim.runner.bench import speed
from rotwsim.scenario.scenario import Scenario

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


def main() -> None:
    peer, ours = catanatron_speed(), speed(Scenario.of(player="random"), SECONDS)
    if peer is None:
        sys.exit("catanatron is not installed: pip install 'rotwsim[bench]'")
    print(f"Catanatron {peer:.1f} games a second, rotwsim {ours:,.0f}: {ours / peer:,.0f} times")


if __name__ == "__main__":
    main()
