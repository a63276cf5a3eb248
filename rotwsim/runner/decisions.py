"""Decisions as a folder of Parquet files to learn from: one row each, one file per block of games.

The folder appears when all of it is there; what stops before that leaves nothing behind.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rotwsim.core.play.turn_actions import ACTION
from rotwsim.core.state.learning_view import figures_seen
from rotwsim.runner.play import kernels_for, new_outcomes, no_traffic, refuse_cut_games
from rotwsim.runner.workload import Block
from rotwsim.scenario.files import UNFINISHED, write_whole
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

if TYPE_CHECKING:
    import pyarrow as pa

MANIFEST = "_manifest.json"  # readers of Parquet folders leave such names out
KINDS = (  # in the order of core.codes
    "action", "claim", "lost cube", "exhaust", "line", "baron", "path", "new city", "growth",
)  # fmt: skip
GROUP = 4_096  # decisions of a row group, which are in memory together
CHOICES = 256  # of a decision, as room to begin with
FORM = {"compression": "zstd", "compression_level": 1, "use_dictionary": False}


@dataclass
class Recording:
    folder: Path
    manifest: dict


@contextmanager
def recording(scenario: Scenario, folder: Path | str, manifest: dict) -> Iterator[Recording]:
    """Open a new folder beside its place, and move it there when all is written."""
    if scenario.seats:
        raise DataError("--decisions are those of the solo game; leave --seats out")
    folder = Path(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DataError(f"{folder} is there already; give another folder to --decisions")
    beside = folder.absolute().parent / f"{UNFINISHED}{folder.absolute().name}"
    try:
        with disk_named(beside):
            shutil.rmtree(beside, ignore_errors=True)  # of a process that was killed
            beside.mkdir(parents=True)
        written = Recording(beside, manifest)
        yield written
        if any(beside.iterdir()):
            text = json.dumps(written.manifest, indent=2, ensure_ascii=False) + "\n"
            with disk_named(beside):
                write_whole(beside / MANIFEST, text)
                if folder.exists():
                    folder.rmdir()
                os.replace(beside, folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


@contextmanager
def disk_named(beside: Path) -> Iterator[None]:
    """Turn what goes wrong in writing into one line that names the folder wanted."""
    try:
        yield
    except OSError as error:
        wanted = beside.with_name(beside.name.removeprefix(UNFINISHED))
        reason = error.strerror or str(error)
        raise DataError(f"{wanted}: {reason}; no decisions are kept") from error


def record_block(rules, seed: int, block: Block, outcomes, traffic, folder: Path) -> None:
    """Play the games of a block and write their decisions into one file."""
    import pyarrow.parquet as pq

    path = folder / f"{block.first:012d}-{block.games}.parquet"
    writer, cut = None, 0
    with disk_named(folder):
        try:
            for table, missed in _groups(rules, seed, block, outcomes, traffic):
                writer = writer or pq.ParquetWriter(path, table.schema, **FORM)
                writer.write_table(table)
                cut += missed
        finally:
            if writer:
                writer.close()
    refuse_cut_games(cut, seed, block.first, block.games)


def _groups(rules, seed: int, block: Block, outcomes, traffic) -> Iterator[tuple[pa.Table, int]]:
    """Tables of whole games, as many as fit; with the games that left track unsearched."""
    from rotwsim.players.recording import recorded_by

    play, room = recorded_by(kernels_for(rules).party), _Room(rules, GROUP)
    games, cut = [], 0
    for place in range(block.games):
        game = block.first + place
        while True:
            views = room.rest()
            found, missed = play(rules, seed, game, outcomes[place : place + 1], traffic, *views)
            if found >= 0:
                break
            if games:
                yield room.table(games, outcomes, block.first), cut
                games, cut = [], 0
                room.clear()
            else:
                room = _Room(rules, 2 * len(room.ends))
        room.take(found)
        games.append((game, found))
        cut += missed
    yield room.table(games, outcomes, block.first), cut


def compile_recording(rules: np.ndarray) -> None:
    """Compile what records before the workers begin, or load it from the cache."""
    for _ in _groups(rules, 1, Block(0, 1), new_outcomes(rules, 1), no_traffic()):
        pass


class _Room:
    """What the kernel fills: decisions one below the other, and how many there are."""

    def __init__(self, rules: np.ndarray, rows: int):
        from rotwsim.core.state.learning_view import blocks
        from rotwsim.players.recording import FACTS

        cities, pairs = int(rules[0].cities), int(rules[0].listed)
        self.seen = np.zeros((rows, figures_seen(cities, pairs)), np.int32)
        self.facts = np.zeros((rows, FACTS), np.int32)
        self.ends = np.zeros(rows, np.int32)
        self.choices = np.zeros(rows * CHOICES + blocks(cities, pairs, 1).end, np.int32)
        self.clear()

    def clear(self) -> None:
        self.rows = self.chosen = 0

    def rest(self) -> tuple[np.ndarray, ...]:
        """Say what is free yet."""
        free = slice(self.rows, None)
        return self.seen[free], self.facts[free], self.ends[free], self.choices[self.chosen :]

    def take(self, rows: int) -> None:
        self.ends[self.rows : self.rows + rows] += self.chosen
        self.rows += rows
        if self.rows:
            self.chosen = int(self.ends[self.rows - 1])

    def table(self, games: list[tuple[int, int]], outcomes, first: int) -> pa.Table:
        """Give the decisions of these games as `rotwsim.columns("decisions")` explains them."""
        import pyarrow as pa

        from rotwsim.players.recording import CHOSEN, KIND, TURN

        numbers, counts = np.array(games, np.int64).reshape(-1, 2).T
        of_game = np.repeat(numbers, counts)
        numbered = [np.arange(count, dtype=np.int32) for count in counts]
        facts, ended = self.facts[: self.rows], outcomes[of_game - first]
        starts = np.concatenate([[0], self.ends[: self.rows]]).astype(np.int32)
        kinds = pa.array(facts[:, KIND].astype(np.int8))
        return pa.table(
            {
                "game": of_game,
                "decision": np.concatenate(numbered),
                "turn": facts[:, TURN].astype(np.int16),
                "kind": pa.DictionaryArray.from_arrays(kinds, pa.array(KINDS)),
                "seen": _lists(self.seen[: self.rows]),
                "choices": pa.ListArray.from_arrays(starts, self.choices[: self.chosen]),
                "chosen": facts[:, CHOSEN],
                "action": _lists(facts[:, CHOSEN + 1 : CHOSEN + 1 + ACTION]),
                "result": np.ascontiguousarray(ended["result"]),
                "won": ended["won"] != 0,
            }
        )


def _lists(rows: np.ndarray) -> pa.Array:
    import pyarrow as pa

    return pa.FixedSizeListArray.from_arrays(np.ascontiguousarray(rows).ravel(), rows.shape[1])
