"""Reads data/learned.toml, what was learned on one board after that (data/learned), or a file of
`rotwsim train`: what features of actions are worth.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from rotwsim.scenario.board_file import load_board
from rotwsim.scenario.reading import describe, read_toml, suggest
from rotwsim.scenario.rulebook import DATA
from rotwsim.scenario.schema import MULTIPLAYER, SOLO, Board, DataError

FILE = DATA / "learned.toml"
FOLDER = DATA / "learned"  # a file for each board that the expert knows
MOST_POINTS = 1_000_000  # that a feature can be worth


@dataclass(frozen=True)
class Learned:
    """Points by feature, one number for each phase of the game, and how they were found."""

    points: dict[str, tuple[float, ...]]
    training: dict

    def table(self, names: tuple[str, ...]) -> np.ndarray:
        """The points as kernels take them, by phase and feature."""
        return np.array([self.points[name] for name in names]).T

    def digest(self) -> str:
        """Changes with any of the points."""
        return digest_of(self.points)


def digest_of(points: dict[str, tuple[float, ...]]) -> str:
    """A hash over points as they are written in a file; what is worth nothing may be left out."""
    worth = {name: values for name, values in sorted(points.items()) if any(values)}
    plain = {name: [float(value) for value in values] for name, values in worth.items()}
    return hashlib.sha256(json.dumps(plain).encode()).hexdigest()[:16]


def file_for(board: Board) -> Path:
    """What was learned on the map of a board, whatever its parameters and cards; on a map that the
    expert does not know, what was learned on all others.
    """
    own = FOLDER / f"{board.name.replace('-', '_')}.toml"
    for path in [own] if own.exists() else sorted(FOLDER.glob("*.toml")):
        if _map_of(path.stem) == board.rows:
            return path
    return FILE


@lru_cache(maxsize=16)
def _map_of(name: str) -> tuple[str, ...]:
    return load_board(name).rows


@lru_cache(maxsize=16)
def load_learned(
    names: tuple[str, ...], phases: int, path: Path = FILE, game: str = SOLO
) -> Learned:
    """What was learned; a feature that the file does not name is worth nothing."""
    content = read_toml(path, path.name)
    for part in ("points", "training"):
        if not isinstance(content.get(part), dict):
            raise DataError(f"{path.name}: the table {part} is missing")
    check_trained_for(content["training"], game, path.name)
    points = dict.fromkeys(names, (0.0,) * phases)
    for name, values in content["points"].items():
        if name not in points:
            hint = suggest(name, names)
            raise DataError(f"{path.name}: no feature is called {describe(name)}{hint}")
        points[name] = _numbers(values, phases, f"{path.name}: {name}")
    return Learned(points, content["training"])


def check_trained_for(facts: dict, game: str, shown: str) -> None:
    """A training at tables names numbers of seats; neither is of use for the other game."""
    trained = MULTIPLAYER if "seats" in facts else SOLO if "boards" in facts else game
    if trained != game:
        words = {SOLO: "the solo game", MULTIPLAYER: "the multiplayer game"}
        raise DataError(f"{shown} was learned at {words[trained]}, not at {words[game]}")


def _numbers(values: Any, phases: int, shown: str) -> tuple[float, ...]:
    is_list = isinstance(values, list) and len(values) == phases
    if not is_list or not all(_is_worth(value) for value in values):
        raise DataError(f"{shown} must be a list of {phases} numbers, none beyond ±{MOST_POINTS:,}")
    return tuple(float(value) for value in values)


def _is_worth(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and -MOST_POINTS <= value <= MOST_POINTS
