"""The files of a run's folder: blocks of games as Parquet, their digests, and the writer's lock."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import re
import socket
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rotwsim.core.state import layout
from rotwsim.runner.game_columns import NARROW, TRIGGERS, form_with
from rotwsim.runner.parallel import PlayedBlock
from rotwsim.runner.workload import Block
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.schema import DataError

if TYPE_CHECKING:
    import pyarrow as pa

PARQUET_ENDS = b"PAR1"  # how a whole Parquet file begins and ends
BLOCK_NAME = re.compile(r"(\d{12})-(\d+)-([0-9a-f]{16})\.parquet")


def block_file(played: PlayedBlock, identity: str) -> tuple[str, bytes]:
    """Return name and content of the file of a block.

    The name holds the games and a digest of the content, keyed by the identity of the run: a file
    that is damaged or belongs to another run does not fit its name.
    """
    content, block = as_parquet(played), played.block
    return f"{block.first:012d}-{block.games}-{digest_of_file(content, identity)}.parquet", content


def block_in_name(name: str) -> Block | None:
    parts = BLOCK_NAME.fullmatch(name)
    return Block(int(parts[1]), int(parts[2])) if parts else None


def as_parquet(played: PlayedBlock) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {"game": _as_arrow(np.arange(played.block.first, played.block.end))}
    names = form_with(len(played.numbers)).columns
    for name, row in zip(names, played.numbers, strict=True):
        if name == "won":
            columns[name] = _as_arrow(row != 0)
        elif name == "trigger":
            codes = _as_arrow(row.astype(np.int8))
            columns[name] = pa.DictionaryArray.from_arrays(codes, _words(TRIGGERS))
        else:
            columns[name] = _as_arrow(row)
    packed = base64.b64encode(zlib.compress(played.traffic.tobytes()))
    table = pa.Table.from_arrays(list(columns.values()), names=list(columns))
    table = table.replace_schema_metadata({"traffic": packed})
    content = io.BytesIO()
    pq.write_table(table, content, compression="lz4", write_statistics=False)
    return content.getvalue()


# `pa.array` asks whether it was given something of pandas and imports it, 60 MB, to find out.


def _as_arrow(row: np.ndarray) -> pa.Array:
    import pyarrow as pa

    kind = pa.from_numpy_dtype(row.dtype)
    content = np.packbits(row, bitorder="little") if row.dtype == bool else row
    return pa.Array.from_buffers(
        kind, len(row), [None, pa.py_buffer(np.ascontiguousarray(content))]
    )


def _words(words: Sequence[str]) -> pa.Array:
    import pyarrow as pa

    ends = np.cumsum([0, *map(len, words)], dtype=np.int32)
    content = [None, pa.py_buffer(ends), pa.py_buffer("".join(words).encode("ascii"))]
    return pa.Array.from_buffers(pa.string(), len(words), content)


def digest_of_file(content: bytes, identity: str) -> str:
    return hashlib.blake2b(content, digest_size=8, key=identity.encode()).hexdigest()


class Damaged(Exception):
    """A file is not the block that its name says; the message gives the reason."""


def read_block(path: Path, identity: str) -> PlayedBlock:
    """Read a block from its file, which must be what its name says."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Damaged(f"cannot be read ({error.strerror})") from None
    block = block_in_name(path.name)
    if block is None:
        raise Damaged("does not have the name of a block")
    if not path.stem.endswith(digest_of_file(content, identity)):
        is_whole = content[:4] == content[-4:] == PARQUET_ENDS
        raise Damaged("is changed or belongs to another run" if is_whole else "is cut off")
    try:
        return _unpacked(block, content)
    except Exception as error:  # whatever pyarrow finds wrong
        raise Damaged(f"does not hold these games ({type(error).__name__})") from None


def _unpacked(block: Block, content: bytes) -> PlayedBlock:
    import pyarrow as pa
    import pyarrow.compute
    import pyarrow.parquet as pq

    table = pq.ParquetFile(pa.BufferReader(content)).read(use_threads=False)
    if (table["game"][0].as_py(), table.num_rows) != (block.first, block.games):
        raise ValueError("renamed")
    is_wide = pa.int32() in table.schema.types
    names = form_with(table.num_columns - 1).columns
    numbers = np.empty((len(names), block.games), layout.NUMBER if is_wide else NARROW)
    for place, name in enumerate(names):
        column = table[name]
        if name == "trigger":
            index_in = getattr(pyarrow.compute, "index_in")  # noqa: B009  made when imported
            column = index_in(column.cast(pa.string()), _words(TRIGGERS))
        numbers[place] = column.to_numpy()
    packed = base64.b64decode(table.schema.metadata[b"traffic"])
    traffic = np.frombuffer(zlib.decompress(packed), np.int64).reshape(-1, 2)
    return PlayedBlock(block, numbers, traffic)


WRITER = ".writer"  # the file that names the process writing into a folder


@contextmanager
def locked(folder: Path, inner: Path) -> Iterator[None]:
    """Lock the folder by a lock on the one inside it; it ends with the process that has it."""
    handle = os.open(inner, os.O_RDONLY)
    try:
        refuse_a_writer(folder, handle)
        since = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())
        write_whole(
            folder / WRITER, f"process {os.getpid()} on {socket.gethostname()}, since {since}"
        )
        try:
            yield
        finally:
            with suppress(OSError):
                (folder / WRITER).unlink()
    finally:
        os.close(handle)


def refuse_a_writer(folder: Path, handle: int) -> None:
    """Take the lock, or name who has it; where the system knows no locks, nobody is refused."""
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        try:
            who = (folder / WRITER).read_text(encoding="utf-8", errors="replace")
        except OSError:
            who = "we do not know which"
        raise DataError(f"another run is writing into {folder}: {who}") from None
    except (ImportError, OSError):
        return
