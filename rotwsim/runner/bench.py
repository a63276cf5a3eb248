"""Measure how fast players are on this machine, by board."""

from __future__ import annotations

import ast
import platform
import time
from collections.abc import Callable, Iterable
from importlib.resources import files
from itertools import product

import joblib

from rotwsim.core.jit.decorators import KERNEL_DIGEST
from rotwsim.players.registry import NUMBERS
from rotwsim.runner.audit_and_signature import signature
from rotwsim.runner.play import rules_of, warm_up
from rotwsim.runner.store import now
from rotwsim.runner.workload import measure_speed
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.scenario import Scenario


def bench(
    players: Iterable[str] = (),
    boards: Iterable[str] = (),
    *,
    seats: Iterable[str] = (),
    seconds: float = 0.3,
    watch: Callable[[str], None] = lambda what: None,
) -> dict:
    """Measure how fast games are played here: games per second of one core by player and board.

    All players and boards unless some are named; `seats` are multiplayer games, as 4*casual.

    >>> found = rotwsim.bench(["passive"], ["sweden"], seconds=0.01)
    >>> found["games_per_second"]["passive"]["sweden"] > 0
    True
    """
    tables, boards = list(seats), list(boards) or board_names()
    chosen = [Scenario.of(player=player).player for player in players]
    players = chosen or ([] if tables else list(NUMBERS))
    games = product(boards, (*players, *tables))
    scenarios = {(board, who): scenario_of(board, who) for board, who in games}  # or a wrong name
    speeds: dict[str, dict[str, float]] = {}
    for (board, who), scenario in scenarios.items():
        watch(f"{who} on {board}")
        speeds.setdefault(who, {})[board] = speed(scenario, seconds)
    return {
        "time": now(),
        "machine": machine(),
        "python": platform.python_version(),
        "kernel_digest": KERNEL_DIGEST,
        "signatures": {player: signature(player) for player in players},
        "games_per_second": speeds,
    }


def machine() -> str:
    """Name the machine: speeds of another one are not comparable."""
    return f"{platform.system()} {platform.machine()}, {joblib.cpu_count()} cores"


def scenario_of(board: str, who: str) -> Scenario:
    """Make a solo scenario of a player, or a multiplayer one of seats such as 4*casual."""
    return Scenario.of(board, **({"player": who} if who in NUMBERS else {"seats": [who]}))


def speed(scenario: Scenario, seconds: float) -> float:
    """Measure games per second of processor time, so that other programs do not count."""
    warm_up(scenario)
    return measure_speed(rules_of(scenario), 1, seconds, time.thread_time)


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
