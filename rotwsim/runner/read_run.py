"""A stored run read back: its games as a table, and what is missing or damaged in the folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rotwsim.runner.block_plan import MOST_GAMES
from rotwsim.runner.blocks import Damaged, read_block
from rotwsim.runner.game_columns import SOLO_FORM, TABLE_FORM
from rotwsim.runner.manifest import identity_of
from rotwsim.runner.run_totals import Tally
from rotwsim.runner.store import block_files, read_manifest

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class StoredRun:
    """What a folder holds; nothing in it was changed by reading."""

    folder: Path
    manifest: dict
    games: int
    wins: int
    table: pd.DataFrame
    digest: str
    traffic: np.ndarray | None  # None without games
    missing: int  # games that were asked for and are not there
    damaged: tuple[str, ...]  # files that were left out


def read_run(folder: Path | str, columns: Sequence[str] | None = None) -> StoredRun:
    """Reads a folder that `rotwsim run --out` or `simulate(…, out=…)` wrote, finished or not: its
    games as a table, what was asked for, and what is missing or damaged.

    >>> scenario = rotwsim.Scenario.of(player="random")
    >>> games = rotwsim.simulate(scenario, games=20, seed=3, out="runs/first")
    >>> run = rotwsim.read_run("runs/first")
    >>> run.games, run.missing, run.manifest["seed"], run.digest == games.attrs["digest"]
    (20, 0, 3, True)
    """
    folder = Path(folder)
    manifest = read_manifest(folder)
    form = TABLE_FORM if manifest["scenario"].get("seats") else SOLO_FORM
    tally, damaged = Tally(form.columns if columns is None else columns, form), []
    for path in block_files(folder).values():
        try:
            tally.add(read_block(path, identity_of(manifest)))
        except Damaged:
            damaged.append(path.name)
        tally.settle(MOST_GAMES)
    return StoredRun(
        folder=folder,
        manifest=manifest,
        games=tally.games,
        wins=tally.wins,
        digest=tally.digest(),
        traffic=tally.traffic(),
        table=tally.take_games().table(),
        missing=max(0, manifest["games"] - tally.games),
        damaged=tuple(damaged),
    )
