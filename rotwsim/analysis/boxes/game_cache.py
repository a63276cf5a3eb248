"""The games of a filling by one player: kept as one file, so that they are played once."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rotwsim.core.jit.decorators import KERNEL_DIGEST
from rotwsim.core.state.log import no_log
from rotwsim.runner.play import new_outcomes, play_games
from rotwsim.scenario.files import write_whole

FOLDER = "fillings"  # below the folder of all games
IDENTITY_LETTERS = 16


@dataclass(frozen=True)
class FillingGames:
    """Results and triggers, an array of arms × 2 × games, and whether they were there already."""

    numbers: np.ndarray
    kept: bool


def games_of_filling(
    rules: Sequence[np.ndarray], seed: int, first: int, count: int, folder: Path | None
) -> FillingGames:
    """Games `first` to `first + count` - 1 under each of the compiled rules."""
    path = folder / FOLDER / f"{_identity(rules, seed, first, count)}.npz" if folder else None
    shape = (len(rules), 2, count)
    found = _read(path, shape) if path else None
    if found is not None:
        return FillingGames(found, kept=True)
    numbers = np.zeros(shape, np.int32)
    for place, each in enumerate(rules):
        outcomes = new_outcomes(each, count)
        play_games(each, seed, first, outcomes, no_log())
        numbers[place] = outcomes["result"], outcomes["trigger"]
    if path:
        _write(path, numbers)
    return FillingGames(numbers, kept=False)


def _identity(rules: Sequence[np.ndarray], seed: int, first: int, count: int) -> str:
    """A name for all that decides the games."""
    identity = hashlib.sha256(f"{seed} {first} {count} {KERNEL_DIGEST}".encode())
    for each in rules:
        identity.update(each.tobytes())
    return identity.hexdigest()[:IDENTITY_LETTERS]


def _read(path: Path, shape: tuple[int, ...]) -> np.ndarray | None:
    """The numbers of a file; none where it is missing or damaged: then they are played again."""
    try:
        with np.load(path) as content:
            numbers = content["numbers"]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    return numbers if numbers.shape == shape else None


def _write(path: Path, numbers: np.ndarray) -> None:
    content = io.BytesIO()
    np.savez_compressed(content, numbers=numbers)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content.getvalue())
