"""Describe the players: what each considers, how strong and how fast it is."""

from __future__ import annotations

import ast
import time
from dataclasses import dataclass
from importlib.resources import files

import numpy as np

from rotwsim.core.state import layout
from rotwsim.core.state.log import no_log
from rotwsim.runner.play import play_games, rules_of
from rotwsim.scenario.scenario import Scenario

SLOW = {"master": 20}  # plays this many times fewer games when measured
CRITICAL = 1.96
PAIRS = (("club", "expert"), ("expert", "master"))  # each of them beside a stronger player
# Where they are compared besides, with and without Barons; half as many games each.
ELSEWHERE = (
    ("eastern-us", False),
    ("eastern-us-rebuilt", False),
    ("great-britain", False),
    ("sweden", False),
    ("europe", False),
    ("mexico", False),
    ("western-us", False),
    ("portugal", False),
    ("eastern-us", True),
)


@dataclass(frozen=True)
class Measured:
    """Skill and speed of a player on Eastern US, standard rules."""

    games: int
    mean: float
    half_width: float
    win_rate: float
    speed: float


@dataclass(frozen=True)
class Gained:
    """What a stronger player gains over a weaker one on the same games of a board."""

    title: str
    games: int
    means: tuple[float, float]
    half_width: float
    win_rates: tuple[float, float]


def about(player: str) -> str:
    """Return the first lines of the player's file."""
    file = f"{player}.py"
    source = (files("rotwsim") / "players" / "strategies" / file).read_text(encoding="utf-8")
    return " ".join((ast.get_docstring(ast.parse(source)) or "").partition(": ")[2].split())


def games_of(player: str, games: int) -> int:
    """Return the games to play: fewer for a slow player."""
    return max(2, games // SLOW.get(player, 1))


def games_elsewhere(players: tuple[str, str], games: int) -> int:
    """Return the games per board for comparing two players."""
    return min(max(2, games_of(player, games) // 2) for player in players)


def measure(player: str, games: int, seed: int) -> Measured:
    """Play a few games on one core, after one that compiles."""
    games = games_of(player, games)
    rules = rules_of(Scenario.of("eastern-us", player=player))
    play_games(rules, seed, 0, np.zeros(1, layout.OUTCOME), no_log())
    outcomes = np.zeros(games, layout.OUTCOME)
    start = time.perf_counter()
    play_games(rules, seed, 0, outcomes, no_log())
    seconds = time.perf_counter() - start
    results = outcomes["result"]
    return Measured(
        games,
        float(results.mean()),
        CRITICAL * float(results.std(ddof=1)) / games**0.5,
        float(outcomes["won"].mean()),
        games / seconds,
    )


def gained(players: tuple[str, str], board: str, barons: bool, games: int, seed: int) -> Gained:
    """Compare a weaker and a stronger player on the same games."""
    scenario = Scenario.of(board, barons=barons)
    outcomes = np.zeros((2, games), layout.OUTCOME)
    for player, rows in zip(players, outcomes, strict=True):
        play_games(rules_of(scenario.varied(player=player)), seed, 0, rows, no_log())
    weaker, stronger = outcomes["result"].astype(float)
    lost, gained = outcomes["won"].mean(axis=1)
    return Gained(
        scenario.varied(player="expert").title().removesuffix(", expert"),
        games,
        (float(weaker.mean()), float(stronger.mean())),
        CRITICAL * float((stronger - weaker).std(ddof=1)) / games**0.5,
        (float(lost), float(gained)),
    )
