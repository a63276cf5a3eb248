"""Measure speed on this machine: players and boards, start, compilation, memory."""

from __future__ import annotations

import ast
import os
import platform
import subprocess
import sys
import tempfile
import time
import timeit
from collections.abc import Callable, Iterable
from importlib.resources import files
from itertools import product

import joblib

from rotwsim.core.jit.decorators import KERNEL_DIGEST
from rotwsim.players.registry import NUMBERS
from rotwsim.runner.audit_and_signature import signature
from rotwsim.runner.play import rules_of, warm_up
from rotwsim.runner.run import run_games
from rotwsim.runner.store import now
from rotwsim.runner.workload import measure_speed
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.scenario import Scenario

SIMPLE_PLAYER = "random"  # for everything that is not about players
START_UPS = 3
MEMORY_GAMES = 100_000
SCALING = 10  # times longer than a player on a board is measured

COMPILE = """
import time
from rotwsim.scenario.scenario import Scenario
from rotwsim.runner.play import rules_of
from rotwsim.runner.play import warm_up
scenario = Scenario.of(player="random")
rules_of(scenario)
start = time.perf_counter()
warm_up(scenario)
print(time.perf_counter() - start)
"""
START_UP = """
from rotwsim.scenario.scenario import Scenario
from rotwsim.runner.play import play
play(Scenario.of(player="random"))
"""
MEMORY = """
import re, sys
from rotwsim.scenario.scenario import Scenario
from rotwsim.runner.run import simulate
def kilobytes(what):
    return int(re.search(what + r":\\s+(\\d+) kB", open("/proc/self/status").read())[1])
scenario, games = Scenario.of(player="random"), int(sys.argv[1])
simulate(scenario, games=100)
open("/proc/self/clear_refs", "w").write("5")  # forgets the peak so far
before = kilobytes("VmRSS")
table = simulate(scenario, games=games)
print((kilobytes("VmHWM") - before) * 1024 / games)
"""


def bench(
    players: Iterable[str] = (),
    boards: Iterable[str] = (),
    *,
    seats: Iterable[str] = (),
    seconds: float = 0.3,
    quick: bool = True,
    watch: Callable[[str], None] = lambda what: None,
) -> dict:
    """Measure how fast games are played here: games per second of one core by player and board, and
    what starting and several cores cost. Not `quick`, also compilation and memory.

    All players and boards unless some are named; `seats` are multiplayer games, as 4*casual.

    >>> found = rotwsim.bench(["passive"], ["sweden"], seconds=0.01)
    >>> found["games_per_second"]["passive"]["sweden"] > 0
    True
    """
    tables, boards = list(seats), list(boards) or board_names()
    chosen = [Scenario.of(player=player).player for player in players]
    players = chosen or ([] if tables else list(NUMBERS))
    for board, who in product(boards, (*players, *tables)):
        scenario_of(board, who)  # a wrong name is refused before anything is measured
    found = {
        "time": now(),
        "machine": machine(),
        "python": platform.python_version(),
        "kernel_digest": KERNEL_DIGEST,
        "signatures": {player: signature(player) for player in players},
        "games_per_second": speeds([*players, *tables], boards, seconds, watch),
    }
    watch("start-up")
    found["start_up_seconds"] = start_up_seconds()
    watch("scaling with jobs")
    found["games_per_second_by_jobs"] = scaling(seconds)
    if not quick:
        watch("memory")
        found["megabytes_per_million_games"] = memory()
        watch("compilation into an empty cache")
        found["compile_seconds"] = compile_seconds()
    return found


def machine() -> str:
    """Name the machine: speeds of another one are not comparable."""
    return f"{platform.system()} {platform.machine()}, {joblib.cpu_count()} cores"


def speeds(
    who_plays: Iterable[str], boards: Iterable[str], seconds: float, watch: Callable[[str], None]
) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for board, who in product(boards, who_plays):
        watch(f"{who} on {board}")
        found.setdefault(who, {})[board] = speed(scenario_of(board, who), seconds)
    return found


def scenario_of(board: str, who: str) -> Scenario:
    """Make a solo scenario of a player, or a multiplayer one of seats such as 4*casual."""
    return Scenario.of(board, **({"player": who} if who in NUMBERS else {"seats": [who]}))


def speed(scenario: Scenario, seconds: float) -> float:
    """Measure games per second of processor time, so that other programs do not count."""
    warm_up(scenario)
    return measure_speed(rules_of(scenario), 1, seconds, time.thread_time)


def start_up_seconds() -> float:
    """Measure the time to the first game, with compiled kernels in the cache."""
    return min(timeit.repeat(lambda: _said_by(START_UP), repeat=START_UPS, number=1))


def scaling(seconds: float) -> dict[str, float]:
    scenario = Scenario.of(player=SIMPLE_PLAYER)
    games = max(1, round(speed(scenario, seconds) * SCALING * seconds))
    found = {}
    for jobs in (2**power for power in range(joblib.cpu_count().bit_length())):
        run = run_games(scenario, games * jobs, jobs=jobs, columns=["won"])
        found[str(jobs)] = run.games_per_second
    return found


def memory() -> float | None:
    if not sys.platform.startswith("linux"):
        return None
    return float(_said_by(MEMORY, str(MEMORY_GAMES)))  # bytes a game are megabytes a million


def compile_seconds() -> float:
    with tempfile.TemporaryDirectory() as folder:
        return float(_said_by(COMPILE, ROTWSIM_CACHE=folder))


def _said_by(code: str, *words: str, **environment: str) -> str:
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout


def about(player: str) -> str:
    """Return what the first lines of a strategy's file say of a player.

    A file of one player begins with its name; one of several has a paragraph for each.
    """
    for file in (files("rotwsim") / "players" / "strategies").iterdir():
        if file.name.endswith(".py"):
            text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
            for part in (text, *text.split("\n\n")):
                if part.startswith(f"{player}: "):
                    return " ".join(part.split()).removeprefix(f"{player}: ")
    return ""
