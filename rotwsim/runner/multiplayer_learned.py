"""What the expert learned at tables: data/learned_table.toml, or a file of one's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from rotwsim.players.learned import features, multiplayer_features
from rotwsim.scenario.player_numbers import load_learned
from rotwsim.scenario.rulebook import DATA
from rotwsim.scenario.schema import MULTIPLAYER

FILE = DATA / "learned_table.toml"
NAMES = features.NAMES + multiplayer_features.NAMES  # in the order of the points
PLACES = (  # of these in the rules
    *range(len(features.NAMES)),
    *range(
        multiplayer_features.FIRST, multiplayer_features.FIRST + len(multiplayer_features.NAMES)
    ),
)


def put(rules, file: str = "") -> None:
    """Gives one record of the rules the points of a file."""
    put_points(rules, points_of(Path(file) if file else FILE))


def points_of(path: Path = FILE) -> np.ndarray:
    """Points by phase and feature."""
    return load_learned(NAMES, len(features.PHASES), path, MULTIPLAYER).table(NAMES)


def put_points(rules, points: np.ndarray) -> None:
    rules.learned[:, PLACES] = points
