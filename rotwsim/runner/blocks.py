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
from rotwsim.runner.table import COLUMNS, NARROW, TRIGGERS

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
    for name, row in zip(COLUMNS, played.numbers, strict=True):
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


def read_block(path: Path, identity: str) -> PlayedBlock | None:
    """A block from its file, None if the file is not what its name says."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    try:
        content = path.read_bytes()
    except OSError:
        return None
    if not path.stem.endswith(digest_of_file(content, identity)):
        return None
    block = block_in_name(path.name)
    table = pq.read_table(pa.BufferReader(content), use_threads=False)
    if (table["game"][0].as_py(), table.num_rows) != (block.first, block.games):
        return None  # renamed
    is_wide = pa.int32() in table.schema.types
    numbers = np.empty((len(COLUMNS), block.games), layout.NUMBER if is_wide else NARROW)
    for place, name in enumerate(COLUMNS):
        column = table[name]
        if name == "trigger":
            column = pc.index_in(column.cast(pa.string()), pa.array(TRIGGERS))
        numbers[place] = column.to_numpy()
    packed = base64.b64decode(table.schema.metadata[b"traffic"])
    traffic = np.frombuffer(zlib.decompress(packed), np.int64).reshape(-1, 2)
    return PlayedBlock(block, numbers, traffic)
