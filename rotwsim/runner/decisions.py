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
GROUP = 4_096  # decisions that fill a row group, which are in memory together
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


Noted = tuple[int, np.ndarray, np.ndarray, np.ndarray, np.ndarray]  # a game, as the kernel fills


def _groups(rules, seed: int, block: Block, outcomes, traffic) -> Iterator[tuple[pa.Table, int]]:
    """Yield tables of whole games, with the games that left track unsearched."""
    from rotwsim.players.recording import recorded_by

    play, room, rows = recorded_by(kernels_for(rules).party), _room(rules, GROUP), 0
    games: list[Noted] = []
    cut = 0
    for place in range(block.games):
        game = block.first + place
        while True:
            found, missed = play(rules, seed, game, outcomes[place : place + 1], traffic, *room)
            if found >= 0:
                break
            room = _room(rules, 2 * len(room[0]))
        seen, facts, ends, choices = room
        kept = seen[:found].copy(), facts[:found].copy(), ends[:found].copy()
        games.append((game, *kept, choices[: ends[found - 1]].copy()))
        rows, cut = rows + found, cut + missed
        if rows >= GROUP:
            yield _table(games, outcomes, block.first), cut
            games, rows, cut = [], 0, 0
    if games:
        yield _table(games, outcomes, block.first), cut


def compile_recording(rules: np.ndarray) -> None:
    """Compile what records before the workers begin, or load it from the cache."""
    for _ in _groups(rules, 1, Block(0, 1), new_outcomes(rules, 1), no_traffic()):
        pass


def _room(rules: np.ndarray, rows: int) -> tuple[np.ndarray, ...]:
    """Make what the kernel fills: what was seen, facts, and the choices with their ends."""
    from rotwsim.core.state.learning_view import blocks
    from rotwsim.players.recording import FACTS

    size = int(rules[0].cities), int(rules[0].listed)
    choices = rows * CHOICES + blocks(*size, 1).end
    shapes = (rows, figures_seen(*size)), (rows, FACTS), rows, choices
    return tuple(np.zeros(shape, np.int32) for shape in shapes)


def _table(games: list[Noted], outcomes, first: int) -> pa.Table:
    """Give the decisions of these games as `rotwsim.columns("decisions")` explains them."""
    import pyarrow as pa

    from rotwsim.players.recording import CHOSEN, KIND, TURN

    numbers, *noted = zip(*games, strict=True)
    seen, facts, _, choices = map(np.concatenate, noted)
    counts = [len(ends) for ends in noted[2]]
    of_game = np.repeat(np.array(numbers, np.int64), counts)
    ended = outcomes[of_game - first]
    begin = np.cumsum([0, *map(len, noted[3][:-1])])
    ends = np.concatenate([ends + offset for ends, offset in zip(noted[2], begin, strict=True)])
    starts = np.concatenate([[0], ends]).astype(np.int32)
    kinds = pa.array(facts[:, KIND].astype(np.int8))
    return pa.table(
        {
            "game": of_game,
            "decision": np.concatenate([np.arange(count, dtype=np.int32) for count in counts]),
            "turn": facts[:, TURN].astype(np.int16),
            "kind": pa.DictionaryArray.from_arrays(kinds, pa.array(KINDS)),
            "seen": _lists(seen),
            "choices": pa.ListArray.from_arrays(starts, choices),
            "chosen": facts[:, CHOSEN],
            "action": _lists(facts[:, CHOSEN + 1 : CHOSEN + 1 + ACTION]),
            "result": np.ascontiguousarray(ended["result"]),
            "won": ended["won"] != 0,
        }
    )


def _lists(rows: np.ndarray) -> pa.Array:
    import pyarrow as pa

    return pa.FixedSizeListArray.from_arrays(np.ascontiguousarray(rows).ravel(), rows.shape[1])
