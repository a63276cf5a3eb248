"""A block of games as a Parquet file whose name vouches for its content."""

from __future__ import annotations

import base64
import hashlib
import io
import re
import zlib
from pathlib import Path

import numpy as np

from rotwsim.core import layout
from rotwsim.runner.parallel import PlayedBlock
from rotwsim.runner.plan import Block
from rotwsim.runner.table import NARROW, TRIGGERS, form_with

PARQUET_ENDS = b"PAR1"  # how a whole Parquet file begins and ends
BLOCK_NAME = re.compile(r"(\d{12})-(\d+)-([0-9a-f]{16})\.parquet")


def block_file(played: PlayedBlock, identity: str) -> tuple[str, bytes]:
    """Name and content of the file of a block.

    The name holds the games and a digest of the content, keyed by the identity of the run: a file
    that is damaged or belongs to another run does not fit its name.
    """
    content = as_parquet(played)
    first, games = played.block.first, played.block.games
    return f"{first:012d}-{games}-{digest_of_file(content, identity)}.parquet", content


def block_in_name(name: str) -> Block | None:
    """The games that a file holds if its name is the name of a block."""
    parts = BLOCK_NAME.fullmatch(name)
    return Block(int(parts[1]), int(parts[2])) if parts else None


def as_parquet(played: PlayedBlock) -> bytes:
    """A block as the content of a Parquet file, with the columns and types of the table."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {"game": pa.array(np.arange(played.block.first, played.block.end))}
    names = form_with(len(played.numbers)).columns
    for name, row in zip(names, played.numbers, strict=True):
        if name == "won":
            columns[name] = pa.array(row != 0)
        elif name == "trigger":
            codes = pa.array(row.astype(np.int8))
            columns[name] = pa.DictionaryArray.from_arrays(codes, pa.array(TRIGGERS))
        else:
            columns[name] = pa.array(row)
    packed = base64.b64encode(zlib.compress(played.traffic.tobytes()))
    table = pa.table(columns).replace_schema_metadata({"traffic": packed})
    content = io.BytesIO()
    pq.write_table(table, content, compression="lz4", write_statistics=False)
    return content.getvalue()


def digest_of_file(content: bytes, identity: str) -> str:
    return hashlib.blake2b(content, digest_size=8, key=identity.encode()).hexdigest()


class Damaged(Exception):
    """A file is not the block that its name says; the message tells in what way."""


def read_block(path: Path, identity: str) -> PlayedBlock:
    """A block from its file, which must be what its name says."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Damaged(f"cannot be read ({error.strerror})") from None
    block = block_in_name(path.name)
    if not path.stem.endswith(digest_of_file(content, identity)):
        is_whole = content[:4] == content[-4:] == PARQUET_ENDS
        raise Damaged("is changed or belongs to another run" if is_whole else "is cut off")
    try:
        return _unpacked(block, content)
    except Exception as error:  # whatever pyarrow finds wrong
        raise Damaged(f"does not hold these games ({type(error).__name__})") from None


def _unpacked(block: Block, content: bytes) -> PlayedBlock:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    table = pq.read_table(pa.BufferReader(content), use_threads=False)
    if (table["game"][0].as_py(), table.num_rows) != (block.first, block.games):
        raise ValueError("renamed")
    is_wide = pa.int32() in table.schema.types
    names = form_with(table.num_columns - 1).columns
    numbers = np.empty((len(names), block.games), layout.NUMBER if is_wide else NARROW)
    for place, name in enumerate(names):
        column = table[name]
        if name == "trigger":
            column = pc.index_in(column.cast(pa.string()), pa.array(TRIGGERS))
        numbers[place] = column.to_numpy()
    packed = base64.b64decode(table.schema.metadata[b"traffic"])
    traffic = np.frombuffer(zlib.decompress(packed), np.int64).reshape(-1, 2)
    return PlayedBlock(block, numbers, traffic)
