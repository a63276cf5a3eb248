"""Where compiled kernels and computed routes are kept between runs."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """ROTWSIM_CACHE if set, else the user's cache folder."""
    chosen = os.environ.get("ROTWSIM_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "rotwsim"
