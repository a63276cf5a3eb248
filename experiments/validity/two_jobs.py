"""Measure what a second job is worth: `python -m experiments.validity.two_jobs`, machine idle.

Runs with one job and with two take turns, twice as many games with two; the best of each counts.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from rotwsim.runner.bench import speed
from rotwsim.runner.run import run_games
from rotwsim.scenario.scenario import Scenario

SECONDS = 5.0  # of a run
ROUNDS = 5


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("players", nargs="*", default=["random", "expert"])
    given.add_argument("--seconds", type=float, default=SECONDS)
    given.add_argument("--rounds", type=int, default=ROUNDS)
    given.add_argument("--stored", action="store_true", help="Store the games too.")
    options = given.parse_args()
    for player in options.players:
        scenario = Scenario.of(player=player)
        games = max(1, round(speed(scenario, 0.3) * options.seconds))
        best = {1: 0.0, 2: 0.0}
        for _ in range(options.rounds):
            for jobs in best:
                now = games_per_second(scenario, games * jobs, jobs, options.stored)
                best[jobs] = max(best[jobs], now)
        one, two = best.values()
        print(f"{player:10}{one:10,.0f}{two:10,.0f} games a second{two / one:8.2f} times one")


def games_per_second(scenario: Scenario, games: int, jobs: int, stored: bool) -> float:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run" if stored else None
        run = run_games(scenario, games, jobs=jobs, columns=["won"], out=out)
    return run.games_per_second


if __name__ == "__main__":
    main()
