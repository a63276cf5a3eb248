"""The one decorator of all kernels, with a cache folder named by the digest of the kernel sources."""

import hashlib
import os
from pathlib import Path

from rotwsim.core.cache import cache_folder


def sources_digest() -> str:
    """Changes with any edit in core/ or players/: numba's own cache does not see edits in other files."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for folder in ("core", "players"):
        for path in sorted((package / folder).glob("*.py")):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


KERNEL_DIGEST = sources_digest()
os.environ["NUMBA_CACHE_DIR"] = str(cache_folder() / "kernels" / KERNEL_DIGEST)

import numba  # noqa: E402  numba reads its cache folder when it is imported

numba.config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]

kernel = numba.njit(cache=True, nogil=True, error_model="numpy", boundscheck=None)
