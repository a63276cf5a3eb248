"""Lists of ways kept on disk between runs, named by the ground they lie on and the code that made
them.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile

import numpy as np

from rotwsim.core.jit.cache_folder import cache_folder
from rotwsim.core.state import layout
from rotwsim.core.track import routes
from rotwsim.scenario import hexes
from rotwsim.scenario.compile import terrain as ground_module
from rotwsim.scenario.compile.terrain import Ground

if TYPE_CHECKING:
    from rotwsim.scenario.compile.routes import Pair

FORMAT = 1
FIGURES = ("first", "second", "price", "tiles", "floor")


def read_pairs(ground: Ground) -> list[dict] | None:
    """Read the kept pairs of a ground, or None; seas are not kept, they come from the ground."""
    try:
        with np.load(_path(ground), allow_pickle=False) as kept:
            figures, ends, routes = kept["figures"], kept["ends"], kept["ways"].astype(np.int64)
    except (OSError, ValueError, KeyError, BadZipFile):
        return None
    lists = np.split(routes, ends[:-1])
    return [
        dict(zip(FIGURES, map(int, row), strict=True)) | {"ways": rows}
        for row, rows in zip(figures, lists, strict=True)
    ]


def keep_pairs(ground: Ground, pairs: tuple[Pair, ...]) -> None:
    """Writes the file in one step; a folder that cannot be written to only costs time."""
    path = _path(ground)
    if not pairs:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".npz")
        with os.fdopen(handle, "wb") as file:
            np.savez_compressed(
                file,
                figures=np.array([[getattr(pair, name) for name in FIGURES] for pair in pairs]),
                ends=np.cumsum([len(pair.ways) for pair in pairs]),
                ways=np.concatenate([pair.ways for pair in pairs]).astype(np.int32),
            )
        os.replace(name, path)
    except OSError:
        return


def _path(ground: Ground) -> Path:
    content = asdict(ground) | {"ridges": sorted(ground.ridges)}
    text = repr((FORMAT, _code_digest(), sorted(content.items())))
    return cache_folder() / "ways" / f"{hashlib.sha256(text.encode()).hexdigest()[:20]}.npz"


@cache
def _code_digest() -> str:
    """Changes with any edit of what makes the lists."""
    files = [routes.__file__, ground_module.__file__, hexes.__file__]
    files.append(str(Path(__file__).with_name("routes.py")))
    digest = hashlib.sha256(repr((layout.PAIR_WAYS, layout.LISTED, layout.TILES)).encode())
    for file in files:
        digest.update(Path(file).read_bytes())
    return digest.hexdigest()
