"""Compares the speed of this checkout with another one: the same games, played in turns.

`python -m experiments.validity.speed_against ../base` prints a line for each line-up: microseconds
of CPU time per game in both, best of seven, and the ratio. It says where the games differ.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType

GAMES = {  # of one measurement, about a twentieth of a second each
    "random": 500,
    "casual": 100,
    "club": 40,
    "expert": 50,
    "master": 1,
    "4*random": 120,
    "4*expert": 10,
}
ROUNDS = 7
SEED = 1
HERE = Path(__file__).resolve().parents[2]


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("checkout", type=Path, help="folder of the other code")
    given.add_argument("line_ups", nargs="*", default=list(GAMES), help=", ".join(GAMES))
    given.add_argument("--board", default="eastern-us")
    given.add_argument("--rounds", type=int, default=ROUNDS)
    given.add_argument("--games", type=int, default=1, help="times as many games as usual")
    options = given.parse_args()
    workers = [Worker(checkout, options.board) for checkout in (options.checkout, HERE)]
    print(f"{'':10}{'before':>10}{'now':>10}{'ratio':>8}   us a game, {options.board}")
    for line_up in options.line_ups or GAMES:
        games = GAMES[line_up] * options.games
        rounds = [
            [worker.play(line_up, games) for worker in workers] for _ in range(options.rounds + 1)
        ]
        (before, digest), (now, other) = (min(answers) for answers in zip(*rounds[1:], strict=True))
        differ = "" if digest == other else "   OTHER GAMES"
        scale = 1e6 / games
        print(f"{line_up:10}{before * scale:10.1f}{now * scale:10.1f}{before / now:8.2f}{differ}")


class Worker:
    """A process that plays the games of one checkout."""

    def __init__(self, checkout: Path, board: str) -> None:
        path = self.checkout = str(checkout.resolve())
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                f"import runpy; runpy.run_path({__file__!r})['serve']({board!r})",
            ],
            env={**os.environ, "PYTHONPATH": path},
            cwd=path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, line_up: str, games: int) -> tuple[float, str]:
        """Return the CPU seconds that these games take, and a digest of their outcomes."""
        print(json.dumps([line_up, games]), file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"the worker of {self.checkout} ended; see its error above")
        return tuple(json.loads(answer))


def serve(board: str) -> None:
    """Play what the lines of standard input ask for, one answer a line."""
    log = first_module("rotwsim.core.state.log", "rotwsim.core.log")
    play = first_module("rotwsim.runner.play")
    Scenario = first_module("rotwsim.scenario.scenario", "rotwsim.rules.scenario").Scenario

    for line in sys.stdin:
        line_up, games = json.loads(line)
        seats, _, player = line_up.rpartition("*")
        who = {"seats": [player] * int(seats)} if seats else {"player": player}
        rules = play.rules_of(Scenario.of(board, **who))
        outcomes = play.new_outcomes(rules, games)
        start = time.thread_time()
        play.play_games(rules, SEED, 0, outcomes, log.no_log())
        spent = time.thread_time() - start
        fields = [outcomes[name].tolist() for name in outcomes.dtype.names]
        digest = hashlib.sha256(json.dumps(fields).encode()).hexdigest()
        print(json.dumps([spent, digest]), flush=True)


def first_module(*names: str) -> ModuleType:
    """Import the first of these modules that the checkout has: modules were moved since 077c012."""
    for name in names:
        with suppress(ModuleNotFoundError):
            return import_module(name)
    raise SystemExit(f"this checkout has none of {', '.join(names)}")


if __name__ == "__main__":
    main()
